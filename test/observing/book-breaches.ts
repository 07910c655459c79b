/** Books that agree, and what is in them. */
interface Scene {
  /** One order of each kind. */
  readonly orders: Record<"plain" | "credited" | "givenBack" | "late" | "waiting" | "disputed", string>;
  readonly lotId: number;
  readonly drawnLotId: number;
  /** An account, in SQL, that neither placed the order `plain` nor won. */
  readonly stranger: string;
  /** In SQL. */
  readonly ofPartner: string;
}

/** Breaches of the rules of the books. */
export const BREACHES: readonly [rule: string, what: string, sql: (scene: Scene) => string][] = [
  [
    "order_payment",
    "a payment of less",
    ({ orders }) => `update payment set amount = amount - 1 where order_id = '${orders.plain}'`,
  ],
  [
    "order_payment",
    "a payment in another currency",
    ({ orders }) => `update payment set currency = 'EUR' where order_id = '${orders.plain}'`,
  ],
  [
    "order_payment",
    "a payment that is gone",
    ({ orders }) => `delete from payment where order_id = '${orders.plain}'`,
  ],
  [
    "order_payment",
    "a payment of an order that is not paid",
    ({ orders }) => `update payment set state = 'settled' where order_id = '${orders.late}'`,
  ],
  [
    "payment_refund",
    "money that is kept and should not be",
    ({ orders }) => `delete from refund where order_id = '${orders.late}'`,
  ],
  [
    "payment_refund",
    "an order given back without its money",
    ({ orders }) => `delete from refund where order_id = '${orders.givenBack}'`,
  ],
  [
    "payment_refund",
    "a refund of more",
    ({ orders }) => `update refund set amount = amount + 1 where order_id = '${orders.givenBack}'`,
  ],
  [
    "payment_refund",
    "a refund in another currency",
    ({ orders }) => `update refund set currency = 'EUR' where order_id = '${orders.late}'`,
  ],
  [
    "payment_refund",
    "a refund of money that bought tickets",
    ({ orders }) =>
      `insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at, requested_at, rail_account_id)
       select y.organisation_id, y.order_id, y.id, 'x', y.amount, y.currency, 'x', 'manual', now(), now(), now(), t.rail_account_id
       from payment y join ticket_order t on t.id = y.order_id where t.id = '${orders.plain}'`,
  ],
  [
    "order_pending",
    "a pending order that nobody looks after",
    ({ orders }) => `delete from pending_order where order_id = '${orders.waiting}'`,
  ],
  [
    "order_pending",
    "an order that has ended and is kept as pending",
    ({ orders }) =>
      `insert into pending_order (organisation_id, lot_id, number, account_id, order_id, quantity, check_at)
       select organisation_id, lot_id, number, account_id, id, quantity, now() from ticket_order where id = '${orders.plain}'`,
  ],
  [
    "order_tickets",
    "tickets that are gone",
    ({ orders }) => `delete from ticket_range where order_id = '${orders.plain}'`,
  ],
  [
    "order_tickets",
    "a ticket too many",
    ({ orders }) =>
      `update ticket_range set first = first - 1, follows = first - 2 where order_id = '${orders.credited}'`,
  ],
  [
    "order_tickets",
    "tickets of an order that is not paid",
    ({ orders }) =>
      `update ticket_range set order_id = '${orders.waiting}' where order_id = '${orders.disputed}'`,
  ],
  [
    "order_numbers",
    "another number than the buyer was told",
    ({ orders }) => `update ticket_order set first_ticket = first_ticket + 1 where id = '${orders.plain}'`,
  ],
  [
    "order_lot",
    "tickets in another competition",
    ({ orders, drawnLotId }) =>
      `update ticket_range set lot_id = ${drawnLotId} where order_id = '${orders.disputed}'`,
  ],
  [
    "order_buyer",
    "tickets of somebody else",
    ({ orders, stranger }) =>
      `update ticket_range set account_id = ${stranger} where order_id = '${orders.plain}'`,
  ],
  [
    "order_void",
    "void tickets of an order that stands",
    ({ orders }) => `update ticket_range set voided_at = now() where order_id = '${orders.plain}'`,
  ],
  [
    "order_credit",
    "credit that was not spent",
    ({ orders }) => `delete from credit_entry where order_id = '${orders.credited}' and kind = 'spend'`,
  ],
  [
    "order_credit",
    "credit that somebody else spent",
    ({ orders, stranger }) =>
      `update credit_entry set account_id = ${stranger} where order_id = '${orders.credited}'`,
  ],
  [
    "order_credit",
    "credit that somebody else spent on an order without credit",
    ({ orders, stranger }) =>
      `insert into credit_entry (organisation_id, account_id, kind, amount_cents, order_id, at)
       select organisation_id, ${stranger}, 'spend', -5, id, now() from ticket_order where id = '${orders.plain}'`,
  ],
  [
    "order_credit_returned",
    "credit that was not returned",
    ({ orders }) => `delete from credit_entry where order_id = '${orders.givenBack}' and kind = 'refund'`,
  ],
  [
    "order_commission",
    "a commission that was not earned",
    ({ orders }) => `delete from commission_entry where order_id = '${orders.plain}'`,
  ],
  [
    "order_commission",
    "a commission that another affiliate has",
    ({ orders }) =>
      `update commission_entry set affiliate_id = affiliate_id + 1 where order_id = '${orders.plain}'`,
  ],
  [
    "order_commission",
    "a commission for an order that no affiliate brought",
    ({ orders }) =>
      `insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
       select organisation_id, affiliate_id, kind, amount_cents, '${orders.credited}', at
       from commission_entry where order_id = '${orders.plain}'`,
  ],
  [
    "order_commission_reversed",
    "a commission that was not taken back",
    ({ orders }) =>
      `delete from commission_entry where order_id = '${orders.givenBack}' and kind = 'reversal'`,
  ],
  [
    "lot_sold",
    "a ticket counted that was not issued",
    ({ lotId }) => `update lot_stock set sold = sold + 1 where lot_id = ${lotId}`,
  ],
  [
    "lot_sold",
    "a ticket issued that is not counted",
    ({ lotId }) => `update lot_stock set sold = sold - 1 where lot_id = ${lotId}`,
  ],
  [
    "lot_held",
    "a place held for nobody",
    ({ lotId }) => `update lot_stock set held = held + 1 where lot_id = ${lotId}`,
  ],
  [
    "lot_held",
    "an order whose place is not held",
    ({ orders }) => `update pending_order set quantity = quantity + 1 where order_id = '${orders.waiting}'`,
  ],
  [
    "lot_voided",
    "a void ticket too many",
    ({ lotId }) => `update lot_stock set voided = voided + 1 where lot_id = ${lotId}`,
  ],
  [
    "lot_committed",
    "a ticket less than the draw was committed to",
    ({ drawnLotId }) => `update lot_stock set voided = voided + 1 where lot_id = ${drawnLotId}`,
  ],
  [
    "lot_drawn",
    "a winner that is gone",
    ({ drawnLotId }) => `delete from winner where lot_id = ${drawnLotId}`,
  ],
  [
    "lot_drawn",
    "a winner of a competition that is not drawn",
    ({ orders }) =>
      `insert into winner (organisation_id, lot_id, ticket_number, account_id, won_at)
       select organisation_id, lot_id, first, account_id, now() from ticket_range where order_id = '${orders.plain}'`,
  ],
  [
    "lot_winner",
    "somebody whose ticket it is not",
    ({ drawnLotId, stranger }) => `update winner set account_id = ${stranger} where lot_id = ${drawnLotId}`,
  ],
  [
    "lot_winner",
    "a ticket that is nobody's",
    ({ drawnLotId }) => `update winner set ticket_number = 999 where lot_id = ${drawnLotId}`,
  ],
  [
    "account_balance",
    "credit from nowhere",
    ({ orders }) =>
      `update account set balance_cents = balance_cents + 1 where id = (select account_id from ticket_order where id = '${orders.plain}')`,
  ],
  [
    "account_reserved",
    "credit reserved for nobody",
    ({ orders }) =>
      `update account set balance_cents = balance_cents + 5, reserved_cents = reserved_cents + 5 where id = (select account_id from ticket_order where id = '${orders.plain}')`,
  ],
  [
    "draw_balance",
    "money for fair draws from nowhere",
    ({ ofPartner }) => `update draw_account set balance_cents = balance_cents + 1 where ${ofPartner}`,
  ],
  [
    "draw_balance",
    "a deposit that is not in the balance",
    ({ ofPartner }) => `update deposit set amount_cents = amount_cents + 1 where ${ofPartner}`,
  ],
  [
    "draw_balance",
    "a cost that nobody paid",
    ({ ofPartner }) => `update draw_account set cost_cents = 1 where ${ofPartner}`,
  ],
];

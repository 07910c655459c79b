import type { OrderStatus, Standing } from "../../../src/checkout/order.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import { int } from "../database/database.ts";
import { statement } from "../statements/statement.ts";

/** What a poll tells of orders, of many at once. It is read so often that it looks nothing else up where an order is final. */
export const STANDINGS = statement(
  "poll-orders",
  `
    select q.item, f.*
    from unnest((select $1::bigint[]), (select $2::text[])) with ordinality as q (organisation_id, id, item)
    cross join lateral (
      select t.id, t.lot_id, t.quantity, t.status, t.error, t.price_cents, t.credit_cents, t.charge_amount,
        t.charge_currency, t.hold_until, t.created_at,
        case when t.status = 'paid'
          then coalesce(t.first_ticket, (select i.first from ticket_range i where i.order_id = t.id limit 1))
        end as first_ticket,
        case when t.status = 'pending' then (select l.status from lot l where l.id = t.lot_id) end as lot_status,
        case when t.status = 'pending' and t.rail_account_id is not null and t.instruction is not null
          then coalesce(t.asked_at, t.created_at)
        end as asked_at
      from ticket_order t where t.organisation_id = q.organisation_id and t.id = q.id limit 1
    ) f`,
);

export interface StandingColumns {
  id: string;
  lot_id: string;
  quantity: number;
  status: OrderStatus;
  error: string | null;
  price_cents: string;
  credit_cents: string;
  charge_amount: string;
  charge_currency: string;
  hold_until: Date;
  created_at: Date;
  first_ticket: number | null;
  lot_status: LotStatus | null;
  /** Since when its rail has not been asked; null: there is nothing to ask. */
  asked_at: Date | null;
}

export function standingRecord(row: StandingColumns): Standing {
  return {
    id: row.id,
    lotId: int(row.lot_id),
    lotStatus: row.lot_status,
    quantity: row.quantity,
    status: row.status,
    error: row.error,
    priceCents: int(row.price_cents),
    creditCents: int(row.credit_cents),
    firstTicket: row.first_ticket,
    charge: { amount: int(row.charge_amount), currency: row.charge_currency },
    holdUntil: row.hold_until,
    createdAt: row.created_at,
  };
}

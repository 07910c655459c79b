import type { OrderStatus } from "../../../src/checkout/order.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import { int4, int8, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { LotId, OrderId } from "../../../src/shared/ids.ts";

/** The columns of an order `t` that a poll returns. */
export const STANDING = row("ticket_order t", {
  id: text<OrderId>(),
  lotId: int8<LotId>(),
  lotStatus: text<LotStatus>({
    sql: `case when t.status = 'pending'
      then (select l.status from lot l where l.id = t.lot_id and l.organisation_id = t.organisation_id) end`,
  }).orNull,
  quantity: int4(),
  status: text<OrderStatus>(),
  error: text().orNull,
  priceCents: int8(),
  creditCents: int8(),
  firstTicket: int4({
    sql: `case when t.status = 'paid'
      then coalesce(t.first_ticket, (
        select i.first from ticket_range i where i.order_id = t.id and i.organisation_id = t.organisation_id limit 1
      )) end`,
  }).orNull,
  charge: { amount: int8("charge_amount"), currency: text("charge_currency") },
  holdUntil: time(),
  createdAt: time(),
  givenBackAt: time("unwound_at").orNull,
});

/** Reads many orders' states for polls: so often that it reads no other table for final orders. */
export const STANDINGS = statement(
  "poll-orders",
  `
    select q.item, f.*
    from unnest((select $1::bigint[]), (select $2::text[])) with ordinality as q (organisation_id, id, item)
    cross join lateral (
      select ${STANDING.columns},
        case when t.status = 'pending' and t.rail_account_id is not null and t.instruction is not null
          then coalesce(t.asked_at, t.created_at)
        end as asked_at
      from ticket_order t where t.organisation_id = q.organisation_id and t.id = q.id limit 1
    ) f`,
);

export interface AskedAt {
  /** The time of the last query of its rail; null: no query needed. */
  asked_at: Date | null;
}

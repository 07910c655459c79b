import type { LotStatus } from "../../../src/lots/lot.ts";
import { TicketOrderRow } from "../entities/checkout.ts";
import { selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { FIRST_TICKET } from "./order-row.ts";

/** The columns of an order `t` that a poll returns. */
export const STANDING = selection(
  TicketOrderRow,
  "t",
  [
    "id",
    "lotId",
    "quantity",
    "status",
    "error",
    "priceCents",
    "creditCents",
    "holdUntil",
    "createdAt",
    "metadata",
  ],
  {
    lotStatus: text<LotStatus>({
      sql: `case when t.status = 'pending'
      then (select l.status from lot l where l.id = t.lot_id and l.organisation_id = t.organisation_id) end`,
    }).orNull,
    firstTicket: FIRST_TICKET,
    charge: { amount: "chargeAmount", currency: "chargeCurrency" },
    givenBackAt: "unwoundAt",
  },
);

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

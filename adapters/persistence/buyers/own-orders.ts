import { OwnOrders } from "../../../ports/buyers/own-orders.ts";
import type { OwnOrder } from "../../../src/buyers/own-order.ts";
import type { AccountId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { TicketOrderRow } from "../entities/checkout.ts";
import { LotRow } from "../entities/lots.ts";
import { RefundRow } from "../entities/settlement.ts";
import { flag, int4, rowsOf, selection, time, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const REFUND = selection(RefundRow, "f", ["state", "note", "lastError"], {
  amount: { amount: "amount", currency: "currency" },
});
const LOT = selection(
  LotRow,
  "l",
  ["id", "title", "imageUrl", "status", "startAt", "endAt", "drawnAt", "onChain", "archivedAt"],
  { sold: int4({ sql: "s.sold" }), held: int4({ sql: "s.held" }), voided: int4({ sql: "s.voided" }) },
);
/** An order `t` with all that `JOINED` joins. */
const ORDER = selection(
  TicketOrderRow,
  "t",
  ["id", "accountId", "quantity", "status", "error", "createdAt"],
  {
    charge: { amount: "chargeAmount", currency: "chargeCurrency" },
    tickets: together({
      first: int4({ sql: "i.first" }),
      last: int4({ sql: "i.last" }),
      voidedAt: time({ sql: "i.voided_at" }).orNull,
    }),
    refunds: rowsOf(REFUND, {
      sql: `(select json_agg(to_json(f) order by f.id) from refund f
      where f.organisation_id = t.organisation_id and f.order_id = t.id)`,
    }),
    committed: flag({
      sql: `exists (select from lot_commitment c where c.organisation_id = t.organisation_id and c.lot_id = t.lot_id
      and c.confirmed_at is not null and c.voided_at is null)`,
    }),
    winningTicket: int4({
      sql: `(select w.ticket_number from winner w
      where w.organisation_id = t.organisation_id and w.lot_id = t.lot_id and w.published_at is not null)`,
    }).orNull,
  },
);
const JOINED = `
  join lot l on l.organisation_id = t.organisation_id and l.id = t.lot_id
  join lot_stock s on s.organisation_id = t.organisation_id and s.lot_id = t.lot_id
  left join ticket_range i on i.organisation_id = t.organisation_id and i.order_id = t.id`;
/** Reads each account by its index, then the newest of all. */
const LIST = statement(
  "list-own-orders",
  `select ${ORDER.columns}, ${LOT.columns} from unnest($2::bigint[]) a(id)
    cross join lateral (
      select t.* from ticket_order t
      where t.account_id = a.id and t.organisation_id = $1 and t.number < case
          when $3::text is null then 9223372036854775807
          else (select c.number from ticket_order c where c.organisation_id = $1 and c.id = $3 and c.account_id = any($2)) end
        and (t.status <> 'failed' or exists (select from refund f where f.organisation_id = $1 and f.order_id = t.id))
      order by t.account_id desc, t.number desc limit $4
    ) t ${JOINED}
    order by t.number desc limit $4`,
);
const BY_ID = statement(
  "own-order-by-id",
  `select ${ORDER.columns}, ${LOT.columns} from ticket_order t ${JOINED}
    where t.organisation_id = $1 and t.id = $3 and t.account_id = any($2::bigint[])`,
);

export class PostgresOwnOrders extends Store implements OwnOrders {
  static readonly as = OwnOrders;

  async list(
    organisationId: OrganisationId,
    accountIds: readonly AccountId[],
    { limit, after }: { readonly limit: number; readonly after: OrderId | null },
  ): Promise<OwnOrder[]> {
    const rows = await this.db.query(LIST, [organisationId, accountIds, after, limit]);
    return rows.map(asOrder);
  }

  async byId(
    organisationId: OrganisationId,
    accountIds: readonly AccountId[],
    id: OrderId,
  ): Promise<OwnOrder | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, accountIds, id]);
    return row ? asOrder(row) : null;
  }
}

function asOrder(row: object): OwnOrder {
  return { ...ORDER.record(row), lot: LOT.record(row) };
}

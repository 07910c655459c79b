import { statement } from "../statements/statement.ts";
import { type ListedOrders, type OrderFilter, OrderLists } from "../../../ports/checkout/order-lists.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { ORDER, ORDER_JOINS } from "./order-row.ts";
import { Store } from "../database/store.ts";

/** The orders scanned per read: a few milliseconds. */
const LOOK_AT_MOST = 1_000;

const LIST = statement(
  "list-orders",
  `
    select $4::bigint is null or exists (select from lot l where l.organisation_id = $1 and l.id = $4) as lot_exists, f.*
    from (values (1)) one
    left join (
      select p.position, p.shown as fits, ${ORDER.columns}
      from listed_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, ${LOOK_AT_MOST}, $10)
        with ordinality as p (shown, listed, position)
      cross join lateral (select (p.listed).*) t ${ORDER_JOINS}
    ) f on true
    order by f.position`,
);

/** A row of the result. Without orders one row shows whether the lot exists. */
type Row = { lot_exists: boolean } & ({ position: string; fits: boolean } | { position: null; fits: null });

export class PostgresOrderLists extends Store implements OrderLists {
  static readonly as = OrderLists;

  async list(
    organisationId: OrganisationId,
    { buyer, lotId, status, since, until, metadata }: OrderFilter,
    { limit, after }: { readonly limit: number; readonly after: string | null },
  ): Promise<ListedOrders | null> {
    const filter = [buyer?.email ?? null, buyer?.wallet ?? null, lotId, status, since, until];
    const rows = await this.db.read<Row>(
      LIST,
      [organisationId, ...filter, after, limit, metadata],
      "current",
    );
    if (!rows[0]!.lot_exists) return null;
    const orders = [];
    let next: string | null = null;
    for (const row of rows) {
      if (row.position === null) continue;
      const order = ORDER.record(row);
      if (row.fits) orders.push(order);
      else next = order.id;
    }
    return { orders, next };
  }
}

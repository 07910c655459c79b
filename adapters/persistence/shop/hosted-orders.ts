import { type BoughtOrder, HostedOrders, type PlacedWith } from "../../../ports/shop/hosted-orders.ts";
import type { ChargedOrder } from "../../../src/checkout/order.ts";
import type { AccountId, LotId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { chargedOrder, ORDER, ORDER_JOINS } from "../checkout/order-row.ts";
import { RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";
import { TicketOrderRow } from "../entities/checkout.ts";
import { selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { VaultStore } from "../database/store.ts";

const CHARGED = `select ${ORDER.columns}, ${RAIL_ACCOUNT.columns} from ticket_order t ${ORDER_JOINS}
  left join rail_account r on r.organisation_id = t.organisation_id and r.id = t.rail_account_id`;
const BY_FORM = statement("order-by-form", `${CHARGED} where t.organisation_id = $1 and t.form_key = $2`);
const PENDING_OF = statement(
  "pending-order-of-buyer",
  // Finds the pending order by buyer, then reads it by its whole key.
  `${CHARGED} where t.organisation_id = $1 and t.status = 'pending' and l.status <> 'cancelled' and t.id = (
      select p.order_id from pending_order p where p.organisation_id = $1 and p.account_id = $2 and p.lot_id = $3
      order by p.number desc limit 1)`,
);
const BOUGHT = selection(TicketOrderRow, "t", ["quantity"], {
  orderId: "id",
  charge: { amount: "chargeAmount", currency: "chargeCurrency" },
  token: text({ sql: "t.provider_ids ->> 'token'" }).orNull,
});
const BOUGHT_BY = statement(
  "bought-by-buyer",
  // Searches only the account's latest orders, so few are read.
  `select ${BOUGHT.columns} from (
      select o.* from ticket_order o where o.organisation_id = $1 and o.account_id = $2
      order by o.account_id desc, o.number desc limit 20) t
    where t.lot_id = $3 and t.channel = 'hosted' and t.status = 'paid' and t.paid_at > $4
      and t.unwound_at is null
    order by t.number desc limit 1`,
);
/** An order `t` and the affiliate `a` of its buyer. */
const PLACED_WITH = selection(
  TicketOrderRow,
  "t",
  ["visitHash", "locale"],
  { affiliate: text({ sql: "a.code" }).orNull },
  { a: "affiliate?" },
);
const SPEND = statement(
  "spend-hosted-order",
  "select f.allowed, f.retry_after from spend_failure('order ' || $1::bigint || ' ' || $2, $3, $4) f",
);

export class PostgresHostedOrders extends VaultStore implements HostedOrders {
  static readonly as = HostedOrders;

  async byForm(organisationId: OrganisationId, formKey: Uint8Array): Promise<ChargedOrder | null> {
    const [row] = await this.db.query(BY_FORM, [organisationId, formKey]);
    return row ? chargedOrder(row, this.vault) : null;
  }

  async pendingOf(
    organisationId: OrganisationId,
    accountId: AccountId,
    lotId: LotId,
  ): Promise<ChargedOrder | null> {
    const [row] = await this.db.query(PENDING_OF, [organisationId, accountId, lotId]);
    return row ? chargedOrder(row, this.vault) : null;
  }

  async boughtBy(
    organisationId: OrganisationId,
    accountId: AccountId,
    lotId: LotId,
    since: Date,
  ): Promise<BoughtOrder | null> {
    const [found] = await this.db.query(BOUGHT_BY, [organisationId, accountId, lotId, since]);
    return found ? BOUGHT.record(found) : null;
  }

  placedWith(organisationId: OrganisationId, id: OrderId): Promise<PlacedWith | null> {
    return this.db.of(organisationId, PLACED_WITH).one({ id, channel: "hosted" });
  }

  async spendOrder(
    organisationId: OrganisationId,
    client: string,
    { most, windowSec }: Parameters<HostedOrders["spendOrder"]>[2],
  ) {
    const values = [organisationId, client, most, windowSec];
    const [row] = await this.db.query<{ allowed: boolean; retry_after: number }>(SPEND, values);
    return row!.allowed ? 0 : Math.max(1, row!.retry_after);
  }
}

import { type BuyerStanding, HostedOrders, type PlacedWith } from "../../../ports/shop/hosted-orders.ts";
import type { ChargedOrder } from "../../../src/checkout/order.ts";
import type { OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { chargedOrder, ORDER, ORDER_JOINS } from "../checkout/order-row.ts";
import { RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";
import { TicketOrderRow } from "../entities/checkout.ts";
import { selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { VaultStore } from "../database/store.ts";

const CHARGED = `${ORDER.columns}, ${RAIL_ACCOUNT.columns} from ticket_order t ${ORDER_JOINS}
  left join rail_account r on r.organisation_id = t.organisation_id and r.id = t.rail_account_id`;
const BY_FORM = statement(
  "order-by-form",
  `select ${CHARGED} where t.organisation_id = $1 and t.form_key = $2`,
);
/** A paid order `b`. */
const BOUGHT = selection(TicketOrderRow, "b", ["quantity"], {
  orderId: "id",
  charge: { amount: "chargeAmount", currency: "chargeCurrency" },
  token: text({ sql: "b.provider_ids ->> 'token'" }).orNull,
});
const BUYER_STANDING = statement(
  "buyer-standing",
  // Finds the pending order by buyer, then reads it by its whole key. Searches only the account's latest orders for a
  // paid one, so few are read.
  `select ${BOUGHT.columns}, c.* from (select 1) one
    left join lateral (
      select o.* from (
          select e.* from ticket_order e where e.organisation_id = $1 and e.account_id = $2
          order by e.account_id desc, e.number desc limit 20) o
      where $5::timestamptz is not null and o.lot_id = $3 and o.channel = 'hosted' and o.status = 'paid'
        and o.paid_at > $5 and o.unwound_at is null
      order by o.number desc limit 1
    ) b on true
    left join (
      select true as by_form, ${CHARGED} where $4::bytea is not null and t.organisation_id = $1 and t.form_key = $4
      union all
      select false, ${CHARGED} where t.organisation_id = $1 and t.status = 'pending' and l.status <> 'cancelled'
        and t.id = (
          select p.order_id from pending_order p where p.organisation_id = $1 and p.account_id = $2 and p.lot_id = $3
          order by p.number desc limit 1)
    ) c on true`,
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

  async standing(
    organisationId: OrganisationId,
    { accountId, lotId, formKey, boughtSince }: Parameters<HostedOrders["standing"]>[1],
  ): Promise<BuyerStanding> {
    const values = [organisationId, accountId, lotId, formKey, boughtSince];
    const rows = await this.db.query<{ by_form: boolean | null }>(BUYER_STANDING, values);
    const orderOf = (byForm: boolean) => {
      const row = rows.find(({ by_form }) => by_form === byForm);
      return row ? chargedOrder(row, this.vault) : null;
    };
    return { placed: orderOf(true), pending: orderOf(false), bought: BOUGHT.recordOrNull(rows[0]!) };
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

import {
  type OperatorOrder,
  OperatorOrders,
  type OrderConditions,
} from "../../../ports/checkout/operator-orders.ts";
import type { Look } from "../../../ports/page.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import { shownIdentity } from "../buyers/shown-identity.ts";
import { TicketOrderRow } from "../entities/checkout.ts";
import { DisputeRow, PaymentRow } from "../entities/settlement.ts";
import { int4, rowsOf, selection, text, time, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import type { AccountId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { REFUND } from "./refund-row.ts";
import { Store } from "../database/store.ts";

/** A payment `y`. */
const PAYMENT = selection(PaymentRow, "y", ["id", "providerPaymentId", "state", "receivedAt"], {
  received: { amount: "amount", currency: "currency" },
});
/** A dispute `d`. */
const DISPUTE = selection(
  DisputeRow,
  "d",
  ["id", "providerDisputeId", "stage", "standing", "tickets", "answerBy", "createdAt", "updatedAt"],
  { amount: { amount: "amount", currency: "currency" } },
);
/** An order `t` with all that `ORDERS` joins. */
const ORDER = selection(
  TicketOrderRow,
  "t",
  [
    "id",
    "number",
    "lotId",
    "accountId",
    "channel",
    "locale",
    "requestId",
    "quantity",
    "status",
    "error",
    "priceCents",
    "creditCents",
    "rate",
    "source",
    "commissionCents",
    "railKind",
    "railProvider",
    "providerIds",
    "returnUrl",
    "holdUntil",
    "createdAt",
    "paidAt",
    "failedAt",
    "metadata",
  ],
  {
    lotTitle: text({ sql: "l.title" }),
    lotStatus: text<LotStatus>({ sql: "l.status" }),
    buyer: { email: text({ sql: "known.email" }).orNull, wallet: text({ sql: "known.wallet" }).orNull },
    charge: { amount: "chargeAmount", currency: "chargeCurrency" },
    affiliate: text({ sql: "b.code" }).orNull,
    tickets: together({
      first: int4({ sql: "i.first" }),
      last: int4({ sql: "i.last" }),
      voidedAt: time({ sql: "i.voided_at" }).orNull,
    }),
    payments: rowsOf(PAYMENT, { sql: "p.payments" }),
    refunds: rowsOf(REFUND, { sql: "p.refunds" }),
    disputes: rowsOf(DISPUTE, { sql: "x.disputes" }),
    givenBackAt: "unwoundAt",
  },
);

const ORDERS = `
  select ${ORDER.columns}
  from ticket_order t
  join lot l on l.organisation_id = t.organisation_id and l.id = t.lot_id
  ${shownIdentity("t")}
  left join affiliate b on b.organisation_id = t.organisation_id and b.id = t.affiliate_id
  left join ticket_range i on i.organisation_id = t.organisation_id and i.order_id = t.id
  left join lateral (
    select json_agg(to_json(y) order by y.id) as payments, json_agg(to_json(f) order by f.id) filter (where f.id is not null)
      as refunds
    from payment y left join refund f on f.organisation_id = y.organisation_id and f.payment_id = y.id
    where y.organisation_id = t.organisation_id and y.order_id = t.id
  ) p on true
  left join lateral (
    select json_agg(to_json(d) order by d.id) as disputes from dispute d
    where d.organisation_id = t.organisation_id and d.order_id = t.id
  ) x on true`;
const LIST = statement(
  "list-operator-orders",
  `${ORDERS} where t.organisation_id = $1 and (t.organisation_id, t.number) < ($1, case
      when $2::text is null then 9223372036854775807
      else (select c.number from ticket_order c where c.organisation_id = $1 and c.id = $2) end)
      and t.number > 0 order by t.number desc limit $3`,
);
const LIST_OF_ACCOUNT = statement(
  "list-operator-orders-of-account",
  `${ORDERS} where t.organisation_id = $1 and t.account_id = $4 and t.number < case
      when $2::text is null then 9223372036854775807
      else (select c.number from ticket_order c where c.organisation_id = $1 and c.id = $2) end
    order by t.account_id desc, t.number desc limit $3`,
);
const LOOKED_AT_MOST = 20_000;
/** The rows read at once by exports: long ones, so that few are in memory. */
const READ_AT_ONCE = 200;
/** The columns of an order `t` that a scan needs. */
const LOOKED_COLUMNS =
  "t.id, t.number, t.lot_id, t.account_id, t.status, t.created_at, t.rail_kind, t.affiliate_id, t.charge_amount, t.charge_currency, t.unwound_at, t.channel";
/** After the order with the id `$2`; null: from the newest. */
const BEHIND = `case when $2::text is null then 9223372036854775807
    else (select c.number from ticket_order c where c.organisation_id = $1 and c.id = $2) end`;
const NEWEST = `order by t.number desc limit ${LOOKED_AT_MOST}`;
/** The state of the refund of a scanned order `q`, as `refundOf` has it; null: nothing is refunded. */
const REFUND_STATE = `case when q.status = 'pending' or q.status = 'paid' and q.unwound_at is null then null else (
    select case when bool_or(f.state = 'failed') then 'failed' when bool_or(f.state = 'manual') then 'manual'
      when bool_or(f.state = 'requested') then 'requested' when count(*) > 0 then 'succeeded'
      when q.status <> 'paid' then null when q.channel = 'chain' then 'on_chain' else 'succeeded' end
    from payment y join refund f on f.organisation_id = y.organisation_id and f.payment_id = y.id
    where y.organisation_id = $1 and y.order_id = q.id and (q.status <> 'paid' or y.state = 'settled')
  ) end`;
/** Defines a scan for matching ids and the last id scanned. @param rows to scan, by an index in the order of numbers */
const lookIn = (name: string, rows: string) =>
  statement(
    name,
    `with looked as materialized (${rows}), found as (
        select q.id, q.number from looked q
        where ($4::bigint is null or q.account_id = $4) and ($5::bigint is null or q.lot_id = $5)
          and ($6::text is null or q.status = $6) and ($7::timestamptz is null or q.created_at >= $7)
          and ($8::timestamptz is null or q.created_at < $8) and ($9::text is null or q.rail_kind = $9)
          and ($10::bigint is null or q.affiliate_id = $10) and ($11::text is null or q.charge_currency = $11)
          and ($12::bigint is null or q.charge_amount >= $12) and ($13::bigint is null or q.charge_amount <= $13)
          and ($14::text is null or ${REFUND_STATE} = $14)
        order by q.number desc limit $3
      )
      select (select array_agg(f.id order by f.number desc) from found f) as ids,
        case when (select count(*) from looked) = ${LOOKED_AT_MOST} and (select count(*) from found) < $3
          then (select q.id from looked q order by q.number limit 1) end as reached`,
  );
const LOOK = lookIn(
  "look-at-orders",
  `select ${LOOKED_COLUMNS} from ticket_order t where t.organisation_id = $1
    and (t.organisation_id, t.number) < ($1, ${BEHIND}) and t.number > 0 ${NEWEST}`,
);
const LOOK_AT_ACCOUNT = lookIn(
  "look-at-orders-of-account",
  `select ${LOOKED_COLUMNS} from ticket_order t where t.organisation_id = $1 and t.account_id = $4
    and t.number < ${BEHIND} order by t.account_id desc, t.number desc limit ${LOOKED_AT_MOST}`,
);
const ofLot = (isGivenBack: boolean) => `(select ${LOOKED_COLUMNS} from ticket_order t
    where t.organisation_id = $1 and t.lot_id = $5 and t.unwound_at is ${isGivenBack ? "not null" : "null"}
      and t.number < ${BEHIND} order by t.lot_id desc, t.number desc limit ${LOOKED_AT_MOST})`;
const LOOK_AT_LOT = lookIn(
  "look-at-orders-of-lot",
  `select * from (${ofLot(false)} union all ${ofLot(true)}) t ${NEWEST}`,
);
const BY_IDS = statement(
  "operator-orders-by-ids",
  `${ORDERS} where t.organisation_id = $1 and t.id = any($2) order by t.number desc`,
);
const BY_ID = statement("operator-order-by-id", `${ORDERS} where t.organisation_id = $1 and t.id = $2`);
/** The orders found by a scan, and the last one scanned; null: all were. */
interface Found {
  readonly ids: readonly OrderId[];
  readonly reached: OrderId | null;
}

export class PostgresOperatorOrders extends Store implements OperatorOrders {
  static readonly as = OperatorOrders;

  async list(
    organisationId: OrganisationId,
    page: { readonly limit: number; readonly after: string | null },
    accountId: AccountId | null = null,
  ): Promise<OperatorOrder[]> {
    const values = [organisationId, page.after, page.limit];
    const rows = await (accountId === null
      ? this.db.read(LIST, values, "current")
      : this.db.read(LIST_OF_ACCOUNT, [...values, accountId], "current"));
    return rows.map(ORDER.record);
  }

  async look(
    organisationId: OrganisationId,
    conditions: OrderConditions,
    page: { readonly limit: number; readonly after: OrderId | null },
  ): Promise<Look<OperatorOrder, OrderId>> {
    const { ids, reached } = await this.#found(organisationId, conditions, page);
    return { rows: await this.#byIds(organisationId, ids), reached };
  }

  async *through(
    organisationId: OrganisationId,
    conditions: OrderConditions,
  ): AsyncGenerator<readonly OperatorOrder[]> {
    const { status } = conditions;
    let after: OrderId | null = null;
    do {
      // Above the scan's limit: no scan ends because its page is full, and the next begins where it ended.
      const page: { limit: number; after: OrderId | null } = { limit: LOOKED_AT_MOST + 1, after };
      const found: Found = await this.#found(organisationId, conditions, page);
      for (let first = 0; first < found.ids.length; first += READ_AT_ONCE) {
        const rows = await this.#byIds(organisationId, found.ids.slice(first, first + READ_AT_ONCE));
        // Of all conditions only the status can have changed since the scan.
        yield status === null ? rows : rows.filter((order) => order.status === status);
      }
      after = found.reached;
    } while (after !== null);
  }

  async #found(
    organisationId: OrganisationId,
    conditions: OrderConditions,
    page: { readonly limit: number; readonly after: OrderId | null },
  ): Promise<Found> {
    const { accountId, lotId, status, since, until } = conditions;
    const { rail, affiliateId, currency, minAmount, maxAmount, refundState } = conditions;
    const byAccount = accountId === null ? LOOK : LOOK_AT_ACCOUNT;
    const simple = [accountId, lotId, status, since, until, rail, affiliateId, currency];
    const values = [organisationId, page.after, page.limit, ...simple, minAmount, maxAmount, refundState];
    const [look] = await this.db.read<{ ids: OrderId[] | null; reached: OrderId | null }>(
      lotId === null ? byAccount : LOOK_AT_LOT,
      values,
      "current",
    );
    const { ids, reached } = look!;
    return { ids: ids ?? [], reached };
  }

  async #byIds(organisationId: OrganisationId, ids: readonly OrderId[]): Promise<OperatorOrder[]> {
    if (ids.length === 0) return [];
    const rows = await this.db.read(BY_IDS, [organisationId, ids], "current");
    return rows.map(ORDER.record);
  }

  async byId(organisationId: OrganisationId, id: OrderId): Promise<OperatorOrder | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? ORDER.record(row) : null;
  }
}

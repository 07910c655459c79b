import {
  type OperatorOrder,
  OperatorOrders,
  type OrderDispute,
  type OrderPayment,
} from "../../../ports/checkout/operator-orders.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type { EntrySource, OrderStatus } from "../../../src/checkout/order.ts";
import type { Refund, RefundStatus } from "../../../src/refunds/refund.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import { shownIdentity } from "../buyers/shown-identity.ts";
import { behind } from "../statements/behind.ts";
import { Database, int } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import { type RefundJson, refundRecord } from "./refund-row.ts";
import type { OrderId, OrganisationId } from "../../../src/shared/ids.ts";

const ORDERS = `
  select t.id, t.number, t.lot_id, l.title, l.status as lot_status, t.account_id, known.email, known.wallet, t.quantity, t.status,
    t.error, t.price_cents, t.credit_cents, t.charge_amount, t.charge_currency, t.rate, t.source, t.rail_kind,
    t.rail_provider, t.provider_ids, t.return_url, t.hold_until, t.created_at, t.paid_at, t.failed_at,
    t.unwound_at, i.first, i.last, i.voided_at, p.payments, p.refunds, x.disputes, b.code as affiliate, t.commission_cents
  from ticket_order t
  join lot l on l.id = t.lot_id
  ${shownIdentity("t")}
  left join affiliate b on b.id = t.affiliate_id
  left join ticket_range i on i.order_id = t.id
  left join lateral (
    select json_agg(to_json(y) order by y.id) as payments, json_agg(to_json(f) order by f.id) filter (where f.id is not null)
      as refunds
    from payment y left join refund f on f.payment_id = y.id
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
const BY_ID = statement("operator-order-by-id", `${ORDERS} where t.organisation_id = $1 and t.id = $2`);
const LIST_REFUNDS = statement(
  "list-refunds",
  `select to_json(f) as refund from refund f where f.organisation_id = $1 and ${behind(["f.organisation_id", "f.id"], ["$1", "$2"])}
    order by f.id desc limit $3`,
);
const LIST_REFUNDS_IN_STATE = statement(
  "list-refunds-in-state",
  `select to_json(f) as refund from refund f
    where f.organisation_id = $1 and ${behind(["f.organisation_id", "f.id"], ["$1", "$2"])} and f.state = $4 order by f.id desc limit $3`,
);

interface OrderColumns {
  id: string;
  number: string;
  lot_id: string;
  title: string;
  lot_status: LotStatus;
  account_id: string;
  email: string | null;
  wallet: string | null;
  quantity: number;
  status: OrderStatus;
  error: string | null;
  price_cents: string;
  credit_cents: string;
  charge_amount: string;
  charge_currency: string;
  rate: string | null;
  source: EntrySource;
  rail_kind: RailKind | null;
  rail_provider: string | null;
  provider_ids: Record<string, string>;
  return_url: string | null;
  hold_until: Date;
  created_at: Date;
  paid_at: Date | null;
  failed_at: Date | null;
  unwound_at: Date | null;
  first: number | null;
  last: number | null;
  voided_at: Date | null;
  affiliate: string | null;
  commission_cents: string;
  payments: PaymentJson[] | null;
  refunds: RefundJson[] | null;
  disputes: DisputeJson[] | null;
}

/** A row as to_json writes it: numbers are numbers, times are text. */
interface PaymentJson {
  id: number;
  provider_payment_id: string;
  amount: number;
  currency: string;
  state: OrderPayment["state"];
  received_at: string;
}

interface DisputeJson {
  id: number;
  provider_dispute_id: string;
  stage: string;
  amount: number;
  currency: string;
  tickets: OrderDispute["tickets"];
  created_at: string;
  updated_at: string;
}

export class PostgresOperatorOrders implements OperatorOrders {
  static readonly as = OperatorOrders;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(
    organisationId: OrganisationId,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<OperatorOrder[]> {
    const rows = await this.#db.query<OrderColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map(orderRecord);
  }

  async byId(organisationId: OrganisationId, id: OrderId): Promise<OperatorOrder | null> {
    const [row] = await this.#db.query<OrderColumns>(BY_ID, [organisationId, id]);
    return row ? orderRecord(row) : null;
  }

  async listRefunds(
    organisationId: OrganisationId,
    page: {
      readonly limit: number;
      readonly after: number | null;
      readonly state: RefundStatus | null;
    },
  ): Promise<Refund[]> {
    const values = [organisationId, page.after, page.limit];
    const rows = await (page.state === null
      ? this.#db.query<{ refund: RefundJson }>(LIST_REFUNDS, values)
      : this.#db.query<{ refund: RefundJson }>(LIST_REFUNDS_IN_STATE, [...values, page.state]));
    return rows.map(({ refund }) => refundRecord(refund));
  }
}

function orderRecord(row: OrderColumns): OperatorOrder {
  return {
    id: row.id,
    number: int(row.number),
    lotId: int(row.lot_id),
    lotTitle: row.title,
    lotStatus: row.lot_status,
    accountId: int(row.account_id),
    buyer: { email: row.email, wallet: row.wallet },
    quantity: row.quantity,
    status: row.status,
    error: row.error,
    priceCents: int(row.price_cents),
    creditCents: int(row.credit_cents),
    charge: { amount: int(row.charge_amount), currency: row.charge_currency },
    rate: row.rate,
    source: row.source,
    affiliate: row.affiliate,
    commissionCents: int(row.commission_cents),
    railKind: row.rail_kind,
    railProvider: row.rail_provider,
    providerIds: row.provider_ids,
    returnUrl: row.return_url,
    holdUntil: row.hold_until,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    failedAt: row.failed_at,
    tickets: row.first === null ? null : { first: row.first, last: row.last!, voidedAt: row.voided_at },
    payments: (row.payments ?? []).map(paymentRecord),
    refunds: (row.refunds ?? []).map(refundRecord),
    disputes: (row.disputes ?? []).map(disputeRecord),
    refundedAt: row.unwound_at,
  };
}

function paymentRecord(json: PaymentJson): OrderPayment {
  return {
    id: json.id,
    providerPaymentId: json.provider_payment_id,
    received: { amount: json.amount, currency: json.currency },
    state: json.state,
    receivedAt: new Date(json.received_at),
  };
}

function disputeRecord(json: DisputeJson): OrderDispute {
  return {
    id: json.id,
    providerDisputeId: json.provider_dispute_id,
    stage: json.stage,
    amount: { amount: json.amount, currency: json.currency },
    tickets: json.tickets,
    createdAt: new Date(json.created_at),
    updatedAt: new Date(json.updated_at),
  };
}

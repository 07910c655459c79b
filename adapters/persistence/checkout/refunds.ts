import {
  type ClaimedRefund,
  type RefundProgress,
  Refunds,
  type ReportedRefund,
} from "../../../ports/checkout/refunds.ts";
import type { Page } from "../../../ports/page.ts";
import type { OrderRail, RailOrderFacts } from "../../../src/checkout/order.ts";
import type { Refund, RefundStatus } from "../../../src/refunds/refund.ts";
import type { OrderId, OrganisationId, RailAccountId, RefundId } from "../../../src/shared/ids.ts";
import { behind } from "../statements/behind.ts";
import { flag, int4, int8, json, row, text, time } from "../statements/row.ts";
import { statement, type Statement } from "../statements/statement.ts";
import { ORDER } from "./order-row.ts";
import { knownRail, RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";
import { REFUND } from "./refund-row.ts";
import { VaultStore } from "../database/store.ts";

/** The result of `claim_refunds`, with the payment `y` or the unmatched one `u`. */
const CLAIMED = row("c", {
  id: int8<RefundId>("refund_id"),
  organisationId: int8<OrganisationId>(),
  key: text(),
  state: text<ClaimedRefund["state"]>(),
  amount: { amount: int8("amount"), currency: text("currency") },
  providerPaymentId: text({ sql: "coalesce(y.provider_payment_id, u.provider_payment_id)" }),
  providerRefundId: text().orNull,
  askedBefore: flag(),
  accepted: flag(),
  tries: int4(),
  requestedAt: time({ sql: "f.requested_at" }),
});
/** The provider's references to an unknown order. */
const UNMATCHED = row("unmatched_payment u", {
  id: text<OrderId>({ sql: "coalesce(u.order_id, u.order_number::text)" }),
  number: int8({ sql: "coalesce(u.order_number, 0)" }),
  charge: { amount: int8("amount"), currency: text("currency") },
  providerIds: json<Record<string, string>>(),
  createdAt: time("found_at"),
});
const CLAIM_DUE = statement(
  "claim-refunds",
  `
    select ${CLAIMED.columns}, ${ORDER.columns}, ${UNMATCHED.columns}, ${RAIL_ACCOUNT.columns}
    from claim_refunds($1, $2, $3, $4, $5) c
    join refund f on f.organisation_id = c.organisation_id and f.id = c.refund_id
    left join payment y on y.organisation_id = c.organisation_id and y.id = c.payment_id
    left join ticket_order t on t.organisation_id = c.organisation_id and t.id = c.order_id
    left join lot l on l.organisation_id = t.organisation_id and l.id = t.lot_id
    left join unmatched_payment u on u.organisation_id = c.organisation_id and u.id = f.unmatched_payment_id
    join organisation g on g.id = c.organisation_id
    join rail_account r on r.organisation_id = c.organisation_id and r.id = c.rail_account_id`,
);
const STORE = statement(
  "store-refund",
  `
    update refund set state = $5, failed_at_rail = $6, provider_refund_id = coalesce($8, provider_refund_id),
      accepted_at = case when $7 then coalesce(accepted_at, $11) else accepted_at end, last_error = $9, due_at = $10,
      succeeded_at = case when $5 = 'succeeded' then coalesce(succeeded_at, $11) else succeeded_at end,
      lease_until = null, updated_at = $11,
      tries = tries - $12::boolean::integer, asked_at = case when not $13::boolean then asked_at end
    where id = $1 and key = $2 and tries = $3 and state = $4 and lease_until is not null returning id`,
);
const REPORT = statement("report-refund", "select report_refund($1, $2, $3, $4, $5, $6, $7, $8) as outcome");
const REFUND_ORDER = statement("refund-order", "select refund_order($1, $2, $3, $4, $5) as outcome");
const LIST = statement(
  "list-refunds",
  `select ${REFUND.columns} from refund f where f.organisation_id = $1 and ${behind(["f.organisation_id", "f.id"], ["$1", "$2"])}
    order by f.id desc limit $3`,
);
const LIST_IN_STATE = statement(
  "list-refunds-in-state",
  `select ${REFUND.columns} from refund f
    where f.organisation_id = $1 and ${behind(["f.organisation_id", "f.id"], ["$1", "$2"])} and f.state = $4 order by f.id desc limit $3`,
);
const BY_ID = statement(
  "refund-by-id",
  `select ${REFUND.columns} from refund f where f.organisation_id = $1 and f.id = $2`,
);
const RETRY = statement(
  "retry-refund",
  // A refund that failed at the rail would fail again under its old key; another one may still be found there. A refund
  // accepted by the rail is only looked up, however long it takes: providers forget keys after a while. A requested one
  // is due at once.
  `
    update refund f set state = 'requested', due_at = $3, updated_at = $3,
      tries = case f.state when 'requested' then f.tries else 0 end,
      last_error = case f.state when 'requested' then f.last_error end,
      requested_at = case f.state when 'requested' then f.requested_at else $3 end,
      succeeded_at = null, failed_at_rail = false,
      accepted_at = case when failed_at_rail then null else accepted_at end,
      key = case when failed_at_rail
        then split_part(key, '-', 1) || '-' || renewals + 2 else key end,
      renewals = renewals + failed_at_rail::integer,
      -- Another try of before a recovery may have been sent under the same key.
      asked_at = case when not failed_at_rail then asked_at
        when exists (select from recovery v where v.begun_at >= f.created_at) then $3 end,
      provider_refund_id = case when failed_at_rail then null else provider_refund_id end
    where f.organisation_id = $1 and f.id = $2 and f.state in ('failed', 'manual', 'requested')
    returning ${REFUND.columns}`,
);
const HURRY = statement(
  "hurry-refunds",
  `
    update refund f set due_at = $2
    where f.organisation_id = $3 and f.rail_account_id = $1 and f.due_at > $2 and f.lease_until is null and f.state = 'requested'
      and f.accepted_at is null and f.last_error is not null`,
);
const RESOLVE = statement(
  "resolve-refund",
  `
    update refund f set state = 'succeeded', succeeded_at = $4, note = $3, due_at = null, last_error = null, updated_at = $4
    where f.organisation_id = $1 and f.id = $2 and f.state in ('failed', 'manual') returning ${REFUND.columns}`,
);

export class PostgresRefunds extends VaultStore implements Refunds {
  static readonly as = Refunds;

  async claimDue(claim: {
    readonly limit: number;
    readonly perAccount: number;
    readonly leaseSec: number;
    readonly now: Date;
    readonly except?: readonly RailAccountId[];
  }): Promise<ClaimedRefund[]> {
    const values = [claim.limit, claim.perAccount, claim.leaseSec, claim.now, claim.except ?? []];
    const rows = await this.db.retrying(CLAIM_DUE, values);
    return rows.map((row) => {
      const rail = knownRail(row, this.vault);
      const lost = UNMATCHED.recordOrNull(row);
      const order = lost === null ? ORDER.record(row) : lostOrder(lost, rail);
      return { ...CLAIMED.record(row), order: { ...order, rail } };
    });
  }

  async store(claimed: ClaimedRefund, progress: RefundProgress): Promise<boolean> {
    const rows = await this.db.query(STORE, [
      claimed.id,
      claimed.key,
      claimed.tries,
      claimed.state,
      progress.state,
      progress.failedAtRail,
      progress.accepted,
      progress.providerRefundId,
      progress.error,
      progress.dueAt,
      progress.now,
      progress.notSent ?? false,
      (progress.notSent ?? false) && !claimed.askedBefore,
    ]);
    return rows.length > 0;
  }

  async hurry(organisationId: OrganisationId, railAccountId: RailAccountId, now: Date): Promise<void> {
    await this.db.query(HURRY, [railAccountId, now, organisationId]);
  }

  async report(refund: ReportedRefund): Promise<"updated" | "lost" | "known" | "other_amount" | "missing"> {
    const [row] = await this.db.query<{
      outcome: "updated" | "lost" | "known" | "other_amount" | "missing";
    }>(REPORT, [
      refund.organisationId,
      refund.railAccountId,
      refund.key,
      refund.providerRefundId,
      refund.state,
      refund.amount.amount,
      refund.amount.currency,
      refund.now,
    ]);
    return row!.outcome;
  }

  async refundOrder(
    organisationId: OrganisationId,
    orderId: OrderId,
    refund: { readonly reason: string; readonly unrefundable: readonly string[]; readonly now: Date },
  ): Promise<"refunded" | "already" | "not_paid" | "missing"> {
    const values = [organisationId, orderId, refund.reason, refund.unrefundable, refund.now];
    const [row] = await this.db.retrying<{ outcome: "refunded" | "already" | "not_paid" | "missing" }>(
      REFUND_ORDER,
      values,
    );
    return row!.outcome;
  }

  async list(organisationId: OrganisationId, page: Page, state: RefundStatus | null): Promise<Refund[]> {
    const values = [organisationId, page.after, page.limit];
    const rows = await (state === null
      ? this.db.read(LIST, values, "current")
      : this.db.read(LIST_IN_STATE, [...values, state], "current"));
    return rows.map(REFUND.record);
  }

  async byId(organisationId: OrganisationId, id: RefundId): Promise<Refund | null> {
    return this.#one(BY_ID, [organisationId, id]);
  }

  async retry(organisationId: OrganisationId, id: RefundId, now: Date): Promise<Refund | null> {
    return this.#one(RETRY, [organisationId, id, now]);
  }

  async resolve(
    organisationId: OrganisationId,
    id: RefundId,
    resolution: { readonly note: string; readonly now: Date },
  ): Promise<Refund | null> {
    return this.#one(RESOLVE, [organisationId, id, resolution.note, resolution.now]);
  }

  async #one(statement: Statement, values: readonly unknown[]): Promise<Refund | null> {
    const [row] = await this.db.query(statement, values);
    return row ? REFUND.record(row) : null;
  }
}

/** Returns the facts of an unknown order for a rail. */
function lostOrder(payment: ReturnType<typeof UNMATCHED.record>, rail: OrderRail): RailOrderFacts {
  return {
    ...payment,
    railKind: rail.kind,
    railProvider: rail.provider,
    organisationSlug: rail.organisationSlug,
    quantity: 1,
    lotTitle: "an order that is not here",
    railExpiresAt: payment.createdAt,
    buyerEmail: null,
    confirmBegunAt: null,
  };
}

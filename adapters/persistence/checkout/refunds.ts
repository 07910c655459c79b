import {
  type ClaimedRefund,
  type RefundConditions,
  type RefundProgress,
  Refunds,
  type ReportedRefund,
} from "../../../ports/checkout/refunds.ts";
import type { Look, Page } from "../../../ports/page.ts";
import type { OrderRail, RailOrderFacts } from "../../../src/checkout/order.ts";
import type { Refund, RefundStatus } from "../../../src/refunds/refund.ts";
import type { OrderId, OrganisationId, RailAccountId, RefundId } from "../../../src/shared/ids.ts";
import { RefundRow, UnmatchedPaymentRow } from "../entities/settlement.ts";
import { expression } from "../orm/rows.ts";
import { flag, int4, int8, relation, selection, text, time } from "../statements/selection.ts";
import { behind } from "../statements/behind.ts";
import { statement } from "../statements/statement.ts";
import { ORDER } from "./order-row.ts";
import { knownRail, RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";
import { REFUND } from "./refund-row.ts";
import { VaultStore } from "../database/store.ts";

/** The result of `claim_refunds`, with the payment `y` or the unmatched one `u`. */
const CLAIMED = relation("c", {
  id: int8<RefundId>("refund_id"),
  organisationId: int8<OrganisationId>(),
  key: text(),
  state: text<ClaimedRefund["state"]>(),
  amount: { amount: int8(), currency: text() },
  providerPaymentId: text({ sql: "coalesce(y.provider_payment_id, u.provider_payment_id)" }),
  providerRefundId: text().orNull,
  askedBefore: flag(),
  accepted: flag(),
  tries: int4(),
  requestedAt: time({ sql: "f.requested_at" }),
});
/** The provider's references to an unknown order. */
const UNMATCHED = selection(UnmatchedPaymentRow, "u", ["providerIds"], {
  id: text<OrderId>({ sql: "coalesce(u.order_id, u.order_number::text)" }),
  number: int8({ sql: "coalesce(u.order_number, 0)" }),
  charge: { amount: "amount", currency: "currency" },
  createdAt: "foundAt",
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
const LOOKED_AT_MOST = 20_000;
const LOOK = statement(
  "look-at-refunds",
  `with looked as materialized (
      select f.id, f.state, f.currency, f.amount, f.created_at, f.rail_account_id, f.order_id from refund f
      where f.organisation_id = $1 and ${behind(["f.organisation_id", "f.id"], ["$1", "$2"])}
      order by f.id desc limit ${LOOKED_AT_MOST}
    ), found as (
      select q.id from looked q
      where ($4::text is null or q.state = $4) and ($5::text is null or q.currency = $5)
        and ($6::bigint is null or q.amount >= $6) and ($7::bigint is null or q.amount <= $7)
        and ($8::timestamptz is null or q.created_at >= $8) and ($9::timestamptz is null or q.created_at < $9)
        and ($10::text is null or exists (
          select from rail_account a where a.organisation_id = $1 and a.id = q.rail_account_id and a.kind = $10))
        and ($11::bigint is null or exists (
          select from ticket_order t where t.organisation_id = $1 and t.id = q.order_id and t.affiliate_id = $11))
      order by q.id desc limit $3
    )
    select (select array_agg(f.id) from found f) as ids,
      case when (select count(*) from looked) = ${LOOKED_AT_MOST} and (select count(*) from found) < $3
        then (select min(q.id) from looked q) end as reached`,
);
const REPORT = statement("report-refund", "select report_refund($1, $2, $3, $4, $5, $6, $7, $8) as outcome");
const REFUND_ORDER = statement("refund-order", "select refund_order($1, $2, $3, $4, $5) as outcome");
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
    const { id, organisationId, key, tries, state } = claimed;
    const { notSent = false, now } = progress;
    const stored = await this.db.of(organisationId, RefundRow).change(
      { id, key, tries, state, leaseUntil: { $ne: null } },
      {
        state: progress.state,
        failedAtRail: progress.failedAtRail,
        providerRefundId: progress.providerRefundId ?? undefined,
        acceptedAt: progress.accepted ? expression("coalesce(t.accepted_at, ?)", [now]) : undefined,
        lastError: progress.error,
        dueAt: progress.dueAt,
        succeededAt:
          progress.state === "succeeded" ? expression("coalesce(t.succeeded_at, ?)", [now]) : undefined,
        leaseUntil: null,
        updatedAt: now,
        tries: notSent ? tries - 1 : undefined,
        askedAt: notSent && !claimed.askedBefore ? null : undefined,
      },
    );
    return stored > 0;
  }

  async hurry(organisationId: OrganisationId, railAccountId: RailAccountId, now: Date): Promise<void> {
    const waiting = {
      railAccountId,
      dueAt: { $gt: now },
      leaseUntil: null,
      state: "requested",
      acceptedAt: null,
      lastError: { $ne: null },
    } as const;
    await this.db.of(organisationId, RefundRow).change(waiting, { dueAt: now });
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

  list(organisationId: OrganisationId, page: Page, state: RefundStatus | null): Promise<Refund[]> {
    const where = state === null ? {} : { state };
    return this.db.of(organisationId, REFUND).page(page, where, { freshness: "current" });
  }

  async look(
    organisationId: OrganisationId,
    { state, currency, minAmount, maxAmount, since, until, rail, affiliateId }: RefundConditions,
    page: Page,
  ): Promise<Look<Refund, RefundId>> {
    const conditions = [state, currency, minAmount, maxAmount, since, until, rail, affiliateId];
    const [scanned] = await this.db.read<{ ids: RefundId[] | null; reached: RefundId | null }>(
      LOOK,
      [organisationId, page.after, page.limit, ...conditions],
      "current",
    );
    const { ids, reached } = scanned!;
    if (ids === null) return { rows: [], reached };
    const options = { order: { id: "desc" }, freshness: "current" } as const;
    return { rows: await this.db.of(organisationId, REFUND).list({ id: ids }, options), reached };
  }

  byId(organisationId: OrganisationId, id: RefundId): Promise<Refund | null> {
    return this.db.of(organisationId, REFUND).one({ id });
  }

  async retry(organisationId: OrganisationId, id: RefundId, now: Date): Promise<Refund | null> {
    const [row] = await this.db.query(RETRY, [organisationId, id, now]);
    return row ? REFUND.record(row) : null;
  }

  async resolve(
    organisationId: OrganisationId,
    id: RefundId,
    { note, now }: { readonly note: string; readonly now: Date },
  ): Promise<Refund | null> {
    const [resolved] = await this.db
      .of(organisationId, REFUND)
      .changed(
        { id, state: ["failed", "manual"] },
        { state: "succeeded", succeededAt: now, note, dueAt: null, lastError: null, updatedAt: now },
      );
    return resolved ?? null;
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

import { Addresses } from "../../ports/settings.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import type { Rail, RailEvent, RefundOutcome } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { type ClaimedRefund, type RefundProgress, Refunds } from "../../ports/checkout/refunds.ts";
import { Process } from "../shared/process.ts";
import { type OrderRail, railOrder } from "../checkout/order.ts";
import { CONFIRM_AFTER_MS, isGivenUp, outageWaitMs, reachOf, waitMs } from "./refund.ts";
import type { OrganisationId, RailAccountId } from "../shared/ids.ts";

const BATCH = 40;
/**
 * Concurrent calls per rail account, over all processes: limits the load on a provider when a large lot is cancelled.
 */
const PER_ACCOUNT = 8;
/** Longer than a look-up and a refund together may take. */
const LEASE_SEC = 60;
/** Wait for a refund that was not sent, unless its account is left out. */
const NOT_SENT_WAIT_MS = 5_000;
/** Pause for an account whose rail did not answer: at most as long as its circuit stays open. */
const LEFT_OUT_MS = 30_000;
/** Interval of checks whether a missing rail is available again. */
const RAIL_MISSING_MS = 60 * 60_000;

type RefundReport = Awaited<ReturnType<Refunds["report"]>>;

/** Executes refunds at their rails. A key is sent again only after it was looked up at the rail. */
export class RefundRunner extends Process<typeof RefundRunner.needs> {
  static readonly needs = { refunds: Refunds, rails: Rails, addresses: Addresses, clock: Clock, log: Log };
  /** Accounts whose rail did not answer, with the end of their pause. */
  readonly #leftOut = new Map<RailAccountId, number>();

  /** Processes one batch of due refunds. @returns number of refunds processed */
  async refundOnce(): Promise<number> {
    const { clock, refunds, log } = this.parts;
    const now = clock.now();
    const except = [...this.#leftOut].filter(([, until]) => until > now.getTime()).map(([id]) => id);
    const claim = { limit: BATCH, perAccount: PER_ACCOUNT, leaseSec: LEASE_SEC, now, except };
    const due = await refunds.claimDue(claim);
    const byAccount = Map.groupBy(due, ({ order }) => order.rail.accountId);
    await Promise.all(
      [...byAccount].map(([accountId, ofAccount]) =>
        this.#executeAll(accountId, ofAccount).catch((error: unknown) =>
          log.error({ err: error, railAccountId: accountId }, "refund execution failed; will retry"),
        ),
      ),
    );
    return due.length;
  }

  /** Applies a refund event from a provider. @returns `missing`: the refund is not of this service */
  async reported(
    organisationId: OrganisationId,
    rail: OrderRail,
    event: RailEvent & { readonly about: "refund" },
  ): Promise<RefundReport> {
    const { refunds, clock, log } = this.parts;
    const { refundKey: key, refundId: providerRefundId, state, amount, orderId } = event;
    const outcome = await refunds.report({
      organisationId,
      railAccountId: rail.accountId,
      key,
      providerRefundId,
      state,
      amount,
      now: clock.now(),
    });
    const facts = { orderId, key, providerRefundId, state, outcome };
    if (outcome === "missing" || outcome === "other_amount") {
      log.error({ ...facts, alert: true }, "provider reported a refund that this service did not create");
    } else if (outcome === "lost" || (outcome === "updated" && state === "failed")) {
      log.error({ ...facts, alert: true }, "refund failed at the provider");
    } else log.info(facts, "provider reported a refund");
    return outcome;
  }

  /** Executes claimed refunds of one account, stored together: they wait longer if its rail answered none of them. */
  async #executeAll(accountId: RailAccountId, claimed: readonly ClaimedRefund[]): Promise<void> {
    const { refunds, clock, log } = this.parts;
    const answers = (await Promise.all(claimed.map((refund) => this.#answer(refund)))).filter(
      (one) => one !== null,
    );
    if (answers.length === 0) return;
    const isAway = answers.every(({ answer }) => reachOf(answer) !== "answered");
    const wasLeftOut = this.#leftOut.delete(accountId);
    if (isAway) this.#leftOut.set(accountId, clock.now().getTime() + LEFT_OUT_MS);
    await Promise.all(
      answers.map(({ refund, answer }) =>
        this.#store(refund, answer, isAway).catch((error: unknown) =>
          log.error({ err: error, refundId: refund.id }, "refund execution failed; will retry"),
        ),
      ),
    );
    if (wasLeftOut && !isAway) await refunds.hurry(claimed[0]!.organisationId, accountId, clock.now());
  }

  /** @returns null: the rail was not queried, and the refund waits */
  async #answer(
    refund: ClaimedRefund,
  ): Promise<{ readonly refund: ClaimedRefund; readonly answer: RefundOutcome } | null> {
    const { rails, log } = this.parts;
    try {
      const rail = rails.of(refund.order);
      if (rail !== null) return { refund, answer: await this.#ask(rail, refund) };
      await this.#wait(refund);
    } catch (error) {
      log.error({ err: error, refundId: refund.id }, "refund execution failed; will retry");
    }
    return null;
  }

  async #store(refund: ClaimedRefund, answer: RefundOutcome, isAway: boolean): Promise<void> {
    const { clock, refunds, log } = this.parts;
    const progress = progressOf(refund, answer, { now: clock.now(), isAway });
    const stored = await refunds.store(refund, progress);
    const facts = { refundId: refund.id, orderId: refund.order.id, ...progress, stored };
    if (progress.state === "failed" && stored) {
      log.error({ ...facts, alert: true }, "refund failed; operator must retry or resolve it");
    } else if (progress.state === "manual" && stored) {
      log.warn(facts, "rail does not support refunds; operator must refund manually");
    } else log.info(facts, "refund processed");
  }

  /** Postpones a refund whose rail's package was removed: no call is made, and the money is still owed. */
  async #wait(refund: ClaimedRefund): Promise<void> {
    const { clock, refunds, log } = this.parts;
    const now = clock.now();
    const { id: refundId, state, accepted, order } = refund;
    const { kind, provider } = order.rail;
    const waits = { failedAtRail: false, accepted, providerRefundId: null, error: "rail_missing", now };
    const dueAt = new Date(now.getTime() + RAIL_MISSING_MS);
    await refunds.store(refund, { ...waits, state, dueAt, notSent: true });
    log.error(
      { refundId, orderId: order.id, rail: kind, provider, alert: true },
      "a refund waits: its rail is not part of this build",
    );
  }

  async #ask(rail: Rail, refund: ClaimedRefund): Promise<RefundOutcome> {
    const { key, amount, providerPaymentId: paymentId, providerRefundId: refundId } = refund;
    const { rail: account, ...rest } = refund.order;
    const order = railOrder(rest, this.parts.addresses);
    if (refund.askedBefore) {
      const seen = await rail.lookUpRefund(account, order, { key, refundId });
      const unheardOf =
        seen.outcome === "unsupported" || (seen.outcome === "unknown" && seen.reason === "not_found");
      // A refund that the rail has accepted is not sent again; it may take a while to appear in look-ups.
      if (!unheardOf || refund.accepted || refund.state === "succeeded") return seen;
    }
    return rail.refund(account, order, { amount, key, paymentId });
  }
}

function progressOf(
  refund: ClaimedRefund,
  answer: RefundOutcome,
  { now, isAway }: { readonly now: Date; readonly isAway: boolean },
): RefundProgress {
  const { state, tries, accepted, requestedAt } = refund;
  const providerRefundId = "refundId" in answer ? answer.refundId : null;
  const base = { failedAtRail: false, accepted, providerRefundId, error: null, dueAt: null, now };
  const after = (ms: number) => new Date(now.getTime() + ms);
  const waitedMs = now.getTime() - requestedAt.getTime();
  const retryAt = after(isAway ? outageWaitMs(tries, waitedMs) : waitMs(tries));
  if (answer.outcome === "failed") {
    return { ...base, state: "failed", failedAtRail: true, error: answer.reason ?? "failed_at_provider" };
  }
  if (reachOf(answer) === "not_sent") {
    const error = state === "requested" && answer.outcome === "unknown" ? answer.reason : null;
    return { ...base, state, error, dueAt: after(NOT_SENT_WAIT_MS), notSent: true };
  }
  if (state === "succeeded") {
    const again = answer.outcome !== "succeeded" && !isGivenUp(tries, true, waitedMs);
    return { ...base, state, dueAt: again ? retryAt : null };
  }
  if (answer.outcome === "succeeded") return { ...base, state: "succeeded", dueAt: after(CONFIRM_AFTER_MS) };
  if (answer.outcome === "unsupported" && !accepted) {
    return { ...base, state: "manual", error: "unsupported" };
  }
  const takenOn = accepted || answer.outcome === "requested";
  const error = answer.outcome === "unknown" ? answer.reason : null;
  if (isGivenUp(tries, takenOn, waitedMs)) {
    return { ...base, state: "failed", accepted: takenOn, error: error ?? "no_outcome" };
  }
  return { ...base, state: "requested", accepted: takenOn, error, dueAt: retryAt };
}

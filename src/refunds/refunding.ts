import { Addresses } from "../../ports/addresses.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import type { Rail, RailEvent, RefundOutcome } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { type ClaimedRefund, type RefundProgress, Refunds } from "../../ports/checkout/refunds.ts";
import type { Parts } from "../../ports/token.ts";
import { type OrderRail, railOrder } from "../checkout/order.ts";
import { CONFIRM_AFTER_MS, isGivenUp, waitMs } from "./refund.ts";
import type { OrganisationId } from "../shared/ids.ts";

const BATCH = 40;
/**
 * Concurrent calls per rail account, over all processes: limits the load on a provider when a large lot is cancelled.
 */
const PER_ACCOUNT = 8;
/** Longer than a look-up and a refund together may take. */
const LEASE_SEC = 60;
/** Interval of checks whether a missing rail is available again. */
const RAIL_MISSING_MS = 60 * 60_000;

type RefundReport = Awaited<ReturnType<Refunds["report"]>>;

const NEEDS = { refunds: Refunds, rails: Rails, addresses: Addresses, clock: Clock, log: Log };

/** Executes refunds at their rails. A key is sent again only after it was looked up at the rail. */
export class Refunding {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** Processes one batch of due refunds. @returns number of refunds processed */
  async refundOnce(): Promise<number> {
    const { clock, refunds, log } = this.#parts;
    const claim = { limit: BATCH, perAccount: PER_ACCOUNT, leaseSec: LEASE_SEC, now: clock.now() };
    const due = await refunds.claimDue(claim);
    await Promise.all(
      due.map((refund) =>
        this.#execute(refund).catch((error: unknown) =>
          log.error({ err: error, refundId: refund.id }, "refund execution failed; will retry"),
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
    const { refunds, clock, log } = this.#parts;
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

  async #execute(refund: ClaimedRefund): Promise<void> {
    const { rails, clock, refunds, log } = this.#parts;
    const rail = rails.of(refund.order);
    if (rail === null) return this.#wait(refund);
    const answer = await this.#ask(rail, refund);
    const progress = progressOf(refund, answer, clock.now());
    const stored = await refunds.store(refund, progress);
    const facts = { refundId: refund.id, orderId: refund.order.id, ...progress, stored };
    if (progress.state === "failed" && stored) {
      log.error({ ...facts, alert: true }, "refund failed; operator must retry or resolve it");
    } else if (progress.state === "manual" && stored) {
      log.warn(facts, "rail does not support refunds; operator must refund manually");
    } else log.info(facts, "refund processed");
  }

  /** The rail's package was removed: no call is made, and the money is still owed. */
  async #wait(refund: ClaimedRefund): Promise<void> {
    const { clock, refunds, log } = this.#parts;
    const now = clock.now();
    const { id: refundId, state, accepted, order } = refund;
    const { kind, provider } = order.rail;
    const waits = { failedAtRail: false, accepted, providerRefundId: null, error: "rail_missing", now };
    const dueAt = new Date(now.getTime() + RAIL_MISSING_MS);
    await refunds.store(refund, { ...waits, state, dueAt, unasked: true });
    log.error(
      { refundId, orderId: order.id, rail: kind, provider, alert: true },
      "a refund waits: its rail is not part of this build",
    );
  }

  async #ask(rail: Rail, refund: ClaimedRefund): Promise<RefundOutcome> {
    const { key, amount, providerPaymentId: paymentId, providerRefundId: refundId } = refund;
    const { rail: account, ...rest } = refund.order;
    const order = railOrder(rest, this.#parts.addresses);
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

function progressOf(refund: ClaimedRefund, answer: RefundOutcome, now: Date): RefundProgress {
  const { state, tries, accepted } = refund;
  const providerRefundId = "refundId" in answer ? answer.refundId : null;
  const base = { failedAtRail: false, accepted, providerRefundId, error: null, dueAt: null, now };
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (answer.outcome === "failed") {
    return { ...base, state: "failed", failedAtRail: true, error: answer.reason ?? "failed_at_provider" };
  }
  if (state === "succeeded") {
    const again = answer.outcome !== "succeeded" && !isGivenUp(tries, true);
    return { ...base, state, dueAt: again ? after(waitMs(tries)) : null };
  }
  if (answer.outcome === "succeeded") return { ...base, state: "succeeded", dueAt: after(CONFIRM_AFTER_MS) };
  if (answer.outcome === "unsupported" && !accepted) {
    return { ...base, state: "manual", error: "unsupported" };
  }
  const takenOn = accepted || answer.outcome === "requested";
  const error = answer.outcome === "unknown" ? answer.reason : null;
  if (isGivenUp(tries, takenOn)) {
    return { ...base, state: "failed", accepted: takenOn, error: error ?? "no_outcome" };
  }
  return { ...base, state: "requested", accepted: takenOn, error, dueAt: after(waitMs(tries)) };
}

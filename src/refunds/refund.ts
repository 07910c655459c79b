import type { OrderId, PaymentId, RefundId, UnmatchedPaymentId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";
import { backoffMs } from "../shared/backoff.ts";
import type { RefundOutcome } from "../../ports/rail.ts";

export const REFUND_STATES = ["requested", "succeeded", "failed", "manual"] as const;

/**
 * manual: the rail cannot refund, or the money is disputed; the operator must decide. succeeded may still fail later.
 */
export type RefundStatus = (typeof REFUND_STATES)[number];

/** The full refund of one payment, matched or not. */
export interface Refund {
  readonly id: RefundId;
  /** null: of an unmatched payment, whose order is not here. */
  readonly orderId: OrderId | null;
  readonly paymentId: PaymentId | null;
  readonly unmatchedPaymentId: UnmatchedPaymentId | null;
  readonly amount: Money;
  readonly reason: string;
  readonly state: RefundStatus;
  readonly providerRefundId: string | null;
  /** Calls that may have reached the rail since the refund was last requested. */
  readonly tries: number;
  /** Time of the next try or look-up; null: none is planned. */
  readonly dueAt: Date | null;
  /** Reason why it failed, waits, or is manual. */
  readonly lastError: string | null;
  /** Note on how the operator returned the money by hand. */
  readonly note: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly succeededAt: Date | null;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const FIRST_WAIT_MS = 10 * SECOND_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
/** Limits without an answer of the rail. */
const GIVEN_UP = { tries: 20, afterMs: 2 * DAY_MS } as const;
/** Limits once the rail has accepted it: banks may take about two weeks. */
const ACCEPTED_GIVEN_UP = { tries: 60, afterMs: 12 * DAY_MS } as const;
/** Longest wait for a rail without answers, as a share of the outage. */
const SHARE_OF_OUTAGE = 1 / 20;
const SHORTEST_OUTAGE_WAIT_MS = 30 * SECOND_MS;

/** Returns the milliseconds until the next call of the rail. @param tries so far */
export function waitMs(tries: number): number {
  return backoffMs(FIRST_WAIT_MS, LONGEST_WAIT_MS, tries - 1);
}

/**
 * Returns the milliseconds until the next call of a rail that answers no refund of the account: soon after the end of
 * the outage.
 * @param waitedMs since the refund was requested
 */
export function outageWaitMs(tries: number, waitedMs: number): number {
  return Math.min(waitMs(tries), Math.max(SHORTEST_OUTAGE_WAIT_MS, waitedMs * SHARE_OF_OUTAGE));
}

/** Outcomes of calls that were not sent: the rail cannot have received them. */
const NOT_SENT: ReadonlySet<string> = new Set(["not_sent", "circuit_open", "too_many_calls"]);

/** Returns what an answer shows: the rail answered, it may have received the call, or nothing was sent. */
export function reachOf(answer: RefundOutcome): "answered" | "unanswered" | "not_sent" {
  if (answer.outcome !== "unknown") return "answered";
  if (NOT_SENT.has(answer.reason)) return "not_sent";
  return answer.reason === "not_found" || answer.reason === "refused" ? "answered" : "unanswered";
}

/** Time from a success to one more look-up: it may have failed since. */
export const CONFIRM_AFTER_MS = 3 * DAY_MS;

/**
 * Returns whether a refund is given up.
 * @param accepted whether the rail has accepted the refund
 * @param waitedMs since it was requested
 */
export function isGivenUp(tries: number, accepted: boolean, waitedMs: number): boolean {
  const limit = accepted ? ACCEPTED_GIVEN_UP : GIVEN_UP;
  return tries >= limit.tries && waitedMs >= limit.afterMs;
}

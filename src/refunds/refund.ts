import type { OrderId, PaymentId, RefundId, UnmatchedPaymentId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";
import { backoffMs } from "../shared/backoff.ts";

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
  /** Calls to the rail since the refund was last requested. */
  readonly tries: number;
  /** Why it failed, waits, or is manual. */
  readonly lastError: string | null;
  /** How the operator returned the money by hand. */
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
/** About two and a half days without an answer. */
const TRIES_UNANSWERED = 20;
/** About two weeks: banks may take that long. */
const TRIES_ACCEPTED = 60;

/** Milliseconds until the rail is called again. @param tries so far */
export function waitMs(tries: number): number {
  return backoffMs(FIRST_WAIT_MS, LONGEST_WAIT_MS, tries - 1);
}

/** Time after a success until it is looked up once more: it may have failed since. */
export const CONFIRM_AFTER_MS = 3 * DAY_MS;

/** @param accepted whether the rail has accepted the refund */
export function isGivenUp(tries: number, accepted: boolean): boolean {
  return tries >= (accepted ? TRIES_ACCEPTED : TRIES_UNANSWERED);
}

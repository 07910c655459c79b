import type { OrderId, PaymentId, RefundId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";
import { backoffMs } from "../shared/backoff.ts";

export const REFUND_STATES = ["requested", "succeeded", "failed", "manual"] as const;

/** manual: the rail cannot refund, or the money is disputed; somebody must decide. succeeded may fail later. */
export type RefundStatus = (typeof REFUND_STATES)[number];

/** One payment that is given back, in full. */
export interface Refund {
  readonly id: RefundId;
  readonly orderId: OrderId;
  readonly paymentId: PaymentId;
  readonly amount: Money;
  readonly reason: string;
  readonly state: RefundStatus;
  readonly providerRefundId: string | null;
  /** How often the rail was asked or looked up since it was last asked for. */
  readonly tries: number;
  /** Why it failed, waits, or is the operator's. */
  readonly lastError: string | null;
  /** How the operator gave the money back by hand. */
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
/** Some two and a half days without an answer. */
const TRIES_UNANSWERED = 20;
/** Some two weeks: banks take their time. */
const TRIES_ACCEPTED = 60;

/** Until the rail is asked or looked up again. @param tries so far */
export function waitMs(tries: number): number {
  return backoffMs(FIRST_WAIT_MS, LONGEST_WAIT_MS, tries - 1);
}

/** How long after a success it is looked up once more: it may have failed meanwhile. */
export const CONFIRM_AFTER_MS = 3 * DAY_MS;

/** @param accepted whether the rail said that it works on it */
export function isGivenUp(tries: number, accepted: boolean): boolean {
  return tries >= (accepted ? TRIES_ACCEPTED : TRIES_UNANSWERED);
}

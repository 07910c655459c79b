import type { Creation, PaymentOutcome, RefundOutcome } from "../../ports/rail.ts";
import type { Unanswered } from "./not-sent.ts";

/** The provider answered that it does not do it: by a 4xx, or by its own code for a refusal. It has not acted. */
export interface Refusal {
  readonly end: "refused";
  readonly status: number;
  /** The provider's own code, safe to log; null: it gave none. Never its message, which may quote what was sent. */
  readonly code: string | null;
}

/**
 * The result of a call without data. undecided: the provider answered, but not whether it has acted (5xx, 408, or still
 * busy with the same key). not_sent: nothing of the request left, so it has not acted. no_answer: none in time.
 * unreadable: an answer that is not as documented. After undecided, no_answer and unreadable it may have acted.
 */
export type Trouble =
  | Refusal
  | { readonly end: "undecided"; readonly status: number; readonly code: string | null }
  | Unanswered
  | { readonly end: "unreadable" };

/** The provider's answer that it has no such payment. */
export const NO_PAYMENT = { end: "refused", status: 404, code: null } as const;

/** The end of one call to a provider. */
export type Exchange<T> = { readonly end: "data"; readonly data: T } | Trouble;

/** Why a payment cannot be shown. */
type Unseen = Extract<PaymentOutcome, { readonly outcome: "unknown" }>["reason"];

/** The reader of one kind of answer, such as a zod schema. */
interface Reader<T> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly data?: undefined };
}

/** The answer as `schema` reads it; what it cannot read is `unreadable`. */
export function readAs<T>(exchange: Exchange<unknown>, schema: Reader<T>): Exchange<T> {
  if (exchange.end !== "data") return exchange;
  const read = schema.safeParse(exchange.data);
  return read.success ? { end: "data", data: read.data } : { end: "unreadable" };
}

/** For logs: the provider's code, else the status, else how the call ended. */
export function reasonOf(trouble: Trouble): string {
  return "status" in trouble ? (trouble.code ?? `http_${trouble.status}`) : trouble.end;
}

/** The network's part of a failed call, for outcomes that carry it. */
function detailOf(trouble: Trouble): { readonly detail?: string } {
  return trouble.end === "not_sent" && trouble.detail !== undefined ? { detail: trouble.detail } : {};
}

/** It does not accept the credentials. An operator can replace them, so nothing is lost yet. */
export function isUnauthorised({ status }: Refusal): boolean {
  return status === 401 || status === 403;
}

/** Too many calls: a later one may succeed. */
export function isLimited({ status }: Refusal): boolean {
  return status === 429;
}

/** It answered that it has no such thing, by status alone. */
export function isMissing(trouble: Trouble): boolean {
  return trouble.end === "refused" && (trouble.status === 404 || trouble.status === 410);
}

/** Maps a failed payment creation to its outcome for the order. */
export function creationTrouble(trouble: Trouble): Creation {
  const reason = reasonOf(trouble);
  if (trouble.end === "not_sent") return { outcome: "unavailable", reason, ...detailOf(trouble) };
  if (trouble.end !== "refused") return { outcome: "unknown", reason };
  return { outcome: isLimited(trouble) ? "unavailable" : "rejected", reason };
}

/**
 * Why a payment look-up found no payment.
 * @param isNotFound whether a refusal says that the provider has none; by default 404 and 410 do
 */
function unseenBecause(trouble: Trouble, isNotFound: (refusal: Refusal) => boolean = isMissing): Unseen {
  switch (trouble.end) {
    case "not_sent":
    case "unreadable":
      return trouble.end;
    case "no_answer":
    case "undecided":
      return "timeout";
    case "refused":
      if (isLimited(trouble)) return "timeout";
      return isNotFound(trouble) ? "not_found" : "refused";
  }
}

/** @param isNotFound as of `unseenBecause` */
export function unknownPayment(
  trouble: Trouble,
  isNotFound?: (refusal: Refusal) => boolean,
): PaymentOutcome & { readonly outcome: "unknown" } {
  return { outcome: "unknown", reason: unseenBecause(trouble, isNotFound), ...detailOf(trouble) };
}

/**
 * The result of a look-up after a call that may have charged. A look-up that was not sent does not mean that the call
 * was not sent either: together they had no answer.
 */
export function afterSending(seen: PaymentOutcome): PaymentOutcome {
  const unsent = seen.outcome === "unknown" && seen.reason === "not_sent";
  return unsent ? { ...seen, reason: "timeout" } : seen;
}

/** Maps a failed refund call to its outcome for the refund. */
export function refundTrouble(trouble: Trouble): RefundOutcome {
  if (trouble.end !== "refused")
    return { outcome: "unknown", reason: reasonOf(trouble), ...detailOf(trouble) };
  if (isUnauthorised(trouble)) return { outcome: "unknown", reason: "refused" };
  return isLimited(trouble)
    ? { outcome: "unknown", reason: reasonOf(trouble) }
    : failedRefund(reasonOf(trouble));
}

/**
 * Returns why a refund look-up found no refund.
 * @param isNotFound returns whether a refusal means that no refund has this key; by default 404 and 410 do
 */
export function unknownRefund(
  trouble: Trouble,
  isNotFound?: (refusal: Refusal) => boolean,
): RefundOutcome & { readonly outcome: "unknown" } {
  const seen = unseenBecause(trouble, isNotFound);
  // Operators read this reason of a refund that waits: how the call ended tells them more.
  const reason = seen === "timeout" ? reasonOf(trouble) : seen;
  return { outcome: "unknown", reason, ...detailOf(trouble) };
}

export function failedRefund(reason: string): RefundOutcome {
  return { outcome: "failed", refundId: null, reason };
}

/**
 * The outcome of cancelling, by the payment's state at the provider afterwards.
 * @param open what it means that the payment is still open
 */
export function cancellationOf<Open extends "cancelled" | "requested" | "unknown">(
  payment: PaymentOutcome,
  open: Open,
): "cancelled" | "too_late" | "unknown" | Open {
  switch (payment.outcome) {
    case "paid":
      return "too_late";
    case "pending":
      return payment.stage === "processing" ? "too_late" : open;
    case "unknown":
      return "unknown";
    default:
      return "cancelled";
  }
}

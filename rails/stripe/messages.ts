import { z } from "zod";
import type { Decline, PaymentOutcome, ProviderIds, RefundOutcome } from "../../ports/rail.ts";
import { fromWire } from "./currencies.ts";

/** Our order's id, on every object that Stripe makes for it. */
export const ORDER_KEY = "order_id";
/** Our refund's key, on the refund. */
export const REFUND_KEY = "refund_key";

const id = z.string().min(1).max(255);
const metadata = z.record(z.string(), z.string()).nullish();
const amount = z.int();
/** Latest time of a deadline that is believed. */
const YEAR_10000_SECONDS = 253_402_300_799;
const currency = z.string().regex(/^[a-z]{3}$/);

const paymentError = z
  .object({
    code: z.string().nullish(),
    decline_code: z.string().nullish(),
    advice_code: z.string().nullish(),
  })
  .nullish();

export const paymentIntent = z.object({
  id,
  object: z.literal("payment_intent"),
  status: z.string(),
  amount_received: amount,
  currency,
  metadata,
  last_payment_error: paymentError,
  /** Expanded on request. */
  latest_charge: z.union([id, z.object({ id, amount_refunded: amount })]).nullish(),
});
export type PaymentIntent = z.infer<typeof paymentIntent>;

export const session = z.object({
  id,
  object: z.literal("checkout.session"),
  status: z.string().nullable(),
  payment_status: z.string(),
  amount_total: amount.nullable(),
  currency: currency.nullable(),
  client_reference_id: z.string().nullable(),
  client_secret: z.string().nullish(),
  expires_at: z.int(),
  livemode: z.boolean(),
  metadata,
  /** Expanded on request. */
  payment_intent: z.union([id, paymentIntent]).nullable(),
});
export type Session = z.infer<typeof session>;

export const refund = z.object({
  id,
  object: z.literal("refund"),
  status: z.string().nullable(),
  amount,
  currency,
  metadata,
  failure_reason: z.string().nullish(),
});
export type Refund = z.infer<typeof refund>;

export const dispute = z.object({
  id,
  object: z.literal("dispute"),
  status: z.string().min(1).max(100),
  amount,
  currency,
  payment_intent: z.union([id, z.object({ id })]).nullable(),
  evidence_details: z
    .object({ due_by: z.int().min(1).max(YEAR_10000_SECONDS) })
    .nullish()
    .catch(null),
});

export const event = z.object({
  id,
  object: z.literal("event"),
  type: z.string().min(1).max(200),
  livemode: z.boolean(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export type StripeEvent = z.infer<typeof event>;

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ object: z.literal("list"), data: z.array(item).max(100), has_more: z.boolean() });
}

/** Enough to know that the key is valid, and of which mode. */
export const anySessions = pageOf(z.object({ livemode: z.boolean() }));

export function idsOf({ id, payment_intent: intent }: Session): ProviderIds {
  const paymentIntent = typeof intent === "string" ? intent : intent?.id;
  return paymentIntent === undefined ? { session: id } : { session: id, paymentIntent };
}

/**
 * Returns the outcome of a session. `complete` is not paid: some methods take days (`payment_status` is `unpaid` until
 * then). A decline in the page leaves it open, and the buyer tries again.
 * @param now to tell what was expired by a call from what ran out
 */
export function outcomeOfSession(session: Session, now: Date): PaymentOutcome {
  const ids = idsOf(session);
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  if (intent?.status === "succeeded") return outcomeOfIntent(intent, session.id);
  if (session.payment_status === "paid" && intent === null) return paidSession(session);
  if (intent !== null && (intent.status === "processing" || intent.status === "requires_capture"))
    return { outcome: "pending", stage: "processing", ids };
  switch (session.status) {
    case "open":
      return { outcome: "pending", stage: "open", ids };
    case "expired":
      return { outcome: now.getTime() < session.expires_at * 1000 ? "cancelled" : "expired", ids };
    case "complete":
      // Unpaid: only the intent knows whether the money is on its way or will never come.
      if (session.payment_status === "no_payment_required")
        return { outcome: "unknown", reason: "unreadable" };
      if (intent?.status === "requires_payment_method" || intent?.status === "canceled")
        return { outcome: "declined", decline: declineOf(intent), ids };
      return { outcome: "pending", stage: "processing", ids };
    default:
      return { outcome: "unknown", reason: "unreadable" };
  }
}

export function outcomeOfIntent(intent: PaymentIntent, sessionId?: string): PaymentOutcome {
  const received = fromWire(intent.amount_received, intent.currency);
  if (intent.status !== "succeeded" || received === null) return { outcome: "unknown", reason: "unreadable" };
  const ids = { ...(sessionId && { session: sessionId }), paymentIntent: intent.id };
  return { outcome: "paid", received, paymentId: intent.id, ids };
}

/** Why an intent's last attempt failed. */
export function declineOf(intent: Pick<PaymentIntent, "last_payment_error"> | null): Decline {
  const error = intent?.last_payment_error;
  const code = error?.decline_code ?? error?.code ?? "payment_failed";
  return { code, message: "The payment was declined.", retry: retryOf(error?.advice_code) };
}

export function outcomeOfRefund(refund: Refund): RefundOutcome {
  const refundId = refund.id;
  switch (refund.status) {
    case "succeeded":
      return { outcome: "succeeded", refundId };
    case "pending":
    case "requires_action":
      return { outcome: "requested", refundId };
    case "failed":
    case "canceled":
      return { outcome: "failed", refundId, reason: refund.failure_reason ?? refund.status };
    default:
      return { outcome: "unknown", reason: "unreadable" };
  }
}

function paidSession(session: Session): PaymentOutcome {
  const { paymentIntent: paymentId, ...rest } = idsOf(session);
  if (paymentId === undefined || session.amount_total === null || session.currency === null)
    return { outcome: "unknown", reason: "unreadable" };
  const received = fromWire(session.amount_total, session.currency);
  if (received === null) return { outcome: "unknown", reason: "unreadable" };
  return { outcome: "paid", received, paymentId, ids: { ...rest, paymentIntent: paymentId } };
}

function retryOf(advice: string | null | undefined): Decline["retry"] {
  if (advice === "do_not_try_again") return "never";
  return advice === "try_again_later" ? "later" : "now";
}

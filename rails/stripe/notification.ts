import type { z } from "zod";
import type { RailEvent, RefundState } from "../../ports/rail.ts";
import { jsonWithin } from "../shared/bounded.ts";
import { fromWire } from "./currencies.ts";
import {
  declineOf,
  dispute,
  event,
  idsOf,
  ORDER_KEY,
  outcomeOfIntent,
  outcomeOfRefund,
  outcomeOfSession,
  paymentIntent,
  refund,
  REFUND_KEY,
  session,
  type StripeEvent,
} from "./messages.ts";

export const NOTIFICATION_BYTES_MAX = 512 * 1024;
const DEPTH_MAX = 32;

/** Events that the webhook endpoint should receive, and that are requested when some may have been missed. */
export const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
] as const;
type EventType = (typeof EVENT_TYPES)[number];

/**
 * Reads a body whose signature has been checked.
 * @param livemode of the account; what is said of the other mode is ignored
 * @returns a sentence when it cannot be read
 */
export function readEvent(rawBody: Uint8Array, livemode: boolean): RailEvent | string {
  const json = jsonWithin(rawBody, DEPTH_MAX);
  if (json === undefined) return "the body is not JSON, or is nested too deeply";
  const head = event.safeParse(json);
  return head.success ? railEvent(head.data, livemode) : "the body is not an event";
}

/** @returns a sentence when it cannot be read */
export function railEvent(happened: StripeEvent, livemode: boolean): RailEvent | string {
  const ignored: RailEvent = { about: "ignored", dedupeKey: happened.id, type: happened.type };
  const type = EVENT_TYPES.find((known) => known === happened.type);
  if (type === undefined || happened.livemode !== livemode) return ignored;
  if (type.startsWith("checkout.session.")) return ofSession(happened, type) ?? ignored;
  if (type.startsWith("payment_intent.")) return ofIntent(happened, type) ?? ignored;
  if (type.startsWith("refund.")) return ofRefund(happened) ?? ignored;
  return ofDispute(happened);
}

/** null: not one of ours. */
function ofSession(happened: StripeEvent, type: EventType): RailEvent | string | null {
  const read = objectOf(happened, session);
  if (typeof read === "string") return read;
  const orderId = read.metadata?.[ORDER_KEY];
  if (orderId === undefined || orderId !== read.client_reference_id) return null;
  const about = { about: "payment", dedupeKey: happened.id, orderId } as const;
  const ids = idsOf(read);
  switch (type) {
    case "checkout.session.async_payment_failed":
      return { ...about, payment: { outcome: "declined", decline: declineOf(null), ids } };
    case "checkout.session.expired":
      return { ...about, payment: { outcome: "expired", ids } };
    default:
      return { ...about, payment: outcomeOfSession(read, new Date(0)) };
  }
}

function ofIntent(happened: StripeEvent, type: EventType): RailEvent | string | null {
  const read = objectOf(happened, paymentIntent);
  if (typeof read === "string") return read;
  const orderId = read.metadata?.[ORDER_KEY];
  if (orderId === undefined) return null;
  const about = { about: "payment", dedupeKey: happened.id, orderId } as const;
  if (type === "payment_intent.succeeded") return { ...about, payment: outcomeOfIntent(read) };
  // The page stays open, and the buyer may use another card.
  return { ...about, payment: { outcome: "pending", stage: "open", ids: { paymentIntent: read.id } } };
}

function ofRefund(happened: StripeEvent): RailEvent | string | null {
  const read = objectOf(happened, refund);
  if (typeof read === "string") return read;
  const amount = fromWire(read.amount, read.currency);
  if (amount === null) return "the amount is not a whole number of minor units";
  const state = refundStateOf(outcomeOfRefund(read).outcome);
  if (state === null) return null;
  const orderId = read.metadata?.[ORDER_KEY] ?? null;
  const refundKey = read.metadata?.[REFUND_KEY] ?? null;
  return { about: "refund", dedupeKey: happened.id, orderId, refundKey, refundId: read.id, state, amount };
}

/** Statuses of disputes that are over. */
const ENDS: Readonly<Record<string, "won" | "lost">> = {
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

/** A dispute has separate metadata: it names only the payment. */
function ofDispute(happened: StripeEvent): RailEvent | string {
  const read = objectOf(happened, dispute);
  if (typeof read === "string") return read;
  const amount = fromWire(read.amount, read.currency);
  if (amount === null) return "the amount is not a whole number of minor units";
  const { id: disputeId, status: stage, payment_intent: intent } = read;
  const paymentId = typeof intent === "string" ? intent : intent?.id;
  const over = ENDS[stage];
  // Stripe names the date of an answer that it has received, too.
  const due = stage.endsWith("needs_response") ? read.evidence_details?.due_by : null;
  const about = {
    about: "dispute",
    dedupeKey: happened.id,
    orderId: null,
    disputeId,
    stage,
    amount,
    ...(over && { over }),
    ...(due && { answerBy: new Date(due * 1000) }),
  } as const;
  return paymentId === undefined ? about : { ...about, paymentId };
}

function objectOf<T>(happened: StripeEvent, schema: z.ZodType<T>): T | string {
  const read = schema.safeParse(happened.data.object);
  return read.success ? read.data : `the object of ${happened.type} is not as documented`;
}

function refundStateOf(outcome: string): RefundState | null {
  return outcome === "requested" || outcome === "succeeded" || outcome === "failed" ? outcome : null;
}

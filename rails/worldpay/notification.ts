import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { PaymentOutcome, RailEvent } from "../../ports/rail.ts";
import { jsonWithin } from "../shared/bounded.ts";
import { fromWire } from "./currencies.ts";
import { DECLINES, refusal } from "./messages.ts";

export const SIGNATURE_HEADER = "event-signature";
export const NOTIFICATION_BYTES_MAX = 64 * 1024;
const DEPTH_MAX = 8;
const SIGNATURES_MAX = 10;
const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Why the signature does not prove the body; null: it does. `Event-Signature: keyId/hashFunction/signature`, several
 * apart by commas, the signature as hex or base64.
 */
export function signatureFault(
  keys: ReadonlyMap<string, string>,
  header: string | undefined,
  rawBody: Uint8Array,
): string | null {
  if (header === undefined || header === "") return "the signature is missing";
  const signatures = header.split(",", SIGNATURES_MAX + 1);
  if (signatures.length > SIGNATURES_MAX) return "there are too many signatures";
  for (const part of signatures) {
    const [, keyId, hashName, signature] = /^\s*([^/\s]+)\/([^/\s]+)\/(\S+)\s*$/.exec(part) ?? [];
    if (keyId === undefined || hashName === undefined || signature === undefined) continue;
    const secret = keys.get(keyId);
    if (secret === undefined || !/^(hmac-?)?sha-?256$/i.test(hashName)) continue;
    const expected = createHmac("sha256", secret).update(rawBody).digest();
    const bytes = signatureBytes(signature);
    if (bytes !== null && timingSafeEqual(bytes, expected)) return null;
  }
  return "no signature is valid";
}

/** The 32 bytes of a signature; null for anything else. */
function signatureBytes(signature: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(signature)) return Buffer.from(signature, "hex");
  return /^[A-Za-z0-9+/]{43}=$/.test(signature) ? Buffer.from(signature, "base64") : null;
}

const envelope = z.object({
  eventId: z.string().min(1).max(200),
  eventType: z.string().max(100).optional(),
  eventDetails: z.object({ type: z.string().max(100).optional() }).optional(),
});
const details = z.object({
  classification: z.string().optional(),
  type: z.string(),
  transactionReference: z.string(),
  reference: z.string().min(1).max(200).optional(),
  amount: z.object({ value: z.int().nonnegative(), currencyCode: z.string().regex(/^[A-Z]{3}$/) }).optional(),
});
type Details = z.infer<typeof details>;

/** Reads a body whose signature has been checked. A text says why it cannot be read. */
export function readEvent(rawBody: Uint8Array): RailEvent | string {
  const json = jsonWithin(rawBody, DEPTH_MAX);
  if (json === undefined) return "the body is not JSON, or is nested too deeply";
  const head = envelope.safeParse(json);
  if (!head.success) return "the body is not an event of this provider";
  const { eventId: dedupeKey, eventType, eventDetails } = head.data;
  const type = eventDetails?.type ?? eventType ?? "unnamed";
  const ignored: RailEvent = { about: "ignored", dedupeKey, type };
  if (!KNOWN.has(type)) return ignored;
  const body = z.object({ eventDetails: details }).safeParse(json);
  if (!body.success) return `the event ${type} is not as documented`;
  const event = body.data.eventDetails;
  // The payment was made by another system of the same account, such as its dashboard.
  if (!REFERENCE.test(event.transactionReference)) return ignored;
  return translated(dedupeKey, event) ?? ignored;
}

const PAYMENT_TYPES: ReadonlySet<string> = new Set([
  "sentForAuthorization",
  "authorized",
  "sentForSettlement",
  "settled",
  "cancelled",
  "error",
  "expired",
  "refused",
]);
const REFUND_STATES: Readonly<Record<string, "succeeded" | "failed">> = {
  sentForRefund: "succeeded",
  refundFailed: "failed",
};
const DISPUTE_STAGES: Readonly<Record<string, string>> = {
  chargedBack: "charged_back",
  informationRequested: "information_requested",
  // The bank took the money back before it arrived: treated as a chargeback.
  settlementFailed: "settlement_failed",
};
const KNOWN = new Set([...PAYMENT_TYPES, ...Object.keys(REFUND_STATES), ...Object.keys(DISPUTE_STAGES)]);

function translated(dedupeKey: string, event: Details): RailEvent | null {
  const { type, transactionReference: orderId, reference, amount: eventAmount } = event;
  if (PAYMENT_TYPES.has(type)) {
    return { about: "payment", dedupeKey, orderId, payment: paymentOutcome(event) };
  }
  const amount = eventAmount === undefined ? null : fromWire(eventAmount.value, eventAmount.currencyCode);
  if (amount === null) return null;
  const state = REFUND_STATES[type];
  if (state !== undefined) {
    const refundKey = reference ?? null;
    return { about: "refund", dedupeKey, orderId, refundKey, refundId: null, state, amount };
  }
  const stage = DISPUTE_STAGES[type];
  return stage === undefined
    ? null
    : {
        about: "dispute",
        dedupeKey,
        orderId,
        disputeId: `dispute_${orderId}`,
        stage,
        amount,
        // Of a chargeback no later event tells.
        ...(type !== "informationRequested" && { over: "lost" as const }),
      };
}

function paymentOutcome({ type, transactionReference, amount }: Details): PaymentOutcome {
  switch (type) {
    case "sentForSettlement":
    case "settled": {
      const received = amount === undefined ? null : fromWire(amount.value, amount.currencyCode);
      if (received === null) return { outcome: "unknown", reason: "unreadable" };
      return { outcome: "paid", received, paymentId: transactionReference };
    }
    case "refused":
      return { outcome: "declined", decline: refusal(undefined) };
    case "error":
      return { outcome: "declined", decline: DECLINES.error };
    case "expired":
      return { outcome: "expired" };
    case "cancelled":
      return { outcome: "cancelled" };
    default:
      return { outcome: "pending", stage: "processing" };
  }
}

import { z } from "zod";
import type { PaymentOutcome, RefundOutcome, RefundState, ToldEvent } from "../../ports/rail.ts";
import { jsonWithin } from "../shared/bounded.ts";

/** Nothing genuine is nested deeper. */
const DEPTH_MAX = 4;

const money = { amount: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) };
const text = z.string().min(1).max(200);

export const payment = z.object({
  ...money,
  id: text,
  reference: text,
  /** Free for the account's systems: the rail marks its own payments. */
  metadata: z.record(z.string(), z.string()),
  test: z.boolean(),
  state: z.enum(["open", "authorized", "processing", "paid", "declined", "cancelled", "expired"]),
  /** Payments that were taken, oldest first. */
  charges: z.array(z.object({ ...money, id: text })),
  url: z.url(),
});
export type ExamplePayment = z.infer<typeof payment>;
export const paymentPage = z.object({ payments: z.array(payment), next: text.nullable() });

export const refund = z.object({ id: text, key: text, state: z.enum(["queued", "done", "failed"]) });
export const refundPage = z.object({ refunds: z.array(refund), next: text.nullable() });
export const eventList = z.object({ events: z.array(z.unknown()) });

const envelope = z.object({
  id: text,
  type: text,
  test: z.boolean(),
  data: z.record(z.string(), z.unknown()),
});
const refundTold = refund.extend({ ...money, reference: text });
const disputeTold = z.object({ ...money, id: text, reference: text, charge: text, stage: text });

const MARK = "raffle_order";

/** Returns the mark of this service's payments: another system of the account may use any reference. */
export function markOf(orderId: string): Readonly<Record<string, string>> {
  return { [MARK]: orderId };
}

/** The order that a payment is for; null: another system made the payment. */
export function orderIdOf({ reference, metadata }: ExamplePayment): string | null {
  return metadata[MARK] === reference ? reference : null;
}

export function outcomeOf({ id, state, charges }: ExamplePayment): PaymentOutcome {
  const ids = { payment: id };
  switch (state) {
    case "open":
      return { outcome: "pending", stage: "open", ids };
    case "authorized":
    case "processing":
      return { outcome: "pending", stage: "processing", ids };
    case "paid": {
      const charge = charges.at(-1);
      if (charge === undefined) return { outcome: "unknown", reason: "unreadable" };
      const { id: paymentId, amount, currency } = charge;
      return { outcome: "paid", received: { amount, currency }, paymentId, ids };
    }
    case "declined":
      return {
        outcome: "declined",
        decline: { code: "declined", message: "Declined.", retry: "later" },
        ids,
      };
    default:
      return { outcome: state, ids };
  }
}

const REFUND_STATES = { queued: "requested", done: "succeeded", failed: "failed" } as const;

export function refundOutcome({ id, state }: z.infer<typeof refund>): RefundOutcome & {
  readonly outcome: RefundState;
} {
  return { outcome: REFUND_STATES[state], refundId: id };
}

/** @returns null: not as documented */
export function readEvent(rawBody: Uint8Array, test: boolean): ToldEvent | null {
  return eventOf(jsonWithin(rawBody, DEPTH_MAX), test);
}

/** @returns null: not as documented */
export function eventOf(json: unknown, test: boolean): ToldEvent | null {
  const body = envelope.safeParse(json);
  if (!body.success) return null;
  const { id: dedupeKey, type, data } = body.data;
  if (body.data.test !== test) return { about: "ignored", dedupeKey, type };
  switch (type) {
    case "payment": {
      const paymentData = payment.safeParse(data).data;
      if (!paymentData) return null;
      const orderId = orderIdOf(paymentData);
      if (orderId === null) return { about: "ignored", dedupeKey, type };
      return { about: "payment", dedupeKey, orderId, payment: outcomeOf(paymentData) };
    }
    case "refund": {
      const refundData = refundTold.safeParse(data).data;
      if (!refundData) return null;
      const { id: refundId, reference: orderId, key: refundKey, amount, currency } = refundData;
      return {
        about: "refund",
        dedupeKey,
        orderId,
        refundKey,
        refundId,
        state: refundOutcome(refundData).outcome,
        amount: { amount, currency },
      };
    }
    case "dispute": {
      const disputeData = disputeTold.safeParse(data).data;
      if (!disputeData) return null;
      const { id: disputeId, reference: orderId, charge: paymentId, stage, amount, currency } = disputeData;
      return {
        about: "dispute",
        dedupeKey,
        orderId,
        paymentId,
        disputeId,
        stage,
        amount: { amount, currency },
        ...((stage === "won" || stage === "lost") && { over: stage }),
      };
    }
    default:
      return { about: "ignored", dedupeKey, type };
  }
}

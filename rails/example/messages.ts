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
  state: z.enum(["open", "authorized", "paid", "declined", "cancelled", "expired"]),
  /** Payments that were taken, oldest first. */
  charges: z.array(z.object({ ...money, id: text })),
  url: z.url(),
});
export type ExamplePayment = z.infer<typeof payment>;
export const paymentPage = z.object({ payments: z.array(payment), next: text.nullable() });

export const refund = z.object({ id: text, key: text, state: z.enum(["queued", "done", "failed"]) });
export const refundList = z.object({ refunds: z.array(refund) });
export const eventList = z.object({ events: z.array(z.unknown()) });

const envelope = z.object({
  id: text,
  type: text,
  test: z.boolean(),
  data: z.record(z.string(), z.unknown()),
});
const refundTold = refund.extend({ ...money, reference: text });
const disputeTold = z.object({ ...money, id: text, reference: text, charge: text, stage: text });

export function outcomeOf({ id, state, charges }: ExamplePayment): PaymentOutcome {
  const ids = { payment: id };
  switch (state) {
    case "open":
      return { outcome: "pending", stage: "open", ids };
    case "authorized":
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
      const told = payment.safeParse(data).data;
      return told ? { about: "payment", dedupeKey, orderId: told.reference, payment: outcomeOf(told) } : null;
    }
    case "refund": {
      const told = refundTold.safeParse(data).data;
      if (!told) return null;
      const { id: refundId, reference: orderId, key: refundKey, amount, currency } = told;
      return {
        about: "refund",
        dedupeKey,
        orderId,
        refundKey,
        refundId,
        state: refundOutcome(told).outcome,
        amount: { amount, currency },
      };
    }
    case "dispute": {
      const told = disputeTold.safeParse(data).data;
      if (!told) return null;
      const { id: disputeId, reference: orderId, charge: paymentId, stage, amount, currency } = told;
      return {
        about: "dispute",
        dedupeKey,
        orderId,
        paymentId,
        disputeId,
        stage,
        amount: { amount, currency },
      };
    }
    default:
      return { about: "ignored", dedupeKey, type };
  }
}

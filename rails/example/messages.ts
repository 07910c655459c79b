import { z } from "zod";
import type { PaymentOutcome, RailEvent } from "../../ports/rail.ts";
import { jsonWithin } from "../shared/bounded.ts";

/** Nothing genuine is nested deeper. */
const DEPTH_MAX = 3;

const money = { amount: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) };
const text = z.string().min(1).max(200);

export const payment = z.object({
  ...money,
  id: text,
  reference: text,
  state: z.enum(["open", "processing", "paid", "declined", "cancelled", "expired"]),
  received: z.object(money).nullable(),
  url: z.url(),
});
export type ExamplePayment = z.infer<typeof payment>;

export const refund = z.object({ id: text, state: z.enum(["requested", "succeeded", "failed"]) });

const envelope = z.object({
  id: text,
  type: text,
  test: z.boolean(),
  data: z.record(z.string(), z.unknown()),
});
const refundTold = refund.extend({ ...money, reference: text, key: text });
const disputeTold = z.object({ ...money, id: text, reference: text, stage: text });

export function outcomeOf({ id, state, received }: ExamplePayment): PaymentOutcome {
  switch (state) {
    case "open":
    case "processing":
      return { outcome: "pending", stage: state };
    case "paid":
      if (received === null) return { outcome: "unknown", reason: "unreadable" };
      return { outcome: "paid", received, paymentId: id, ids: { payment: id } };
    case "declined":
      return { outcome: "declined", decline: { code: "declined", message: "Declined.", retry: "later" } };
    default:
      return { outcome: state };
  }
}

/** @returns null for what is not as documented */
export function eventOf(rawBody: Uint8Array, test: boolean): RailEvent | null {
  const body = envelope.safeParse(jsonWithin(rawBody, DEPTH_MAX));
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
      const { id: refundId, reference: orderId, key: refundKey, state, amount, currency } = told;
      return {
        about: "refund",
        dedupeKey,
        orderId,
        refundKey,
        refundId,
        state,
        amount: { amount, currency },
      };
    }
    case "dispute": {
      const told = disputeTold.safeParse(data).data;
      if (!told) return null;
      const { id: disputeId, reference: orderId, stage, amount, currency } = told;
      return { about: "dispute", dedupeKey, orderId, disputeId, stage, amount: { amount, currency } };
    }
    default:
      return { about: "ignored", dedupeKey, type };
  }
}

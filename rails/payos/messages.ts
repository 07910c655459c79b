import { z } from "zod";
import type { PaymentOutcome } from "../../ports/rail.ts";

const orderCode = z.int().positive();
const dong = z.int().nonnegative();
const text = z.string().min(1).max(500);
const webAddress = z.url({ protocol: /^https?$/ });

/** The answer to a creation. No later answer contains the QR code. */
export const createdLink = z.object({
  orderCode,
  amount: dong,
  currency: z.literal("VND"),
  paymentLinkId: text,
  checkoutUrl: webAddress,
  qrCode: z.string().min(1).max(4000),
});

/** A payment as payOS shows it. It names no currency: there is one. */
export const paymentLink = z.object({
  id: text,
  orderCode,
  amount: dong,
  amountPaid: dong,
  status: text,
  transactions: z.array(z.object({ reference: text, amount: dong, transactionDateTime: z.string() })),
});
type PaymentLink = z.infer<typeof paymentLink>;

/** One transfer to an account of the merchant. Only `data` is signed. */
export const notification = z.object({
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  signature: z.string(),
});

export const transfer = z.object({
  orderCode,
  amount: dong,
  currency: z.string().regex(/^[A-Z]{3}$/),
  reference: text,
  paymentLinkId: text,
  code: z.string().min(1).max(20),
});

/** Our id of a transfer. Banks number theirs as they like, so two may have the same reference. */
export function paymentIdOf(paymentLinkId: string, reference: string): string {
  return `${paymentLinkId}:${reference}`;
}

/** Received money counts in every state: also too little, too much, or after the end. */
export function outcomeOf(link: PaymentLink): PaymentOutcome {
  const ids = { paymentLink: link.id };
  if (link.status === "PROCESSING") return { outcome: "pending", stage: "processing", ids };
  if (link.amountPaid > 0) {
    const [first] = link.transactions.toSorted((a, b) =>
      a.transactionDateTime < b.transactionDateTime ? -1 : 1,
    );
    const paymentId = first === undefined ? link.id : paymentIdOf(link.id, first.reference);
    return { outcome: "paid", received: { amount: link.amountPaid, currency: "VND" }, paymentId, ids };
  }
  switch (link.status) {
    case "PENDING":
      return { outcome: "pending", stage: "open", ids };
    case "CANCELLED":
      return { outcome: "cancelled", ids };
    case "EXPIRED":
      return { outcome: "expired", ids };
    case "FAILED": {
      const message = "The transfer failed.";
      return { outcome: "declined", decline: { code: "payment_failed", message, retry: "later" }, ids };
    }
    default:
      return { outcome: "unknown", reason: "unreadable" };
  }
}

import { z } from "zod";
import type { PaymentOutcome, RefundOutcome, RefundState, ToldEvent } from "../../ports/rail.ts";
import { fromWire } from "./money.ts";

const amount = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.string().max(20) });
const link = z.object({ href: z.url({ protocol: /^https?$/ }) });
const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]{1,100}$`));
const metadata = z.record(z.string(), z.unknown()).nullish().catch(null);

export const refund = z.object({
  resource: z.literal("refund"),
  id: id("re"),
  mode: z.enum(["test", "live"]).optional(),
  paymentId: id("tr"),
  amount,
  status: z.string().min(1).max(50),
  metadata,
});
type Refund = z.infer<typeof refund>;

export const chargeback = z.object({
  resource: z.literal("chargeback"),
  id: id("chb"),
  paymentId: id("tr"),
  amount,
  reversedAt: z.string().nullish(),
});
type Chargeback = z.infer<typeof chargeback>;

export const payment = z
  .object({
    resource: z.literal("payment"),
    id: id("tr"),
    mode: z.enum(["test", "live"]),
    createdAt: z.iso.datetime({ offset: true }),
    status: z.string().min(1).max(50),
    isCancelable: z.boolean().nullish(),
    amount,
    amountRefunded: amount.nullish(),
    metadata,
    details: z
      .object({ failureReason: z.string().max(100).nullish() })
      .nullish()
      .catch(null),
    _embedded: z
      .object({ refunds: z.array(refund).optional(), chargebacks: z.array(chargeback).optional() })
      .nullish(),
    _links: z.object({ checkout: link.nullish() }),
  })
  .transform(({ _embedded: embedded, _links: links, ...rest }) => ({
    ...rest,
    refunds: embedded?.refunds ?? [],
    chargebacks: embedded?.chargebacks ?? [],
    /** null: there is nothing to pay any more. */
    checkoutUrl: links.checkout?.href ?? null,
  }));
export type Payment = z.infer<typeof payment>;

export const paymentPage = z
  .object({
    _embedded: z.object({ payments: z.array(z.unknown()) }),
    _links: z.object({ next: link.nullish() }),
  })
  .transform(({ _embedded: { payments }, _links: { next } }) => ({ payments, next: next?.href ?? null }));

/** The order that the payment is for; null: none of ours. */
export function orderIdOf({ metadata }: Pick<Payment, "metadata">): string | null {
  const orderId = metadata?.orderId;
  return typeof orderId === "string" && /^[\w-]{1,64}$/.test(orderId) ? orderId : null;
}

export function keyOf({ metadata }: Pick<Refund, "metadata">): string | null {
  const key = metadata?.refundKey;
  return typeof key === "string" && key.length <= 200 ? key : null;
}

export function outcomeOf(paymentData: Payment): PaymentOutcome {
  const ids = { payment: paymentData.id };
  switch (paymentData.status) {
    case "open":
      return { outcome: "pending", stage: "open", ids };
    // The buyer has begun to pay, or the money is reserved: it may come for days.
    case "pending":
    case "authorized":
      return { outcome: "pending", stage: "processing", ids };
    case "paid": {
      const received = fromWire(paymentData.amount);
      return received === null
        ? { outcome: "unknown", reason: "unreadable" }
        : { outcome: "paid", received, paymentId: paymentData.id, ids };
    }
    case "canceled":
      return { outcome: "cancelled", ids };
    case "expired":
      return { outcome: "expired", ids };
    case "failed": {
      const code = paymentData.details?.failureReason ?? "failed";
      return { outcome: "declined", decline: { code, message: "The payment failed.", retry: "later" }, ids };
    }
    default:
      return { outcome: "unknown", reason: "unreadable" };
  }
}

const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  queued: "requested",
  pending: "requested",
  processing: "requested",
  refunded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

export function refundOutcome({ id: refundId, status }: Refund): RefundOutcome {
  const outcome = REFUND_STATES[status];
  if (outcome === undefined) return { outcome: "unknown", reason: "unreadable" };
  return outcome === "failed" ? { outcome, refundId, reason: status } : { outcome, refundId };
}

export function paymentEvent(paymentData: Payment): ToldEvent {
  const dedupeKey = `${paymentData.id}:${paymentData.status}`;
  const orderId = orderIdOf(paymentData);
  if (orderId === null) return { about: "ignored", dedupeKey, type: "payment" };
  return { about: "payment", dedupeKey, orderId, payment: outcomeOf(paymentData) };
}

/** null: it is not as documented. */
export function refundEvent(refundData: Refund, orderId: string | null): ToldEvent | null {
  const sent = fromWire(refundData.amount);
  const { outcome: state } = refundOutcome(refundData);
  if (sent === null || (state !== "requested" && state !== "succeeded" && state !== "failed")) return null;
  return {
    about: "refund",
    dedupeKey: `${refundData.id}:${refundData.status}`,
    orderId,
    refundKey: keyOf(refundData),
    refundId: refundData.id,
    state,
    amount: sent,
  };
}

/** null: it is not as documented. */
export function chargebackEvent(chargebackData: Chargeback, orderId: string | null): ToldEvent | null {
  const disputed = fromWire(chargebackData.amount);
  if (disputed === null) return null;
  const stage = chargebackData.reversedAt ? "reversed" : "charged_back";
  return {
    about: "dispute",
    dedupeKey: `${chargebackData.id}:${stage}`,
    orderId,
    paymentId: chargebackData.paymentId,
    disputeId: chargebackData.id,
    stage,
    amount: disputed,
    // Mollie takes no answer: the money is gone unless it is reversed.
    over: chargebackData.reversedAt ? "won" : "lost",
  };
}

import { z } from "zod";
import type { PaymentOutcome, ProviderIds, RefundOutcome, RefundState, ToldEvent } from "../../ports/rail.ts";
import { fromWire } from "./money.ts";

const amount = z.object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().max(32) });
const id = z.string().regex(/^[A-Z0-9]{1,36}$/);
const word = z.string().regex(/^[A-Z_]{1,64}$/);
const custom = z.string().max(255).nullish().catch(null);
const links = z
  .array(z.object({ rel: z.string().max(100), href: z.string().max(2_000) }))
  .nullish()
  .catch(null);

export const capture = z.object({ id, status: word, amount, custom_id: custom });
type Capture = z.infer<typeof capture>;

export const refund = z.object({ id, status: word, amount, custom_id: custom });
type Refund = z.infer<typeof refund>;

export const order = z.object({
  id,
  status: word,
  purchase_units: z
    .array(
      z.object({
        custom_id: custom,
        amount,
        payments: z
          .object({ captures: z.array(capture).nullish(), refunds: z.array(refund).nullish() })
          .nullish(),
      }),
    )
    .min(1),
  links,
});
export type Order = z.infer<typeof order>;

const EVENT_ID = /^WH-[A-Z0-9]{1,60}(-[A-Z0-9]{1,60}){0,3}$/;
/** The members that a notification and the stored event share. */
export const event = z.object({
  id: z.string().regex(EVENT_ID),
  event_type: z.string().regex(/^[A-Z0-9._-]{1,100}$/),
  resource: z.record(z.string(), z.unknown()),
});
export const eventId = event.shape.id;

const dispute = z.object({
  dispute_id: z.string().regex(/^[A-Za-z0-9-]{1,200}$/),
  status: word,
  dispute_amount: amount,
  dispute_outcome: z.object({ outcome_code: word }).optional(),
  seller_response_due_date: z.iso.datetime({ offset: true }).startsWith("2").nullish().catch(null),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().regex(/^[A-Za-z0-9-]{1,200}$/) }))
    .min(1),
});

const problem = z.object({ details: z.array(z.object({ issue: word })) });

/** PayPal's code of the refusal; null: it gave none. */
export function issueOf(json: unknown): string | null {
  return problem.safeParse(json).data?.details[0]?.issue ?? null;
}

/** Returns the order that an event about it or about its capture names; null: none. */
export function orderIdIn(
  resource: Readonly<Record<string, unknown>>,
  about: "order" | "capture",
): string | null {
  if (about === "order") return id.safeParse(resource.id).data ?? null;
  const relatedOrder = z.object({
    supplementary_data: z.object({ related_ids: z.object({ order_id: id }) }),
  });
  return relatedOrder.safeParse(resource).data?.supplementary_data.related_ids.order_id ?? null;
}

/** The order that the payment is for; null: none of ours. */
export function sessionOf({ purchase_units: [unit] }: Order): string | null {
  const customId = unit?.custom_id;
  return customId && /^[\w-]{1,64}$/.test(customId) ? customId : null;
}

/** Returns the page where the buyer approves; null: there is nothing left to approve. */
export function approvalIn({ links }: Order): string | null {
  return (
    (links?.find(({ rel }) => rel === "payer-action") ?? links?.find(({ rel }) => rel === "approve"))?.href ??
    null
  );
}

/** An order is captured once; attempts that were declined may stand before that. */
export function captureOf({ purchase_units: [unit] }: Order): Capture | null {
  const captures = unit?.payments?.captures ?? [];
  return captures.find(({ status }) => TAKEN.has(status)) ?? captures.at(-1) ?? null;
}

export function refundsOf({ purchase_units: [unit] }: Order): readonly Refund[] {
  return unit?.payments?.refunds ?? [];
}

/** Refunds tell what became of the money later. */
const TAKEN: ReadonlySet<string> = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);

export function outcomeOfCapture(
  { id: paymentId, status, amount: taken }: Capture,
  ids?: ProviderIds,
): PaymentOutcome {
  if (TAKEN.has(status)) {
    const received = fromWire(taken);
    return received === null
      ? { outcome: "unknown", reason: "unreadable" }
      : { outcome: "paid", received, paymentId, ids };
  }
  if (status === "PENDING") return { outcome: "pending", stage: "processing", ids };
  if (status !== "DECLINED" && status !== "FAILED") return { outcome: "unknown", reason: "unreadable" };
  const decline = { code: status, message: "The payment was declined.", retry: "later" } as const;
  return { outcome: "declined", decline, ids };
}

export function outcomeOf(orderData: Order): PaymentOutcome {
  const ids = { order: orderData.id };
  const taken = captureOf(orderData);
  if (taken !== null) return outcomeOfCapture(taken, ids);
  switch (orderData.status) {
    // Approved or not: the buyer is not charged before it is captured.
    case "CREATED":
    case "SAVED":
    case "PAYER_ACTION_REQUIRED":
    case "APPROVED":
      return { outcome: "pending", stage: "open", ids };
    case "VOIDED":
      return { outcome: "cancelled", ids };
    default:
      return { outcome: "unknown", reason: "unreadable" };
  }
}

export function paymentEvent(orderData: Order): ToldEvent {
  const orderId = sessionOf(orderData);
  const { id: captureId, status = orderData.status } = captureOf(orderData) ?? { id: "none" };
  const dedupeKey = `${orderData.id}:${captureId}:${status}`;
  if (orderId === null) return { about: "ignored", dedupeKey, type: "order" };
  return { about: "payment", dedupeKey, orderId, payment: outcomeOf(orderData) };
}

const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  PENDING: "requested",
  COMPLETED: "succeeded",
  FAILED: "failed",
  CANCELLED: "failed",
};
/** A refund without a mark may show the payment's mark: this prefix distinguishes them. */
const KEY_MARK = "refund.";

/** null: PayPal could not keep it. */
export function markOf(key: string): string | null {
  return /^[A-Za-z0-9_.,-]{1,120}$/.test(key) ? KEY_MARK + key : null;
}

export function refundOutcome({ id: refundId, status }: Refund): RefundOutcome {
  const outcome = REFUND_STATES[status];
  if (outcome === undefined) return { outcome: "unknown", reason: "unreadable" };
  return outcome === "failed" ? { outcome, refundId, reason: status.toLowerCase() } : { outcome, refundId };
}

/** null: it is not as documented. */
export function refundEvent(refundData: Refund): ToldEvent | null {
  const sent = fromWire(refundData.amount);
  const state = REFUND_STATES[refundData.status];
  if (sent === null || state === undefined) return null;
  const mark = refundData.custom_id ?? "";
  return {
    about: "refund",
    dedupeKey: `${refundData.id}:${refundData.status}`,
    orderId: null,
    refundKey: mark.startsWith(KEY_MARK) ? mark.slice(KEY_MARK.length) : null,
    refundId: refundData.id,
    state,
    amount: sent,
  };
}

/** Outcomes of resolved disputes. With a payout PayPal pays the buyer itself. */
const ENDS: Readonly<Record<string, "won" | "lost">> = {
  RESOLVED_BUYER_FAVOUR: "lost",
  ACCEPTED: "lost",
  RESOLVED_SELLER_FAVOUR: "won",
  RESOLVED_WITH_PAYOUT: "won",
  CANCELED_BY_BUYER: "won",
  DENIED: "won",
};

/** Statuses in which PayPal waits for no answer of the seller. */
const UNANSWERABLE: ReadonlySet<string> = new Set(["WAITING_FOR_BUYER_RESPONSE", "UNDER_REVIEW", "RESOLVED"]);

/** null: it is not as documented. */
export function disputeEvent(resource: unknown): ToldEvent | null {
  const disputeData = dispute.safeParse(resource).data;
  const disputed = disputeData && fromWire(disputeData.dispute_amount);
  if (!disputeData || !disputed) return null;
  const { status, seller_response_due_date: dueDate } = disputeData;
  return {
    about: "dispute",
    dedupeKey: `${disputeData.dispute_id}:${status}`,
    orderId: null,
    paymentId: disputeData.disputed_transactions[0]!.seller_transaction_id,
    disputeId: disputeData.dispute_id,
    stage: status.toLowerCase(),
    amount: disputed,
    ...(dueDate && !UNANSWERABLE.has(status) && { answerBy: new Date(dueDate) }),
    ...(status === "RESOLVED" && {
      over: ENDS[disputeData.dispute_outcome?.outcome_code ?? ""] ?? "closed",
    }),
  };
}

import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import type { RailOrder, RefundOutcome } from "../../ports/rail.ts";
import type { Money } from "../../src/shared/money.ts";
import {
  type Exchange,
  failedRefund,
  refundTrouble,
  type Trouble,
  unknownRefund,
} from "../shared/exchange.ts";
import { isUnknownObject, KEY_IN_USE, type StripeConversation } from "./client.ts";
import { fromWire, toWire } from "./currencies.ts";
import {
  ORDER_KEY,
  outcomeOfRefund,
  pageOf,
  type PaymentIntent,
  paymentIntent,
  refund,
  REFUND_KEY,
  type Refund,
} from "./messages.ts";
import { findSession, NO_OBJECT } from "./sessions.ts";

export async function refundPayment(
  conversation: StripeConversation,
  order: RailOrder,
  { amount, key, paymentId }: { readonly amount: Money; readonly key: string; readonly paymentId?: string },
): Promise<RefundOutcome> {
  const wireAmount = toWire(amount);
  if (!Number.isSafeInteger(amount.amount) || amount.amount <= 0 || wireAmount === null)
    return failedRefund("invalid_amount");
  const found = await findIntent(conversation, order, paymentId);
  if (found.end !== "data") return isUnknown(found) ? failedRefund("not_found") : unknownRefund(found);
  const intent = found.data;
  // A refund names no currency: it is made in the payment's.
  const received = fromWire(intent.amount_received, intent.currency);
  if (intent.status !== "succeeded" || received === null) return failedRefund("not_paid");
  if (received.currency !== amount.currency) return failedRefund("invalid_currency");
  if (amount.amount > received.amount) return failedRefund("amount_too_large");

  const params: Stripe.RefundCreateParams = {
    payment_intent: intent.id,
    amount: wireAmount,
    reason: "requested_by_customer",
    metadata: { [ORDER_KEY]: order.id, [REFUND_KEY]: key },
  };
  // Stripe has one space of keys an account, and ours are an order's.
  const idempotencyKey = `refund-${createHash("sha256").update(`${order.id}:${key}`).digest("hex")}`;
  const result = await conversation.ask(refund, (stripe, call) =>
    stripe.refunds.create(params, { ...call, idempotencyKey }),
  );
  if (result.end === "data") return outcomeOfRefund(result.data);
  if (result.end === "refused" && result.code === KEY_IN_USE) return failedRefund("key_in_use");
  return refundTrouble(result);
}

export async function lookUpRefund(
  conversation: StripeConversation,
  order: RailOrder,
  { key, refundId }: { readonly key: string; readonly refundId: string | null },
): Promise<RefundOutcome> {
  const found =
    refundId === null
      ? await searchRefund(conversation, order, key)
      : await conversation.ask(refund, (stripe, call) => stripe.refunds.retrieve(refundId, {}, call));
  if (found.end !== "data") return unknownRefund(found, isUnknownObject);
  return isOurs(found.data, order, key)
    ? outcomeOfRefund(found.data)
    : { outcome: "unknown", reason: "unreadable" };
}

async function searchRefund(
  conversation: StripeConversation,
  order: RailOrder,
  key: string,
): Promise<Exchange<Refund>> {
  const intent = await findIntent(conversation, order, order.ids["paymentIntent"]);
  if (intent.end !== "data") return intent;
  let after: string | undefined;
  for (;;) {
    const params: Stripe.RefundListParams = {
      payment_intent: intent.data.id,
      limit: 100,
      ...(after && { starting_after: after }),
    };
    const page = await conversation.ask(pageOf(refund), (stripe, call) => stripe.refunds.list(params, call));
    if (page.end !== "data") return page;
    const { data: refunds, has_more: hasMore } = page.data;
    const found = refunds.find((one) => isOurs(one, order, key));
    if (found !== undefined) return { end: "data", data: found };
    after = refunds.at(-1)?.id;
    if (!hasMore || after === undefined) return NO_OBJECT;
  }
}

/** NO_OBJECT: the payment does not exist, or it is another order's. */
async function findIntent(
  conversation: StripeConversation,
  order: RailOrder,
  paymentId: string | undefined,
): Promise<Exchange<PaymentIntent>> {
  if (paymentId !== undefined) {
    const intent = await conversation.ask(paymentIntent, (stripe, call) =>
      stripe.paymentIntents.retrieve(paymentId, {}, call),
    );
    return intent.end !== "data" || intent.data.metadata?.[ORDER_KEY] === order.id ? intent : NO_OBJECT;
  }
  const session = await findSession(conversation, order);
  if (session.end !== "data") return session;
  const intent = session.data.payment_intent;
  return typeof intent === "object" && intent !== null ? { end: "data", data: intent } : NO_OBJECT;
}

function isOurs(one: Refund, order: RailOrder, key: string): boolean {
  return one.metadata?.[REFUND_KEY] === key && one.metadata[ORDER_KEY] === order.id;
}

function isUnknown(trouble: Trouble): boolean {
  return trouble.end === "refused" && isUnknownObject(trouble);
}

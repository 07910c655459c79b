import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import type { RailOrder, RefundOutcome } from "../../ports/rail.ts";
import type { Money } from "../../src/shared/money.ts";
import { isTrouble, type StripeConversation, type Trouble } from "./client.ts";
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
import { findSession, NO_SESSION } from "./sessions.ts";

export async function refundPayment(
  conversation: StripeConversation,
  order: RailOrder,
  { amount, key, paymentId }: { readonly amount: Money; readonly key: string; readonly paymentId?: string },
): Promise<RefundOutcome> {
  const wireAmount = toWire(amount);
  if (!Number.isSafeInteger(amount.amount) || amount.amount <= 0 || wireAmount === null)
    return failed("invalid_amount");
  const intent = await findIntent(conversation, order, paymentId);
  if (isTrouble(intent)) return intent === NO_SESSION ? failed("not_found") : unknownRefund(intent);
  // A refund names no currency: it is made in the payment's.
  const received = fromWire(intent.amount_received, intent.currency);
  if (intent.status !== "succeeded" || received === null) return failed("not_paid");
  if (received.currency !== amount.currency) return failed("invalid_currency");
  if (amount.amount > received.amount) return failed("amount_too_large");

  const params: Stripe.RefundCreateParams = {
    payment_intent: intent.id,
    amount: wireAmount,
    reason: "requested_by_customer",
    metadata: { [ORDER_KEY]: order.id, [REFUND_KEY]: key },
  };
  // Stripe has one space of keys an account, and ours are an order's.
  const idempotencyKey = `refund-${createHash("sha256").update(`${order.id}:${key}`).digest("hex")}`;
  const said = await conversation.ask(refund, (stripe, call) =>
    stripe.refunds.create(params, { ...call, idempotencyKey }),
  );
  if (!isTrouble(said)) return outcomeOfRefund(said);
  if (said.trouble === "conflict") return failed("key_in_use");
  // A key that is refused can be replaced by the operator: nothing is lost yet.
  const final = said.trouble === "refused" && said.status !== 401 && said.status !== 403;
  return final ? failed(said.code) : unknownRefund(said);
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
  if (isTrouble(found)) return unknownRefund(found.code === "resource_missing" ? NO_SESSION : found);
  return isOurs(found, order, key) ? outcomeOfRefund(found) : { outcome: "unknown", reason: "unreadable" };
}

async function searchRefund(
  conversation: StripeConversation,
  order: RailOrder,
  key: string,
): Promise<Refund | Trouble> {
  const intent = await findIntent(conversation, order, order.ids["paymentIntent"]);
  if (isTrouble(intent)) return intent;
  let after: string | undefined;
  for (;;) {
    const params: Stripe.RefundListParams = {
      payment_intent: intent.id,
      limit: 100,
      ...(after && { starting_after: after }),
    };
    const page = await conversation.ask(pageOf(refund), (stripe, call) => stripe.refunds.list(params, call));
    if (isTrouble(page)) return page;
    const found = page.data.find((one) => isOurs(one, order, key));
    if (found !== undefined) return found;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return NO_SESSION;
  }
}

/** NO_SESSION: there is no such payment, or it is another order's. */
async function findIntent(
  conversation: StripeConversation,
  order: RailOrder,
  paymentId: string | undefined,
): Promise<PaymentIntent | Trouble> {
  if (paymentId !== undefined) {
    const intent = await conversation.ask(paymentIntent, (stripe, call) =>
      stripe.paymentIntents.retrieve(paymentId, {}, call),
    );
    if (isTrouble(intent)) return intent.code === "resource_missing" ? NO_SESSION : intent;
    return intent.metadata?.[ORDER_KEY] === order.id ? intent : NO_SESSION;
  }
  const session = await findSession(conversation, order);
  if (isTrouble(session)) return session;
  const intent = session.payment_intent;
  return typeof intent === "object" && intent !== null ? intent : NO_SESSION;
}

function isOurs(one: Refund, order: RailOrder, key: string): boolean {
  return one.metadata?.[REFUND_KEY] === key && one.metadata[ORDER_KEY] === order.id;
}

function failed(reason: string): RefundOutcome {
  return { outcome: "failed", refundId: null, reason };
}

function unknownRefund(trouble: Trouble): RefundOutcome {
  if (trouble === NO_SESSION) return { outcome: "unknown", reason: "not_found" };
  return { outcome: "unknown", reason: trouble.trouble === "refused" ? "refused" : trouble.code };
}

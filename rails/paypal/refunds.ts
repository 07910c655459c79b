import type { Money } from "../../src/shared/money.ts";
import type { PaymentOutcome, RailOrder, RefundOutcome } from "../../ports/rail.ts";
import type { Answer, Ask } from "./client.ts";
import {
  capture,
  issueOf,
  markOf,
  outcomeOf,
  outcomeOfCapture,
  refund as paypalRefund,
  refundOutcome,
  refundsOf,
} from "./messages.ts";
import { toWire } from "./money.ts";
import { findOrder, unseenBy } from "./orders.ts";

/** @param paymentId the capture that is meant; undefined: the order's */
export async function refundOrder(
  ask: Ask,
  order: RailOrder,
  { amount, key, paymentId }: { readonly amount: Money; readonly key: string; readonly paymentId?: string },
): Promise<RefundOutcome> {
  const wire = toWire(amount);
  const mark = markOf(key);
  if (wire === null || amount.amount <= 0) return failed("invalid_amount");
  if (mark === null) return failed("illegal_key");
  const found = await findOrder(ask, order);
  // PayPal keeps what was captured longer than the order that it was captured for.
  if (found === "not_found" && paymentId === undefined) return failed("not_found");
  if (typeof found === "string" && found !== "not_found") return { outcome: "unknown", reason: found };
  // PayPal forgets an id after 45 days, and the refund's own mark does not pass.
  const known = typeof found !== "string" && refundsOf(found).find(({ custom_id: kept }) => kept === mark);
  if (known) return refundOutcome(known);
  const seen = typeof found === "string" ? await lookAtCapture(ask, order, paymentId!) : outcomeOf(found);
  if (seen.outcome === "unknown" && seen.reason !== "not_found") return seen;
  if (seen.outcome !== "paid" || (paymentId !== undefined && paymentId !== seen.paymentId))
    return failed("not_paid");
  if (seen.received.currency !== amount.currency) return failed("invalid_currency");
  const answer = await ask({
    method: "POST",
    path: `/v2/payments/captures/${seen.paymentId}/refund`,
    requestId: `${order.id}.${key}`,
    body: { amount: wire, custom_id: mark },
  });
  return outcomeOfAnswer(answer);
}

async function lookAtCapture(ask: Ask, order: RailOrder, paymentId: string): Promise<PaymentOutcome> {
  const answer = await ask({ method: "GET", path: `/v2/payments/captures/${encodeURIComponent(paymentId)}` });
  const unseen = unseenBy(answer);
  if (unseen !== null || answer.end !== "answer")
    return { outcome: "unknown", reason: unseen ?? "unreadable" };
  const told = capture.safeParse(answer.json).data;
  return told && told.custom_id === order.id
    ? outcomeOfCapture(told)
    : { outcome: "unknown", reason: "unreadable" };
}

export async function findRefund(
  ask: Ask,
  order: RailOrder,
  { key, refundId }: { readonly key: string; readonly refundId: string | null },
): Promise<RefundOutcome> {
  if (order.ids.order === undefined && refundId !== null) return findById(ask, key, refundId);
  const found = await findOrder(ask, order);
  // Of an order that is not there PayPal cannot say what was refunded.
  if (typeof found === "string")
    return { outcome: "unknown", reason: found === "not_found" ? "refused" : found };
  const mark = markOf(key);
  const refunds = refundsOf(found);
  const made =
    refunds.find(({ custom_id: kept }) => mark !== null && kept === mark) ??
    refunds.find(({ id }) => id === refundId);
  return made ? refundOutcome(made) : { outcome: "unknown", reason: "not_found" };
}

async function findById(ask: Ask, key: string, refundId: string): Promise<RefundOutcome> {
  const answer = await ask({ method: "GET", path: `/v2/payments/refunds/${encodeURIComponent(refundId)}` });
  const unseen = unseenBy(answer);
  if (unseen !== null || answer.end !== "answer")
    return { outcome: "unknown", reason: unseen ?? "unreadable" };
  const told = paypalRefund.safeParse(answer.json).data;
  return told && told.custom_id === markOf(key)
    ? refundOutcome(told)
    : { outcome: "unknown", reason: "unreadable" };
}

function outcomeOfAnswer(answer: Answer): RefundOutcome {
  if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
  const { status, json, withoutToken } = answer;
  if (status === 401 || status === 403) return { outcome: "unknown", reason: "refused" };
  // 409: it works on this id at the moment.
  if (withoutToken || status === 409 || status === 429 || status >= 500)
    return { outcome: "unknown", reason: `http_${status}` };
  if (status >= 400) return failed((issueOf(json) ?? `http_${status}`).toLowerCase());
  const made = paypalRefund.safeParse(json).data;
  return made ? refundOutcome(made) : { outcome: "unknown", reason: "unreadable" };
}

function failed(reason: string): RefundOutcome {
  return { outcome: "failed", refundId: null, reason };
}

import type { Money } from "../../src/shared/money.ts";
import type { PaymentOutcome, RailOrder, RefundOutcome } from "../../ports/rail.ts";
import {
  failedRefund,
  isMissing,
  readAs,
  refundTrouble,
  unknownPayment,
  unknownRefund,
} from "../shared/exchange.ts";
import type { Answer, Ask } from "./client.ts";
import {
  capture,
  markOf,
  outcomeOf,
  outcomeOfCapture,
  refund as paypalRefund,
  refundOutcome,
  refundsOf,
} from "./messages.ts";
import { toWire } from "./money.ts";
import { findOrder, seenBy } from "./orders.ts";

/** @param paymentId the capture that is meant; undefined: the order's */
export async function refundOrder(
  ask: Ask,
  order: RailOrder,
  { amount, key, paymentId }: { readonly amount: Money; readonly key: string; readonly paymentId?: string },
): Promise<RefundOutcome> {
  const wire = toWire(amount);
  const mark = markOf(key);
  if (wire === null || amount.amount <= 0) return failedRefund("invalid_amount");
  if (mark === null) return failedRefund("illegal_key");
  const found = await findOrder(ask, order);
  // PayPal keeps what was captured longer than the order that it was captured for.
  if (found.end !== "data" && !isMissing(found)) return unknownRefund(found);
  if (found.end !== "data" && paymentId === undefined) return failedRefund("not_found");
  // PayPal forgets an id after 45 days, and the refund's own mark does not pass.
  const known =
    found.end === "data" && refundsOf(found.data).find(({ custom_id: customId }) => customId === mark);
  if (known) return refundOutcome(known);
  const seen = found.end === "data" ? outcomeOf(found.data) : await lookAtCapture(ask, order, paymentId!);
  if (seen.outcome === "unknown" && seen.reason !== "not_found") return seen;
  if (seen.outcome !== "paid" || (paymentId !== undefined && paymentId !== seen.paymentId))
    return failedRefund("not_paid");
  if (seen.received.currency !== amount.currency) return failedRefund("invalid_currency");
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
  const captureData = readAs(seenBy(answer), capture);
  if (captureData.end !== "data") return unknownPayment(captureData);
  return captureData.data.custom_id === order.id
    ? outcomeOfCapture(captureData.data)
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
  if (found.end !== "data") return unknownRefund(found, () => false);
  const mark = markOf(key);
  const refunds = refundsOf(found.data);
  const existing =
    refunds.find(({ custom_id: customId }) => mark !== null && customId === mark) ??
    refunds.find(({ id }) => id === refundId);
  return existing ? refundOutcome(existing) : { outcome: "unknown", reason: "not_found" };
}

async function findById(ask: Ask, key: string, refundId: string): Promise<RefundOutcome> {
  const answer = await ask({ method: "GET", path: `/v2/payments/refunds/${encodeURIComponent(refundId)}` });
  const refundData = readAs(seenBy(answer), paypalRefund);
  if (refundData.end !== "data") return unknownRefund(refundData);
  return refundData.data.custom_id === markOf(key)
    ? refundOutcome(refundData.data)
    : { outcome: "unknown", reason: "unreadable" };
}

function outcomeOfAnswer(answer: Answer): RefundOutcome {
  const refundData = readAs(answer, paypalRefund);
  if (refundData.end === "data") return refundOutcome(refundData.data);
  // Without a token nothing was sent, however asking for the token ended.
  return answer.withoutToken ? unknownRefund(refundData, () => false) : refundTrouble(refundData);
}

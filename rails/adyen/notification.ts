import type { NotificationReading, PaymentOutcome, RailEvent, RailKind } from "../../ports/rail.ts";
import { believed, headFault, notBelieved } from "../shared/notification-head.ts";
import { type AdyenAccount } from "./account.ts";
import { fromWire } from "./currencies.ts";
import { type NotificationItem, readItems } from "./messages.ts";
import { readRefundReference } from "./reference.ts";
import { isGenuine, isUnambiguous, sameText } from "./signature.ts";

const BYTES_MAX = 256 * 1024;
/** Money that came, or was to come, and is gone: Adyen's words are the stages. */
const DISPUTES: ReadonlySet<string> = new Set([
  "REQUEST_FOR_INFORMATION",
  "NOTIFICATION_OF_CHARGEBACK",
  "CHARGEBACK",
  "CHARGEBACK_REVERSED",
  "SECOND_CHARGEBACK",
  "PREARBITRATION_OPEN",
  "PREARBITRATION_WON",
  "PREARBITRATION_LOST",
  "ISSUER_RESPONSE_TIMEFRAME_EXPIRED",
  "DISPUTE_DEFENSE_PERIOD_ENDED",
]);
/** Events that need no further answer from the organisation. */
const ENDS: Readonly<Record<string, "won" | "lost">> = {
  CHARGEBACK_REVERSED: "won",
  PREARBITRATION_WON: "won",
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: "won",
  SECOND_CHARGEBACK: "lost",
  PREARBITRATION_LOST: "lost",
  DISPUTE_DEFENSE_PERIOD_ENDED: "lost",
};
const UNDONE: ReadonlySet<string> = new Set([
  "CANCELLATION",
  "TECHNICAL_CANCEL",
  "CANCEL_OR_REFUND",
  "CAPTURE_FAILED",
  "EXPIRE",
]);

/**
 * Reads what Adyen sends: every item of it is genuine, or nothing is believed. Only signed fields are used. What Adyen may send
 * unsigned is acknowledged and ignored: refused, it would be sent again for days.
 */
export function readNotification(
  kind: RailKind,
  account: AdyenAccount,
  { headers, rawBody }: { readonly headers: Readonly<Record<string, string>>; readonly rawBody: Uint8Array },
): NotificationReading {
  const unread = headFault({ headers, rawBody }, BYTES_MAX);
  if (unread !== null) return unread;
  if (!isAuthorised(account, headers["authorization"]))
    return notBelieved(401, "the user or password is wrong");
  const body = readItems(rawBody);
  if (body === null) return notBelieved(400, "the body is not as documented");
  const { hmacKey, previousHmacKey } = account;
  const keys = previousHmacKey === undefined ? [hmacKey] : [hmacKey, previousHmacKey];
  if (!body.items.every((item) => isGenuine(item, item.additionalData.hmacSignature, keys)))
    return notBelieved(401, "the signature of an item does not match");
  // This field is not signed: it can only lead to a refusal.
  if (body.live !== account.live) return notBelieved(401, "it is of the other environment, test or live");
  const events = body.items.flatMap((item) => eventsOf(kind, account, item));
  const ignored = body.notices.map(({ pspReference, eventCode: type }): RailEvent => {
    return { about: "ignored", dedupeKey: `unsigned:${pspReference}:${type}`, type, unproven: true };
  });
  return believed([...events, ...ignored], { contentType: "text/plain", body: "[accepted]" });
}

/** The paid payment's id: a link is paid once, and is looked up without learning Adyen's reference of the payment. */
export function paymentIdOf(kind: RailKind, orderId: string, pspReference: string): string {
  return kind === "redirect" ? orderId : pspReference;
}

function isAuthorised({ basicUser, basicPassword }: AdyenAccount, authorization = ""): boolean {
  if (basicUser === undefined || basicPassword === undefined) return true;
  const expected = Buffer.from(`${basicUser}:${basicPassword}`, "utf8").toString("base64");
  return sameText(authorization.replace(/^basic +/i, "Basic "), `Basic ${expected}`);
}

function eventsOf(kind: RailKind, account: AdyenAccount, item: NotificationItem): RailEvent[] {
  const { pspReference, originalReference, eventCode } = item;
  const succeeded = item.success === "true";
  // The time, the reason and the rest differ between repetitions of one event.
  const dedupeKey = `${pspReference}:${eventCode}:${item.success}`;
  const ignored: RailEvent[] = [{ about: "ignored", dedupeKey, type: eventCode }];
  if (!isUnambiguous(item) || item.merchantAccountCode !== account.merchantAccount)
    return [{ about: "ignored", dedupeKey: `other:${dedupeKey}`, type: eventCode }];

  const amount = fromWire(item.amount.value, item.amount.currency);
  const { orderId, refundKey } = readRefundReference(item.merchantReference);
  if (eventCode === "AUTHORISATION" || eventCode === "OFFER_CLOSED") {
    if (orderId === null || (eventCode === "OFFER_CLOSED" && !succeeded)) return ignored;
    const received = amount === null ? null : { amount, pspReference };
    const payment =
      eventCode === "AUTHORISATION" && succeeded
        ? paid(kind, orderId, received)
        : attemptEnded(kind, eventCode);
    return [{ about: "payment", dedupeKey, orderId, payment }];
  }
  if (amount === null) return ignored;
  if (
    eventCode === "REFUND" ||
    ((eventCode === "REFUND_FAILED" || eventCode === "REFUNDED_REVERSED") && succeeded)
  ) {
    const state = eventCode === "REFUND" && succeeded ? "succeeded" : "failed";
    return [{ about: "refund", dedupeKey, orderId, refundKey, refundId: pspReference, state, amount }];
  }
  if (!succeeded) return ignored;
  const stage = eventCode.toLowerCase();
  const over = ENDS[eventCode];
  if (DISPUTES.has(eventCode))
    return [
      { about: "dispute", dedupeKey, orderId, disputeId: pspReference, stage, amount, ...(over && { over }) },
    ];
  if (!UNDONE.has(eventCode)) return ignored;
  const disputeId = originalReference || pspReference;
  const undone: RailEvent = {
    about: "dispute",
    dedupeKey,
    orderId,
    disputeId,
    stage,
    amount,
    over: "lost",
  };
  // Received before the authorisation, it ends the order, which then cannot be settled with money that is gone.
  return orderId === null
    ? [undone]
    : [
        { about: "payment", dedupeKey: `${dedupeKey}:payment`, orderId, payment: { outcome: "cancelled" } },
        undone,
      ];
}

function paid(
  kind: RailKind,
  orderId: string,
  received: {
    readonly amount: { readonly amount: number; readonly currency: string };
    readonly pspReference: string;
  } | null,
): PaymentOutcome {
  if (received === null) return { outcome: "unknown", reason: "unreadable" };
  const { amount, pspReference } = received;
  const paymentId = paymentIdOf(kind, orderId, pspReference);
  return { outcome: "paid", received: amount, paymentId, ids: { payment: pspReference } };
}

/** A session or link outlives its attempts: after a declined one the buyer may pay with the next. A code is one. */
function attemptEnded(kind: RailKind, eventCode: string): PaymentOutcome {
  if (kind !== "qr") return { outcome: "pending", stage: "open" };
  if (eventCode === "OFFER_CLOSED") return { outcome: "expired" };
  const decline = { code: "refused", message: "The payment was refused.", retry: "now" } as const;
  return { outcome: "declined", decline };
}

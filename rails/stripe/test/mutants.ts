import { inClient, inFile, inMessages, inRail, mutants } from "../../../test/mutants/mutant.ts";

const inNotification = inFile("notification.ts");
const inRefunds = inFile("refunds.ts");
const inSessions = inFile("sessions.ts");

/** The rail with one mistake each: its tests catch every one of them. */
export const MUTANTS = mutants({
  "other-mode-created": [
    "The buyer gets a session of the live mode for an order of the test mode.",
    inRail(
      '  if (newSession.livemode !== livemode) return { outcome: "unknown", reason: "other_mode" };\n',
      "",
    ),
  ],
  "other-mode-found": [
    "A look-up believes a session of the other mode.",
    inSessions("return isMarked && one.livemode === livemode;", "return isMarked;"),
  ],
  "other-mode-notified": [
    "An event of the other mode settles an order.",
    inNotification("type === undefined || happened.livemode !== livemode", "type === undefined"),
  ],
  "session-of-another-system": [
    "A session of another system with the same client reference is taken for the order's.",
    inSessions(" && one.metadata?.[ORDER_KEY] === id;", ";"),
  ],
  "completed-is-paid": [
    "A session that is complete, and not paid, counts as paid.",
    inMessages(
      'if (session.payment_status === "paid" && intent',
      'if (session.status === "complete" && intent',
    ),
  ],
  "capturable-is-paid": [
    "Money that waits for its capture counts as paid.",
    inMessages(
      'if (intent?.status === "succeeded")',
      'if (intent?.status === "succeeded" || intent?.status === "requires_capture")',
    ),
    inMessages('if (intent.status !== "succeeded" || received === null)', "if (received === null)"),
  ],
  "refund-of-another-order": [
    "A refund of another order is found by its key.",
    inRefunds(" && one.metadata[ORDER_KEY] === order.id;", ";"),
  ],
  "first-page-of-refunds": [
    "Only the first page of refunds is read.",
    inRefunds(
      "if (!hasMore || after === undefined) return NO_OBJECT;",
      "if (!hasMore || after !== undefined) return NO_OBJECT;",
    ),
  ],
  "first-page-of-sessions": [
    "Only the first page of sessions is searched.",
    inSessions(
      "if (!hasMore || after === undefined) return NO_OBJECT;",
      "if (!hasMore || after !== undefined) return NO_OBJECT;",
    ),
  ],
  "any-payment-refunded": [
    "A refund ignores which payment is meant.",
    inRefunds(
      "await findIntent(conversation, order, paymentId);",
      'await findIntent(conversation, order, order.ids["paymentIntent"]);',
    ),
  ],
  "refund-key-without-order": [
    "Refunds of two orders share an idempotency key.",
    inRefunds("update(`${order.id}:${key}`)", "update(key)"),
  ],
  "paid-in-another-currency": [
    "Buyers may pay in their local currency.",
    inRail("adaptive_pricing: { enabled: false },", "adaptive_pricing: { enabled: true },"),
  ],
  "only-reserved": [
    "The request asks Stripe to reserve the money.",
    inRail("payment_intent_data: { metadata,", 'payment_intent_data: { capture_method: "manual", metadata,'),
  ],
  "message-as-code": [
    "Stripe's message is logged as its code.",
    inClient("const code = safeCode(error.code) ?? safeCode(error.rawType);", "const code = error.message;"),
  ],
  "unit-of-iso": [
    "Amounts are sent in ISO's unit, also where Stripe's differs.",
    inRail("unit_amount: toWire(charge) ?? 0,", "unit_amount: charge.amount,"),
  ],
  "missed-since-rounded-up": [
    "Missed events of the second that has begun are left out.",
    inRail(
      "created: { gte: Math.floor(since.getTime() / 1000) },",
      "created: { gte: Math.ceil(since.getTime() / 1000) },",
    ),
  ],
  "session-of-another-cancelled": [
    "Cancelling answers by the session of another order.",
    inRail('if (seen.client_reference_id !== order.id) return "unknown";', ""),
  ],
  "paid-later-not-listed": [
    "Sessions that were created before the time and paid after it are not listed.",
    inSessions(" - LIFETIME_SECONDS - SLACK_SECONDS", " + LIFETIME_SECONDS * 0"),
  ],
  "prevented-is-lost": [
    "A dispute that was prevented counts as lost.",
    inNotification('prevented: "won"', 'prevented: "lost"'),
  ],
  "reference-cut": [
    "A reference of 64 characters loses the last one: two orders share a session.",
    inRail("idempotencyKey: order.id }", "idempotencyKey: order.id.slice(0, 63) }"),
    inRail("const metadata = { [ORDER_KEY]: id };", "const metadata = { [ORDER_KEY]: id.slice(0, 63) };"),
    inRail("client_reference_id: id,", "client_reference_id: id.slice(0, 63),"),
    inRail(
      "newSession.client_reference_id === order.id &&",
      "newSession.client_reference_id === order.id.slice(0, 63) &&",
    ),
    inSessions("one.client_reference_id === id &&", "one.client_reference_id === id?.slice(0, 63) &&"),
    inSessions("one.metadata?.[ORDER_KEY] === id;", "one.metadata?.[ORDER_KEY] === id?.slice(0, 63);"),
  ],
});

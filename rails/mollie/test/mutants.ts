import { inClient, inFile, inMessages, inRail, mutants } from "../../../test/mutants/mutant.ts";

const inNotification = inFile("notification.ts");

/** The rail with one mistake each: its tests catch every one of them. */
export const MUTANTS = mutants({
  "other-mode-fetched": [
    "A payment of the other mode is believed when its name is fetched.",
    inRail(
      "if (paymentData.id !== what || paymentData.mode !== account.mode) return [];",
      "if (paymentData.id !== what) return [];",
    ),
  ],
  "other-mode-found": [
    "A payment of the other mode is created and looked up.",
    inRail(
      "orderIdOf(paymentData) === order.id && paymentData.mode === account.mode;",
      "orderIdOf(paymentData) === order.id;",
    ),
  ],
  "other-mode-listed": [
    "Payments of the other mode are listed.",
    inRail(
      "payments.filter(({ mode }) => mode === account.mode).flatMap(listed)",
      "payments.flatMap(listed)",
    ),
  ],
  "other-mode-notified": [
    "An event of the other mode settles an order.",
    inNotification("if (isOtherMode(entity, mode)) return ignored;", ""),
  ],
  "any-payment-refunded": [
    "A refund ignores which of two payments is meant.",
    inRail(
      "await this.#find(ask, credentials, order, paymentId);",
      "await this.#find(ask, credentials, order);",
    ),
  ],
  "payment-of-another-system": [
    "A payment of another system that names the order is taken for the order's.",
    inMessages("const orderId = metadata?.orderId;", "const orderId = metadata?.orderId ?? metadata?.order;"),
  ],
  "authorized-is-paid": [
    "Money that is only reserved counts as paid.",
    inMessages('    case "pending":\n    case "authorized":\n', '    case "pending":\n'),
    inMessages('    case "paid": {', '    case "authorized":\n    case "paid": {'),
  ],
  "any-refund-found": [
    "A refund's look-up takes any refund of the rail.",
    inRail(
      "const existing = refunds.find((one) => keyOf(one) === key) ??",
      "const existing = refunds.find((one) => keyOf(one) !== null) ??",
    ),
  ],
  "first-page-of-payments": [
    "Only the first page of payments is searched.",
    inRail("if (next === null) return NO_PAYMENT;", "if (page >= 0 || next === null) return NO_PAYMENT;"),
  ],
  "first-page-listed": [
    "A list of payments ends with its first page.",
    inRail("next: isPast ? null : nextOf(answer.data),", "next: null,"),
  ],
  "only-reserved": [
    "The request asks Mollie to reserve the money.",
    inRail(
      "        metadata: { orderId: order.id },\n",
      '        metadata: { orderId: order.id },\n        captureMode: "manual",\n',
    ),
  ],
  "answer-as-code": [
    "Mollie's whole answer is logged as its code.",
    inClient("depthMax: 16 };", "depthMax: 16, codeOf: (body: unknown) => JSON.stringify(body) };"),
  ],
  "refund-key-without-order": [
    "Refunds of two orders share an idempotency key.",
    inRail("idempotencyKey: `${order.id}.${key}`,", "idempotencyKey: key,"),
  ],
  "created-again": [
    "A creation is repeated after Mollie has forgotten its key.",
    inRail("> KEY_KEPT_MS;", "> 24 * KEY_KEPT_MS;"),
  ],
  "key-kept-too-long": [
    "A key counts as kept for longer than Mollie keeps it.",
    inRail("const KEY_KEPT_MS = 50 * MINUTE_MS;", "const KEY_KEPT_MS = 70 * MINUTE_MS;"),
  ],
  "clocks-agree": [
    "A payment whose creation is dated a second before the order is not found.",
    inRail("const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;", "const CLOCKS_DIFFER_MS = 0;"),
  ],
  "paid-later-not-listed": [
    "Payments that were created before the time and paid after it are not listed.",
    inRail(
      "since.getTime() - this.capabilities.expiryMinutes.max * MINUTE_MS - CLOCKS_DIFFER_MS",
      "since.getTime() - CLOCKS_DIFFER_MS",
    ),
  ],
  "cut-in-a-character": [
    "A description is cut within a character.",
    inRail(
      '[...order.description].slice(0, DESCRIPTION_MAX).join("")',
      "order.description.slice(0, DESCRIPTION_MAX)",
    ),
  ],
  "reference-cut": [
    "A reference of 64 characters loses the last one: two orders share a payment.",
    inRail("idempotencyKey: order.id,", "idempotencyKey: order.id.slice(0, 63),"),
    inRail("metadata: { orderId: order.id },", "metadata: { orderId: order.id.slice(0, 63) },"),
    inRail("orderIdOf(paymentData) === order.id &&", "orderIdOf(paymentData) === order.id.slice(0, 63) &&"),
  ],
});

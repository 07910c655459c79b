import { inClient, inFile, inMessages, inRail, mutants } from "../../../test/mutants/mutant.ts";

const inOrders = inFile("orders.ts");
const inRefunds = inFile("refunds.ts");

/** The rail with one mistake each: its tests catch every one of them. */
export const MUTANTS = mutants({
  "answer-as-code": [
    "PayPal's whole answer is logged as its code.",
    inClient("issueOf(body)?.toLowerCase() ?? null,", "JSON.stringify(body).toLowerCase(),"),
  ],
  "answer-without-issue-as-code": [
    "PayPal's whole answer is logged where it names no issue.",
    inClient(
      "issueOf(body)?.toLowerCase() ?? null,",
      "issueOf(body)?.toLowerCase() ?? JSON.stringify(body),",
    ),
  ],
  "any-capture-refunded": [
    "A refund ignores which payment is meant.",
    inRefunds(
      'seen.outcome !== "paid" || (paymentId !== undefined && paymentId !== seen.paymentId)',
      'seen.outcome !== "paid"',
    ),
  ],
  "order-of-another": [
    "The order that an id leads to is taken for this one's.",
    inOrders(
      "return sessionOf(orderData) === order.id;",
      "return sessionOf(orderData) !== order.description;",
    ),
  ],
  "refused-capture-declines": [
    "A capture that PayPal refuses ends the order, although the buyer may choose another means.",
    inRail(
      'if (orderData.code !== "order_already_captured") return OPEN;',
      'if (orderData.code !== "order_already_captured") return { outcome: "expired" };',
    ),
  ],
  "lost-capture-is-open": [
    "A capture whose answer was lost counts as not made.",
    inRail(
      'if (orderData.end !== "refused") return unknownPayment(orderData);',
      'if (orderData.end !== "refused") return OPEN;',
    ),
  ],
  "pending-is-paid": [
    "A capture that is pending counts as paid.",
    inMessages('new Set(["COMPLETED",', 'new Set(["PENDING", "COMPLETED",'),
  ],
  "any-refund-found": [
    "A refund's look-up takes any refund of the order.",
    inRefunds(
      "refunds.find(({ custom_id: customId }) => mark !== null && customId === mark) ??",
      "refunds[0] ??",
    ),
  ],
  "return-of-another-order": [
    "What another order's buyer brought back charges this order.",
    inRail(" || step.returnToken !== id) return OPEN;", ") return OPEN;"),
  ],
  "cancelled-though-payable": [
    "Cancelling says cancelled of what the buyer may pay.",
    inRail('this.#nobodyCaptures(order) ? "cancelled" : "requested"', '"cancelled"'),
  ],
  "only-authorised": [
    "The request asks PayPal to reserve the money.",
    inOrders('intent: "CAPTURE",', 'intent: "AUTHORIZE",'),
  ],
  "created-again": [
    "A creation is repeated after PayPal has forgotten its id.",
    inRail(
      'if (this.#age(order.createdAt) > REQUEST_ID_KEPT_MS) return { outcome: "unknown", reason: "too_old" };',
      "",
    ),
  ],
  "expired-before-its-time": [
    "An order that PayPal does not find counts as expired at once.",
    inRail(
      "if (!mayBeOver || this.#age(order.createdAt) < KEPT_UNCAPTURED_MS) return unknownPayment(found);",
      "if (!mayBeOver) return unknownPayment(found);",
    ),
  ],
  "captured-under-one-id": [
    "After a declined means the next try has the id of the first, whose answer PayPal repeats.",
    inRail("`${order.id}.capture.${order.confirmBegunAt?.getTime() ?? 0}`", "`${order.id}.capture`"),
  ],
  "refunded-after-45-days": [
    "A refund is sent again after PayPal has forgotten its id.",
    inRefunds("if (known) return refundOutcome(known);", ""),
  ],
  "page-of-another-host": [
    "Buyers are sent to a host whose name ends like PayPal's.",
    inRail('hostname?.endsWith(".paypal.com")', 'hostname?.endsWith("paypal.com")'),
  ],
});

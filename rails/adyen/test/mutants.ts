import { inClient, inFile, inRail, mutants } from "../../../test/mutants/mutant.ts";

const inFlow = inFile("flow-rail.ts");
const inRedirect = inFile("redirect-rail.ts");
const inQr = inFile("qr-rail.ts");
const inNotification = inFile("notification.ts");

/** The rails with one mistake each: their tests catch every one of them. */
export const MUTANTS = mutants({
  "other-charge-created": [
    "A session of another charge under the same reference is shown to the buyer.",
    inFlow('if (!isFor(order, session)) return { outcome: "unknown", reason: "reference_in_use" };', ""),
  ],
  "link-of-another-order": [
    "The link that an id leads to is taken for this order's.",
    inRedirect(
      'if (link.data.reference !== order.id) return { outcome: "unknown", reason: "unreadable" };',
      "",
    ),
  ],
  "other-merchant-account": [
    "A payment of another merchant account of the company settles an order.",
    inNotification(" || item.merchantAccountCode !== account.merchantAccount)", ")"),
  ],
  "other-environment-notified": [
    "A notification of the other environment is believed.",
    inNotification(
      'if (body.live !== account.live) return notBelieved(401, "it is of the other environment, test or live");',
      "",
    ),
  ],
  "only-reserved": ["Money of a session is reserved for later.", inFlow("      captureDelayHours: 0,\n", "")],
  "link-paid-again": [
    "A link may be paid more than once.",
    inRedirect("reusable: false,", "reusable: true,"),
  ],
  "refund-key-without-order": [
    "Refunds of two orders share an idempotency key.",
    inRail('keyOf("refund", order.id, refund.key)', 'keyOf("refund", refund.key)'),
  ],
  "any-payment-refunded": [
    "A refund ignores which of two payments is meant.",
    inRail("return paymentId ?? order.ids.payment ?? null;", "return order.ids.payment ?? null;"),
  ],
  "any-link-refunded": [
    "A refund of a link ignores which payment is meant.",
    inRedirect(
      "return paymentId === order.id ? (order.ids.payment ?? null) : null;",
      "return order.ids.payment ?? null;",
    ),
  ],
  "payment-of-another-code-refunded": [
    "A refund of a code refunds any payment that is named.",
    inQr(
      "return paymentId === undefined || paymentId === known ? known : null;",
      "return paymentId ?? known;",
    ),
  ],
  "one-genuine-item": [
    "A batch is believed when one of its items is genuine.",
    inNotification("body.items.every(", "body.items.some("),
  ],
  "refused-is-paid": [
    "An authorisation that was refused counts as paid.",
    inNotification('eventCode === "AUTHORISATION" && succeeded\n', 'eventCode === "AUTHORISATION"\n'),
  ],
  "answer-as-code": [
    "Adyen's whole answer is logged as its code.",
    inClient(
      "throw new Ended(troubleOf(status, code));",
      "throw new Ended(troubleOf(status, code && text));",
    ),
  ],
  "trouble-is-refusal": [
    "An answer of 500 counts as a refusal.",
    inClient("const mayHaveActed = status >= 500 ||", "const mayHaveActed = status > 500 ||"),
  ],
  "joined-keys": [
    "Two pairs of order and key have one idempotency key.",
    inRail('hash("sha256", JSON.stringify(parts))', 'hash("sha256", parts.join(""))'),
  ],
  "dedupe-key-without-success": [
    "An event that failed counts as the one that succeeded.",
    inNotification("`${pspReference}:${eventCode}:${item.success}`", "`${pspReference}:${eventCode}`"),
  ],
  "session-of-the-browser": [
    "A session that only the browser names is believed without a reference.",
    inFlow(
      "if (session.reference === undefined && sessionId !== order.ids.session)",
      'if (session.reference === "")',
    ),
  ],
  "searched-link-left-open": [
    "A link that was made to search for the order's stays open.",
    inRedirect(
      'const closed = await this.#expire(operation, link.data.id);\n    return closed.end === "data" ? null : closed;',
      "return null;",
    ),
  ],
  "password-not-checked": [
    "A webhook without the password is believed.",
    inNotification("return sameText(authorization", 'return authorization === "" || sameText(authorization'),
  ],
  "link-of-another-cancelled": [
    "Cancelling answers by the link of another order.",
    inRedirect("link.data.reference !== order.id || link.data.status", "link.data.status"),
  ],
});

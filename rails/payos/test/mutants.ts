import { inClient, inFile, inMessages, inRail, mutants } from "../../../test/mutants/mutant.ts";

const inOrderCode = inFile("order-code.ts");
const inSignature = inFile("signature.ts");

/** The rail with one mistake each: its tests catch every one of them. */
export const MUTANTS = mutants({
  "code-of-another-system": [
    "An order's code is its number, which other systems of the merchant use, too.",
    inOrderCode("return tag * NUMBERS + number;", "return number + 0 * tag;"),
    inOrderCode(
      "return orderCode > NUMBERS && number > 0 ? number : null;",
      "return number > 0 ? number : null;",
    ),
  ],
  "other-charge-created": [
    "A link of another charge under the same code is shown to the buyer.",
    inRail(
      "!isOf(order, orderCode, link.data) || link.data.amount !== order.charge.amount",
      "!isOf(order, orderCode, link.data)",
    ),
  ],
  "message-as-code": [
    "payOS's message is logged as its code.",
    inClient("const code = codeOf(error.code);", "const code = error.message;"),
  ],
  "lost-cancellation-cancels": [
    "Cancelling says cancelled when no answer came.",
    inRail(
      'if (answer.end !== "data" && answer.end !== "refused") return "unknown";',
      'if (answer.end !== "data" && answer.end !== "refused") return "cancelled";',
    ),
  ],
  "random-dedupe-key": [
    "A notification that is sent again is another event.",
    inRail(
      "const dedupeKey = `${paymentLinkId}:${reference}:${code}`;",
      "const dedupeKey = crypto.randomUUID();",
    ),
  ],
  "link-s-money": [
    "A look-up reports the price, and not what came.",
    inMessages("received: { amount: link.amountPaid, currency", "received: { amount: link.amount, currency"),
  ],
  "processing-is-open": [
    "A transfer that is under way does not keep the payment from being cancelled.",
    inMessages(
      '{ outcome: "pending", stage: "processing", ids }',
      '{ outcome: "pending", stage: "open", ids }',
    ),
  ],
  "link-of-another-order": [
    "A link is believed that is not the stored one.",
    inRail(
      "link.orderCode === orderCode && (order.ids.paymentLink ?? link.id) === link.id;",
      "link.orderCode === orderCode;",
    ),
  ],
  "expiry-in-milliseconds": [
    "The expiry is sent in milliseconds.",
    inRail("return Math.floor(expiry.getTime() / 1000);", "return expiry.getTime();"),
  ],
  "unknown-code-refused": [
    "A code that payOS does not know counts as a refusal.",
    inRail("return unknownPayment(link, isNotFound);", "return unknownPayment(link);"),
  ],
  "signature-in-part": [
    "Eight characters of the signature are compared.",
    inSignature(
      'timingSafeEqual(Buffer.from(signature, "hex"), Buffer.from(signatureOf(data, checksumKey), "hex"));',
      "signature.slice(0, 8) === signatureOf(data, checksumKey).slice(0, 8);",
    ),
  ],
  "late-is-not-sent": [
    "A request that the deadline cut off counts as not sent.",
    inClient('if (late) return { end: "no_answer" };', 'if (late) return { end: "not_sent" };'),
  ],
  "failed-transfer-is-paid": [
    "A notification of a transfer that failed counts as paid.",
    inRail('if (code !== "00") return', 'if (code === "") return'),
  ],
  "number-of-any-code": [
    "The code 123, by which payOS tries a webhook, names the order with that number.",
    inOrderCode(
      "return orderCode > NUMBERS && number > 0 ? number : null;",
      "return number > 0 ? number : null;",
    ),
  ],
  "reference-without-link": [
    "Transfers of two banks with the same reference are one payment.",
    inMessages(
      "return `${paymentLinkId}:${reference}`;",
      'return paymentLinkId === "" ? paymentLinkId : reference;',
    ),
  ],
});

import { inClient, inMessages, inRail, mutants } from "../../../test/mutants/mutant.ts";

/** The rail with one mistake each: its tests catch every one of them. */
export const MUTANTS = mutants({
  "payment-of-another-order": [
    "The payment that an id leads to is taken for this order's, whosever it is.",
    inRail(
      'return found.end !== "data" || isOf(found.data, order, account) ? found : { end: "unreadable" };',
      "return found;",
    ),
  ],
  "failed-creation-rejected": [
    "A creation that the provider fails to answer counts as refused: everything is given back, and may be paid.",
    inRail(
      "return creationTrouble(created);",
      'return creationTrouble(created.end === "undecided" ? { ...created, end: "refused" } : created);',
    ),
  ],
  "lost-refund-look-up-not-found": [
    "No answer to a refund's look-up counts as no refund: the money is sent once more.",
    inRail(
      'if (list.end !== "data") return unknownRefund(list);',
      'if (list.end !== "data") return { outcome: "unknown", reason: "not_found" };',
    ),
  ],
  "random-creation-key": [
    "Each repetition of a creation has a new idempotency key.",
    inRail("idempotencyKey: order.id,", "idempotencyKey: crypto.randomUUID(),"),
  ],
  "lost-creation-unavailable": [
    "A creation whose answer is lost counts as not sent.",
    inRail(
      "return creationTrouble(created);",
      'return creationTrouble(created.end === "no_answer" ? { end: "not_sent" } : created);',
    ),
  ],
  "cancelled-though-paid": [
    "Cancelling what is paid says cancelled.",
    inRail(
      'return after.end === "data" ?',
      'return after.end === "data" && after.data.state === "paid" ? "cancelled" : after.end === "data" ?',
    ),
  ],
  "refund-of-any-payment": [
    "A refund does not say of which payment.",
    inRail("{ key, ...amount, charge: paymentId }", "{ key, ...amount }"),
  ],
  "refund-key-without-order": [
    "Refunds of two orders have one idempotency key.",
    inRail("idempotencyKey: `${order.id}.${key}`", "idempotencyKey: key"),
  ],
  "payment-of-another-system": [
    "A payment of another system with the order's reference is taken for the order's.",
    inMessages("metadata[MARK] === reference ? reference : null", "(metadata[MARK] ?? reference)"),
  ],
  "first-page-of-refunds": [
    "Only the first page of refunds is read.",
    inRail(
      'if (list.data.next === null) return { outcome: "unknown", reason: "not_found" };',
      'if (list.data.next !== "") return { outcome: "unknown", reason: "not_found" };',
    ),
  ],
  "other-environment-answers": [
    "A payment of the live environment is taken for one of the test environment.",
    inRail(" && payment.test === isTest(account);", ";"),
  ],
  "whole-answer-as-code": [
    "A provider's whole answer is logged as its code.",
    inClient(
      "const ANSWER = { bytesMax: 1_000_000, depthMax: 6 };",
      "const ANSWER = { bytesMax: 1_000_000, depthMax: 6, codeOf: (body: unknown) => JSON.stringify(body).toLowerCase() };",
    ),
  ],
  "paid-in-parts": [
    "Buyers may pay in parts.",
    inRail(
      "        description: order.description,\n",
      "        description: order.description,\n        partial_payments: true,\n",
    ),
  ],
  "signature-in-part": [
    "Four bytes of the signature are compared.",
    inRail("timingSafeEqual(bytes, expected);", "bytes.subarray(0, 4).equals(expected.subarray(0, 4));"),
  ],
  "random-dedupe-key": [
    "An event that is sent again is another event.",
    inMessages(
      "const { id: dedupeKey, type, data } = body.data;",
      "const { type, data } = body.data;\n  const dedupeKey = crypto.randomUUID();",
    ),
  ],
  "clocks-agree": [
    "A payment that the provider's clock dates before the order is not found.",
    inRail("const CLOCKS_DIFFER_MS = 5 * 60_000;", "const CLOCKS_DIFFER_MS = 0;"),
  ],
  "missed-of-any-environment": [
    "A missed event of the live environment settles a test order.",
    inRail(
      "eventOf(event, isTest(account)) ?? []",
      "eventOf(event, (event as { test: boolean }).test) ?? []",
    ),
  ],
});

import { inFile, inMessages, inRail, mutants } from "../../../test/mutants/mutant.ts";

const inNotification = inFile("notification.ts");
const inQueries = inFile("payment-queries.ts");
const inRequest = inFile("payment-request.ts");

/** The rail with one mistake each: its tests catch every one of them. */
export const MUTANTS = mutants({
  "paid-without-settling": [
    "A payment that is authorised counts as paid, also when settling it fails.",
    inRail('received !== null && settled?.end === "data"', "received !== null && settled !== null"),
  ],
  "refused-settling-is-paid": [
    "A payment whose settling was refused counts as paid.",
    inRail('settled?.end === "data"', '(settled?.end === "data" || settled?.end === "refused")'),
  ],
  "payment-of-another-entity": [
    "A payment of another entity under the same reference is taken for the order's.",
    inQueries(
      "reference === order.id && (entity ?? this.#entity) === this.#entity;",
      "reference === order.id;",
    ),
  ],
  "any-payment-refunded": [
    "A refund ignores which payment is meant.",
    inRail('if (paymentId !== order.id) return failedRefund("other_payment");', ""),
  ],
  "authorized-is-notified-as-paid": [
    "A notification of reserved money reports it as paid.",
    inNotification(
      '    case "sentForSettlement":\n',
      '    case "authorized":\n    case "sentForSettlement":\n',
    ),
  ],
  "authorized-is-listed-as-paid": [
    "Reserved money counts as paid in a look-up.",
    inQueries(
      '"settlementRequestSubmitted", "saleSucceeded"',
      '"settlementRequestSubmitted", "saleSucceeded", "authorizationSucceeded"',
    ),
  ],
  "not-settled-automatically": [
    "The request asks Worldpay to reserve the money.",
    inRequest("settlement: { auto: true,", "settlement: { auto: false,"),
  ],
  "card-stored": [
    "The request asks Worldpay to store the card.",
    inRequest(
      "narrative: { line1: narrative },",
      'narrative: { line1: narrative },\n      tokenCreation: { type: "worldpay" },',
    ),
  ],
  "answer-as-code": [
    "Worldpay's whole answer is logged as its code.",
    inMessages(
      "errorAnswer.safeParse(json).data?.errorName ?? null",
      "errorAnswer.safeParse(json).data?.errorName ?? JSON.stringify(json)",
    ),
  ],
  "refunded-again": [
    "A refund is sent again although Worldpay lists one of this key.",
    inRail("if (knownRefund !== null) {", "if (knownRefund !== null && order.id === key) {"),
  ],
  "session-of-another-host": [
    "A session href of another host is sent to Worldpay.",
    inRail("address?.href === href && address.origin === origin &&", "address?.href === href &&"),
  ],
  "signature-in-part": [
    "Four bytes of the signature are compared.",
    inNotification(
      "timingSafeEqual(bytes, expected)",
      "bytes.subarray(0, 4).equals(expected.subarray(0, 4))",
    ),
  ],
  "charged-after-its-time": [
    "An order is charged after its time.",
    inRail('if (this.#clock.now() >= order.expiresAt) return { outcome: "expired" };', ""),
  ],
  "answer-of-another-order": [
    "The answer to a confirmation is believed although it names another order.",
    inRail(
      "(read.data.transactionReference ?? order.id) !== order.id",
      '(read.data.transactionReference ?? "") === ""',
    ),
  ],
  "key-of-another-amount": [
    "A refund of another amount under a known key counts as that refund.",
    inRail(
      'return same ? knownRefund.outcome : failedRefund("key_in_use");',
      "return same ? knownRefund.outcome : knownRefund.outcome;",
    ),
  ],
  "lagging-is-not-found": [
    "A refund that is not listed yet counts as never requested: the money is sent once more.",
    inRail('reason: lagging ? "listed_later" : "not_found"', 'reason: lagging ? "not_found" : "not_found"'),
  ],
  "listed-at-once": [
    "A payment that is not listed yet counts as never made.",
    inRail(
      "order.confirmBegunAt.getTime() + FOUND_AFTER_MS",
      "order.confirmBegunAt.getTime() + FOUND_AFTER_MS * 0",
    ),
  ],
  "link-of-another-host": [
    "A link to another host is called with the credentials.",
    inRail(
      "return ownAddress(this.#origins[account.environment], href)?.href ?? null;",
      "return new URL(href, this.#origins[account.environment]).href;",
    ),
  ],
});

import { inFile, inRail, mutants } from "../../../test/mutants/mutant.ts";

const inVerdict = inFile("verdict.ts");

/** The rail with one mistake each: its tests catch every one of them. */
export const MUTANTS = mutants({
  "any-payment-refunded": [
    "A refund ignores which payment is meant.",
    inRail('if (paymentId !== undefined && !isOwn) return failed("other_payment");', ""),
  ],
  "coming-is-open": [
    "A transfer that is not final yet does not keep the payment from ending.",
    inRail('return units > 0n ? "processing" : "open";', 'return units > 0n ? "open" : "open";'),
  ],
  "other-blocks-believed": [
    "A node that shows other blocks than before is believed.",
    inRail("return block.hash === read.hash ? null : UNREADABLE;", "return null;"),
  ],
  "price-not-compared": [
    "An order of another price gets the address.",
    inRail(
      "if (payment.units !== BigInt(order.charge.amount) * UNITS_PER_CENT)",
      "if (payment.units === 0n)",
    ),
  ],
  "anything-is-paid": [
    "Less than the price counts as paid.",
    inVerdict("if (sum >= units)", "if (sum > 0n)"),
  ],
  "refunded-in-parts": [
    "A part is refunded as a whole.",
    inRail('if (amount.amount < order.charge.amount) return { outcome: "unsupported" };', ""),
  ],
  "other-refund-succeeds": [
    "A second refund of the same payment counts as under way.",
    inRail('return failed("refunded_already");', "return refundOf(payment);"),
  ],
  "any-refund-found": [
    "A refund's look-up ignores the key.",
    inRail("if (payment?.refundKey !== key)", "if (payment === null || payment.refundKey === null)"),
  ],
  "cancelled-though-payable": [
    "Cancelling says cancelled, although anyone may send a transfer.",
    inRail(
      'seen.outcome === "paid" || isUnderWay ? "too_late" : "unknown"',
      '(seen.outcome === "paid" || isUnderWay ? "too_late" : "cancelled") as "unknown"',
    ),
  ],
  "expiry-beyond-limits": [
    "The deadline of an address is not kept within the limits.",
    inRail("withinLimits(order.expiresAt, this.capabilities, clock.now())", "order.expiresAt"),
  ],
  "no-answer-is-no-payment": [
    "No answer of the node counts as no payment.",
    inRail(
      'const TIMEOUT: Unknown = { outcome: "unknown", reason: "timeout" };',
      'const TIMEOUT: Unknown = { outcome: "unknown", reason: "not_found" };',
    ),
  ],
  "address-of-another-organisation": [
    "One organisation sees the payment of another.",
    inRail("byOrder(organisationSlug, id)", 'byOrder(organisationSlug && "acme", id)'),
  ],
  "unreadable-block-number": [
    "A block number that is none is stored.",
    inRail(
      'if (!Number.isSafeInteger(final) || final < 0) return { outcome: "unknown", reason: "unreadable" };',
      "",
    ),
  ],
  "refunded-before-paid": [
    "What came of a price is refunded before the price is reached.",
    inRail('if (sumOf(payment) < payment.units) return failed("not_paid");', ""),
  ],
});

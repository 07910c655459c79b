import { inFile, inMessages, inRail, mutants } from "../../../test/mutants/mutant.ts";

const inPayment = inFile("payment.ts");
const inSignature = inFile("signature.ts");

/** The rails with one mistake each: their tests catch every one of them. */
export const MUTANTS = mutants({
  "any-payment-refunded": [
    "A refund ignores which payment is meant.",
    inRail('if (paymentId !== paymentIdOf(order.id)) return failedRefund("other_payment");', ""),
  ],
  "payment-of-another-rail": [
    "A payment of another rail of the organisation is taken for the order's.",
    inRail("account.organisationSlug && payment.kind === this.kind;", "account.organisationSlug;"),
  ],
  "payment-of-another-organisation": [
    "One organisation sees the payment of another.",
    inRail(
      "return payment.organisationSlug === account.organisationSlug && payment",
      "return account.organisationSlug !== undefined && payment",
    ),
  ],
  "message-for-another-rail": [
    "A notification for another rail is believed.",
    inMessages("if (message.kind !== kind) return ignored;", ""),
  ],
  "other-environment-notified": [
    "A notification of the live environment is believed.",
    inMessages("livemode: z.literal(false)", "livemode: z.boolean()"),
  ],
  "return-token-not-checked": [
    "Any return token is believed.",
    inRail("if (!isReturnToken(key, order.id, returnToken))", 'if (returnToken === "" && key.length === 0)'),
  ],
  "refunded-in-parts": [
    "A rail that refunds in full only refunds a part.",
    inRail(
      'this.capabilities.refunds === "full" && !sameMoney',
      'this.capabilities.refunds === "none" && !sameMoney',
    ),
  ],
  "step-not-requested": [
    "A step of 3-D Secure charges although the bank has not requested it.",
    inRail("if (ids.awaits !== step) return null;", 'if (ids.awaits === "") return null;'),
  ],
  "cvc-href-not-checked": [
    "A CVC href of another host is accepted.",
    inRail("if (step.cvcHref !== null && this.#choiceOfHref(step.cvcHref) === null) return null;", ""),
  ],
  "old-signature": [
    "A signature of ten minutes ago is believed.",
    inSignature("const TOLERANCE_SECONDS = 300;", "const TOLERANCE_SECONDS = 600;"),
  ],
  "signature-in-part": [
    "Four bytes of the signature are compared.",
    inSignature(
      'timingSafeEqual(Buffer.from(part.slice(3), "hex"), expected)',
      'part.slice(3, 11) === expected.toString("hex").slice(0, 8)',
    ),
  ],
  "lost-confirmation-is-paid": [
    "A confirmation whose answer was lost says what became of it.",
    inRail('if (choice === "timeout") return { outcome: "unknown", reason: "timeout" };', ""),
  ],
  "expired-is-cancelled": [
    "What has expired says that it was cancelled.",
    inPayment("return { outcome: state };", 'return { outcome: "cancelled" };'),
  ],
  "lost-answer-is-none-sent": [
    "A call whose answer was lost counts as not sent.",
    inRail(
      'if (fault === "lose_answer") return inTrouble("no_answer");',
      'if (fault === "lose_answer") return inTrouble("not_sent");',
    ),
  ],
});

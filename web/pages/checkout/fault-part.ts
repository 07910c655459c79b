import type { Words } from "../../words/words.ts";
import { html } from "../html.ts";
import { type CheckoutView, pricesOf, type ShownFault } from "./checkout-view.ts";

/** The field that a fault is about; null: it is about none. */
const FIELDS = {
  quantity: "quantity",
  answer: "answer-0",
  refund: "refund",
  email: "email",
  age: "age",
  order: null,
} as const;

export function faultText(
  view: Pick<CheckoutView, "lot" | "ways" | "way" | "entryQuestion">,
  fault: ShownFault,
  words: Words,
): string {
  switch (fault.why) {
    case "left":
      if (fault.available > 0)
        return words.text("checkout.onlyLeft", { left: words.text("left", { left: fault.available }) });
      return words.text(view.lot.sold < view.lot.maxTickets ? "checkout.noneLeft" : "text.sold_out");
    case "too_small":
      return words.text("checkout.tooSmall");
    case "missing":
      return words.text("checkout.chooseAnswer");
    case "wrong":
      return fault.about === "answer"
        ? words.text("checkout.wrongAnswer")
        : words.text("checkout.wrongQuantity", { most: Math.max(1, pricesOf(view).length) });
    case "wrong_again":
      return words.text("checkout.wrongAnswerAgain");
    case "wrong_last":
      return words.text("checkout.wrongAnswerLast");
    case "needed":
      return words.text("checkout.refundNeeded");
    case "unconfirmed":
      return words.text("age.missing");
    case "invalid":
      return words.text(fault.about === "email" ? "signin.emailWrong" : "checkout.refundInvalid");
    case "blocked":
      return words.text("checkout.refundBlocked");
    case "other":
      return words.text("checkout.otherQuestion");
    case "spent":
      return words.text("checkout.noAnswers", { when: words.fromNow(view.entryQuestion?.waitSec ?? 0) });
    case "limited":
      return words.text("checkout.limited", { when: words.fromNow(fault.waitSec) });
    case "pending":
      return words.text("checkout.pending.title");
    case "kept":
      return words.text("checkout.pending.kept");
    case "unavailable":
      return words.text("checkout.unavailable");
    case "closed":
      return words.text("checkout.closed");
    case "ended":
      return words.text("signin.ended");
    case "price":
      return words.text("checkout.priceChanged");
    case "buyer":
      return words.text("checkout.otherBuyer");
  }
}

/** Returns whether the page has the field: no form without tickets, and no question without answers left. */
function hasField({ entryQuestion }: CheckoutView, fault: ShownFault): boolean {
  if (fault.why === "left") return fault.available > 0;
  return fault.about !== "answer" || (entryQuestion?.question != null && entryQuestion.answersLeft !== 0);
}

/** Renders the fault at the top of the page, with a link to the field that it is about. A script focuses it. */
export function faultPart(view: CheckoutView, words: Words) {
  const { fault } = view;
  if (fault === null || fault.why === "pending") return null;
  const text = faultText(view, fault, words);
  const field = hasField(view, fault) ? FIELDS[fault.about] : null;
  return html`
    <div class="fault" role="alert" tabindex="-1" data-fault>
      ${field !== null && html`<h2>${words.text("checkout.check")}</h2>`}
      <p id="fault">${field === null ? text : html`<a href=${`#${field}`}>${text}</a>`}</p>
    </div>
  `;
}

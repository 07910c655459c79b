import { randomBytes } from "node:crypto";
import type { SignedIn } from "../../../../ports/buyers/buyer-sessions.ts";
import type { Currencies } from "../../../../ports/currencies.ts";
import type { MailSettings } from "../../../../ports/settings.ts";
import type { Counter, HostedCheckout } from "../../../../src/shop/hosted/hosted-checkout.ts";
import type { CheckoutView, ShownFault } from "../../../../web/pages/checkout/checkout-view.ts";
import type { Fields } from "../own/forms.ts";
import type { Reply } from "../own/own-pages.ts";
import { answerIn, isForm, lacksAge, questionIn, refundIn, tokenIn } from "./checkout-form.ts";
import { carriedBy, type CheckoutPlace } from "./checkout-place.ts";

const FORM_BYTES = 16;
const TYPED_MOST = 20;
const STATUSES: Partial<Record<ShownFault["why"], number>> = {
  pending: 409,
  kept: 409,
  limited: 429,
  spent: 429,
  unavailable: 502,
};

export interface CheckoutReplyOptions {
  readonly hosted: HostedCheckout;
  readonly mailSettings: MailSettings;
  readonly currencies: Currencies;
}

/** The state of the first page: who sees it, and what was sent. */
interface Entered {
  readonly buyer: SignedIn | null;
  /** Fields as they were sent, or as they are to be shown. */
  readonly form: Fields;
}

const pages = () => import("../../../../web/pages/checkout/checkout-page.ts");
const forms = () => import("../../../../web/pages/checkout/order-form.ts");

/** Pages and addresses of checkout for what a buyer has chosen. */
export class CheckoutReplies {
  readonly #options: CheckoutReplyOptions;

  constructor(options: CheckoutReplyOptions) {
    this.#options = options;
  }

  /** The first page. @param more the buyer wants another order although one was just bought */
  async first(place: CheckoutPlace, entered: Entered, more: boolean): Promise<Reply> {
    const { buyer, form } = entered;
    const counter = await this.#options.hosted.counter(
      { ...place, buyer },
      { more, former: questionIn(form) },
    );
    return { page: await this.#page(place, entered, counter, null) };
  }

  /** The same page, with what is wrong and all that was right. */
  async refused(place: CheckoutPlace, { buyer, form }: Entered, why: ShownFault): Promise<Reply> {
    const { response } = place.pageRequest;
    const former = why.about === "answer" && why.why !== "missing" ? null : questionIn(form);
    const counter = await this.#options.hosted.counter({ ...place, buyer }, { more: true, former });
    const fault = why.why === "wrong" && why.about === "answer" ? wrongAnswer(counter, form) : why;
    const waitSec =
      fault.why === "limited" ? fault.waitSec : fault.why === "spent" ? counter.entryQuestion?.waitSec : 0;
    if (waitSec) response.setHeader("Retry-After", String(waitSec));
    const quantity = fault.why === "left" && fault.available > 0 ? String(fault.available) : form.quantity;
    const entered = { buyer, form: { ...form, quantity } };
    return { page: await this.#page(place, entered, counter, fault), status: STATUSES[fault.why] ?? 400 };
  }

  /** Returns the path of the first page with the number of tickets and the way of payment. */
  async path(place: CheckoutPlace, form: Fields): Promise<string> {
    const { checkoutPath } = await forms();
    const face = await place.pageRequest.face(place.shopkeeper);
    return checkoutPath(
      face,
      { lot: { id: place.lotId }, carried: carriedBy(place) },
      { quantity: form.quantity?.slice(0, TYPED_MOST), pay: tokenIn(form.pay) ?? undefined },
    );
  }

  async orderPath(place: CheckoutPlace, orderId: string): Promise<string> {
    const { ownLink } = await import("../../../../web/pages/own-page.ts");
    const face = await place.pageRequest.face(place.shopkeeper);
    return ownLink(face, `/orders/${orderId}`, { visit: place.visit ?? undefined });
  }

  async #page(
    place: CheckoutPlace,
    { buyer, form }: Entered,
    counter: Counter,
    fault: ShownFault | null,
  ): Promise<string> {
    const { currencies, mailSettings } = this.#options;
    const { checkoutPage } = await pages();
    const face = await place.pageRequest.face(place.shopkeeper);
    const { pending, ways } = counter;
    const question = counter.entryQuestion?.question ?? null;
    const answer = answerIn(form);
    const isWrong = fault?.about === "answer" && fault.why.startsWith("wrong");
    const view: CheckoutView = {
      ...counter,
      way: (ways.find(({ way }) => way === form.pay) ?? ways[0])?.way ?? "money",
      refundAddress: refundIn(form) ?? (buyer?.kind === "wallet" ? buyer.value : ""),
      written: (money) => face.words.money(money, currencies.exponent(money.currency) ?? 0),
      quantity: (form.quantity ?? "1").slice(0, TYPED_MOST),
      answerIndex:
        answer !== null && answer.questionId === question?.id && !isWrong ? answer.answerIndex : null,
      signedIn: buyer,
      byMail: mailSettings.offered,
      email: form.email ?? "",
      isAgeConfirmed: !lacksAge(place.shopkeeper, form),
      form: nextForm(form.form, fault),
      carried: carriedBy(place),
      pending: pending && {
        orderId: pending.id,
        quantity: pending.quantity,
        charge: pending.charge,
        token: pending.providerIds.token ?? null,
        until: pending.holdUntil,
        isHandedOver: pending.instruction !== null,
      },
      fault,
    };
    return checkoutPage(face, view);
  }
}

/** Names the next question: the organisation may have no other one, or the buyer no answer left. */
function wrongAnswer({ entryQuestion }: Counter, form: Fields): ShownFault {
  const { question = null, answersLeft = 0 } = entryQuestion ?? {};
  if (question === null || answersLeft === 0) return { about: "answer", why: "wrong_last" };
  return { about: "answer", why: questionIn(form) === question.id ? "wrong_again" : "wrong" };
}

/**
 * Returns the form's id: the former one while the same order is corrected. A new one after the rail did not take the
 * order, so that the buyer may retry, and after an answer that was taken, so that the next one counts.
 */
function nextForm(former: string | undefined, fault: ShownFault | null): string {
  const isSame = fault !== null && fault.why !== "unavailable" && fault.about !== "answer";
  if (isForm(former) && (isSame || fault?.why === "missing")) return former;
  return randomBytes(FORM_BYTES).toString("base64url");
}

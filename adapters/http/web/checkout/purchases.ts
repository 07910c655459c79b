import type { SignedIn } from "../../../../ports/buyers/buyer-sessions.ts";
import { availableTickets } from "../../../../src/lots/lot.ts";
import { InvalidRequest, NotFound, Problem } from "../../../../src/shared/problem.ts";
import type { Money } from "../../../../src/shared/money.ts";
import type { Shopkeeper } from "../../../../src/shop/shop-lot.ts";
import type { ShownFault } from "../../../../web/pages/checkout/checkout-view.ts";
import type { ChoiceView } from "../../../../web/pages/checkout/summary.ts";
import { requestIdOf } from "../../server/request-log.ts";
import type { Fields } from "../own/forms.ts";
import type { Reply } from "../own/own-pages.ts";
import type { PageRequest } from "../own/page-request.ts";
import { answerIn, isForm, lacksAge, quantityIn, refundIn, tokenIn } from "./checkout-form.ts";
import { type CheckoutPlace, placeAfter } from "./checkout-place.ts";
import type { CheckoutReplies, CheckoutReplyOptions } from "./checkout-replies.ts";

const AGE_MISSING: ShownFault = { about: "age", why: "unconfirmed" };

/** Page that follows a sign-in, and the organisation where it takes place. */
interface Following {
  readonly shopkeeper: Shopkeeper;
  readonly next: string;
}

/** Purchases, also those that wait while their buyer signs in. */
export class Purchases {
  readonly #options: CheckoutReplyOptions & { readonly replies: CheckoutReplies };

  constructor(options: CheckoutReplyOptions & { readonly replies: CheckoutReplies }) {
    this.#options = options;
  }

  /** Places the order of a form. @param request.agreed total that the buyer saw; null: on a page of the account's own */
  async order(
    place: CheckoutPlace,
    {
      buyer,
      form,
      agreed,
    }: { readonly buyer: SignedIn; readonly form: Fields; readonly agreed: Money | null },
  ): Promise<Reply> {
    const { hosted, replies } = this.#options;
    const { pageRequest, shopkeeper } = place;
    const quantity = quantityIn(form.quantity);
    if (quantity === null)
      return replies.refused(place, { buyer, form }, { about: "quantity", why: "wrong" });
    if (lacksAge(shopkeeper, form)) return replies.refused(place, { buyer, form }, AGE_MISSING);
    if (!isForm(form.form)) throw InvalidRequest.because();
    const ordered = await hosted.order({
      ...place,
      buyer,
      quantity,
      token: tokenIn(form.pay),
      refundAddress: refundIn(form) ?? "",
      form: form.form,
      answer: answerIn(form),
      agreed,
      locale: pageRequest.locale,
      client: pageRequest.client,
      requestId: requestIdOf(pageRequest.response),
    });
    if ("fault" in ordered) return replies.refused(place, { buyer, form }, ordered.fault);
    pageRequest.keepChoice(shopkeeper, null);
    return { seeOther: await replies.orderPath(place, ordered.orderId) };
  }

  /** Returns what a form costs a buyer who is not signed in; null: it cannot be bought. */
  async totalOf(place: CheckoutPlace, form: Fields): Promise<Money | null> {
    const quantity = quantityIn(form.quantity) ?? 1;
    return (await this.#options.hosted.chosen(place, { quantity, token: tokenIn(form.pay) })).total;
  }

  /** Returns what a buyer who is not signed in has left out; null: nothing. */
  async incomplete(place: CheckoutPlace, form: Fields): Promise<ShownFault | null> {
    const quantity = quantityIn(form.quantity);
    if (quantity === null) return { about: "quantity", why: "wrong" };
    if (!isForm(form.form)) throw InvalidRequest.because();
    const { hosted } = this.#options;
    const chosen = await hosted.chosen(place, { quantity, token: tokenIn(form.pay) });
    const { lot, state, total, isAsked } = chosen;
    const available = Math.max(0, availableTickets(lot));
    if (state === "sold_out" || (state === "open" && quantity > available))
      return { about: "quantity", why: "left", available };
    if (state !== "open") return { about: "order", why: "closed" };
    if (isAsked && answerIn(form) === null) return { about: "answer", why: "missing" };
    if (lacksAge(place.shopkeeper, form)) return AGE_MISSING;
    const needsRefund = tokenIn(form.pay) !== null && total !== null && total.amount > 0;
    const hasRefund = (refundIn(form) ?? "").trim() !== "";
    return needsRefund && !hasRefund ? { about: "refund", why: "needed" } : null;
  }

  /** Returns the purchase that the next page is about, for the pages before it; null: it is about none. */
  async choice(pageRequest: PageRequest, following: Following): Promise<ChoiceView | null> {
    const found = await this.#after(pageRequest, following);
    if (found === null) return null;
    const quantity = quantityIn(found.parameters.get("quantity") ?? "1");
    if (quantity === null) return null;
    const { hosted, currencies } = this.#options;
    const token = tokenIn(found.parameters.get("pay") ?? undefined);
    const chosen = await hosted.chosen(found.place, { quantity, token }).catch(unlessMissing);
    if (chosen === null) return null;
    const { lot, total } = chosen;
    return { lot, quantity, total, token, exponent: currencies.exponent(total?.currency ?? "") ?? 0 };
  }

  /**
   * Places the order that waited for the sign-in. Where it differs from what the buyer saw, or none waits, the next
   * page follows.
   * @param agreed the total as the page of the code showed it
   */
  async signedIn(
    pageRequest: PageRequest,
    following: Following,
    { buyer, agreed }: { readonly buyer: SignedIn; readonly agreed: string | undefined },
  ): Promise<Reply> {
    const { shopkeeper, next } = following;
    const found = await this.#after(pageRequest, following);
    const form = pageRequest.choice(shopkeeper);
    const total = totalIn(agreed);
    if (found === null || form === null || total === null || !isSame(found, form)) return { seeOther: next };
    return this.order(found.place, { buyer, form, agreed: total });
  }

  async #after(pageRequest: PageRequest, { shopkeeper, next }: Following) {
    const { prefix } = await pageRequest.site();
    return placeAfter(pageRequest, shopkeeper, { next, prefix });
  }
}

/** Returns null for a competition that buyers do not see; raises other errors. */
function unlessMissing(error: unknown): null {
  if (error instanceof Problem && error.code === NotFound.code) return null;
  throw error;
}

const TOTAL = /^(\d{1,15}) ([A-Z]{3})$/;

function totalIn(text = ""): Money | null {
  const [, amount, currency] = TOTAL.exec(text) ?? [];
  return amount === undefined ? null : { amount: Number(amount), currency: currency! };
}

/** Returns whether the kept choice is the one that the pages of the sign-in showed. */
function isSame(
  { place, parameters }: { readonly place: CheckoutPlace; readonly parameters: URLSearchParams },
  choice: Fields,
): boolean {
  return (
    choice.lot === String(place.lotId) &&
    (choice.quantity ?? "") === (parameters.get("quantity") ?? "1") &&
    tokenIn(choice.pay) === tokenIn(parameters.get("pay") ?? undefined)
  );
}

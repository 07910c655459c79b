import type { Words } from "../../words/words.ts";
import { elsewhere } from "../about/footer.ts";
import type { Face } from "../face.ts";
import { html } from "../html.ts";
import { ownLink } from "../own-page.ts";
import { emailField } from "../sign-in/sign-in-parts.ts";
import { type Charge, type CheckoutView, pricesOf, tokenAmount } from "./checkout-view.ts";

/** The path of this page, with what goes along. */
export function checkoutPath(
  face: Face,
  {
    lot,
    carried,
  }: Pick<CheckoutView, "carried"> & {
    readonly lot: Pick<CheckoutView["lot"], "id">;
  },
  more: Readonly<Record<string, string | undefined>> = {},
): string {
  return ownLink(face, `/checkout/${face.shopkeeper.slug}/${lot.id}`, { ...carried, ...more });
}

/** Numbers of tickets that one press chooses. */
const QUICK = [1, 5, 10, 25];

type ShownPrice = readonly [total: string, credit: string, charge: string, isFree: boolean, each: string];
/** Price lists in words, by list and language, on which alone they depend: many pages show the same one. */
const SHOWN = new WeakMap<object, Map<Words, readonly (ShownPrice | null)[]>>();

/**
 * Returns for each way to pay and each number of tickets, in words: total, credit used, amount due, whether that is
 * zero, and the price of each ticket times their number.
 */
export function shownPrices({ ways, written }: CheckoutView, words: Words) {
  return Object.fromEntries(
    ways.map(({ way, prices }) => {
      const lists = SHOWN.get(prices) ?? new Map<Words, readonly (ShownPrice | null)[]>();
      const list = lists.get(words) ?? priceList({ way, prices }, written, words);
      SHOWN.set(prices, lists.set(words, list));
      return [way, list];
    }),
  );
}

function priceList(
  { way, prices }: CheckoutView["ways"][number],
  written: CheckoutView["written"],
  words: Words,
): readonly (ShownPrice | null)[] {
  const text = (charge: Charge) => (way === "money" ? written(charge) : tokenAmount(charge, way));
  const one = prices[0]?.total;
  return prices.map((price, index) => {
    if (price === null) return null;
    const { total, creditCents, charge } = price;
    const count = index + 1;
    // A total that is rounded as a whole is not a multiple.
    const isMultiple = one !== undefined && one.amount > 0 && one.amount * count === total.amount;
    return [
      written(total),
      creditCents === 0 ? "" : written(creditOf(price)),
      text(charge),
      charge.amount === 0,
      isMultiple ? `${words.number(count)} × ${text(one)}` : "",
    ] as const;
  });
}

/** Returns what credit takes off the total, in the currency of the total. */
function creditOf({ total, charge }: { readonly total: Charge; readonly charge: Charge }): Charge {
  return { amount: charge.amount - total.amount, currency: total.currency };
}

/** Renders quantity, question and price, and the email of a buyer who is not signed in. */
export function orderForm(face: Face, view: CheckoutView) {
  const { words } = face;
  const { signedIn, form, byMail, quantity, fault } = view;
  const isWrong = fault?.about === "quantity" && fault.why === "wrong";
  const free = pricesOf(view)[Number(view.quantity) - 1]?.charge.amount === 0;
  return html`
    <form method="post" action=${checkoutPath(face, view)} class="form order" data-once>
      <input type="hidden" name="form" value=${form} />
      ${signedIn && html`<input type="hidden" name="account" value=${signedIn.accountId} />`}
      ${quantityPart({ quantity, most: pricesOf(view).length, isWrong }, words)} ${questionPart(view, words)}
      ${waysPart(view, words, free)} ${totals(view, words)} ${signedIn === null && emailPart(view, words)}
      ${agePart(face, view)}
      ${
        (signedIn !== null || byMail) &&
        html`<button
          class="button"
          data-free=${words.text("checkout.enter")}
          data-charged=${words.text("checkout.pay")}
        >
          ${words.text(signedIn === null ? "signin.continue" : free ? "checkout.enter" : "checkout.pay")}
        </button>`
      }
      ${termsLine(face)}
      <p class="quiet">${words.text("checkout.held", { time: words.minutes(view.holdMinutes) })}</p>
    </form>
  `;
}

/** Renders the number of tickets. A script makes its buttons work. */
export function quantityPart(
  {
    quantity,
    most,
    isWrong,
  }: { readonly quantity: string; readonly most: number; readonly isWrong: boolean },
  words: Words,
) {
  const step = (by: "-1" | "1", name: string, sign: string) =>
    html`<button type="button" class="step" data-step=${by} aria-label=${name}>${sign}</button>`;
  const quick = QUICK.filter((each) => each <= most);
  return html`
    <label for="quantity" id="quantity-label">${words.text("checkout.quantity")}</label>
    <div class="stepper">
      ${step("-1", words.text("checkout.fewer"), "−")}
      <input
        id="quantity"
        name="quantity"
        type="number"
        inputmode="numeric"
        min="1"
        max=${most}
        step="1"
        required
        value=${quantity}
        aria-describedby=${isWrong ? "quantity-range fault" : "quantity-range"}
        aria-invalid=${isWrong ? "true" : undefined}
      />
      ${step("1", words.text("checkout.another"), "+")}
    </div>
    ${
      quick.length > 1 &&
      html`<div class="quick" role="group" aria-labelledby="quantity-label">
        ${quick.map((each) => html`<button type="button" data-choose=${each}>${words.number(each)}</button>`)}
      </div>`
    }
    <p class="quiet" id="quantity-range">${words.text("checkout.range", { most })}</p>
  `;
}

function emailPart({ byMail, email, fault }: CheckoutView, words: Words) {
  if (!byMail) return html`<p class="note">${words.text("signin.noMail")}</p>`;
  const isWrong = fault?.about === "email";
  return html`
    ${emailField(words, { value: email, isWrong, describedBy: isWrong ? "email-hint fault" : "email-hint" })}
    <p class="quiet" id="email-hint">${words.text("checkout.signInHint")}</p>
  `;
}

function questionPart({ entryQuestion, answerIndex, fault }: CheckoutView, words: Words) {
  if (!entryQuestion) return null;
  const { question, answersLeft, waitSec } = entryQuestion;
  if (answersLeft === 0)
    return html`<p class="note">${words.text("checkout.noAnswers", { when: words.fromNow(waitSec) })}</p>`;
  if (!question) return html`<p class="note">${words.text("checkout.closed")}</p>`;
  const isWrong = fault?.about === "answer";
  return html`
    <fieldset class="question" aria-describedby=${isWrong ? "fault" : undefined}>
      <legend>
        <span class="quiet">${words.text("checkout.question")}</span>
        <bdi>${question.question}</bdi>
      </legend>
      <input type="hidden" name="question" value=${question.id} />
      ${question.options.map(
        (option, index) => html`
          <label class="option">
            <input
              type="radio"
              name="answer"
              id=${`answer-${index}`}
              value=${index}
              required
              checked=${index === answerIndex}
            />
            <bdi>${option}</bdi>
          </label>
        `,
      )}
      ${answersLeft !== null && html`<p class="quiet">${words.text("checkout.answersLeft", { left: answersLeft })}</p>`}
    </fieldset>
  `;
}

/** Renders the choice of payment and the refund address. If credit covers the order, nothing can be returned. */
function waysPart({ ways, way: chosen, refundAddress, fault }: CheckoutView, words: Words, free: boolean) {
  if (ways.every(({ way }) => way === "money")) return null;
  const isWrong = fault?.about === "refund";
  return html`
    <fieldset class="question">
      <legend>${words.text("checkout.way")}</legend>
      ${ways.map(
        ({ way }) => html`
          <label class="option">
            <input
              type="radio"
              name="pay"
              id=${`pay-${way}`}
              value=${way}
              required
              checked=${way === chosen}
            />
            <span
              >${way === "money" ? words.text("checkout.wayMoney") : words.text("checkout.wayToken", { token: way })}</span
            >
          </label>
        `,
      )}
    </fieldset>
    <div class="refund" hidden=${free}>
      <label for="refund">${words.text("checkout.refund")}</label>
      <input
        id="refund"
        name="refund"
        type="text"
        dir="ltr"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        maxlength="100"
        value=${refundAddress}
        aria-describedby=${isWrong ? "refund-hint fault" : "refund-hint"}
        aria-invalid=${isWrong ? "true" : undefined}
      />
      <p class="quiet" id="refund-hint">${words.text("checkout.refundHint")}</p>
    </div>
  `;
}

export function agePart(
  { shopkeeper: { minimumAge: age }, words }: Face,
  { isAgeConfirmed, fault }: Pick<CheckoutView, "isAgeConfirmed" | "fault">,
) {
  if (age === null) return null;
  const isWrong = fault?.about === "age";
  return html`
    <label class="option">
      <input
        type="checkbox"
        name="age"
        id="age"
        value=${age}
        required
        checked=${isAgeConfirmed}
        aria-describedby=${isWrong ? "fault" : undefined}
        aria-invalid=${isWrong ? "true" : undefined}
      />
      <span>${words.text("age.confirm", { age })}</span>
    </label>
  `;
}

/** Renders what a buyer accepts by continuing; null: the organisation gives no terms. */
export function termsLine({ shopkeeper: { termsUrl }, words }: Face) {
  if (termsUrl === null) return null;
  const terms = (pieces: unknown[]) => elsewhere(termsUrl, pieces) as object;
  return html`<p class="quiet">${words.pieces("seller.agree", { terms })}</p>`;
}

/** A script says it for other numbers. */
function totals(view: CheckoutView, words: Words) {
  const shown = shownPrices(view, words)[view.way]?.[Number(view.quantity) - 1];
  const [total = "", credit = "", charge = "", , each = ""] = shown ?? [];
  const row = (key: "total" | "credit" | "toPay", text: string, hidden: boolean) => html`
    <div class=${key} hidden=${hidden} data-row=${key}>
      <dt>${words.text(`checkout.${key}`)}</dt>
      <dd><bdi data-price=${key}>${text}</bdi></dd>
    </div>
  `;
  return html`
    <dl class="totals" hidden=${!shown} aria-live="polite">
      <div class="each" hidden=${each === ""} data-row="each">
        <dt>${words.text("checkout.pending.tickets")}</dt>
        <dd><bdi data-price="each">${each}</bdi></dd>
      </div>
      ${row("total", total, credit === "")} ${row("credit", credit, credit === "")}
      ${row("toPay", charge, false)}
    </dl>
  `;
}

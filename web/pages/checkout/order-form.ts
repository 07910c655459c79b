import type { Words } from "../../words/words.ts";
import type { Face } from "../face.ts";
import { html } from "../html.ts";
import { ownLink } from "../own-page.ts";
import type { CheckoutView } from "./checkout-view.ts";

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

/** In words, for each number of tickets: total, what credit pays, what is left, and whether that is nothing. */
export function shownPrices({ prices, exponent }: CheckoutView, words: Words) {
  return prices.map(
    (price) =>
      price &&
      ([
        words.dollars(price.totalCents),
        price.creditCents === 0 ? "" : words.dollars(-price.creditCents),
        words.money(price.charge, exponent),
        price.charge.amount === 0,
      ] as const),
  );
}

/** How many, the question, and what it costs. */
export function orderForm(face: Face, view: CheckoutView) {
  const { words } = face;
  const { signedIn, form, fault } = view;
  const most = view.prices.length;
  const quantity = Number(view.quantity);
  const free = view.prices[quantity - 1]?.charge.amount === 0;
  const isWrong = fault?.about === "quantity" && fault.why === "wrong";
  return html`
    <form method="post" action=${checkoutPath(face, view)} class="form order" data-once>
      <input type="hidden" name="form" value=${form} />
      ${signedIn && html`<input type="hidden" name="account" value=${signedIn.accountId} />`}
      <label for="quantity">${words.text("checkout.quantity")}</label>
      <input
        id="quantity"
        name="quantity"
        type="number"
        inputmode="numeric"
        min="1"
        max=${most}
        step="1"
        required
        value=${view.quantity}
        aria-describedby=${isWrong ? "quantity-range fault" : "quantity-range"}
        aria-invalid=${isWrong ? "true" : undefined}
      />
      <p class="quiet" id="quantity-range">${words.text("checkout.range", { most })}</p>
      ${questionPart(view, words)} ${totals(view, words)}
      <button
        class="button"
        data-free=${words.text("checkout.enter")}
        data-charged=${words.text("checkout.pay")}
      >
        ${words.text(signedIn === null ? "checkout.signIn" : free ? "checkout.enter" : "checkout.pay")}
      </button>
      <p class="quiet">
        ${
          signedIn === null
            ? words.text("checkout.signInHint")
            : words.text("checkout.held", { time: words.minutes(view.holdMinutes) })
        }
      </p>
    </form>
  `;
}

function questionPart({ asked, answerIndex, fault }: CheckoutView, words: Words) {
  if (!asked) return null;
  const { question, answersLeft, waitSec } = asked;
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
      <p class="quiet">${words.text("checkout.answersLeft", { left: answersLeft })}</p>
    </fieldset>
  `;
}

/** A script says it for other numbers. */
function totals(view: CheckoutView, words: Words) {
  const shown = shownPrices(view, words)[Number(view.quantity) - 1];
  const [total = "", credit = "", charge = ""] = shown ?? [];
  const row = (key: "total" | "credit" | "toPay", text: string, hidden: boolean) => html`
    <div class=${key} hidden=${hidden} data-row=${key}>
      <dt>${words.text(`checkout.${key}`)}</dt>
      <dd><bdi data-price=${key}>${text}</bdi></dd>
    </div>
  `;
  return html`
    <dl class="totals" hidden=${!shown} aria-live="polite">
      ${row("total", total, credit === "")} ${row("credit", credit, credit === "")}
      ${row("toPay", charge, false)}
    </dl>
  `;
}

import type { Words } from "../../words/words.ts";
import type { Face } from "../face.ts";
import { html } from "../html.ts";
import { ownLink } from "../own-page.ts";
import { type Charge, type CheckoutView, pricesOf } from "./checkout-view.ts";

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

/**
 * Returns for each way to pay and each number of tickets, in words: total, credit used, amount due, and whether
 * that is zero.
 */
export function shownPrices({ ways, written }: CheckoutView) {
  return Object.fromEntries(
    ways.map(({ way, prices }) => [
      way,
      prices.map(
        (price) =>
          price &&
          ([
            written(price.total),
            price.creditCents === 0 ? "" : written(creditOf(price)),
            way === "money" ? written(price.charge) : tokenAmount(price.charge, way),
            price.charge.amount === 0,
          ] as const),
      ),
    ]),
  );
}

/** Returns what credit takes off the total, in the currency of the total. */
function creditOf({ total, charge }: { readonly total: Charge; readonly charge: Charge }): Charge {
  return { amount: charge.amount - total.amount, currency: total.currency };
}

/** Formats tokens as the order's page and wallets do, in any language. @param cents of a dollar */
export function tokenAmount({ amount: cents }: { readonly amount: number }, token: string): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")} ${token}`;
}

/** Renders quantity, question and price. */
export function orderForm(face: Face, view: CheckoutView) {
  const { words } = face;
  const { signedIn, form, fault } = view;
  const prices = pricesOf(view);
  const most = prices.length;
  const quantity = Number(view.quantity);
  const free = prices[quantity - 1]?.charge.amount === 0;
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
      ${questionPart(view, words)} ${waysPart(view, words, free)} ${totals(view, words)}
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
      <p class="quiet">${words.text("checkout.answersLeft", { left: answersLeft })}</p>
    </fieldset>
  `;
}

/**
 * Renders the choice of payment and the refund address, only for a signed-in buyer: others cannot order yet. If
 * credit covers the order, nothing can be returned.
 */
function waysPart(
  { ways, way: chosen, refundAddress, signedIn, fault }: CheckoutView,
  words: Words,
  free: boolean,
) {
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
    ${
      signedIn &&
      html`<div class="refund" hidden=${free}>
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
      </div>`
    }
  `;
}

/** A script says it for other numbers. */
function totals(view: CheckoutView, words: Words) {
  const shown = shownPrices(view)[view.way]?.[Number(view.quantity) - 1];
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

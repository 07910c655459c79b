import { isHeld } from "../../../src/shop/shop-lot.ts";
import { noteOf, price, when } from "../card.ts";
import { drawPromise } from "../about/footer.ts";
import { type Face, linkTo } from "../face.ts";
import { html } from "../html.ts";
import { othersLink } from "../next-steps.ts";
import { ownLink, ownPage } from "../own-page.ts";
import { signedInLine, walletWay } from "../sign-in/sign-in-parts.ts";
import { type CheckoutView, tokenAmount } from "./checkout-view.ts";
import { faultPart, faultText } from "./fault-part.ts";
import { checkoutPath, orderForm, shownPrices } from "./order-form.ts";
import { summary } from "./summary.ts";

/** Renders the first page of checkout: competition, buyer, number of tickets and price. */
export function checkoutPage(face: Face, view: CheckoutView): string {
  const { words } = face;
  const { lot, state, signedIn, pending, bought, quantity, way, fault } = view;
  const here = checkoutPath(face, view, { quantity, pay: way === "money" ? undefined : way });
  const title = fault === null ? lot.title : `${faultText(view, fault, words)} ${lot.title}`;
  return ownPage(face, {
    title,
    facts: { kind: "checkout", here, prices: pending || bought ? {} : shownPrices(view, words) },
    main: html`
      <main class="page narrow checkout">
        ${summary({ lot, text: html`<h1><bdi>${lot.title}</bdi></h1>` })} ${faultPart(view, words)}
        ${
          pending
            ? pendingPart(face, view, pending)
            : bought
              ? boughtPart(face, view, bought)
              : (closedPart(face, view) ?? [
                  orderForm(face, view),
                  signedIn === null && wallet(face, view, here),
                  drawPromise(face),
                ])
        }
        ${when(lot, state, words)} ${signedIn && signedInLine(face, signedIn, here)}
      </main>
    `,
  });
}

/** Renders the other way to sign in, which sends the form once the wallet is proven. */
function wallet(face: Face, { byMail }: CheckoutView, next: string) {
  const { words } = face;
  const way = walletWay(face, { next, linking: false, purchase: true }, byMail);
  if (!byMail) return way;
  return html`<details class="other-way">
    <summary>${words.text("signin.wallet.instead")}</summary>
    ${way}
  </details>`;
}

/** Renders why nothing can be bought, and a way back; null: it can be bought. */
function closedPart(face: Face, view: CheckoutView) {
  const { lot, state, ways } = view;
  if (state === "open" && ways.length > 0) return null;
  const { words } = face;
  const note = isHeld(lot, state) ? words.text("checkout.noneLeft") : noteOf(view, words);
  const text = note ?? words.text("checkout.closed");
  const isSaid = view.fault !== null && faultText(view, view.fault, words) === text;
  return html`
    ${price(view, words)} ${!isSaid && html`<p class="note">${text}</p>`}
    <a class="button" href=${linkTo(face, `/competition/${lot.id}`)}>${words.text("checkout.back")}</a>
    ${othersLink(face)}
  `;
}

/** Shows an order that was just paid: the browser's way back leads here. Another order is a choice. */
function boughtPart(face: Face, view: CheckoutView, bought: NonNullable<CheckoutView["bought"]>) {
  const { words } = face;
  const { orderId, quantity, charge, token } = bought;
  const paid = token === null ? view.written(charge) : tokenAmount(charge, token);
  const canBuy = closedPart(face, view) === null;
  return html`
    <section class="pending" aria-labelledby="bought-title" data-bought=${orderId}>
      <h2 id="bought-title">${words.text("checkout.bought.title", { quantity })}</h2>
      <dl class="totals">
        <div>
          <dt>${words.text("tickets.amount")}</dt>
          <dd><bdi>${charge.amount === 0 ? words.text("tickets.free") : paid}</bdi></dd>
        </div>
      </dl>
      <p>${words.text("checkout.bought.text")}</p>
      <a class="button" href=${ownLink(face, `/orders/${orderId}`, view.carried)}>
        ${words.text("checkout.bought.see")}
      </a>
      ${
        canBuy &&
        html`<a class="again" href=${checkoutPath(face, view, { more: "yes" })}
          >${words.text("checkout.bought.more")}</a
        >`
      }
    </section>
  `;
}

/** An order that is not paid yet comes first: it holds tickets. */
function pendingPart(face: Face, view: CheckoutView, pending: NonNullable<CheckoutView["pending"]>) {
  const { words } = face;
  const { orderId, quantity, charge, token, until, isHandedOver } = pending;
  const toPay = token === null ? view.written(charge) : tokenAmount(charge, token);
  const goOn = words.text("checkout.pending.continue");
  const time = html`<time datetime=${until.toISOString()} data-moment>${words.time(until)}</time>`;
  return html`
    <section class="pending" aria-labelledby="pending-title">
      <h2 id="pending-title">${words.text("checkout.pending.title")}</h2>
      <dl class="totals">
        <div>
          <dt>${words.text("checkout.pending.tickets")}</dt>
          <dd>${words.number(quantity)}</dd>
        </div>
        <div class="toPay">
          <dt>${words.text("checkout.toPay")}</dt>
          <dd><bdi>${toPay}</bdi></dd>
        </div>
      </dl>
      <p>${words.pieces("checkout.pending.until", { time: time as object })}</p>
      ${
        isHandedOver
          ? html`<a class="button" href=${ownLink(face, `/orders/${orderId}`, view.carried)}>${goOn}</a>`
          : html`<form method="post" action=${checkoutPath(face, view)} class="form" data-once>
              <input type="hidden" name="resume" value=${orderId} />
              <input type="hidden" name="quantity" value=${view.quantity} />
              <button class="button">${goOn}</button>
            </form>`
      }
      <form method="post" action=${checkoutPath(face, view)} class="form" data-once>
        <input type="hidden" name="restart" value=${orderId} />
        <input type="hidden" name="pay" value=${token ?? "money"} />
        <input type="hidden" name="quantity" value=${view.quantity} />
        <button class="plain">${words.text("checkout.pending.restart")}</button>
        <p class="quiet">${words.text("checkout.pending.restartHint")}</p>
      </form>
    </section>
  `;
}

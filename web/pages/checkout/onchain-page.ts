import { isHeld } from "../../../src/shop/shop-lot.ts";
import { noteOf, price, when } from "../card.ts";
import { type Face, linkTo } from "../face.ts";
import { html } from "../html.ts";
import { ownLink, ownPage } from "../own-page.ts";
import { unitsText, onChainFacts, type OnChainView } from "./onchain-view.ts";
import { purchaseList, walletsPart } from "./onchain-wallets.ts";
import { agePart, checkoutPath, quantityPart, termsLine } from "./order-form.ts";
import { summary } from "./summary.ts";

const UNITS_PER_CENT = 10_000n;
/** Texts of a purchase, by the state that they are about. */
const STATES = {
  allow: "onchain.allow",
  allowing: "onchain.allowing",
  second: "onchain.second",
  sign: "onchain.sign",
  confirm: "onchain.confirm",
  sent: "onchain.sent",
  included: "onchain.included",
  slow: "onchain.slow",
} as const;

/** Renders checkout of a lot on chain: the buyer's own wallet pays the contract. @param script name below /assets */
export function onChainPage(face: Face, view: OnChainView, script: string): string {
  const { words } = face;
  const { lot, state, most, quantity } = view;
  const here = checkoutPath(face, view, { quantity });
  const isOpen = most > 0;
  return ownPage(face, {
    title: lot.title,
    facts: { kind: "checkout", prices: isOpen ? prices(view) : {}, ...onChainFacts(face, view, { here }) },
    scripts: [script],
    main: html`
      <main class="page narrow checkout">
        ${summary({ lot, text: html`<h1><bdi>${lot.title}</bdi></h1>` })}
        ${isOpen ? [outcome(face), form(face, view, here)] : closed(face, view)} ${when(lot, state, words)}
      </main>
    `,
  });
}

/** Returns the price of each number of tickets, as the script of the form takes it. */
function prices({ lot, most }: OnChainView): object {
  const { priceCents, paymentToken } = lot;
  const one = unitsText(BigInt(priceCents) * UNITS_PER_CENT, paymentToken);
  const money = Array.from({ length: most }, (_, index) => {
    const charge = unitsText(BigInt(priceCents * (index + 1)) * UNITS_PER_CENT, paymentToken);
    return [charge, "", charge, false, `${index + 1} × ${one}`];
  });
  return { money };
}

function form(face: Face, view: OnChainView, here: string) {
  const { words } = face;
  const { lot, most, contract } = view;
  const count = Math.min(most, Math.max(1, Number(view.quantity) || 1));
  const one = BigInt(lot.priceCents) * UNITS_PER_CENT;
  const amount = (tickets: number) => unitsText(one * BigInt(tickets), lot.paymentToken);
  return html`
    <form class="form order" data-on-chain>
      ${quantityPart({ quantity: String(count), most, isWrong: false }, words)}
      <dl class="totals" aria-live="polite">
        <div class="each" data-row="each">
          <dt>${words.text("checkout.pending.tickets")}</dt>
          <dd><bdi data-price="each">${`${count} × ${amount(1)}`}</bdi></dd>
        </div>
        <div class="toPay" data-row="toPay">
          <dt>${words.text("checkout.toPay")}</dt>
          <dd><bdi data-price="toPay">${amount(count)}</bdi></dd>
        </div>
      </dl>
      ${agePart(face, { isAgeConfirmed: false, fault: null })} ${termsLine(face)}
    </form>
    ${walletsPart(face, view, { title: "onchain.buy", text: "onchain.buyText", here, more: STATES })}
    <p class="as-text">
      <span class="label">${words.text("onchain.contract")}</span>
      <code dir="ltr" data-contract>${contract}</code>
    </p>
  `;
}

/** Renders what a script fills once the purchase is final, and the way to another one. */
function outcome(face: Face) {
  const { words } = face;
  return html`
    <section class="outcome" data-outcome aria-labelledby="yours-title" tabindex="-1" hidden>
      <p class="note">${words.text("frame.in")}</p>
      <h2 id="yours-title">${words.text("onchain.yours")}</h2>
      ${purchaseList([])}
    </section>
    <button type="button" class="plain" data-again hidden>${words.text("onchain.again")}</button>
    <button type="button" class="plain" data-more hidden>${words.text("checkout.bought.more")}</button>
  `;
}

function closed(face: Face, view: OnChainView) {
  const { words, shopkeeper } = face;
  const { lot, state } = view;
  const text = isHeld(lot, state) ? words.text("checkout.noneLeft") : noteOf(view, words);
  return html`
    ${price(view, words)}
    <p class="note">${text ?? words.text("checkout.closed")}</p>
    ${
      state === "cancelled" &&
      html`<a class="button" href=${ownLink(face, `/checkout/${shopkeeper.slug}/${lot.id}/refund`)}>
        ${words.text("onchain.refund")}
      </a>`
    }
    <a class=${state === "cancelled" ? "again" : "button"} href=${linkTo(face, `/competition/${lot.id}`)}>
      ${words.text("checkout.back")}
    </a>
  `;
}

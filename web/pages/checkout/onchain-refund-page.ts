import { type Face, linkTo } from "../face.ts";
import { html } from "../html.ts";
import { ownLink, ownPage } from "../own-page.ts";
import { onChainFacts, type OnChainView, type ShownPurchase } from "./onchain-view.ts";
import { purchaseList, walletsPart } from "./onchain-wallets.ts";
import { summary } from "./summary.ts";

/** Texts of a refund, by the state that they are about. */
const STATES = {
  sent: "onchain.sent",
  included: "onchain.refundSent",
  slow: "onchain.slow",
  done: "onchain.refundDone",
  none: "onchain.none",
  stuck: "onchain.stuck",
} as const;

export interface RefundView extends OnChainView {
  /** The lot is cancelled on the contract. */
  readonly isCancelled: boolean;
  /** The address that was entered, as it was typed; empty: none was. */
  readonly typed: string;
  /** Its purchases; null: it is not an address, or none was entered. */
  readonly purchases: readonly ShownPurchase[] | null;
}

/** Renders the refunds of a lot on chain, for anyone: who paid is public on the chain. @param script name below /assets */
export function onChainRefundPage(face: Face, view: RefundView, script: string): string {
  const { words, shopkeeper } = face;
  const { lot, isCancelled, typed, purchases } = view;
  const path = `/checkout/${shopkeeper.slug}/${lot.id}/refund` as const;
  const wallet = purchases === null ? undefined : typed;
  const here = ownLink(face, path, { wallet });
  const { onChain, ...facts } = onChainFacts(face, view, { here }) as { readonly onChain: object };
  return ownPage(face, {
    title: `${words.text("onchain.refund")} · ${lot.title}`,
    facts: { kind: "refund", ...facts, onChain: { ...onChain, account: wallet ?? null } },
    scripts: [script],
    main: html`
      <main class="page narrow checkout">
        ${summary({ lot, text: html`<p><bdi>${lot.title}</bdi></p>` })}
        <h1>${words.text("onchain.refund")}</h1>
        <p class="note">${words.text(isCancelled ? "tickets.cancelled" : "onchain.refundNot")}</p>
        ${isCancelled && walletsPart(face, view, { title: "onchain.refundWallet", text: "onchain.refundText", here, more: STATES })}
        <section
          class="outcome"
          data-outcome
          aria-labelledby="purchases-title"
          tabindex="-1"
          hidden=${purchases === null}
        >
          <h2 id="purchases-title">${words.text("onchain.purchasesTitle")}</h2>
          <p><code dir="ltr" data-account>${wallet ?? ""}</code></p>
          <p class="quiet" data-empty hidden=${purchases?.length !== 0}>${words.text("onchain.none")}</p>
          ${purchaseList(purchases ?? [])}
        </section>
        <button type="button" class="button" data-refund hidden></button>
        <button type="button" class="plain" data-again hidden>${words.text("onchain.again")}</button>
        ${lookUp(face, view, path)}
        <a class="again" href=${linkTo(face, `/competition/${lot.id}`)}>${words.text("checkout.back")}</a>
      </main>
    `,
  });
}

/** Renders the form that lists the purchases of any wallet, without a script, too. */
function lookUp(face: Face, { typed, purchases }: RefundView, path: `/${string}`) {
  const { words } = face;
  const isWrong = typed !== "" && purchases === null;
  return html`
    <form method="get" action=${ownLink(face, path)} class="form">
      ${[...new URLSearchParams(face.query)].map(
        ([name, value]) => html`<input type="hidden" name=${name} value=${value} />`,
      )}
      <label for="wallet">${words.text("onchain.address")}</label>
      <input
        id="wallet"
        name="wallet"
        type="text"
        dir="ltr"
        required
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        maxlength="100"
        value=${typed}
        aria-describedby=${isWrong ? "wallet-fault" : undefined}
        aria-invalid=${isWrong ? "true" : undefined}
      />
      ${isWrong && html`<p class="fault" role="alert" id="wallet-fault">${words.text("checkout.refundInvalid")}</p>`}
      <button class="plain">${words.text("onchain.look")}</button>
    </form>
  `;
}

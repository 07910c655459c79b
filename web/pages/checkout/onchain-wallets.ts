import type { Key } from "../../words/words.ts";
import type { Face } from "../face.ts";
import { html } from "../html.ts";
import { walletApps } from "../sign-in/sign-in-parts.ts";
import { chainText, type OnChainView, type ShownPurchase } from "./onchain-view.ts";

/** Texts that the script shows, by the name of the state that they are about. */
const STATES = {
  waiting: "signin.wallet.waiting",
  declined: "signin.wallet.declined",
  failed: "signin.wallet.failed",
  busy: "onchain.busy",
  chain: "order.tokens.chain",
  gas: "onchain.gas",
  balance: "onchain.balance",
  soldOut: "onchain.soldOut",
  closed: "onchain.closed",
  unavailable: "onchain.unavailable",
} as const satisfies Record<string, Key>;

/** Renders the wallets of the browser, and what a script says of them. @param states.more those of the page alone */
export function walletsPart(
  face: Face,
  view: OnChainView,
  { title, text, here, more }: { title: Key; text: Key; here: string; more: Readonly<Record<string, Key>> },
) {
  const { words, site } = face;
  const parameters = { token: view.lot.paymentToken, chain: chainText(view) };
  const states = Object.entries({ ...STATES, ...more });
  return html`
    <section
      class="wallet"
      aria-labelledby="wallet-title"
      data-chain-wallet
      data-name=${words.text("signin.wallet.browser")}
    >
      <h2 id="wallet-title">${words.text(title)}</h2>
      <p class="quiet">${words.text(text, parameters)}</p>
      <noscript><p class="note">${words.text("signin.wallet.noScript")}</p></noscript>
      <div class="wallets" data-wallets></div>
      <div data-none hidden>
        <p>${words.text("signin.wallet.noneOnly")}</p>
        ${walletApps(new URL(site.baseUrl).origin + here)}
      </div>
    </section>
    <div role="status" class="said" data-states>
      ${states.map(([state, key]) => html`<p class="note" data-state=${state} hidden>${words.text(key, parameters)}</p>`)}
      <p class="note" data-state="error" hidden></p>
    </div>
    <p class="as-text" data-transaction hidden>
      <span class="label">${words.text("results.transaction")}</span> <code dir="ltr"></code>
    </p>
  `;
}

/** Renders purchases as the script does, too. */
export function purchaseList(purchases: readonly ShownPurchase[]) {
  return html`<ul class="purchases" role="list" data-purchases>
    ${purchases.map(
      ({ tickets, amount, standing }) =>
        html`<li>
          <b>${tickets}</b><span>${amount}</span>${standing !== null && html`<span>${standing}</span>`}
        </li>`,
    )}
  </ul>`;
}

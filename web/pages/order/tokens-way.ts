import type { Face } from "../face.ts";
import { type Html, html } from "../html.ts";
import { ownLink } from "../own-page.ts";
import type { TokensWay } from "./order-view.ts";

/** Renders the payment of an order in tokens: by a wallet of this browser, by one that scans the code, or by hand. */
export function tokensWay(face: Face, id: string, way: TokensWay): Html {
  const { words } = face;
  const { token, amount, contract, address, refundTo, chainId } = way;
  const back = refundTo && (html`<code dir="ltr">${refundTo}</code>` as object);
  return html`
    <section
      data-token-wallet=""
      data-name=${words.text("signin.wallet.browser")}
      data-chain=${chainId}
      data-contract=${contract}
      data-transaction=${way.transaction}
      hidden
    >
      <h2>${words.text("order.tokens.wallet")}</h2>
      <div class="ways" data-wallets=""></div>
      ${said(face, chainId).map(
        ([what, text]) => html`<p class="note" role="status" data-said-wallet=${what} hidden>${text}</p>`,
      )}
    </section>
    <h2>${words.text("order.tokens.title", { token })}</h2>
    <p>${words.text("order.tokens.text", { amount, chain: String(chainId) })}</p>
    <p class="as-text">
      <span class="label">${words.text("order.tokens.address")}</span>
      <code dir="ltr" data-address>${address}</code>
    </p>
    <div
      class="code"
      role="img"
      aria-label=${words.text("order.scan.label")}
      dangerouslySetInnerHTML=${{ __html: way.svg }}
    />
    <p class="as-text">
      <span class="label">${words.text("order.tokens.contract")}</span> <code dir="ltr">${contract}</code>
    </p>
    ${back && html`<p class="quiet">${words.pieces("order.tokens.refund", { address: back })}</p>`}
    <a class="again" href=${ownLink(face, `/orders/${id}`, { returned: "yes", look: "again" })}
      >${words.text("order.scan.paid")}</a
    >
  `;
}

/** Returns the texts for a wallet's answer. */
function said({ words }: Face, chainId: number): (readonly [what: string, text: string])[] {
  return [
    ["waiting", words.text("signin.wallet.waiting")],
    ["declined", words.text("signin.wallet.declined")],
    ["failed", words.text("signin.wallet.failed")],
    ["chain", words.text("order.tokens.chain", { chain: String(chainId) })],
    ["sent", words.text("order.tokens.sent")],
  ];
}

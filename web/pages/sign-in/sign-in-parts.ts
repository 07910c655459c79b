import type { Identity } from "../../../src/buyers/account.ts";
import type { Face } from "../face.ts";
import { type Html, html } from "../html.ts";
import type { Words } from "../../words/words.ts";
import { ownLink } from "../own-page.ts";

/** Destination and purpose of a sign-in. */
export interface Purpose {
  /** Path of this service, with its query. */
  readonly next: string;
  /** The identity is linked with the account that is signed in. */
  readonly linking: boolean;
}

interface Offer extends Purpose {
  /** true: the service sends mails. */
  readonly byMail: boolean;
  /** Typed text that is not an address. */
  readonly wrongEmail?: string;
}

/** Returns the address of a route of the sign-in. */
export function signInPath(
  face: Face,
  route: "" | `/${string}`,
  more: Readonly<Record<string, string | undefined>> = {},
): string {
  return ownLink(face, `/checkout/${face.shopkeeper.slug}/sign-in${route}`, more);
}

/** Returns a purpose as a query. */
export function purposeQuery({ next, linking }: Purpose) {
  return { next, for: linking ? "link" : undefined };
}

function purposeFields({ next, linking }: Purpose) {
  return html`<input type="hidden" name="next" value=${next} />${
      linking && html`<input type="hidden" name="for" value="link" />`
    }`;
}

interface EmailField {
  /** Text of the buyer. */
  readonly value: string | undefined;
  readonly isWrong: boolean;
  /** Ids of the texts about the field. */
  readonly describedBy: string | undefined;
  readonly autofocus?: boolean;
}

/** Renders the field for a buyer's email, with its label. */
export function emailField(words: Words, { value, isWrong, describedBy, autofocus }: EmailField): Html {
  return html`
    <label for="email">${words.text("signin.email")}</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="email"
      required
      maxlength="254"
      dir="ltr"
      value=${value}
      aria-invalid=${isWrong ? "true" : undefined}
      aria-describedby=${describedBy}
      autofocus=${autofocus}
    />
  ` as Html;
}

/** Renders the ways to sign in: email or wallet. A wallet requires a script. */
export function signInWays(face: Face, { byMail, wrongEmail, ...purpose }: Offer) {
  const { words } = face;
  return html`
    <div class="ways">
      ${
        byMail
          ? html`<form method="post" action=${signInPath(face, "/mail")} class="form">
              ${purposeFields(purpose)}
              ${emailField(words, {
                value: wrongEmail,
                isWrong: wrongEmail !== undefined,
                describedBy: wrongEmail === undefined ? undefined : "email-wrong",
                autofocus: wrongEmail !== undefined,
              })}
              ${
                wrongEmail !== undefined &&
                html`<p id="email-wrong" class="wrong">${words.text("signin.emailWrong")}</p>`
              }
              <button class="button">${words.text("signin.sendCode")}</button>
            </form>`
          : html`<p class="note">${words.text("signin.noMail")}</p>`
      }
      ${walletWay(face, purpose, byMail)}
    </div>
  `;
}

/** Keys of the texts that the script shows. */
const SAID = ["waiting", "declined", "wrong", "unavailable", "failed"] as const;

/**
 * Renders the sign-in by a wallet.
 * @param purpose.purchase true: the page's own form is sent once the wallet is proven, and wallet apps open the page
 */
export function walletWay(face: Face, purpose: Purpose & { readonly purchase?: boolean }, byMail: boolean) {
  const { words, site } = face;
  const { next, linking, purchase = false } = purpose;
  const here = new URL(site.baseUrl).origin + (purchase ? next : signInPath(face, "", purposeQuery(purpose)));
  return html`
    <section
      class="wallet"
      aria-labelledby="wallet-title"
      data-wallet
      data-message=${signInPath(face, "/wallet/message")}
      data-proof=${signInPath(face, "/wallet/proof")}
      data-next=${next}
      data-for=${linking ? "link" : undefined}
      data-purchase=${purchase ? "" : undefined}
      data-name=${words.text("signin.wallet.browser")}
    >
      <h2 id="wallet-title">${words.text("signin.wallet.title")}</h2>
      <p class="quiet">${words.text("signin.wallet.text")}</p>
      <noscript><p class="note">${words.text("signin.wallet.noScript")}</p></noscript>
      <div class="wallets" data-wallets></div>
      <div role="status" class="said">
        ${SAID.map((what) => html`<p class="note" data-said=${what} hidden>${words.text(`signin.wallet.${what}`)}</p>`)}
      </div>
      <div data-none hidden>
        <p>${words.text(byMail ? "signin.wallet.none" : "signin.wallet.noneOnly")}</p>
        ${walletApps(here)}
      </div>
    </section>
  `;
}

/** Renders links that open a page in the browser of a wallet app. */
export function walletApps(address: string) {
  const encoded = encodeURIComponent(address);
  const apps = [
    ["MetaMask", `https://metamask.app.link/dapp/${address.replace(/^https?:\/\//, "")}`],
    ["Coinbase Wallet", `https://go.cb-w.com/dapp?cb_url=${encoded}`],
    ["Trust Wallet", `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`],
  ] as const;
  return html`<ul class="links" role="list">
    ${apps.map(([name, href]) => html`<li><a href=${href} rel="noreferrer">${name}</a></li>`)}
  </ul>`;
}

/** Renders who is signed in, with a way to sign out. @param next page after signing out */
export function signedInLine(face: Face, { value }: Identity, next: string) {
  const { words } = face;
  return html`
    <form method="post" action=${signInPath(face, "/out")} class="signed-in">
      <input type="hidden" name="next" value=${next} />
      <p>${words.pieces("signin.as", { name: html`<bdi class="who">${value}</bdi>` as object })}</p>
      <button class="plain">${words.text("signin.notYou")}</button>
    </form>
  `;
}

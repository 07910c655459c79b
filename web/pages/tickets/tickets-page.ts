import type { Account } from "../../../src/buyers/account.ts";
import type { Face } from "../face.ts";
import { html } from "../html.ts";
import { ownLink, ownPage } from "../own-page.ts";
import { signedInLine, signInPath, signInWays } from "../sign-in/sign-in-parts.ts";
import { ownOrder, type TicketsView } from "./own-order.ts";

function ticketsPath({ shopkeeper }: Face): `/${string}` {
  return `/tickets/${shopkeeper.slug}`;
}

/** Orders, ticket numbers, refunds, results and proofs of who is signed in. */
export function ticketsPage(face: Face, view: TicketsView): string {
  const { words } = face;
  const { orders, next, older, signedIn, accounts } = view;
  const title = words.text("tickets.title");
  const here = ownLink(face, ticketsPath(face));
  return ownPage(face, {
    title,
    main: html`
      <main class="page narrow tickets">
        <h1>${title}</h1>
        ${signedInLine(face, signedIn, here)}
        ${
          orders.length === 0
            ? html`<div class="message">
                <p>${words.text("tickets.none")}</p>
                <p class="quiet">${words.text("tickets.noneHint")}</p>
              </div>`
            : html`<ul class="orders" role="list">
                ${orders.map((order) => html`<li>${ownOrder(face, view, order)}</li>`)}
              </ul>`
        }
        ${
          (older || next !== null) &&
          html`<nav class="pages" aria-label=${title}>
            ${older && html`<a class="again" href=${here}>${words.text("tickets.newest")}</a>`}
            ${
              next !== null &&
              html`<a class="again" href=${ownLink(face, ticketsPath(face), { after: next })}
                >${words.text("tickets.older")}</a
              >`
            }
          </nav>`
        }
        ${accountsPart(face, accounts, here)}
      </main>
    `,
  });
}

/** Renders the emails and wallets that the buyer has proven. */
function accountsPart(face: Face, accounts: readonly Account[], here: string) {
  const { words } = face;
  return html`
    <section class="about" aria-labelledby="accounts-title">
      <h2 id="accounts-title">${words.text("tickets.accounts")}</h2>
      <p class="quiet">${words.text("tickets.accountsText")}</p>
      <ul class="accounts" role="list">
        ${accounts.map(({ id, identities }, n) => {
          const names = identities.map(({ value }) => value).join(", ");
          return html`<li>
            <bdi class="who">${names}</bdi>
            ${
              n > 0 &&
              html`<form method="post" action=${signInPath(face, "/unlink")}>
                <input type="hidden" name="next" value=${here} />
                <input type="hidden" name="account" value=${id} />
                <button class="plain" aria-label=${words.text("tickets.unlinkNamed", { name: names })}>
                  ${words.text("tickets.unlink")}
                </button>
              </form>`
            }
          </li>`;
        })}
      </ul>
      <a class="again" href=${signInPath(face, "", { next: here, for: "link" })}
        >${words.text("signin.linkTitle")}</a
      >
    </section>
  `;
}

/** Renders the sign-in that precedes the tickets. */
export function ticketsSignIn(face: Face, byMail: boolean): string {
  const { words } = face;
  const title = words.text("tickets.title");
  return ownPage(face, {
    title,
    main: html`
      <main class="page narrow sign-in">
        <h1>${title}</h1>
        <p>${words.text("tickets.signIn")}</p>
        ${signInWays(face, { next: ownLink(face, ticketsPath(face)), linking: false, byMail })}
      </main>
    `,
  });
}

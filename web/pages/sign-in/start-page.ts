import type { Identity } from "../../../src/buyers/account.ts";
import type { Face } from "../face.ts";
import { html } from "../html.ts";
import { ownPage } from "../own-page.ts";
import { type Purpose, signedInLine, signInWays } from "./sign-in-parts.ts";

interface StartView extends Purpose {
  readonly byMail: boolean;
  readonly signedIn: Identity | null;
  /** true: the session had ended when the buyer continued. */
  readonly ended: boolean;
  readonly wrongEmail?: string;
}

/** Renders the sign-in page. */
export function startPage(face: Face, view: StartView): string {
  const { words } = face;
  const { signedIn, linking, ended, next } = view;
  const title = words.text(linking ? "signin.linkTitle" : "signin.title");
  const goesOn = signedIn !== null && !linking;
  return ownPage(face, {
    title,
    main: html`
      <main class="page narrow sign-in">
        <h1>${title}</h1>
        ${ended && !goesOn && html`<p class="note" role="status">${words.text("signin.ended")}</p>`}
        ${signedIn && signedInLine(face, signedIn, next)}
        ${
          goesOn
            ? html`<a class="button" href=${next}>${words.text("signin.continue")}</a>`
            : html`<p>${words.text(linking ? "signin.linkIntro" : "signin.intro")}</p>
                ${signInWays(face, view)}`
        }
      </main>
    `,
  });
}

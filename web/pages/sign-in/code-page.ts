import type { MailState } from "../../../src/mails/mail.ts";
import type { Face } from "../face.ts";
import { html } from "../html.ts";
import { type ChoiceView, choiceLine } from "../checkout/summary.ts";
import { ownPage } from "../own-page.ts";
import { type Purpose, purposeQuery, signInPath } from "./sign-in-parts.ts";

interface CodeView extends Purpose {
  /** Code that is awaited; null: none any more. */
  readonly awaited: {
    readonly email: string;
    readonly mail: MailState | null;
    readonly triesLeft: number;
  } | null;
  readonly minutes: number;
  /** true: a wrong code was entered. */
  readonly wrong: boolean;
  /** Purchase that waits for the code; null: none does. */
  readonly choice: ChoiceView | null;
}

/** Renders the form for the code of a mail. */
export function codePage(face: Face, view: CodeView): string {
  const { words } = face;
  const { awaited, wrong, minutes, choice } = view;
  const title = words.text("signin.code.title");
  const left = awaited?.triesLeft ?? 0;
  const isOver = left === 0;
  const said = [
    ...(wrong ? [words.text("signin.code.wrong")] : []),
    isOver ? words.text("signin.code.askNew") : words.text("signin.code.left", { left }),
  ].join(" ");
  const email = html`<bdi class="who">${awaited?.email}</bdi>`;
  const again = choice === null ? signInPath(face, "", purposeQuery(view)) : view.next;
  return ownPage(face, {
    title,
    main: html`
      <main class="page narrow sign-in">
        ${choice && choiceLine(face, choice)}
        <h1>${title}</h1>
        ${
          awaited &&
          !isOver &&
          html`<p>
              ${words.pieces("signin.code.sent", { email: email as object })}${" "}
              <a href=${again}>${words.text("signin.code.change")}</a>
            </p>
            <p class="quiet">${words.text("mail.code.valid", { minutes })}</p>`
        }
        ${(wrong || isOver) && html`<p id="code-wrong" class="wrong" role="alert">${said}</p>`}
        ${
          !isOver &&
          html`<p
              class="wrong"
              role="alert"
              data-mail-refused=${signInPath(face, "/mail")}
              hidden=${awaited?.mail !== "refused"}
            >
              ${words.text("signin.code.refused")}
            </p>
            ${codeForm(face, view)}
            <p class="quiet">${words.text("signin.code.spam")}</p>`
        }
        <a class=${isOver ? "button" : "again"} href=${again}>${words.text("signin.code.newCode")}</a>
      </main>
    `,
  });
}

function codeForm(face: Face, { next, linking, wrong, choice }: CodeView) {
  const { words } = face;
  return html`
    <form method="post" action=${signInPath(face, linking ? "/link" : "/code")} class="form" data-once>
      <input type="hidden" name="next" value=${next} />
      ${
        choice?.total &&
        html`<input type="hidden" name="total" value=${`${choice.total.amount} ${choice.total.currency}`} />`
      }
      <label for="code">${words.text("signin.code.label")}</label>
      <input
        id="code"
        name="code"
        class="code"
        inputmode="numeric"
        autocomplete="one-time-code"
        required
        maxlength="40"
        dir="ltr"
        autofocus
        aria-invalid=${wrong ? "true" : undefined}
        aria-describedby=${wrong ? "code-wrong" : undefined}
      />
      <button class="button">
        ${words.text(linking ? "signin.code.link" : choice ? "signin.continue" : "signin.code.submit")}
      </button>
    </form>
  `;
}

import { hash } from "node:crypto";
import escapeHtml from "escape-html";
import { type Request, type Response, Router } from "express";
import { Letters } from "../../../ports/mails/letters.ts";
import { Mails, type ShownMail } from "../../../ports/mails/mails.ts";
import { type PartSource, partsOf } from "../../../ports/token.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { jsonAnswer, send, sendRefusal } from "../answers/answer.ts";
import { MethodNotAllowed } from "../answers/problems.ts";
import type { Mount } from "../kernel/api.ts";

const SHOWN = 100;
/** The newest mails that are scanned for a recipient: addresses are encrypted in the database, so it cannot filter. */
const LOOKED_AT = 1_000;
const STYLE = `:root{color-scheme:light dark}
body{margin:0 auto;padding:1rem;max-width:44rem;font:1rem/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText;overflow-wrap:anywhere}
a{color:inherit}h1{font-size:1.5rem}h2{font-size:1.125rem}
article{border-top:1px solid;padding-block:.5rem}
pre{white-space:pre-wrap;font:inherit}`;
const STYLED = `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`;
const POLICY = `default-src 'none'; ${STYLED}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const NEEDS = { mails: Mails, letters: Letters };

/** Returns whose mails a request may read. Raises not_found. null: all organisations'. */
type Reader = (request: Request, response: Response) => Promise<OrganisationId | null>;

/**
 * Serves the newest mails at `/sandbox/mailbox?to=…`, as a page or as JSON.
 * @param reader in production: a test organisation that sent its key. Default: all mails, without a key
 */
export function mailboxRoutes(source: PartSource, reader: Reader = async () => null): Mount {
  const { mails, letters } = partsOf(source, NEEDS);
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/mailbox", async (request, response) => {
    response.locals.route = "/sandbox/mailbox";
    response.set({ "Cache-Control": "no-store", "Content-Security-Policy": POLICY });
    try {
      const { to } = request.query;
      const organisationId = await reader(request, response);
      const newest = await mails.newest(typeof to === "string" ? LOOKED_AT : SHOWN, organisationId);
      const matches = newest.filter((mail) => typeof to !== "string" || mail.to === to.trim().toLowerCase());
      const views = await Promise.all(matches.slice(0, SHOWN).map((mail) => shownBy(letters, mail)));
      if (request.accepts(["html", "json"]) === "json") send(response, jsonAnswer(200, { data: views }));
      else response.type("html").send(mailboxPage(views));
    } catch (error) {
      sendRefusal(response, error);
    }
  });
  router.all("/mailbox", (_request, response) => {
    response.setHeader("Allow", "GET");
    sendRefusal(response, MethodNotAllowed.because());
  });
  return { path: "/sandbox", handler: router };
}

async function shownBy(letters: Letters, mail: ShownMail) {
  const { id, to, organisationName: from, state, createdAt } = mail;
  const { subject, text, html } = await letters.letter(mail);
  const { kind } = mail.content;
  return { id, to, from, kind, state, createdAt: createdAt.toISOString(), subject, text, html };
}

interface MailView {
  readonly to: string;
  readonly from: string;
  readonly state: string;
  readonly createdAt: string;
  readonly subject: string;
  readonly text: string;
}

function mailboxPage(mails: readonly MailView[]): string {
  const articles = mails.map(
    ({ to, from, state, createdAt, subject, text }) => `<article>
<h2 dir="auto">${escapeHtml(subject)}</h2>
<p>To <a href="?to=${encodeURIComponent(to)}">${escapeHtml(to)}</a>, from <bdi>${escapeHtml(from)}</bdi>,
<time datetime="${createdAt}">${createdAt}</time>: ${state}</p>
<pre dir="auto">${escapeHtml(text)}</pre>
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Mailbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Mailbox</h1>
<p>The newest mails of this development system. Reload the page to see more.</p>
${articles.join("\n") || "<p>No mail.</p>"}
</main>
</body>
</html>
`;
}

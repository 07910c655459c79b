import { themeSheet } from "../../styles/theme.ts";
import { type Html, html, rendered } from "../html.ts";
import type { Section } from "./docs-html.ts";

interface DocsPage {
  readonly baseUrl: string;
  /** The path of `baseUrl`; links begin with it. */
  readonly prefix: string;
  /** The style's name below /assets. */
  readonly style: string;
  readonly title: string;
  /** The body, as HTML. */
  readonly body: string;
  readonly sections: readonly Section[];
  /** The address of the page as Markdown; null: it has none. */
  readonly markdown: string | null;
}

const FEWEST_SECTIONS = 3;

/** Renders a page of the documents around its text. It has no script. */
export function docsPage({ baseUrl, prefix, style, title, body, sections, markdown }: DocsPage): string {
  return rendered(html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Partner Raffle API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href=${`${baseUrl}/assets/${style}`} />
        <link rel="stylesheet" href=${`${baseUrl}/theme/-${themeSheet({}).hash}.css`} />
        ${markdown !== null && html`<link rel="alternate" type="text/markdown" href=${markdown} />`}
      </head>
      <body>
        <header>
          <nav aria-label="Documents">
            <a href=${`${prefix}/docs/`}>Documents</a>
            <a href=${`${prefix}/docs/quickstart`}>Quickstart</a>
            <a href=${`${prefix}/docs/api`}>API reference</a>
            <a href=${`${prefix}/docs/errors`}>Errors</a>
            ${markdown !== null && html`<a href=${markdown}>This page as Markdown</a>`}
          </nav>
        </header>
        ${sections.length >= FEWEST_SECTIONS && contents(sections)}
        <main dangerouslySetInnerHTML=${{ __html: body }} />
      </body>
    </html>
  `);
}

function contents(sections: readonly Section[]): Html {
  return html`
    <details class="contents">
      <summary>On this page</summary>
      <ul role="list">
        ${sections.map(({ id, text }) => html`<li><a href=${`#${id}`}>${text}</a></li>`)}
      </ul>
    </details>
  `;
}

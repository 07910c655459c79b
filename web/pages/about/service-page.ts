import { themeSheet } from "../../styles/theme.ts";
import type { Scheme, Site } from "../face.ts";
import { type Html, html, rendered } from "../html.ts";

interface ServicePage {
  readonly title: string;
  readonly scheme: Scheme;
  /** The name below /assets of the style of these pages. */
  readonly landingStyle: string;
  /** Its name below /assets. */
  readonly script?: string;
  readonly main: Html;
}

/** A page of the service, not of an organisation. */
export function servicePage(
  { baseUrl, style }: Site,
  { title, scheme, landingStyle, script, main }: ServicePage,
): string {
  return rendered(html`
    <html lang="en" data-scheme=${scheme === "auto" ? undefined : scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${[style, landingStyle].map((name) => html`<link rel="stylesheet" href=${`${baseUrl}/assets/${name}`} />`)}
        <link rel="stylesheet" href=${`${baseUrl}/theme/-${themeSheet({}).hash}.css`} />
        ${script !== undefined && html`<script defer src=${`${baseUrl}/assets/${script}`} />`}
      </head>
      <body>
        ${main}
      </body>
    </html>
  `);
}

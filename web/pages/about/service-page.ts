import { directionOf, type Locale } from "../../../src/shop/locale.ts";
import type { Shopkeeper } from "../../../src/shop/shop-lot.ts";
import { themeSheet } from "../../styles/theme.ts";
import type { Scheme, Site } from "../face.ts";
import { type Html, html, rendered } from "../html.ts";

interface ServicePage {
  readonly title: string;
  /** Default: English. */
  readonly locale?: Locale;
  readonly scheme: Scheme;
  /** Organisation whose look it has. Default: none. */
  readonly seller?: Pick<Shopkeeper, "slug" | "theme">;
  /** The name below /assets of the style of these pages. */
  readonly landingStyle: string;
  /** Addresses of scripts, which run in this order. */
  readonly scripts?: readonly string[];
  readonly main: Html;
}

/** A page of the service, not of an organisation. */
export function servicePage(
  { baseUrl, style }: Site,
  {
    title,
    locale = "en",
    scheme,
    seller = { slug: "", theme: {} },
    landingStyle,
    scripts = [],
    main,
  }: ServicePage,
): string {
  return rendered(html`
    <html lang=${locale} dir=${directionOf(locale)} data-scheme=${scheme === "auto" ? undefined : scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${[style, landingStyle].map((name) => html`<link rel="stylesheet" href=${`${baseUrl}/assets/${name}`} />`)}
        <link
          rel="stylesheet"
          href=${`${baseUrl}/theme/${seller.slug}-${themeSheet(seller.theme).hash}.css`}
        />
        ${scripts.map((address) => html`<script defer src=${address} />`)}
      </head>
      <body>
        ${main}
      </body>
    </html>
  `);
}

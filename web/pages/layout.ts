import type { Lot } from "../../src/lots/lot.ts";
import { directionOf, type Locale } from "../../src/shop/locale.ts";
import { footer } from "./about/footer.ts";
import { type Face, pathOf } from "./face.ts";
import { type Html, html, jsonScript, rendered } from "./html.ts";

/** Preview that other sites show of a link to the page. */
interface Preview {
  readonly description: string;
  /** Lot whose share image represents the page; null: none. */
  readonly lotId: Lot["id"] | null;
  /** Data as in schema.org. */
  readonly data: object;
}

interface Parts {
  readonly title: string;
  /** The page's path behind the organisation's. */
  readonly path: "" | `/${string}`;
  readonly preview?: Preview;
  /** Facts that the page passes to its script. */
  readonly facts?: object;
  /** Seconds after which the page loads again without a script. */
  readonly refreshSec?: number;
  readonly main: Html;
}

/** Says on each page of a test organisation that it takes no money; null: the organisation is live. */
export function testMark({ shopkeeper, words }: Pick<Face, "shopkeeper" | "words">): Html | null {
  return shopkeeper.mode === "test"
    ? html`<p class="test-mark" role="note">${words.text("testMark")}</p>`
    : null;
}

/** A whole page. */
export function page(face: Face, { title, path, preview, facts, refreshSec, main }: Parts): string {
  const { site, locale, scheme, shopkeeper } = face;
  const { origin } = new URL(site.baseUrl);
  return rendered(html`
    <html lang=${locale} dir=${directionOf(locale)} data-scheme=${scheme === "auto" ? undefined : scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${shopkeeper.mode === "test" && html`<meta name="robots" content="noindex" />`}
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href=${`${site.baseUrl}/assets/${site.style}`} />
        <link rel="stylesheet" href=${`${site.baseUrl}/theme/${face.theme}`} />
        <link rel="canonical" href=${origin + pathOf(face, path)} />
        ${
          preview &&
          html`
            <meta name="description" content=${preview.description} />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content=${shopkeeper.name} />
            <meta property="og:title" content=${title} />
            <meta property="og:description" content=${preview.description} />
            <meta property="og:url" content=${origin + pathOf(face, path)} />
            <meta property="og:locale" content=${OG_LOCALE[locale]} />
            ${preview.lotId && shareImageTags(`${site.baseUrl}/og/competition/${preview.lotId}.png`, title)}
            <script type="application/ld+json" dangerouslySetInnerHTML=${jsonScript(preview.data)} />
          `
        }
        ${refreshSec !== undefined && html`<noscript><meta http-equiv="refresh" content=${refreshSec} /></noscript>`}
        <script defer src=${`${site.baseUrl}/assets/${site.script}`} />
        ${facts && html`<script type="application/json" id="facts" dangerouslySetInnerHTML=${jsonScript(facts)} />`}
      </head>
      <body>
        ${testMark(face)} ${main} ${footer(face, { narrow: false })}
      </body>
    </html>
  `);
}

/** Open Graph knows only languages with a country. */
const OG_LOCALE: Readonly<Record<Locale, string>> = {
  en: "en_US",
  de: "de_DE",
  fr: "fr_FR",
  es: "es_ES",
  it: "it_IT",
  nl: "nl_NL",
  pl: "pl_PL",
  pt: "pt_PT",
  tr: "tr_TR",
  vi: "vi_VN",
  th: "th_TH",
  ja: "ja_JP",
  ar: "ar_AR",
};

function shareImageTags(address: string, about: string): Html {
  return html`
    <meta property="og:image" content=${address} />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:alt" content=${about} />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta name="twitter:card" content="summary_large_image" />
  `;
}

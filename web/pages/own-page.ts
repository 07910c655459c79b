import { directionOf } from "../../src/shop/locale.ts";
import { footer } from "./about/footer.ts";
import type { Face } from "./face.ts";
import { type Html, html, jsonScript, rendered } from "./html.ts";
import { testMark } from "./layout.ts";

interface Parts {
  readonly title: string;
  /** Facts that the page passes to its script. */
  readonly facts?: object;
  /** Seconds after which the page reloads without a script. */
  readonly refreshSec?: number;
  /** Address to load then. Default: the same address. */
  readonly refreshPath?: string;
  /** Scripts of payment parts: names below /assets. */
  readonly scripts?: readonly string[];
  /** Their styles, likewise. */
  readonly styles?: readonly string[];
  readonly main: Html;
}

/** Renders a page that knows the buyer. Search engines and messengers do not show it. */
export function ownPage(face: Face, parts: Parts): string {
  const { title, facts, refreshSec, refreshPath, scripts = [], styles = [], main } = parts;
  const { site, locale, scheme, shopkeeper } = face;
  const { logoUrl } = shopkeeper.theme;
  const assets = `${site.baseUrl}/assets`;
  return rendered(html`
    <html lang=${locale} dir=${directionOf(locale)} data-scheme=${scheme === "auto" ? undefined : scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${shopkeeper.name}</title>
        <link rel="icon" href="data:," />
        ${[site.style, ...styles].map((name) => html`<link rel="stylesheet" href=${`${assets}/${name}`} />`)}
        <link rel="stylesheet" href=${`${site.baseUrl}/theme/${face.theme}`} />
        ${refreshSec !== undefined && html`<noscript><meta http-equiv="refresh" content=${refreshPath ? `${refreshSec}; url=${refreshPath}` : refreshSec} /></noscript>`}
        ${facts && html`<script type="application/json" id="facts" dangerouslySetInnerHTML=${jsonScript(facts)} />`}
        ${[site.script, ...scripts].map((name) => html`<script defer src=${`${assets}/${name}`} />`)}
      </head>
      <body>
        ${testMark(face)}
        <header class="page narrow shop">
          ${logoUrl && html`<img src=${logoUrl} alt="" referrerpolicy="no-referrer" />`}
          <p><bdi>${shopkeeper.name}</bdi></p>
        </header>
        ${main} ${footer(face, { narrow: true })}
      </body>
    </html>
  `);
}

/** Returns a path of the buyer's pages, with the query of this page: `ownLink(face, "/tickets/acme", {next})`. */
export function ownLink(
  face: Face,
  path: `/${string}`,
  more: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams(face.query);
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, value);
  const search = query.toString();
  return face.site.prefix + path + (search === "" ? "" : `?${search}`);
}

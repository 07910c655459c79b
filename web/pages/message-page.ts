import type { Locale } from "../../src/shop/locale.ts";
import { directionOf } from "../../src/shop/locale.ts";
import { wordsIn } from "../words/words.ts";
import type { Site } from "./face.ts";
import { type Html, html, rendered } from "./html.ts";

/** `unavailable`: a competition; `missing`: anything else. `limited`: the reader may go on after a while; `refused`: what was sent cannot be taken. */
export interface Message {
  readonly about: "unavailable" | "missing" | "trouble" | "limited" | "refused";
  /** Time until requests are accepted again, for `limited`. */
  readonly waitSec?: number;
  /** Request ID, for support. */
  readonly reference?: string;
  /** The way to the organisation's competitions; null: the organisation is unknown. */
  readonly others?: Html | null;
  /** The foot of the organisation's pages; null: the organisation is unknown. */
  readonly seller?: Html | null;
}

/** Renders a page that is missing or cannot be shown now. It has no theme, since the organisation may be unknown. */
export function messagePage(
  { baseUrl, style, script }: Site,
  theme: string,
  locale: Locale,
  { about, waitSec = 0, reference, others = null, seller = null }: Message,
): string {
  const words = wordsIn(locale);
  const title = words.text(`${about}.title`);
  const text = words.text(`${about}.text`, { when: words.fromNow(waitSec) });
  return rendered(html`
    <html lang=${locale} dir=${directionOf(locale)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href=${`${baseUrl}/assets/${style}`} />
        <link rel="stylesheet" href=${`${baseUrl}/theme/${theme}`} />
        <script defer src=${`${baseUrl}/assets/${script}`} />
      </head>
      <body>
        <main class="page message">
          <h1>${title}</h1>
          <p>${text}</p>
          ${others} ${reference && html`<p class="quiet"><bdi>${reference}</bdi></p>`}
        </main>
        ${seller}
      </body>
    </html>
  `);
}

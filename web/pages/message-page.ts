import type { Locale } from "../../src/shop/locale.ts";
import { directionOf } from "../../src/shop/locale.ts";
import { wordsIn } from "../words/words.ts";
import type { Site } from "./face.ts";
import { html, rendered } from "./html.ts";

/** Instead of a page that is not there, or cannot be shown now. It is nobody's: an organisation that is unknown has no theme. */
export function messagePage(
  { baseUrl, style, script }: Site,
  theme: string,
  locale: Locale,
  about: "unavailable" | "trouble",
): string {
  const words = wordsIn(locale);
  const title = words.text(`${about}.title`);
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
          <p>${words.text(`${about}.text`)}</p>
        </main>
      </body>
    </html>
  `);
}

import { themeCss, themeHash } from "../styles/theme.ts";
import type { Site } from "./face.ts";
import { html, rendered } from "./html.ts";

interface Entrance {
  readonly href: string;
  readonly name: string;
  readonly about: string;
}

const DEMO = [
  "A page as a partner's: two script tags, and a policy that allows nothing but this service's scripts and frames.",
  '<script src="BASE/widget.js" data-org="ORG"></script>',
] as const;

/** A partner's page, as it would be: it has nothing of the service but its script tags. */
export function demoPage({ baseUrl, style }: Site, slug: string, lotId: number | null): string {
  const [about, line] = DEMO;
  const widget = `${baseUrl}/widget.js`;
  return rendered(html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>A partner's page</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href=${`${baseUrl}/assets/${style}`} />
        <link rel="stylesheet" href=${`${baseUrl}/theme/-${themeHash(themeCss({}))}.css`} />
      </head>
      <body>
        <main class="page">
          <header class="about">
            <h1>A partner's page</h1>
            <p class="quiet">${about}</p>
            <p><code>${line.replace("BASE", baseUrl).replace("ORG", slug)}</code></p>
          </header>
          ${
            lotId !== null &&
            html`<section class="about">
              <h2>One competition</h2>
              <script src=${widget} data-org=${slug} data-competition=${lotId} />
            </section>`
          }
          <section class="about">
            <h2>All of them</h2>
            <script src=${widget} data-org=${slug} />
          </section>
        </main>
      </body>
    </html>
  `);
}

/** Where whoever opens the service's address finds what is there. */
export function homePage({ baseUrl, prefix, style }: Site, demo: string | null): string {
  const entrances: Entrance[] = [
    ...(demo === null
      ? []
      : [
          {
            href: `${prefix}${demo}`,
            name: "Demo",
            about: "The widget on a page, with competitions to try.",
          },
        ]),
    {
      href: `${prefix}/api/v1/openapi.json`,
      name: "API description",
      about: "OpenAPI document of the partner API.",
    },
    {
      href: `${prefix}/embed/openapi.json`,
      name: "Public API description",
      about: "OpenAPI document of what needs no key: draws and their tickets.",
    },
  ];
  return rendered(html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Partner Raffle API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href=${`${baseUrl}/assets/${style}`} />
        <link rel="stylesheet" href=${`${baseUrl}/theme/-${themeHash(themeCss({}))}.css`} />
      </head>
      <body>
        <main class="page narrow">
          <header>
            <h1>Partner Raffle API</h1>
            <p class="quiet">Prize raffles with draws that anyone can verify.</p>
          </header>
          <ul class="entrances" role="list">
            ${entrances.map(
              ({ href, name, about }) =>
                html`<li>
                  <a href=${href}>${name}</a>
                  <p class="quiet">${about}</p>
                </li>`,
            )}
          </ul>
        </main>
      </body>
    </html>
  `);
}

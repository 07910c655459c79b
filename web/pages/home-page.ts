import { themeCss, themeHash } from "../styles/theme.ts";
import type { Site } from "./face.ts";
import { type Html, html, rendered } from "./html.ts";

interface Entrance {
  readonly href: string;
  readonly name: string;
  readonly about: string;
}

interface Demo {
  readonly slug: string;
  readonly lotId: number | null;
  /** true: mails to buyers are shown. */
  readonly mailbox: boolean;
}

const MAILBOX = "/sandbox/mailbox";

/** A partner's page, as it would be: it has nothing of the service but its script tags. */
export function demoPage({ baseUrl, prefix, style }: Site, { slug, lotId, mailbox }: Demo): string {
  const widget = `${baseUrl}/widget.js`;
  const tag = `<script src="${widget}" data-org="${slug}"></script>`;
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
            <p class="quiet">
              A page as a partner's: two script tags, and a policy that allows nothing but this service's
              scripts and frames.
            </p>
            <p><code>${tag}</code></p>
            ${mailbox && tryIt(`${prefix}${MAILBOX}`, `${prefix}/tickets/${slug}`)}
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

/** Renders what a buyer needs where no mail is sent and no money is taken. */
function tryIt(mailbox: string, tickets: string): Html {
  return html`
    <h2>Try it</h2>
    <ol class="steps">
      <li>Press “Buy tickets” below, and sign in with any mail address.</li>
      <li>
        Read the code in the <a href=${mailbox} target="_blank" rel="noopener">mailbox</a> of this service.
      </li>
      <li>Pay. The payment provider is simulated: nothing is charged.</li>
      <li>Find what you bought in <a href=${tickets} target="_blank" rel="noopener">my tickets</a>.</li>
    </ol>
  `;
}

interface HomeOf {
  /** Slug of the demo's organisation; null: there is none. */
  readonly demo: string | null;
  readonly mailbox: boolean;
  readonly consoleUrl: string;
}

function entrancesOf({ prefix }: Site, { demo, mailbox, consoleUrl }: HomeOf): Entrance[] {
  return [
    {
      href: `${prefix}/docs/`,
      name: "Documents",
      about: "For partners, operators and contributors: from the first ticket to the last field.",
    },
    {
      href: consoleUrl,
      name: "Console",
      about: "For members of an organisation and for operators.",
    },
    ...(demo === null
      ? []
      : [
          {
            href: `${prefix}/demo`,
            name: "Demo",
            about: "A partner's page with the widget: buy a ticket as a visitor would.",
          },
          {
            href: `${prefix}/embed/${demo}`,
            name: "Competitions",
            about: "The same without a partner's page, as a link leads to it.",
          },
        ]),
    ...(mailbox
      ? [
          {
            href: `${prefix}${MAILBOX}`,
            name: "Mailbox",
            about: "Mails to buyers, with the codes to sign in.",
          },
        ]
      : []),
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
}

/** Renders the page at the service's address, which lists what is there. */
export function homePage(site: Site, home: HomeOf): string {
  const { baseUrl, style } = site;
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
            ${entrancesOf(site, home).map(
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

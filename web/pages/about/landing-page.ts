import type { Site } from "../face.ts";
import { html } from "../html.ts";
import { servicePage } from "./service-page.ts";

/** Path of the mails that a service outside production keeps. */
export const MAILBOX = "/sandbox/mailbox";

interface LandingOptions {
  /** Slugs of the demo's organisations; null: there are none. */
  readonly demo: readonly string[] | null;
  readonly mailbox: boolean;
  readonly consoleUrl: string;
  /** Paths of the demo's pictures, behind the service's. */
  readonly pictures: readonly string[];
  readonly landingStyle: string;
}

interface Entrance {
  readonly href: string;
  readonly name: string;
  readonly about: string;
}

const PROMISES = [
  {
    title: "Sell without overselling",
    text: "No ticket is sold twice and none beyond the cap, even if payments arrive twice, late or at the same time.",
    icon: html`<path
      d="M3 8a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v2a2 2 0 0 0 0 4v2a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2a2 2 0 0 0 0-4zM15 8v2m0 2v2"
    />`,
  },
  {
    title: "Charge exactly once",
    text: "Six payment providers and tokens, one contract: a repeated request charges once, a cancelled competition refunds everyone.",
    icon: html`<path d="M4 7h16v11H4zM4 11h16M8 15h4" />`,
  },
  {
    title: "Draw in the open",
    text: "A block that does not exist yet decides. Every winner comes with a proof that a browser checks in a second.",
    icon: html`<path d="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM8.500 12l2.500 2.500 4.500-5" />`,
  },
] as const;

/** Renders the page at the service's address: what the service is, and where its parts are. */
export function landingPage(site: Site, options: LandingOptions): string {
  const { baseUrl, prefix } = site;
  const { demo, pictures, landingStyle } = options;
  return servicePage(site, {
    title: "Partner Raffle API",
    scheme: "auto",
    landingStyle,
    main: html`
      <main class="page landing">
        <header>
          <p class="quiet">Partner Raffle API</p>
          <h1>Prize raffles with draws that anyone can verify</h1>
          <p>
            Create prizes and competitions over a REST API, sell tickets on your own page with one script tag,
            and let the service settle payments, draw winners and publish the proof.
          </p>
          <p class="actions">
            ${demo !== null && html`<a class="button" href=${`${prefix}/demo`}>Buy a ticket in the demo</a>`}
            <a class=${demo === null ? "button" : "button second"} href=${`${prefix}/docs/quickstart`}
              >Start in ten minutes</a
            >
          </p>
          <p class="snippet">
            <code>${`<script src="${baseUrl}/widget.js" data-org="${demo?.[0] ?? "acme"}"></script>`}</code>
          </p>
        </header>
        ${
          demo !== null &&
          html`<ul class="strip" role="list" aria-hidden="true">
            ${pictures.map((path) => html`<li><img src=${prefix + path} alt="" width="200" height="150" /></li>`)}
          </ul>`
        }
        <ul class="promises" role="list">
          ${PROMISES.map(
            ({ title, text, icon }) =>
              html`<li>
                <svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>
                <h2>${title}</h2>
                <p class="quiet">${text}</p>
              </li>`,
          )}
        </ul>
        <h2>In this service</h2>
        <ul class="entrances" role="list">
          ${entrancesOf(site, options).map(
            ({ href, name, about }) =>
              html`<li>
                <a href=${href}>${name}</a>
                <p class="quiet">${about}</p>
              </li>`,
          )}
        </ul>
      </main>
    `,
  });
}

function entrancesOf({ prefix }: Site, { demo, mailbox, consoleUrl }: LandingOptions): Entrance[] {
  const ofDemo = [
    {
      href: `${prefix}/demo`,
      name: "Demo",
      about: "A partner's page with the widget: buy a ticket, watch a draw, copy the tag for your page.",
    },
    {
      href: `${prefix}/embed/${demo?.[0]}`,
      name: "Competitions",
      about: "The demo's competitions without a partner's page, as a link leads to them.",
    },
    {
      href: `${prefix}/embed/${demo?.[1]}`,
      name: "Another seller",
      about: "Competitions with another look, in Arabic.",
    },
    {
      href: `${prefix}/embed/${demo?.[0]}/draws`,
      name: "How the draw works",
      about: "Three pictures for buyers.",
    },
  ];
  const ofMails = {
    href: prefix + MAILBOX,
    name: "Mailbox",
    about: "Mails to buyers, with the codes to sign in.",
  };
  return [
    {
      href: `${prefix}/docs/`,
      name: "Documentation",
      about: "For partners, operators and contributors: from the first ticket to the last field.",
    },
    { href: consoleUrl, name: "Console", about: "For members of an organisation and for operators." },
    ...(demo === null ? [] : ofDemo),
    ...(mailbox ? [ofMails] : []),
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

import { LOCALES } from "../../../src/shop/locale.ts";
import type { Site } from "../face.ts";
import { type Html, html } from "../html.ts";
import type { Preferences } from "../render.ts";
import { MAILBOX } from "./landing-page.ts";
import { servicePage } from "./service-page.ts";

interface Demo extends Preferences {
  readonly slug: string;
  readonly lotId: number | null;
  /** true: mails to buyers are shown. */
  readonly mailbox: boolean;
  readonly landingStyle: string;
}

const SCHEMES = ["auto", "light", "dark"] as const;

/** A partner's page, as it would be: it has nothing of the service but its script tags, and shows their events. */
export function demoPage(site: Site, demo: Demo): string {
  const { slug, lotId, mailbox, landingStyle, locale, scheme } = demo;
  const widget = `${site.baseUrl}/widget.js`;
  const choice = { "data-locale": locale, ...(scheme !== "auto" && { "data-scheme": scheme }) };
  const attributes = Object.entries({ "data-org": slug, ...choice }).map(
    ([name, value]) => `${name}="${value}"`,
  );
  return servicePage(site, {
    title: "Demo: a partner's page",
    scheme,
    landingStyle,
    script: site.script,
    main: html`
      <main class="page">
        <header class="about">
          <h1>A partner's page</h1>
          <p class="quiet">
            One script tag shows your competitions on your page. Nothing else of the service is on this page,
            and its policy allows nothing but the service's scripts and frames.
          </p>
          <p class="snippet"><code>${`<script src="${widget}" ${attributes.join(" ")}></script>`}</code></p>
          ${chooser(demo)} ${mailbox && tryIt(site.prefix + MAILBOX, `${site.prefix}/tickets/${slug}`)}
        </header>
        ${
          lotId !== null &&
          html`<section class="about">
            <h2>One competition</h2>
            <script src=${widget} data-org=${slug} data-competition=${lotId} ...${choice} />
            <h3>Events that your page gets</h3>
            <ul class="events" data-events aria-live="polite"></ul>
            <noscript
              ><p class="note">
                The widget needs JavaScript.
                <a href=${`${site.prefix}/embed/${slug}`}>See the competitions</a>.
              </p></noscript
            >
          </section>`
        }
        <section class="about">
          <h2>All competitions</h2>
          <script src=${widget} data-org=${slug} ...${choice} />
        </section>
      </main>
    `,
  });
}

/** Links to the same page in another language or scheme. */
function chooser({ locale, scheme }: Demo): Html {
  const languages = LOCALES.map((each) => ({
    name: new Intl.DisplayNames(each, { type: "language" }).of(each) ?? each,
    href: `?locale=${each}&scheme=${scheme}`,
    lang: each,
    isCurrent: each === locale,
  }));
  const schemes = SCHEMES.map((each) => ({
    name: each === "auto" ? "as the device" : each,
    href: `?locale=${locale}&scheme=${each}`,
    lang: "en",
    isCurrent: each === scheme,
  }));
  return html`${choices("Language", languages)} ${choices("Colours", schemes)}`;
}

interface Choice {
  readonly name: string;
  readonly href: string;
  readonly lang: string;
  readonly isCurrent: boolean;
}

function choices(label: string, all: readonly Choice[]): Html {
  return html`
    <nav class="choices" aria-label=${label}>
      <span>${label}</span>
      ${all.map(
        ({ name, href, lang, isCurrent }) =>
          html`<a href=${href} lang=${lang} aria-current=${isCurrent ? "true" : undefined}>${name}</a>`,
      )}
    </nav>
  `;
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

import { directionOf, type Locale, LOCALES } from "../../../src/shop/locale.ts";
import type { Snapshot } from "../../../src/shop/shop-window.ts";
import { type Words, wordsIn } from "../../words/words.ts";
import type { Scheme, Site } from "../face.ts";
import { type Html, html } from "../html.ts";
import type { Preferences } from "../render.ts";
import { elsewhere } from "./footer.ts";
import { MAILBOX } from "./landing-page.ts";
import { servicePage } from "./service-page.ts";
import { languageName, type SnippetFields, snippetPart } from "./snippet-part.ts";

interface DemoOrganisation {
  readonly slug: string;
  readonly name: string;
  readonly locale: Locale;
}

interface Demo extends Pick<Preferences, "locale" | "scheme"> {
  readonly organisations: readonly DemoOrganisation[];
  /** Lots and seller that the page shows. */
  readonly snapshot: Snapshot;
  /** The draw that the visitor watches; null: none. */
  readonly drawId: number | null;
  /** true: draws can be started. */
  readonly draws: boolean;
  /** Seconds until another draw may be started, after a refusal; null: none was refused. */
  readonly waitSec: number | null;
  readonly snippet: SnippetFields;
  /** true: mails to buyers are shown. */
  readonly mailbox: boolean;
  readonly landingStyle: string;
}

const SCHEMES = { auto: "demo.auto", light: "demo.light", dark: "demo.dark" } as const;

/** A partner's page, as it would be: it has nothing of the service but its script tags, and shows their events. */
export function demoPage(site: Site, demo: Demo): string {
  const { snapshot, mailbox, landingStyle, locale, scheme, draws } = demo;
  const { slug } = snapshot.shopkeeper;
  const words = wordsIn(locale);
  const widget = `${site.baseUrl}/widget.js`;
  const choice = { "data-locale": locale, ...(scheme !== "auto" && { "data-scheme": scheme }) };
  const lotId = snapshot.lots.find(({ buyable, contract }) => buyable && contract === null)?.lot.id ?? null;
  const a = (pieces: unknown[]) => html`<a href=${`${site.prefix}/embed/${slug}`}>${pieces}</a>` as object;
  return servicePage(site, {
    title: words.text("demo.title"),
    locale,
    scheme,
    seller: snapshot.shopkeeper,
    landingStyle,
    scripts: [`${site.baseUrl}/embed.js`, `${site.baseUrl}/assets/${site.script}`],
    main: html`
      <main class="page">
        <header class="about">
          <h1>${words.text("demo.title")}</h1>
          <p class="quiet">${words.text("demo.lead")}</p>
          ${choosers(demo, words)} ${mailbox && tryIt(site, slug, words)}
        </header>
        ${
          lotId !== null &&
          html`<section class="about">
            <h2>${words.text("demo.one")}</h2>
            <script src=${widget} data-org=${slug} data-competition=${lotId} ...${choice} />
            <noscript><p class="note">${words.pieces("demo.noscript", { a })}</p></noscript>
          </section>`
        }
        ${draws && watchedDraw(site, demo, words)}
        <section class="about">
          <h2>${words.text("demo.events")}</h2>
          <ul class="events" dir="ltr" data-events aria-live="polite"></ul>
        </section>
        <section class="about">
          <h2>${words.text("all")}</h2>
          <script src=${widget} data-org=${slug} ...${choice} />
        </section>
        ${snippetPart(site, demo, words)}
      </main>
    `,
  });
}

/** Links to the same page of another organisation, in another language or scheme. */
function choosers({ organisations, snapshot, locale, scheme }: Demo, words: Words): Html {
  const { slug } = snapshot.shopkeeper;
  const address = (org: string, language: Locale, look: Scheme) =>
    `?${new URLSearchParams({ org, locale: language, scheme: look }).toString()}`;
  return html`
    ${choices(
      words.text("demo.seller"),
      organisations.map((each) => ({
        name: each.name,
        href: address(each.slug, each.locale, scheme),
        lang: each.locale,
        isCurrent: each.slug === slug,
      })),
    )}
    ${choices(
      words.text("demo.language"),
      LOCALES.map((each) => ({
        name: languageName(each),
        href: address(slug, each, scheme),
        lang: each,
        isCurrent: each === locale,
      })),
    )}
    ${choices(
      words.text("demo.colours"),
      (["auto", "light", "dark"] as const).map((each) => ({
        name: words.text(SCHEMES[each]),
        href: address(slug, locale, each),
        lang: locale,
        isCurrent: each === scheme,
      })),
    )}
  `;
}

interface Choice {
  readonly name: string;
  readonly href: string;
  readonly lang: Locale;
  readonly isCurrent: boolean;
}

function choices(label: string, all: readonly Choice[]): Html {
  return html`
    <nav class="choices" aria-label=${label}>
      <span>${label}</span>
      ${all.map(
        ({ name, href, lang, isCurrent }) =>
          html`<a
            href=${href}
            lang=${lang}
            dir=${directionOf(lang)}
            aria-current=${isCurrent ? "true" : undefined}
            >${name}</a
          >`,
      )}
    </nav>
  `;
}

/** Renders what a buyer needs where no mail is sent and no money is taken. */
function tryIt({ prefix }: Site, slug: string, words: Words): Html {
  const to = (address: string) => (pieces: unknown[]) => elsewhere(address, pieces) as object;
  return html`
    <h2>${words.text("demo.try")}</h2>
    <ol class="steps">
      <li>${words.text("demo.try.buy")}</li>
      <li>${words.pieces("demo.try.code", { a: to(prefix + MAILBOX) })}</li>
      <li>${words.text("demo.try.pay")}</li>
      <li>${words.pieces("demo.try.tickets", { a: to(`${prefix}/tickets/${slug}`) })}</li>
    </ol>
  `;
}

/** Renders the button that starts a draw, and the results of the one that was started. */
function watchedDraw(
  { prefix, baseUrl }: Site,
  { snapshot, drawId, waitSec, locale, scheme }: Demo,
  words: Words,
) {
  const { slug } = snapshot.shopkeeper;
  const results = `${prefix}/embed/${slug}/competition/${drawId}/results?locale=${locale}`;
  return html`
    <section class="about" id="draw">
      <h2>${words.text("demo.draw.title")}</h2>
      <p>${words.text("demo.draw.lead")}</p>
      ${
        waitSec !== null &&
        html`<p class="note" role="alert">
          ${words.text("demo.draw.busy", { wait: words.fromNow(waitSec) })}
        </p>`
      }
      ${
        drawId !== null &&
        html`<div
            data-results
            data-host=${baseUrl}
            data-org=${slug}
            data-lot=${drawId}
            data-locale=${locale}
            data-scheme=${scheme}
          ></div>
          <noscript><p>${elsewhere(results, words.text("followDraw"))}</p></noscript>`
      }
      <form method="post" action=${`${prefix}/demo/draws`} class="actions">
        <input type="hidden" name="org" value=${slug} />
        <input type="hidden" name="locale" value=${locale} />
        <input type="hidden" name="scheme" value=${scheme} />
        <button class=${drawId === null ? "button" : "button second"}>
          ${words.text(drawId === null ? "demo.draw.start" : "demo.draw.again")}
        </button>
      </form>
    </section>
  `;
}

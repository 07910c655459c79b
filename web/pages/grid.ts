import type { Shown, Snapshot } from "../../src/shop/shop-window.ts";
import { isHeld, type ShownState } from "../../src/shop/shop-lot.ts";
import { buying, buyingOnChain } from "./checkout/buying.ts";
import { badge, clock, picture, price, sales, when } from "./card.ts";
import { type Face, linkTo } from "./face.ts";
import { factsOf } from "./facts.ts";
import { html } from "./html.ts";
import { page } from "./layout.ts";

/** Places of states in the grid: first those that can be bought. */
const PLACES: Partial<Record<ShownState, number>> = { open: 0, scheduled: 1, sold_out: 2 };

/** Orders lots by their state, then by the time that comes next: the opening of a scheduled one, else the end. */
function bySoonest(one: Shown, other: Shown): number {
  const next = ({ lot, state }: Shown) => (state === "scheduled" ? lot.startAt : lot.endAt).getTime();
  return PLACES[one.state]! - PLACES[other.state]! || next(one) - next(other);
}

/** All lots of an organisation that sell or will. */
export function gridPage(face: Face, { lots, now }: Snapshot): string {
  const { words, shopkeeper } = face;
  const live = lots.filter(({ state }) => state in PLACES).toSorted(bySoonest);
  const title = words.text("live");
  const by = words.pieces("by", { organisation: html`<bdi>${shopkeeper.name}</bdi>` as object });
  const { logoUrl } = shopkeeper.theme;
  return page(face, {
    title: `${title} · ${shopkeeper.name}`,
    path: "",
    preview: {
      description: `${title} ${words.text("by", { organisation: shopkeeper.name })}`,
      lotId: live[0]?.lot.id ?? null,
      data: listData(face, live),
    },
    facts: factsOf(face, "grid", now),
    main: html`
      <main class="page">
        <header class="head">
          ${logoUrl && html`<img src=${logoUrl} alt="" referrerpolicy="no-referrer" />`}
          <div>
            <h1>${title}</h1>
            <p class="quiet">${by}</p>
          </div>
        </header>
        ${
          live.length === 0
            ? html`<div class="message">
                <p>${words.text("none")}</p>
                <p class="quiet">${words.text("noneHint")}</p>
              </div>`
            : html`<ul class="grid" role="list">
                ${live.map((shown, at) => html`<li>${tile(face, shown, at)}</li>`)}
              </ul>`
        }
      </main>
    `,
  });
}

function tile(face: Face, shown: Shown, at: number) {
  const { words } = face;
  const { lot, state } = shown;
  return html`
    <article
      class="card"
      data-lot=${lot.id}
      data-state=${state}
      data-held=${isHeld(lot, state) ? "" : undefined}
    >
      ${picture(lot, { lazy: at > 5 })} ${badge(shown, words)}
      <div class="body">
        <h2>
          <a href=${linkTo(face, `/competition/${lot.id}`, { from: "all" })}><bdi>${lot.title}</bdi></a>
        </h2>
        ${price(shown, words)} ${clock(lot, state, words)} ${when(lot, state, words)} ${sales(shown, words)}
        ${buying(face, shown)} ${buyingOnChain(face, shown)}
      </div>
    </article>
  `;
}

function listData(face: Face, lots: readonly Shown[]): object {
  const { origin } = new URL(face.site.baseUrl);
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    itemListElement: lots.slice(0, 50).map(({ lot }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name: lot.title,
      url: `${origin}${face.site.prefix}/embed/${face.shopkeeper.slug}/competition/${lot.id}`,
    })),
  };
}

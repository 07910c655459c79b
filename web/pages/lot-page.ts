import { availableTickets } from "../../src/lots/lot.ts";
import type { LotSnapshot } from "../../src/shop/shop-window.ts";
import { isHeld, isOffered } from "../../src/shop/shop-lot.ts";
import { drawPromise } from "./about/footer.ts";
import { buying, buyingOnChain } from "./checkout/buying.ts";
import { badge, clock, noteOf, picture, price, sales, when } from "./card.ts";
import { descriptionHtml, plainDescription } from "./description.ts";
import { drawEvent } from "./draw-event.ts";
import { type Face, linkTo } from "./face.ts";
import { factsOf } from "./facts.ts";
import { html } from "./html.ts";
import { page } from "./layout.ts";

/** One lot: what can be won, for how much, until when. */
export function lotPage(face: Face, shown: LotSnapshot): string {
  const { words, shopkeeper } = face;
  const { lot, state } = shown;
  const description = lot.description?.trim() ? lot.description : null;
  const note = noteOf(shown, words);
  const isDrawn = lot.drawnAt !== null && state !== "cancelled";
  const hasResult = state === "closing" || isDrawn;
  return page(face, {
    title: lot.title,
    path: `/competition/${lot.id}`,
    preview: {
      description:
        (description && plainDescription(description)) || words.text("by", { organisation: shopkeeper.name }),
      lotId: lot.id,
      data: drawEvent(face, shown),
    },
    facts: factsOf(face, "lot", shown.now),
    main: html`
      <main class="page">
        ${backTo(face)}
        <article
          class="card wide"
          data-lot=${lot.id}
          data-state=${state}
          data-held=${isHeld(lot, state) ? "" : undefined}
          data-available=${Math.max(0, availableTickets(lot))}
        >
          ${picture(lot, { lazy: false })}
          <div class="body">
            ${badge(shown, words)}
            <h1><bdi>${lot.title}</bdi></h1>
            <p class="quiet">
              ${words.pieces("by", { organisation: html`<bdi>${shopkeeper.name}</bdi>` as object })}
            </p>
            ${price(shown, words)} ${note !== null && html`<p class="note">${note}</p>`}
            ${clock(lot, state, words)} ${when(lot, state, words)} ${sales(shown, words)}
            ${buying(face, shown)} ${buyingOnChain(face, shown)}
            ${isOffered(state) && shown.contract === null && drawPromise(face)}
            <p class="unseen" role="status" data-live="said" />
            ${
              hasResult &&
              html`<a class="button" href=${linkTo(face, `/competition/${lot.id}/results`)}>
                ${words.text(isDrawn ? "result" : "followDraw")}
              </a>`
            }
          </div>
        </article>
        ${
          description &&
          html`<section class="about">
            <h2>${words.text("about")}</h2>
            <div class="prose" dangerouslySetInnerHTML=${{ __html: descriptionHtml(description) }} />
          </section>`
        }
      </main>
    `,
  });
}

/** Shown only to readers who came from there: a partner who shows one lot shows no others. */
export function backTo(face: Face) {
  const query = new URLSearchParams(face.query);
  if (query.get("from") !== "all") return null;
  query.delete("from");
  return html`<a class="back" href=${linkTo({ ...face, query: query.toString() }, "")}
    >${face.words.text("all")}</a
  >`;
}

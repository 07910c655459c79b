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
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import { calendarLink, othersLink } from "./next-steps.ts";

/** One lot: what can be won, for how much, until when. */
export function lotPage(face: Face, shown: LotSnapshot): string {
  const { words, shopkeeper } = face;
  const { lot } = shown;
  const description = lot.description?.trim() ? lot.description : null;
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
        ${backTo(face)} ${lotCard(face, shown, "lot")}
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

/** Renders a lot with its price, sales and time, and what its reader can do next. */
export function lotCard(face: Face, snapshot: LotSnapshot, page: "lot" | "results"): Html {
  const { words, shopkeeper } = face;
  const { lot, state } = snapshot;
  const note = noteOf(snapshot, words);
  return html`
    <article
      class="card wide"
      data-lot=${lot.id}
      data-state=${state}
      data-held=${isHeld(lot, state) ? "" : undefined}
      data-available=${Math.max(0, availableTickets(lot))}
    >
      ${picture(lot, { lazy: false })}
      <div class="body">
        ${badge(snapshot, words)}
        <h1><bdi>${lot.title}</bdi></h1>
        <p class="quiet">
          ${words.pieces("by", { organisation: html`<bdi>${shopkeeper.name}</bdi>` as object })}
        </p>
        ${price(snapshot, words)} ${note !== null && html`<p class="note">${note}</p>`}
        ${clock(lot, state, words)} ${when(lot, state, words)} ${sales(snapshot, words)}
        ${buying(face, snapshot)} ${buyingOnChain(face, snapshot)}
        ${isOffered(state) && snapshot.contract === null && drawPromise(face)}
        <p class="unseen" role="status" data-live="said" />
        ${nextSteps(face, snapshot, page)}
      </div>
    </article>
  ` as Html;
}

/** Renders what a reader can do next: follow the draw, note it, see what else there is. */
function nextSteps(face: Face, { lot, state }: LotSnapshot, page: "lot" | "results"): Html {
  const { words } = face;
  const isDrawn = lot.drawnAt !== null && state !== "cancelled";
  return html`
    ${
      (state === "closing" || isDrawn) &&
      html`<a class="button" href=${linkTo(face, `/competition/${lot.id}/results`)}>
        ${words.text(isDrawn ? "result" : "followDraw")}
      </a>`
    }
    <ul class="links ways-on" role="list">
      ${
        state === "sold_out" &&
        page === "lot" &&
        html`<li>
          <a href=${linkTo(face, `/competition/${lot.id}/results`)}>${words.text("followDraw")}</a>
        </li>`
      }
      ${
        isOffered(state) &&
        html`<li>${calendarLink(face, lot, state === "scheduled" ? "start" : "draw")}</li>`
      }
      ${state !== "open" && html`<li>${othersLink(face)}</li>`}
    </ul>
  ` as Html;
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

import { masked } from "../../../src/buyers/account.ts";
import type { LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import type { Winner } from "../../../src/lots/winner.ts";
import { isOffered, type ShownDraw } from "../../../src/shop/shop-lot.ts";
import type { DrawOutcome, LotSnapshot } from "../../../src/shop/shop-window.ts";
import type { Words } from "../../words/words.ts";
import { badge, drawnMoment, noteOf, picture } from "../card.ts";
import { drawEvent } from "../draw-event.ts";
import type { Face } from "../face.ts";
import { factsOf } from "../facts.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { backTo, lotCard } from "../lot-page.ts";
import { othersLink, shareLink } from "../next-steps.ts";
import { progress } from "./progress.ts";
import { commitmentOf, proofOf } from "./proof-part.ts";
import { checkItYourself } from "./verify-part.ts";

interface Results {
  readonly shown: LotSnapshot;
  readonly outcome: DrawOutcome;
  readonly explorerUrl: string | null;
}

/** Seconds after which a page that awaits the draw loads again without a script. */
const REFRESH_SEC = 30;

/** Renders the outcome of a lot: the winner, how it was drawn, and the proof, or what the draw waits for. */
export function resultsPage(face: Face, results: Results): string {
  const { words } = face;
  const { shown, outcome } = results;
  const { lot, state } = shown;
  const sentence = outcome.winner === null ? standing(shown, outcome.draw, words) : words.text("text.drawn");
  const isAwaited = outcome.winner === null && (state === "closing" || state === "drawn");
  return page(face, {
    title: `${words.text("results.title")}: ${lot.title}`,
    path: `/competition/${lot.id}/results`,
    preview: { description: sentence, lotId: lot.id, data: drawEvent(face, shown) },
    facts: factsOf(face, "results", shown.now),
    ...(isAwaited && { refreshSec: REFRESH_SEC }),
    main: isOffered(state) ? beforeTheEnd(face, shown, sentence) : afterTheEnd(face, results, sentence),
  });
}

/** Renders the lot as it sells: its result is a while away. */
function beforeTheEnd(face: Face, snapshot: LotSnapshot, sentence: string): Html {
  return html`
    <main class="page result">
      ${backTo(face)} ${snapshot.state !== "scheduled" && html`<p class="note">${sentence}</p>`}
      ${lotCard(face, snapshot, "results")}
    </main>
  ` as Html;
}

function afterTheEnd(face: Face, { shown, outcome, explorerUrl }: Results, sentence: string): Html {
  const { words } = face;
  const { lot, state } = shown;
  const { draw, winner } = outcome;
  const isEnded = state === "cancelled" || (state === "retired" && lot.drawnAt === null);
  return html`
    <main class="page result" data-lot=${lot.id} data-state=${state} data-draw=${shownDraw(shown, outcome)}>
      ${backTo(face)}
      <article class="card wide moment">
        ${picture(lot, { lazy: false })}
        <div class="body">
          <header>
            <p class="kicker">${words.text("results.title")}</p>
            <h1><bdi>${lot.title}</bdi></h1>
            <p class="quiet">
              ${words.pieces("by", { organisation: html`<bdi>${face.shopkeeper.name}</bdi>` as object })}
            </p>
          </header>
          ${isEnded && badge(shown, words)}
          ${winner === null ? html`<p class="note">${sentence}</p>` : html`<p class="said">${sentence}</p>`}
          ${!isEnded && progress(face, shown, outcome)} ${winner !== null && winnerOf(winner, words)}
          <p class="unseen" role="status" data-announced />
          ${winner !== null && html`<p class="seal" role="status" data-seal />`}
          <ul class="links ways-on" role="list">
            ${!isEnded && html`<li>${shareLink(face, lot, winner === null ? "draw" : "result")}</li>`}
            <li>${othersLink(face)}</li>
          </ul>
        </div>
      </article>
      ${commitmentOf(state, outcome, words)} ${winner?.proof && proofOf(winner.proof, draw, words)}
      ${checkItYourself(face, lot.id, outcome, explorerUrl)}
    </main>
  ` as Html;
}

/** Returns the part of the draw that this page shows, in the words of `live.json`. */
function shownDraw({ state }: LotSnapshot, { draw, winner }: DrawOutcome): ShownDraw | undefined {
  if (winner !== null) return "published";
  return state === "closing" && draw?.commitment ? "committed" : undefined;
}

/** Returns what holds while no winner is shown. */
function standing(shown: LotSnapshot, draw: LotDrawDocument | null, words: Words): string {
  const { lot, state } = shown;
  const note = noteOf(shown, words) ?? "";
  switch (state) {
    case "cancelled":
    case "scheduled":
      return note;
    case "retired":
      return lot.drawnAt === null ? note : words.text("results.unpublished");
    case "drawn":
      return words.text("results.unpublished");
    case "closing":
      if (draw?.request) return words.text("results.requested");
      return draw?.commitment
        ? words.text("results.committed", { block: String(draw.commitment.blockNumber) })
        : words.text("results.waiting");
    default:
      return words.text("results.open");
  }
}

/** Renders the winner and the ticket. What is said aloud after the draw was watched is with it. */
function winnerOf(winner: Winner, words: Words): Html {
  const ticket = words.number(winner.ticketNumber);
  const name = masked(winner.buyer);
  const announced = [
    words.text("tickets.drawn", { ticket }),
    `${words.text("results.winner")}: ${name}`,
  ].join(" ");
  return html`
    <div class="outcome" data-outcome data-announce=${announced} data-total=${winner.proof?.totalTickets}>
      <dl class="ticket">
        <dt>${words.text("results.ticket")}</dt>
        <dd data-ticket=${winner.ticketNumber}>${ticket}</dd>
      </dl>
      <dl class="winner">
        <dt>${words.text("results.winner")}</dt>
        <dd><bdi>${name}</bdi></dd>
      </dl>
      <dl class="drawn-at">
        <dt>${words.text("results.drawnAt")}</dt>
        <dd>${drawnMoment(winner.wonAt, words)}</dd>
      </dl>
    </div>
  ` as Html;
}

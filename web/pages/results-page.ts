import { masked } from "../../src/buyers/account.ts";
import type { LotDrawDocument } from "../../src/lot-draws/lot-draw-document.ts";
import type { Winner } from "../../src/lots/winner.ts";
import type { ShownDraw } from "../../src/shop/shop-lot.ts";
import type { DrawOutcome, LotSnapshot } from "../../src/shop/shop-window.ts";
import type { Words } from "../words/words.ts";
import { drawnMoment, noteOf, when } from "./card.ts";
import { drawEvent } from "./draw-event.ts";
import type { Face } from "./face.ts";
import { factsOf } from "./facts.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import { backTo } from "./lot-page.ts";
import { checkItYourself } from "./verify-part.ts";

interface Results {
  readonly shown: LotSnapshot;
  readonly outcome: DrawOutcome;
  readonly explorerUrl: string | null;
}

/** Renders the outcome of a lot: the winner, how it was drawn, and the proof, or why there is none yet. */
export function resultsPage(face: Face, { shown, outcome, explorerUrl }: Results): string {
  const { words } = face;
  const { draw, winner } = outcome;
  const said = winner === null ? standing(shown, draw, words) : words.text("text.drawn");
  const { lot } = shown;
  const title = words.text("results.title");
  return page(face, {
    title: `${title}: ${lot.title}`,
    path: `/competition/${lot.id}/results`,
    preview: { description: said, lotId: lot.id, data: drawEvent(face, shown) },
    facts: factsOf(face, "results", shown.now),
    main: html`
      <main
        class="page narrow result"
        data-lot=${lot.id}
        data-state=${shown.state}
        data-draw=${shownDraw(shown, outcome)}
      >
        ${backTo(face)}
        <header>
          <p class="quiet"><bdi>${lot.title}</bdi></p>
          <h1>${title}</h1>
        </header>
        ${
          winner === null
            ? html`<p class="note">${said}</p>
                ${awaited(shown, outcome, words)}`
            : html`<p>${said}</p>
                ${winnerOf(winner, words)}`
        }
        ${winner?.proof && proofOf(winner.proof, draw, words)}
        ${checkItYourself(face, lot.id, outcome, explorerUrl)}
      </main>
    `,
  });
}

/** Returns the part of the draw that this page shows, in the words of `live.json`. */
function shownDraw({ state }: LotSnapshot, { draw, winner }: DrawOutcome): ShownDraw | undefined {
  if (winner !== null) return "published";
  return state === "closing" && draw?.commitment ? "committed" : undefined;
}

/** Why no winner is shown. */
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
      return draw?.commitment
        ? words.text("results.committed", { block: String(draw.commitment.blockNumber) })
        : words.text("results.waiting");
    default:
      return words.text("results.open");
  }
}

/** Renders what is known before there is a winner: when entries close, and what the draw is committed to. */
function awaited({ lot, state }: LotSnapshot, { draw, expectedAt }: DrawOutcome, words: Words): Html | null {
  if (state === "open" || state === "sold_out" || state === "scheduled")
    return when(lot, state, words) as Html;
  const commitment = draw?.commitment;
  if (state !== "closing" || !commitment) return null;
  const { blockNumber, totalTickets, ticketsRoot, committedAt } = commitment;
  return html`
    ${
      expectedAt &&
      html`<p>${words.pieces("results.expected", { time: drawnMoment(expectedAt, words) as object })}</p>`
    }
    <dl class="facts">
      ${fact(words.text("results.block"), String(blockNumber))}
      ${fact(words.text("results.total"), words.number(totalTickets))}
      ${fact(words.text("results.committedAt"), drawnMoment(new Date(committedAt), words))}
      ${long(words.text("results.root"), ticketsRoot)}
    </dl>
  `;
}

function winnerOf(winner: Winner, words: Words): Html {
  return html`
    <dl class="winner">
      <dt>${words.text("results.winner")}</dt>
      <dd><bdi>${masked(winner.buyer)}</bdi></dd>
    </dl>
    <dl class="facts">
      ${fact(words.text("results.ticket"), words.number(winner.ticketNumber))}
      ${fact(words.text("results.drawnAt"), drawnMoment(winner.wonAt, words))}
    </dl>
  `;
}

function proofOf(proof: NonNullable<Winner["proof"]>, draw: LotDrawDocument | null, words: Words): Html {
  const isNumber = "method" in proof;
  const root = draw?.commitment?.ticketsRoot;
  return html`
    <section class="about proof">
      <h2>${words.text("results.how")}</h2>
      <p>${words.text(isNumber ? "results.byNumber" : "results.byBlock")}</p>
      <dl class="facts">
        ${proof.blockNumber !== null && fact(words.text("results.block"), String(proof.blockNumber))}
        ${fact(words.text("results.total"), words.number(proof.totalTickets))}
        ${fact(words.text("results.index"), words.number(proof.winnerIndex))}
        ${
          isNumber
            ? html`${long(words.text("results.seed"), proof.seed)}
              ${long(words.text("results.request"), proof.vrfRequestId)}
              ${long(words.text("results.transaction"), proof.fulfillmentTx)}
              ${long(words.text("results.rule"), "winnerIndex = seed mod totalTickets")}`
            : html`${long(words.text("results.hash"), proof.blockHash)}
              ${root && long(words.text("results.root"), root)}
              ${long(
                words.text("results.rule"),
                "winnerIndex = keccak256(blockHash, competitionId) mod totalTickets",
              )}`
        }
      </dl>
    </section>
  `;
}

function fact(name: string, value: unknown): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function long(name: string, value: string): Html {
  return html`<div class="long">
    <dt>${name}</dt>
    <dd><code>${value}</code></dd>
  </div>`;
}

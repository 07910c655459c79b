import type { LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import type { Winner } from "../../../src/lots/winner.ts";
import type { ShownState } from "../../../src/shop/shop-lot.ts";
import type { DrawOutcome } from "../../../src/shop/shop-window.ts";
import type { Words } from "../../words/words.ts";
import { drawnMoment } from "../card.ts";
import { type Html, html } from "../html.ts";

/** Renders the commitment of a draw that is awaited, next to its block and tickets; null: there is none. */
export function commitmentOf(state: ShownState, { draw }: DrawOutcome, words: Words): Html | null {
  const commitment = draw?.commitment;
  if (state !== "closing" || !commitment) return null;
  const { ticketsRoot, committedAt } = commitment;
  return html`
    <dl class="facts">
      ${fact(words.text("results.committedAt"), drawnMoment(new Date(committedAt), words))}
      ${long(words.text("results.root"), ticketsRoot)}
    </dl>
  ` as Html;
}

/** Renders how the winner was drawn, folded. */
export function proofOf(
  proof: NonNullable<Winner["proof"]>,
  draw: LotDrawDocument | null,
  words: Words,
): Html {
  const isNumber = "method" in proof;
  const root = draw?.commitment?.ticketsRoot;
  return html`
    <details class="about proof">
      <summary><h2>${words.text("results.how")}</h2></summary>
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
    </details>
  ` as Html;
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

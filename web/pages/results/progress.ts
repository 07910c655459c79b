import type { DrawOutcome, LotSnapshot } from "../../../src/shop/shop-window.ts";
import type { Words } from "../../words/words.ts";
import { drawnMoment } from "../card.ts";
import type { Face } from "../face.ts";
import { type Html, html } from "../html.ts";

/** Characters at either end of a long value that are shown. */
const ENDS = [8, 6] as const;

interface Stage {
  readonly name: string;
  /** null: not known yet. */
  readonly value: string | null;
  readonly detail?: string;
  readonly isDone: boolean;
}

/** Renders how far the draw is: the tickets are fixed, a block or number decides, a ticket wins. */
export function progress({ words }: Face, { contract }: LotSnapshot, outcome: DrawOutcome): Html {
  const { draw, winner, expectedAt } = outcome;
  const proof = winner?.proof ?? null;
  const isNumber = proof === null ? contract !== null : "method" in proof;
  const total = proof?.totalTickets ?? draw?.commitment?.totalTickets ?? draw?.request?.tickets;
  const tickets: Stage = {
    name: words.text("results.total"),
    value: total === undefined ? null : words.number(total),
    isDone: total !== undefined,
  };
  const stages = [tickets, isNumber ? numberStage(outcome, words) : blockStage(outcome, words)];
  if (winner === null) stages.push({ name: words.text("results.ticket"), value: null, isDone: false });
  const current = stages.findIndex(({ isDone }) => !isDone);
  return html`
    <ol class="stages" role="list">
      ${stages.map(
        ({ name, value, detail, isDone }, at) =>
          html`<li class=${isDone ? "done" : undefined} aria-current=${at === current ? "step" : undefined}>
            <span class="name">${name}</span>
            <b>${value ?? "…"}</b>
            ${detail && html`<code>${detail}</code>`}
          </li>`,
      )}
    </ol>
    ${
      expectedAt &&
      html`<div
          class="clock"
          data-until=${expectedAt.toISOString()}
          data-over=${words.text("results.soon")}
          hidden
        >
          <span class="label">${words.text("results.knownIn")}</span>
          <span class="rest" role="timer" aria-live="off" />
        </div>
        <p class="when">
          ${words.pieces("results.expected", { time: drawnMoment(expectedAt, words) as object })}
        </p>`
    }
  ` as Html;
}

/** Returns the block that decides: its number is known before it exists, its hash once it has arrived. */
function blockStage({ draw, winner }: DrawOutcome, words: Words): Stage {
  const name = words.text("results.block");
  const proof = winner?.proof;
  if (proof && !("method" in proof)) {
    const { blockNumber, blockHash } = proof;
    return { name, value: String(blockNumber), detail: shortened(blockHash), isDone: true };
  }
  const awaited = draw?.commitment?.blockNumber;
  return { name, value: awaited === undefined ? null : String(awaited), isDone: false };
}

function numberStage({ winner }: DrawOutcome, words: Words): Stage {
  const proof = winner?.proof;
  const value = proof && "method" in proof ? shortened(proof.seed) : null;
  return { name: words.text("results.seed"), value, isDone: value !== null };
}

function shortened(value: string): string {
  const [first, last] = ENDS;
  return value.length <= first + last + 1 ? value : `${value.slice(0, first)}…${value.slice(-last)}`;
}

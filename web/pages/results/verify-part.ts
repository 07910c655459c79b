import type { DrawOutcome } from "../../../src/shop/shop-window.ts";
import { type Key, KEYS, type Words } from "../../words/words.ts";
import { type Face, pathOf } from "../face.ts";
import { type Html, html, jsonScript } from "../html.ts";

const PREFIX = "verify.";
/** Longest list of ticket ranges that browsers read unasked: some 250 kB, compressed. */
const UNASKED_RANGES = 5_000;
/** The browser puts them in. */
const PUT_IN = ["ticket", "names", "block", "chain", "wallet", "found", "tickets"];

/**
 * Renders what is needed to check the draw, from the commitment on. The browser checks the draw of a published winner
 * unasked where the list is short, and any other at the press of a button.
 */
export function checkItYourself(
  face: Face,
  lotId: number,
  { draw, winner }: DrawOutcome,
  explorerUrl: string | null,
): Html | null {
  const { words, site } = face;
  const record = draw?.commitment || draw?.request ? pathOf(face, `/competition/${lotId}/draw`) : null;
  const proof = winner?.proof ?? null;
  if (record === null && proof === null) return null;
  const isNumber = proof !== null && "method" in proof;
  const block = proof?.blockNumber ?? draw?.commitment?.blockNumber ?? null;
  const ranges = draw?.commitment?.ranges ?? draw?.request?.tickets ?? 0;
  const isLong = ranges > UNASKED_RANGES;
  const facts = {
    competitionId: lotId,
    record: record && { document: `${record}.json`, entries: `${record}/entries.json` },
    shown: proof && { kind: isNumber ? "number" : "block", ticketNumber: winner!.ticketNumber, ...proof },
    explorer: {
      block: explorerUrl === null || block === null ? null : `${explorerUrl}/block/${block}`,
      transaction:
        explorerUrl === null || !isNumber
          ? null
          : `${explorerUrl}/tx/${encodeURIComponent(proof.fulfillmentTx)}`,
    },
    longest: UNASKED_RANGES,
    words: messages(words),
  };
  return html`
    <section class="about" id="check">
      <h2>${words.text("results.check")}</h2>
      <p>${words.text("verify.intro")}</p>
      ${isLong && html`<p class="quiet">${words.text("results.long", { ranges })}</p>`}
      <p>
        <button
          type="button"
          class="button"
          hidden
          data-part=${`${site.baseUrl}/assets/${site.verifier}`}
          data-again=${words.text("verify.again")}
          data-trouble=${words.text("verify.unread")}
          data-unasked=${proof !== null && !isLong ? "" : undefined}
        >
          ${words.text("verify.run")}
        </button>
      </p>
      <details class="checked" data-checked hidden>
        <summary>${words.text("results.steps")}</summary>
        <div id="verification" class="verification" />
      </details>
      <script type="application/json" id="verify-facts" dangerouslySetInnerHTML=${jsonScript(facts)} />
      ${record !== null && records(record, words)}
    </section>
  `;
}

function records(draw: string, words: Words): Html {
  return html`
    <ul class="links" role="list">
      <li>
        <a href=${`${draw}.json`} target="_blank" rel="noopener">${words.text("results.document")}</a>
      </li>
      <li>
        <a href=${`${draw}/entries.json`} target="_blank" rel="noopener">${words.text("results.entries")}</a>
      </li>
      <li>
        <a href=${`${draw}.ndjson`} download>${words.text("results.file")}</a>
      </li>
    </ul>
  `;
}

/** Returns the messages of the part that verifies, by the last part of their keys: the browser has no messages. */
function messages(words: Words): Record<string, string> {
  const places = Object.fromEntries(PUT_IN.map((name) => [name, `{${name}}`]));
  const mine = KEYS.filter((key): key is Key & `${typeof PREFIX}${string}` => key.startsWith(PREFIX));
  return {
    ...Object.fromEntries(mine.map((key) => [key.slice(PREFIX.length), words.text(key, places)])),
    "block.browser": words.text("signin.wallet.browser"),
  };
}

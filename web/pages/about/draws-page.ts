import type { Snapshot } from "../../../src/shop/shop-window.ts";
import type { Key } from "../../words/words.ts";
import type { Face } from "../face.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { DRAWS_PATH, elsewhere } from "./footer.ts";

interface Step {
  readonly title: Key;
  readonly text: Key;
  readonly picture: Html;
}

const TICKET_ROWS = [14, 28, 42, 56];

const STEPS: readonly Step[] = [
  {
    title: "draws.fixed.title",
    text: "draws.fixed.text",
    picture: html`
      ${TICKET_ROWS.map((y) => html`<rect x="16" y=${y} width="52" height="9" rx="2" class="tinted" />`)}
      <path d="M76 40h22m-6 -6 6 6 -6 6" />
      <rect x="106" y="26" width="38" height="28" rx="4" class="accent" />
      <path d="M112 34h26M112 40h18M112 46h22" class="inverse" />
    `,
  },
  {
    title: "draws.block.title",
    text: "draws.block.text",
    picture: html`
      <rect x="12" y="26" width="28" height="28" rx="4" class="tinted" />
      <rect x="66" y="26" width="28" height="28" rx="4" class="tinted" />
      <path d="M40 40h26M94 40h26" />
      <rect x="120" y="26" width="28" height="28" rx="4" class="accent" />
      <path d="M128 42l5 5 9 -12" class="inverse" />
    `,
  },
  {
    title: "draws.check.title",
    text: "draws.check.text",
    picture: html`
      <rect x="22" y="14" width="82" height="52" rx="5" class="tinted" />
      <path d="M22 26h82" />
      <circle cx="112" cy="50" r="17" class="accent" />
      <path d="M104 50l6 6 11 -12" class="inverse" />
    `,
  },
];

/** Explains to buyers how their draw is decided, and how to verify it. */
export function drawsPage(face: Face, { shopkeeper }: Pick<Snapshot, "shopkeeper">): string {
  const { words, site } = face;
  const title = words.text("draws.title");
  return page(face, {
    title: `${title} · ${shopkeeper.name}`,
    path: DRAWS_PATH,
    preview: { description: words.text("draws.check.text"), lotId: null, data: {} },
    main: html`
      <main class="page narrow explained">
        <h1>${title}</h1>
        <ol role="list">
          ${STEPS.map(
            (step) => html`
              <li>
                <svg viewBox="0 0 160 80" aria-hidden="true">${step.picture}</svg>
                <div>
                  <h2>${words.text(step.title)}</h2>
                  <p>${words.text(step.text)}</p>
                </div>
              </li>
            `,
          )}
        </ol>
        <p class="quiet">${words.text("draws.onChain")}</p>
        <p>${elsewhere(`${site.baseUrl}/docs/verifying-a-draw`, words.text("results.check"))}</p>
      </main>
    `,
  });
}

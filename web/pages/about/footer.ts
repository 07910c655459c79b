import type { Face } from "../face.ts";
import { linkTo } from "../face.ts";
import { type Html, html } from "../html.ts";

/** Path of the page that explains draws, behind the organisation's. */
export const DRAWS_PATH = "/draws";

/** The seller, with addresses to read or write to, at the end of each page for buyers. */
export function footer(face: Face, { narrow }: { readonly narrow: boolean }): Html {
  const { shopkeeper, words } = face;
  const { termsUrl, privacyUrl, imprintUrl, supportEmail, minimumAge } = shopkeeper;
  const links: [text: string, address: string | null][] = [
    [words.text("draws.title"), linkTo(face, DRAWS_PATH)],
    [words.text("seller.terms"), termsUrl],
    [words.text("seller.privacy"), privacyUrl],
    [words.text("seller.imprint"), imprintUrl],
    [words.text("seller.contact"), supportEmail && `mailto:${supportEmail}`],
  ];
  return html`
    <footer class=${narrow ? "page narrow foot" : "page foot"} aria-label=${words.text("seller.label")}>
      <p>
        <bdi>${shopkeeper.name}</bdi
        >${minimumAge !== null && ` · ${words.text("seller.age", { age: minimumAge })}`}
      </p>
      <ul role="list">
        ${links.map(([text, address]) => address !== null && html`<li>${elsewhere(address, text)}</li>`)}
      </ul>
    </footer>
  `;
}

/** A link that leaves the page, and its frame, where they are. */
export function elsewhere(address: string, content: unknown): Html {
  return html`<a href=${address} target="_blank" rel="noopener">${content}</a>`;
}

/** The promise of a draw by a block, with a link to the page that explains it. A draw on chain has none. */
export function drawPromise(face: Face): Html {
  const a = (pieces: unknown[]) => elsewhere(linkTo(face, DRAWS_PATH), pieces) as object;
  return html`<p class="promise">${face.words.pieces("draws.line", { a })}</p>`;
}

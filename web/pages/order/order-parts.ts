import type { Face } from "../face.ts";
import { type Html, html } from "../html.ts";
import type { OrderView } from "./order-view.ts";

export function resultTitle(
  { words }: Face,
  { standing, cancelled, givenBack, refunded }: OrderView,
): string {
  if (cancelled) return words.text("order.cancelled.title");
  if (standing.status !== "paid") return words.text("order.failed.title");
  if (!givenBack) return words.text("order.paid.title");
  return words.text(refunded ? "order.refunded.title" : "order.refunding.title");
}

/** Renders the number of tickets and the competition. */
export function entriesLine({ words }: Face, { quantity, lotTitle }: OrderView): Html {
  const title = html`<bdi>${lotTitle}</bdi>` as object;
  return html`<p class="quiet">${words.pieces("order.entries", { quantity, title })}</p>`;
}

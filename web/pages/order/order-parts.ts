import type { Face } from "../face.ts";
import { type Html, html } from "../html.ts";
import type { OrderView } from "./order-view.ts";

/** Words for the progress of a refund, the same on the page of the order and on that of the buyer. */
export const REFUND_WORDS = {
  requested: "order.refund.requested",
  succeeded: "order.refund.succeeded",
  failed: "order.refund.failed",
  by_hand: "order.refund.manual",
  by_hand_done: "tickets.refund.by_hand_done",
  disputed: "tickets.refund.disputed",
} as const;

export function resultTitle({ words }: Face, view: OrderView): string {
  const { standing, cancelled, givenBack, refunded } = view;
  if (cancelled) return words.text("order.cancelled.title");
  if (isGivenUp(view)) return words.text("order.ended.title");
  if (standing.status !== "paid") return words.text("order.failed.title");
  if (!givenBack) return words.text("order.paid.title");
  return words.text(refunded ? "order.refunded.title" : "order.refunding.title");
}

/** Renders the number of tickets and the competition. */
export function entriesLine({ words }: Face, { quantity, lotTitle }: OrderView): Html {
  const title = html`<bdi>${lotTitle}</bdi>` as object;
  return html`<p class="quiet">${words.pieces("order.entries", { quantity, title })}</p>`;
}

/** Returns whether the order was cancelled without a fault, usually by its buyer. */
export function isGivenUp({ standing, cancelled }: OrderView): boolean {
  return !cancelled && standing.status === "failed" && (standing.ended || standing.error === "cancelled");
}

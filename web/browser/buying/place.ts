import type { Visit } from "./visit.ts";

/** `opened`: checkout; `pending`, `paid`, `failed`: its order. */
export type Status = "opened" | "pending" | "paid" | "failed";

function placeOf(lot: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-buying="${lot}"]`);
}

/** Says how a purchase is; null: nothing is known. */
export function say(lot: string, status: Status | "closed" | null): void {
  const place = placeOf(lot);
  const line = place?.querySelector("[data-said]");
  const text = status === null ? "" : place?.dataset[status];
  if (line && text !== undefined && line.textContent !== text) line.textContent = text;
}

/** Shows a link to the order, or to the checkout that offers it where its address is not known. */
export function offerToResume({ lot, order }: Visit, isOffered: boolean): void {
  const place = placeOf(lot);
  const line = place?.querySelector<HTMLElement>("[data-resume]");
  const link = line?.querySelector("a");
  if (!line || !link) return;
  const checkout = place!.querySelector<HTMLAnchorElement>("[data-buy]")?.href ?? "";
  link.href = order === null ? checkout : new URL(order, location.href).href;
  line.hidden = !isOffered || (order === null && checkout === "");
}

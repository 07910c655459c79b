import type { Locale } from "./locale.ts";
import type { Organisation, SellerDetails } from "../organisations/organisation.ts";
import { availableTickets, type Lifecycle, type Lot, type LotState, lotState } from "../lots/lot.ts";

/** An organisation's data for buyers' pages. */
export type Shopkeeper = Pick<
  Organisation,
  "id" | "slug" | "name" | "mode" | "theme" | "embedOrigins" | "hostedCheckout" | keyof SellerDetails
> & {
  readonly locale: Locale;
};

/** A lot's data for buyers' lists. */
export type ShopLot = Lifecycle &
  Pick<Lot, "id" | "title" | "priceCents" | "maxTickets" | "imageUrl" | "paymentToken">;

/** A lot's state as buyers see it: an open lot without a ticket left is `sold_out`. */
export type ShownState = Exclude<LotState, "draft"> | "sold_out";

/** The public part of a lot's draw. null: nothing is public yet. */
export type ShownDraw = "committed" | "published" | null;

/** Returns whether entries are open or will open: only then a price and the tickets left have a meaning. */
export function isOffered(state: ShownState): boolean {
  return state === "scheduled" || state === "open" || state === "sold_out";
}

/** Returns whether all remaining tickets are held for orders that may still fail. */
export function isHeld({ sold, maxTickets }: Pick<Lot, "sold" | "maxTickets">, state: ShownState): boolean {
  return state === "sold_out" && sold < maxTickets;
}

/** Returns the state for buyers; null: they do not see the lot. */
export function shownState(lot: ShopLot, now: Date): ShownState | null {
  const state = lotState(lot, now);
  if (state === "draft") return null;
  return state === "open" && availableTickets(lot) <= 0 ? "sold_out" : state;
}

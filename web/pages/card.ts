import { availableTickets } from "../../src/lots/lot.ts";
import type { TicketPrice } from "../../src/lots/lot.ts";
import { isHeld, isOffered, type ShopLot, type ShownState } from "../../src/shop/shop-lot.ts";
import type { Words } from "../words/words.ts";
import { type Html, html } from "./html.ts";

/** Drawn in the organisation's colour where a lot has no picture. */
const TICKET = html`
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.2"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path
      d="M3 8a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v2a2 2 0 0 0 0 4v2a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2a2 2 0 0 0 0-4z"
    />
    <path d="M15 7.5v2M15 11v2M15 14.500v2" stroke-linecap="round" />
  </svg>
`;

export function picture({ imageUrl }: Pick<ShopLot, "imageUrl">, { lazy }: { readonly lazy: boolean }): Html {
  return html`
    <div class="picture">
      ${
        imageUrl === null
          ? TICKET
          : html`<img
              src=${imageUrl}
              alt=""
              loading=${lazy ? "lazy" : "eager"}
              decoding="async"
              referrerpolicy="no-referrer"
            />`
      }
    </div>
  `;
}

/** A lot in its state. */
interface CardLot {
  readonly lot: ShopLot;
  readonly state: ShownState;
}

export function badge({ lot, state }: CardLot, words: Words): Html {
  const name = isHeld(lot, state) ? "held" : state;
  return html`<p class=${`badge ${state}`}>${words.text(`state.${name}`)}</p>`;
}

/** Returns the price of a ticket in the currency that is charged; null: no ticket is sold any more. */
export function price(
  { state, price }: { readonly state: ShownState; readonly price: TicketPrice },
  words: Words,
): Html | null {
  if (!isOffered(state)) return null;
  return html`<p class="price">
    <strong>${words.money(price, price.exponent)}</strong>${" "}
    <span class="quiet">${words.text("perTicket")}</span>
  </p>`;
}

/** Returns a sentence about the lot's state; null: its name says everything. */
export function noteOf({ lot, state }: CardLot, words: Words): string | null {
  switch (state) {
    case "open":
      return null;
    case "sold_out":
      return words.text(isHeld(lot, state) ? "text.held" : "text.sold_out");
    case "retired":
      return words.text(lot.drawnAt === null ? "text.retired" : "text.archived");
    case "cancelled":
      // Without a payment, nothing is refunded.
      return words.text(lot.sold > 0 && lot.priceCents > 0 ? "text.cancelled" : "tickets.cancelled");
    default:
      return words.text(`text.${state}`);
  }
}

/** Returns the number of tickets sold, as a bar and in words, and of those left while they sell. null: the lot was cancelled. */
export function sales({ lot, state }: CardLot, words: Words): Html | null {
  if (state === "cancelled") return null;
  const { sold, maxTickets: max } = lot;
  const left = Math.max(0, availableTickets(lot));
  const counted = words.pieces("sold", {
    sold,
    max,
    n: (pieces: unknown[]) => html`<b data-live="sold">${pieces}</b>`,
  });
  return html`
    <div class="sales">
      <progress data-live="bar" value=${sold} max=${max} aria-label=${words.text("progress")} />
      <p class="line">
        <span>${counted}</span>
        ${isOffered(state) && html`<span data-live="left">${words.text("left", { left })}</span>`}
      </p>
    </div>
  `;
}

/** A moment, in UTC until a script puts it into the reader's own zone. */
function moment(at: Date, words: Words): Html {
  return html`<time datetime=${at.toISOString()} data-moment>${words.time(at)}</time>`;
}

export function drawnMoment(at: Date, words: Words): Html {
  return moment(at, words);
}

/** Counts down to the end of entries once a script has shown it. The times are next to it in any case. */
export function clock({ endAt }: ShopLot, state: ShownState, words: Words): Html | null {
  if (state !== "open" && state !== "sold_out") return null;
  return html`
    <div class="clock" data-until=${endAt.toISOString()} hidden>
      <span class="label">${words.text("closesIn")}</span>
      <span class="rest" role="timer" aria-live="off" />
    </div>
  `;
}

/** Returns when entries open, close or closed. null: the lot was cancelled, so its planned end has no meaning. */
export function when({ startAt, endAt }: ShopLot, state: ShownState, words: Words): Html | null {
  if (state === "cancelled") return null;
  const [key, at] =
    state === "scheduled"
      ? (["opensAt", startAt] as const)
      : state === "open" || state === "sold_out"
        ? (["closesAt", endAt] as const)
        : (["closedAt", endAt] as const);
  return html`<p class="when">${words.pieces(key, { time: moment(at, words) as object })}</p>`;
}

import type { TicketPrice } from "../../src/lots/lot.ts";
import type { LotSnapshot } from "../../src/shop/shop-window.ts";
import { isHeld, type ShownState } from "../../src/shop/shop-lot.ts";
import { plainDescription } from "./description.ts";
import { type Face, pathOf } from "./face.ts";

/** Writes an amount in digits, for machines: `12.50`. */
function decimal({ amount, exponent }: TicketPrice): string {
  const digits = String(amount).padStart(exponent + 1, "0");
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Offer of entries that can be bought, or could. */
const AVAILABILITY: Partial<Record<ShownState, string>> = {
  open: "InStock",
  scheduled: "PreOrder",
  sold_out: "SoldOut",
};

/**
 * A competition as schema.org has it: its draw is an event, and a ticket for it is on offer. As a product, the prize would
 * seem to cost what a ticket costs.
 */
export function drawEvent(face: Face, { lot, state, price }: LotSnapshot): object {
  const { site, shopkeeper } = face;
  const { origin } = new URL(site.baseUrl);
  const url = origin + pathOf(face, `/competition/${lot.id}`);
  const organizer = { "@type": "Organization", name: shopkeeper.name, url: origin + pathOf(face, "") };
  const availability = isHeld(lot, state) ? "LimitedAvailability" : AVAILABILITY[state];
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: lot.title,
    ...(lot.description?.trim() ? { description: plainDescription(lot.description) } : {}),
    image: [...(lot.imageUrl === null ? [] : [lot.imageUrl]), `${site.baseUrl}/og/competition/${lot.id}.png`],
    url,
    startDate: lot.endAt.toISOString(),
    eventStatus: `https://schema.org/${state === "cancelled" ? "EventCancelled" : "EventScheduled"}`,
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    location: { "@type": "VirtualLocation", url },
    organizer,
    ...(availability === undefined
      ? {}
      : {
          offers: {
            "@type": "Offer",
            price: decimal(price),
            priceCurrency: price.currency,
            availability: `https://schema.org/${availability}`,
            validFrom: lot.startAt.toISOString(),
            availabilityStarts: lot.startAt.toISOString(),
            availabilityEnds: lot.endAt.toISOString(),
            url,
            seller: organizer,
          },
        }),
  };
}

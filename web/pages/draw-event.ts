import type { LotSnapshot } from "../../src/shop/shop-window.ts";
import type { ShownState } from "../../src/shop/shop-lot.ts";
import { plainDescription } from "./description.ts";
import { type Face, pathOf } from "./face.ts";

/** Of entries that can be bought, or could. */
const AVAILABILITY: Partial<Record<ShownState, string>> = {
  open: "InStock",
  scheduled: "PreOrder",
  sold_out: "SoldOut",
};

/**
 * A competition as schema.org has it: its draw is an event, and a ticket for it is on offer. As a product, the prize would
 * seem to cost what a ticket costs.
 */
export function drawEvent(face: Face, { lot, state }: LotSnapshot): object {
  const { site, shopkeeper } = face;
  const { origin } = new URL(site.baseUrl);
  const url = origin + pathOf(face, `/competition/${lot.id}`);
  const organizer = { "@type": "Organization", name: shopkeeper.name, url: origin + pathOf(face, "") };
  const availability = AVAILABILITY[state];
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
            price: (lot.priceCents / 100).toFixed(2),
            priceCurrency: "USD",
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

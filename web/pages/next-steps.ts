import type { ShopLot } from "../../src/shop/shop-lot.ts";
import { type Face, linkTo, pathOf } from "./face.ts";
import { type Html, html } from "./html.ts";
import type { CalendarEvent } from "./lot-calendar.ts";

/** Renders the way to the organisation's other competitions. */
export function othersLink(face: Face): Html {
  return html`<a href=${linkTo(face, "")}>${face.words.text("others")}</a>`;
}

/** Renders an event of a lot as a file for the reader's calendar. */
export function calendarLink(face: Face, { id }: Pick<ShopLot, "id">, event: CalendarEvent): Html {
  const href = linkTo(face, `/competition/${id}/${event}.ics`, { locale: face.locale });
  const key = event === "start" ? "calendar.addStart" : "calendar.add";
  return html`<a href=${href} download>${face.words.text(key)}</a>`;
}

/** Renders a link to a page of a lot, which a script shares or copies. */
export function shareLink(
  face: Face,
  { id }: Pick<ShopLot, "id">,
  what: "competition" | "draw" | "result",
): Html {
  const { words, site } = face;
  const path = `/competition/${id}${what === "competition" ? "" : "/results"}` as const;
  return html`<a
      href=${new URL(site.baseUrl).origin + pathOf(face, path)}
      target="_blank"
      rel="noopener"
      data-share
      data-copied=${words.text("share.copied")}
      >${words.text(`share.${what}`)}</a
    ><span class="copied" role="status" />` as Html;
}

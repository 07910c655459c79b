import type { ShopLot } from "../../src/shop/shop-lot.ts";
import { type Face, linkTo, pathOf } from "./face.ts";
import { type Html, html } from "./html.ts";

/** Renders the way to the organisation's other competitions. */
export function othersLink(face: Face): Html {
  return html`<a href=${linkTo(face, "")}>${face.words.text("others")}</a>`;
}

/** Renders the draw of a lot as a file for the reader's calendar. */
export function calendarLink(face: Face, { id }: Pick<ShopLot, "id">): Html {
  return html`<a href=${linkTo(face, `/competition/${id}/draw.ics`, { locale: face.locale })} download
    >${face.words.text("calendar.add")}</a
  >`;
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

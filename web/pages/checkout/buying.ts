import { isHeld, type ShopLot, type ShownState } from "../../../src/shop/shop-lot.ts";
import type { Shown } from "../../../src/shop/shop-window.ts";
import type { Face } from "../face.ts";
import { html } from "../html.ts";

interface Buyable {
  readonly lot: ShopLot;
  readonly state: ShownState;
  readonly buyable: boolean;
}

/** Renders the contract that sells a lot on chain, or the way to its refunds; null: off chain, or over. */
export function buyingOnChain(face: Face, { lot, state, contract }: Shown) {
  const { words } = face;
  if (contract !== null && state === "cancelled")
    return html`<a class="button" href=${checkoutLink(face, lot, "/refund")} target="_blank" rel="noopener">
      ${words.text("onchain.refund")} <span class="unseen">${words.text("frame.window")}</span>
    </a>`;
  if (contract === null || (state !== "open" && state !== "scheduled")) return null;
  const token = html`<bdi>${lot.paymentToken}</bdi>` as object;
  const address = html`<code dir="ltr">${contract}</code>` as object;
  return html`<p class="note">${words.pieces("frame.onChain", { token, contract: address })}</p>`;
}

/** The way to checkout, and what a script says of it. A link, so that it works without one. */
export function buying(face: Face, { lot, state, buyable }: Buyable) {
  const { words } = face;
  // A cancelled competition awaits nothing, and its tickets do not count.
  const isCancelled = state === "cancelled";
  const again = state === "open" || isHeld(lot, state);
  const href = checkoutLink(face, lot);
  const link = (key: "frame.buy" | "frame.enter") => html`
    <a class="button" href=${href} target="_blank" rel="opener" data-buy>
      ${words.text(key)} <span class="unseen">${words.text("frame.window")}</span>
    </a>
    <p class="elsewhere" data-elsewhere hidden>
      ${words.pieces("frame.blocked", {
        a: (pieces: unknown[]) => html`<a href=${href} target="_blank" rel="opener">${pieces}</a>`,
      })}
    </p>
  `;
  return html`
    <div
      class="buying"
      data-buying=${lot.id}
      data-opened=${words.text("frame.opened")}
      data-closed=${words.text("frame.closed")}
      data-pending=${isCancelled ? undefined : words.text("frame.pending")}
      data-paid=${isCancelled ? undefined : words.text("frame.in")}
      data-failed=${words.text(again ? "frame.failed" : "frame.failedOver")}
    >
      ${buyable && link(lot.priceCents === 0 ? "frame.enter" : "frame.buy")}
      <p role="status" data-said />
      <p class="elsewhere" data-resume hidden>
        ${words.pieces("frame.resume", {
          a: (pieces: unknown[]) => html`<a target="_blank" rel="opener">${pieces}</a>`,
        })}
      </p>
    </div>
  `;
}

function checkoutLink({ site, shopkeeper, query }: Face, lot: ShopLot, rest: "" | "/refund" = ""): string {
  const carried = new URLSearchParams(query);
  carried.delete("from");
  const search = carried.size === 0 ? "" : `?${carried}`;
  return `${site.prefix}/checkout/${shopkeeper.slug}/${lot.id}${rest}${search}`;
}

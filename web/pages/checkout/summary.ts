import type { ShopLot } from "../../../src/shop/shop-lot.ts";
import { picture } from "../card.ts";
import type { Face } from "../face.ts";
import { type Html, html } from "../html.ts";
import { type Charge, tokenAmount } from "./checkout-view.ts";

/** A purchase that waits while its buyer signs in. */
export interface ChoiceView {
  readonly lot: ShopLot;
  readonly quantity: number;
  /** null: it cannot be bought now. */
  readonly total: Charge | null;
  /** `USDC`; null: it is paid in the charge currency. */
  readonly token: string | null;
  /** Decimals of the charge currency. */
  readonly exponent: number;
}

/** Renders a line about what is bought, with a picture of 40 px. */
export function summary({
  lot,
  text,
}: {
  readonly lot: Pick<ShopLot, "imageUrl">;
  readonly text: unknown;
}): Html {
  return html`<div class="summary">${picture(lot, { lazy: false })} ${text}</div>`;
}

/** Renders `3 × title · $75.00`. */
export function choiceLine({ words }: Face, { lot, quantity, total, token, exponent }: ChoiceView): Html {
  const amount = total && (token === null ? words.money(total, exponent) : tokenAmount(total, token));
  const text = html`<p>
    ${words.number(quantity)} × <bdi>${lot.title}</bdi>${
      amount !== null &&
      html` · <strong><bdi>${total?.amount === 0 ? words.text("tickets.free") : amount}</bdi></strong>`
    }
  </p>`;
  return summary({ lot, text });
}

import type { Hex } from "../chain.ts";
import type { ShopLot, Shopkeeper, ShownDraw } from "../../src/shop/shop-lot.ts";
import type { Lot } from "../../src/lots/lot.ts";
import type { Charging, PaymentSettings } from "../../src/lots/payment-options.ts";
import type { LotId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** The lots that an organisation shows to buyers. */
export interface ShownLots {
  readonly shopkeeper: Shopkeeper;
  /** Those that sell or will, newest first, then those that are over, by their end, newest first. */
  readonly lots: readonly PricedLot[];
  readonly paying: PaymentSettings;
}

/** With what decides whether it can be paid for. */
interface PricedLot extends ShopLot {
  readonly payment: Lot["payment"];
  /** The raffle contract that sells it, in lower case; null: it is off chain. */
  readonly contract: Hex | null;
  readonly charging: Charging;
  readonly draw: ShownDraw;
}

export interface ShopWindows {
  /**
   * In one round trip.
   * @param limits how many lots that are active, and how many that are over and whose end was after `since`
   * @returns null: no organisation has the slug
   */
  bySlug(
    slug: string,
    limits: { readonly active: number; readonly over: number; readonly since: Date },
  ): Promise<ShownLots | null>;
  /** Returns the slug of the lot's organisation; null: there is no such lot. */
  slugOf(lotId: LotId): Promise<string | null>;
}
export const ShopWindows: Token<ShopWindows> = token("ShopWindows");

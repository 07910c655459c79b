import { Currencies } from "../../ports/currencies.ts";
import type { LotOfOrganisation } from "../../ports/lots/lots.ts";
import { Rails } from "../../ports/rails.ts";
import type { Parts } from "../../ports/token.ts";
import type { Lot } from "./lot.ts";
import {
  type Charging,
  type FiatObstacle,
  fiatObstacle,
  type PaymentOptions,
  paymentOptions,
} from "./payment-options.ts";

/** A lot with the payment options available now. */
export interface Offer {
  readonly lot: Lot;
  /** Fiat is also off if there is no account or no rate for the charge currency. */
  readonly payment: PaymentOptions;
}

const NEEDS = { rails: Rails, currencies: Currencies };

/** Determines the payment options of lots, by the same rule as checkout. */
export class Offers {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  of(found: LotOfOrganisation): Offer {
    const chosen = paymentOptions(found.organisation, found.lot);
    const obstacle = this.#obstacle(chosen.fiatCurrency, found.charging);
    const payment = obstacle === null ? chosen : { ...chosen, fiat: false, fiatCurrency: null };
    return { lot: found.lot, payment };
  }

  /** Why the lot cannot be paid by card or bank now; null: it can be. */
  obstacle({
    lot,
    organisation,
    charging,
  }: Pick<LotOfOrganisation, "organisation" | "charging"> & {
    readonly lot: Pick<Lot, "payment" | "paymentToken" | "onChain">;
  }): FiatObstacle | null {
    return this.#obstacle(paymentOptions(organisation, lot).fiatCurrency, charging);
  }

  #obstacle(currency: string | null, { account, rate }: Charging): FiatObstacle | null {
    const { rails, currencies } = this.#parts;
    return fiatObstacle(currency, {
      rail: rails.of({ rail: account }),
      rate,
      exponent: currency === null ? null : currencies.exponent(currency),
    });
  }
}

import { Currencies } from "../../ports/currencies.ts";
import type { LotOfOrganisation } from "../../ports/lots/lots.ts";
import { Rails } from "../../ports/rails.ts";
import type { Lot } from "./lot.ts";
import { type FiatObstacle, fiatObstacle, type PaymentOptions, paymentOptions } from "./payment-options.ts";

/** A lot with the ways in which it can be paid for now. */
export interface Offer {
  readonly lot: Lot;
  /** Fiat is off also where checkout would find no account or no rate for the charge currency. */
  readonly payment: PaymentOptions;
}

/** Tells how lots can be paid for now, by the rule that checkout decides by. */
export class Offers {
  static readonly needs = [Rails, Currencies] as const;
  readonly #rails: Rails;
  readonly #currencies: Currencies;

  constructor(rails: Rails, currencies: Currencies) {
    this.#rails = rails;
    this.#currencies = currencies;
  }

  of(found: LotOfOrganisation): Offer {
    const chosen = paymentOptions(found.organisation, found.lot.payment);
    const payment = this.obstacle(found) === null ? chosen : { ...chosen, fiat: false, fiatCurrency: null };
    return { lot: found.lot, payment };
  }

  /** Why the lot cannot be paid by card or bank now; null: it can. */
  obstacle({ lot, organisation, charging: { account, rate } }: LotOfOrganisation): FiatObstacle | null {
    const { fiatCurrency } = paymentOptions(organisation, lot.payment);
    return fiatObstacle(fiatCurrency, {
      rail: account && this.#rails.find(account.kind, account.provider),
      rate,
      exponent: fiatCurrency === null ? null : this.#currencies.exponent(fiatCurrency),
    });
  }
}

import { chargedAmount } from "../checkout/pricing.ts";
import { Currencies } from "../../ports/currencies.ts";
import type { LotOfOrganisation } from "../../ports/lots/lots.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import { TokenPayments } from "../till/token-payments.ts";
import type { Lot, TicketPrice } from "./lot.ts";
import {
  type Charging,
  type FiatObstacle,
  fiatObstacle,
  type PaymentOptions,
  paymentOptions,
} from "./payment-options.ts";

const USD_DECIMALS = 2;

/** A lot with the payment options available now. */
export interface Offer {
  readonly lot: Lot;
  /** Ways to pay. Fiat is also off if there is no account or no rate for the charge currency. */
  readonly payment: PaymentOptions;
}

/** Determines the payment options of lots, by the same rule as checkout. */
export class PaymentOffers extends Process<typeof PaymentOffers.needs> {
  static readonly needs = { rails: Rails, currencies: Currencies, tokens: TokenPayments };

  of(found: LotOfOrganisation): Offer {
    const chosen = paymentOptions(found.organisation, found.lot);
    const obstacle = this.#obstacle(chosen.fiatCurrency, found.charging);
    const payment = obstacle === null ? chosen : { ...chosen, fiat: false, fiatCurrency: null };
    return { lot: found.lot, payment };
  }

  /**
   * Returns the price as buyers read it: the charge of one ticket by card or bank, or US dollars if that is not
   * possible, as on chain, for tokens alone, or without a rate.
   */
  ticketPrice({
    lot,
    organisation,
    charging,
  }: Parameters<PaymentOffers["obstacle"]>[0] & { readonly lot: Pick<Lot, "priceCents"> }): TicketPrice {
    const { rails, currencies } = this.parts;
    const { fiatCurrency: currency } = paymentOptions(organisation, lot);
    const { account, rate } = charging;
    const exponent = currency === null ? null : currencies.exponent(currency);
    if (
      this.#obstacle(currency, charging) !== null ||
      currency === null ||
      rate === null ||
      exponent === null
    )
      return { amount: lot.priceCents, currency: "USD", exponent: USD_DECIMALS };
    const rail = rails.of({ rail: account });
    const wireExponent = rail?.capabilities.currencies.get(currency) ?? exponent;
    return { amount: chargedAmount(lot.priceCents, { rate, exponent, wireExponent }), currency, exponent };
  }

  /** Returns whether buyers can pay for the lot now, at this service. A lot on chain is paid to its contract. */
  isPayable(
    found: Parameters<PaymentOffers["obstacle"]>[0] & { readonly lot: Pick<Lot, "priceCents"> },
  ): boolean {
    if (found.lot.priceCents === 0 || this.obstacle(found) === null) return true;
    return this.parts.tokens.offered(found).length > 0;
  }

  /** Returns why the lot cannot be paid by card or bank now; null: it can be. */
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
    const { rails, currencies } = this.parts;
    return fiatObstacle(currency, {
      rail: rails.of({ rail: account }),
      rate,
      exponent: currency === null ? null : currencies.exponent(currency),
    });
  }
}

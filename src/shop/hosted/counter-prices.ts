import type { CheckoutContext } from "../../../ports/checkout/orders.ts";
import { Currencies } from "../../../ports/currencies.ts";
import { Rails } from "../../../ports/rails.ts";
import { Process } from "../../shared/process.ts";
import { MAX_QUANTITY, type Quote, quote } from "../../checkout/decision.ts";
import { AmountTooSmall, coveredByCredit } from "../../checkout/pricing.ts";
import { availableTickets, type TicketPrice } from "../../lots/lot.ts";
import { PaymentOffers } from "../../lots/payment-offers.ts";
import { type PaymentToken, rateFor } from "../../organisations/organisation.ts";
import { leastUsedCache } from "../../shared/cache/least-used-cache.ts";
import { Problem } from "../../shared/problem.ts";
import { TokenPayments } from "../../till/token-payments.ts";

/** Price lists that a process remembers, of 100 prices each. */
const LISTS = 100;

/** In the charge currency, or in a token. */
export interface PricedWay {
  readonly way: "money" | PaymentToken;
  /** Prices of 1, 2, … tickets; null: that many cannot be charged. */
  readonly prices: readonly (Quote | null)[];
}

/**
 * Prices of the first page of checkout, by the rules that price an order: in the charge currency, as the law of the
 * European Union requires of the first price that a buyer sees.
 */
export class CounterPrices extends Process<typeof CounterPrices.needs> {
  static readonly needs = {
    offers: PaymentOffers,
    tokens: TokenPayments,
    rails: Rails,
    currencies: Currencies,
  };
  readonly #lists = leastUsedCache<string, readonly (Quote | null)[]>(LISTS);

  ofTicket({ lot, organisation, rail: account }: CheckoutContext): TicketPrice {
    const rate = rateFor(organisation, lot.payment.fiatCurrency ?? organisation.fiatCurrency);
    return this.parts.offers.ticketPrice({ lot, organisation, charging: { account, rate } });
  }

  /** Returns whether the buyer's credit pays everything, by any way of payment. */
  isCovered({ lot, availableCreditCents }: CheckoutContext, quantity: number): boolean {
    return coveredByCredit({ priceCents: lot.priceCents, quantity, creditCents: availableCreditCents ?? 0 });
  }

  /** Returns the ways in which an order can be paid now. */
  ways(context: CheckoutContext): PricedWay[] {
    const tokens = this.parts.tokens.offered(context);
    const all: PricedWay[] = [
      { way: "money", prices: this.#prices(context, null) },
      ...tokens.map((token) => ({ way: token, prices: this.#prices(context, token) })),
    ];
    return all.filter(({ prices }) => prices.length > 0);
  }

  /** Returns the price of an order; null: that many cannot be charged. @param token null: in the charge currency */
  quoted(context: CheckoutContext, quantity: number, token: PaymentToken | null): Quote | null {
    try {
      return this.#quote(context, quantity, token);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return null;
    }
  }

  /** Returns the same array for the same prices, as long as the most that one order may have is left. */
  #prices(context: CheckoutContext, token: PaymentToken | null): readonly (Quote | null)[] {
    const { organisation, terms, lot, lotVersion, availableCreditCents } = context;
    // Each change of what a price depends on raises one of the two numbers.
    const key = [organisation.id, terms, lot.id, lotVersion, availableCreditCents, token].join(" ");
    let list = this.#lists.get(key);
    if (list === undefined) {
      list = this.#list(context, token);
      this.#lists.set(key, list);
    }
    const available = availableTickets(lot);
    return available < list.length ? list.slice(0, available) : list;
  }

  #list(context: CheckoutContext, token: PaymentToken | null): (Quote | null)[] {
    const prices: (Quote | null)[] = [];
    for (let quantity = 1; quantity <= MAX_QUANTITY; quantity++) {
      try {
        prices.push(this.#quote(context, quantity, token));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        // Nothing can be charged: only what credit covers can be bought.
        if (error.code !== AmountTooSmall.code) break;
        prices.push(null);
      }
    }
    return prices;
  }

  #quote(context: CheckoutContext, quantity: number, token: PaymentToken | null): Quote {
    const { rails, currencies } = this.parts;
    const aids = {
      rail: token === null ? rails.of(context) : null,
      exponentOf: (currency: string) => currencies.exponent(currency),
    };
    return quote({ quantity, applyCredit: true, tokens: token && { token } }, context, aids);
  }
}

import { code, codes } from "currency-codes";
import { Currencies } from "../../ports/currencies.ts";

/**
 * ISO 4217 codes that are not charge currencies: metals, units of account, tests, "no currency". They have no minor
 * unit.
 */
const NO_MONEY = new Set("XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" "));

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  codes()
    .filter((currency) => !NO_MONEY.has(currency))
    .map((currency) => [currency, code(currency)!.digits]),
);

export class IsoCurrencies implements Currencies {
  static readonly as = Currencies;
  static readonly needs = [] as const;

  exponent(currency: string): number | null {
    return EXPONENTS.get(currency) ?? null;
  }
}

import { code } from "currency-codes";
import type { Money } from "../../src/shared/money.ts";

/** Worldpay's amounts are int32. */
const AMOUNT_MAX = 2_147_483_647;

/** Decimals that Worldpay implies on the wire. Only currencies whose exponent there is that of ISO 4217. */
export const CURRENCIES: ReadonlyMap<string, number> = new Map([
  ...(
    "USD EUR GBP AUD CAD CHF SGD HKD THB SEK NOK DKK PLN CZK NZD ZAR AED MXN MYR PHP RON ILS".split(
      " ",
    ) as readonly string[]
  ).map((currency): [string, number] => [currency, 2]),
  ["JPY", 0],
]);

/** null: it cannot be said on the wire. */
export function toWire({ amount, currency }: Money): number | null {
  const exponent = CURRENCIES.get(currency);
  if (exponent === undefined) return null;
  const shifted = shift(amount, exponent - isoExponent(currency));
  return shifted !== null && shifted > 0 && shifted <= AMOUNT_MAX ? shifted : null;
}

/** What Worldpay says in ISO minor units; null when it is no whole number of them. */
export function fromWire(amount: number, currency: string): Money | null {
  const exponent = CURRENCIES.get(currency) ?? isoExponent(currency);
  const minor = shift(amount, isoExponent(currency) - exponent);
  return minor === null ? null : { amount: minor, currency };
}

function isoExponent(currency: string): number {
  return code(currency)?.digits ?? 2;
}

function shift(amount: number, places: number): number | null {
  const factor = 10 ** Math.abs(places);
  const shifted = places < 0 ? amount / factor : amount * factor;
  return Number.isSafeInteger(shifted) ? shifted : null;
}

import { code, codes } from "currency-codes";
import type { Money } from "../../src/shared/money.ts";

/** The library looks through its whole list each time. */
const EXPONENTS: ReadonlyMap<string, number> = new Map(
  codes().map((currency) => [currency, code(currency)!.digits]),
);

/** Decimals of a currency by ISO 4217; 2 for one that ISO does not know. */
export function isoExponent(currency: string): number {
  return EXPONENTS.get(currency.toUpperCase()) ?? 2;
}

/**
 * The amount in a provider's unit.
 * @param exponent decimals that the provider gives the currency
 * @returns null when that unit cannot express it exactly
 */
export function toWireAmount({ amount, currency }: Money, exponent: number): number | null {
  return shift(amount, exponent - isoExponent(currency));
}

/** A provider's amount in ISO minor units; null: not a whole number of them. */
export function fromWireAmount(amount: number, currency: string, exponent: number): Money | null {
  const minor = shift(amount, isoExponent(currency) - exponent);
  return minor === null ? null : { amount: minor, currency };
}

function shift(amount: number, places: number): number | null {
  const factor = 10 ** Math.abs(places);
  const shifted = places < 0 ? amount / factor : amount * factor;
  return Number.isSafeInteger(shifted) ? shifted : null;
}

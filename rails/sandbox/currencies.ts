import { code } from "currency-codes";
import type { Money } from "../../src/shared/money.ts";

/** Decimals of a currency by ISO 4217; 2 for one that ISO does not know. */
export function isoExponent(currency: string): number {
  return code(currency)?.digits ?? 2;
}

/**
 * The amount in the provider's unit.
 * @returns null when the provider's unit cannot express it exactly
 */
export function toWire(money: Money, wireExponent: number): number | null {
  return shift(money.amount, wireExponent - isoExponent(money.currency));
}

/** A provider's amount in ISO minor units; null when it is no whole number of them. */
export function fromWire(amount: number, currency: string, wireExponent: number): Money | null {
  const minor = shift(amount, isoExponent(currency) - wireExponent);
  return minor === null ? null : { amount: minor, currency };
}

/** 125000 minor units of USD as `1,250.00 USD`. */
export function displayMoney({ amount, currency }: Money): string {
  const exponent = isoExponent(currency);
  const digits = String(amount).padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${whole}${exponent === 0 ? "" : `.${digits.slice(-exponent)}`} ${currency}`;
}

function shift(amount: number, places: number): number | null {
  const factor = 10 ** Math.abs(places);
  const shifted = places < 0 ? amount / factor : amount * factor;
  return Number.isSafeInteger(shifted) ? shifted : null;
}

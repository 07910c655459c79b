import type { Money } from "../../src/shared/money.ts";
import { fromWireAmount, isoExponent, toWireAmount } from "../shared/wire-money.ts";

/** PayPal gives these no decimals, ISO 4217 gives HUF and TWD two. */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(["HUF", "JPY", "TWD"]);
/** PayPal's page on currency codes; without CNY, MYR, BRL and RUB, which it takes only within their countries. */
export const CURRENCIES: ReadonlyMap<string, number> = new Map(
  "AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD"
    .split(" ")
    .map((currency) => [currency, WITHOUT_DECIMALS.has(currency) ? 0 : 2]),
);

export interface PaypalAmount {
  readonly currency_code: string;
  /** Decimal, with as many places as PayPal gives the currency. */
  readonly value: string;
}

/** null: PayPal cannot express it. */
export function toWire(money: Money): PaypalAmount | null {
  const places = placesOf(money.currency);
  const units = toWireAmount(money, places);
  if (units === null || units < 0) return null;
  const digits = String(units).padStart(places + 1, "0");
  const value = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return { currency_code: money.currency, value };
}

/** null: not a valid amount of this currency. */
export function fromWire({ value, currency_code: currency }: PaypalAmount): Money | null {
  const places = placesOf(currency);
  const [, integer = "", fraction = ""] = /^(0|[1-9]\d{0,14})(?:\.(\d{1,4}))?$/.exec(value) ?? [];
  // Zeros beyond its places change nothing.
  if (integer === "" || /[1-9]/.test(fraction.slice(places))) return null;
  return fromWireAmount(Number(integer + fraction.slice(0, places).padEnd(places, "0")), currency, places);
}

function placesOf(currency: string): number {
  return CURRENCIES.get(currency) ?? isoExponent(currency);
}

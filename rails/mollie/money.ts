import type { Money } from "../../src/shared/money.ts";
import { isoExponent } from "../shared/wire-money.ts";

/** The currencies of Mollie's page on multicurrency; their decimals there are those of ISO 4217. */
export const CURRENCIES: ReadonlyMap<string, number> = new Map(
  [
    "AED AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD USD ZAR",
  ]
    .join(" ")
    .split(" ")
    .map((currency) => [currency, isoExponent(currency)]),
);

interface MollieAmount {
  readonly currency: string;
  /** Decimal, with exactly the currency's places. */
  readonly value: string;
}

export function toWire({ amount, currency }: Money): MollieAmount {
  const places = isoExponent(currency);
  const digits = String(amount).padStart(places + 1, "0");
  const value = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return { currency, value };
}

/** null: not a valid amount of this currency. */
export function fromWire({ value, currency }: MollieAmount): Money | null {
  const [, integer = "", fraction = ""] = /^(0|[1-9]\d{0,14})(?:\.(\d{1,4}))?$/.exec(value) ?? [];
  if (integer === "" || fraction.length !== isoExponent(currency)) return null;
  const amount = Number(integer + fraction);
  return Number.isSafeInteger(amount) ? { amount, currency } : null;
}

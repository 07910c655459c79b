import type { Money } from "../../src/shared/money.ts";
import { fromWireAmount, isoExponent, toWireAmount } from "../shared/wire-money.ts";

/** Stripe counts these in whole units. ISO 4217 has no decimals for them either. */
const WITHOUT_DECIMALS = "BIF CLP DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF";
const WITH_TWO =
  "AED AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS INR MXN MYR NOK NZD PHP PLN RON SAR SEK SGD THB TRY USD ZAR";

/**
 * Stripe's own exponents (docs.stripe.com/currencies, "Zero-decimal currencies" and "Special cases"). ISK has no
 * decimals by ISO, but two at Stripe, which must be 00. Left out, since most prices could not be charged exactly:
 * MGA (whole units at Stripe, two decimals by ISO), BHD JOD KWD OMR TND (three decimals, the last must be 0). Left
 * out, since sources differ: CVE IDR TWD UGX.
 */
export const CURRENCIES: ReadonlyMap<string, number> = new Map([
  ...WITHOUT_DECIMALS.split(" ").map((currency): [string, number] => [currency, 0]),
  ...WITH_TWO.split(" ").map((currency): [string, number] => [currency, 2]),
  ["ISK", 2],
]);

/**
 * ISO minor units (docs.stripe.com/currencies, "Minimum and maximum charge amounts", 2026-09-27). Where the account settles in
 * another currency, Stripe may want more; it then refuses the creation.
 */
export const MINIMUM_CHARGE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    AED: 200,
    AUD: 50,
    BRL: 50,
    CAD: 50,
    CHF: 50,
    CZK: 1500,
    DKK: 250,
    EUR: 50,
    GBP: 30,
    HKD: 400,
    HUF: 17_500,
    ILS: 50,
    INR: 50,
    JPY: 50,
    KRW: 50,
    MXN: 1000,
    MYR: 200,
    NOK: 300,
    NZD: 50,
    PHP: 50,
    PLN: 200,
    RON: 200,
    SEK: 300,
    SGD: 50,
    THB: 1000,
    USD: 50,
    ZAR: 50,
  }),
);

/** In Stripe's unit. null: it cannot be expressed exactly, or the currency is not charged here. */
export function toWire(money: Money): number | null {
  const exponent = CURRENCIES.get(money.currency);
  return exponent === undefined ? null : toWireAmount(money, exponent);
}

/**
 * Converts Stripe's amount and lower-case currency to ISO minor units. A currency that is not charged here, which only
 * a foreign payment can have, is counted as ISO does.
 * @returns null when it is not a whole number of minor units
 */
export function fromWire(amount: number, wireCurrency: string): Money | null {
  const currency = wireCurrency.toUpperCase();
  return fromWireAmount(amount, currency, CURRENCIES.get(currency) ?? isoExponent(currency));
}

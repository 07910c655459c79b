import type { Money } from "../../src/shared/money.ts";
import { fromWireAmount, isoExponent, toWireAmount } from "../shared/wire-money.ts";

/** Currencies whose minor unit at Adyen is not ISO 4217's (docs.adyen.com/development-resources/currency-codes). */
const OTHER_EXPONENTS: ReadonlyMap<string, number> = new Map([
  ["CLP", 2],
  ["CVE", 0],
  ["IDR", 0],
  ["ISK", 2],
]);

/** Left out although Adyen charges it: IDR, whose unit is known from a table of its browser library only. */
const CHARGED =
  "AUD BHD BRL CAD CHF CLP CNY CVE CZK DKK EUR GBP HKD ILS INR ISK JOD JPY KRW KWD MXN MYR NOK NZD OMR PHP PLN " +
  "RON SAR SEK SGD THB TND USD VND ZAR";

export const CURRENCIES: ReadonlyMap<string, number> = exponentsOf(CHARGED.split(" "));

/** Adyen's payment methods with QR codes, by currency; an account may choose others. */
export const QR_METHODS: ReadonlyMap<string, string> = new Map([
  ["BRL", "pix"],
  ["CNY", "wechatpayQR"],
  ["EUR", "bcmc_mobile"],
  ["HKD", "payme"],
  ["MYR", "duitnow"],
  ["SEK", "swish"],
  ["SGD", "paynow"],
  ["THB", "promptpay"],
]);

export function exponentsOf(currencies: Iterable<string>): ReadonlyMap<string, number> {
  return new Map([...currencies].map((currency) => [currency, wireExponent(currency)]));
}

/** @returns null when Adyen's unit cannot express it exactly */
export function toWire(money: Money): number | null {
  return toWireAmount(money, wireExponent(money.currency));
}

/** Converts Adyen's amount to ISO minor units; null when it is not a whole number of them. */
export function fromWire(value: number, currency: string): Money | null {
  return fromWireAmount(value, currency, wireExponent(currency));
}

function wireExponent(currency: string): number {
  return OTHER_EXPONENTS.get(currency) ?? isoExponent(currency);
}

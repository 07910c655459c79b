import type { Money } from "../../src/shared/money.ts";
import { fromWireAmount, isoExponent, toWireAmount } from "../shared/wire-money.ts";

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

/** null: it cannot be expressed on the wire. */
export function toWire(money: Money): number | null {
  const exponent = CURRENCIES.get(money.currency);
  const amount = exponent === undefined ? null : toWireAmount(money, exponent);
  return amount !== null && amount > 0 && amount <= AMOUNT_MAX ? amount : null;
}

/** Converts Worldpay's amount to ISO minor units; null when it is not a whole number of them. */
export function fromWire(amount: number, currency: string): Money | null {
  return fromWireAmount(amount, currency, CURRENCIES.get(currency) ?? isoExponent(currency));
}

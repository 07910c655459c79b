import type { Currencies } from "../../../ports/currencies.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { type Money, moneyText } from "../../../src/shared/money.ts";

/** An amount as buyers read it: `1,250.00 SGD`. */
export function shownMoney(money: Money, currencies: Currencies): string {
  const exponent = currencies.exponent(money.currency);
  invariant(exponent !== null, `${money.currency} has no minor unit`);
  return moneyText(money, exponent);
}

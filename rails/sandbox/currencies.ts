import type { Money } from "../../src/shared/money.ts";
import { isoExponent } from "../shared/wire-money.ts";

/** 125000 minor units of USD as `1,250.00 USD`. */
export function displayMoney({ amount, currency }: Money): string {
  const exponent = isoExponent(currency);
  const digits = String(amount).padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${whole}${exponent === 0 ? "" : `.${digits.slice(-exponent)}`} ${currency}`;
}

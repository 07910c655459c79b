import { defineProblem } from "./problem.ts";

/** An amount in the currency's ISO 4217 minor unit (USD: cents, VND: dong, KWD: fils). */
export interface Money {
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

const AmountTooLarge = defineProblem(
  "invalid_request",
  "invalid",
  "The amount is too large to be represented exactly: the maximum is 2^53 - 1 minor units.",
);

/**
 * `1,250.00 USD`: exact to the last minor unit, however large the amount.
 * @param exponent decimals of the currency (ISO 4217)
 */
export function moneyText({ amount, currency }: Money, exponent: number): string {
  const format = new Intl.NumberFormat("en", {
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  return `${format.format(`${amount}e-${exponent}` as `${number}`)} ${currency}`;
}

/** A bigint amount as a safe integer; raises a problem if a number cannot represent it exactly, never rounds. */
export function safeAmount(amount: bigint): number {
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw AmountTooLarge.because();
  return Number(amount);
}

/**
 * US cents in another currency, half up to its minor unit.
 * @param rate charge-currency major units for one USD, a decimal string ("25400", "0.92")
 * @param exponent decimals of the charge currency (ISO 4217): VND 0, USD 2, KWD 3
 */
export function convertCents(cents: number, rate: string, exponent: number): number {
  const [whole = "0", fraction = ""] = rate.split(".");
  const scaledRate = BigInt(whole + fraction);
  // cents/100 major USD × rate × 10^exponent, as one fraction.
  const numerator = BigInt(cents) * scaledRate * 10n ** BigInt(exponent);
  const denominator = 100n * 10n ** BigInt(fraction.length);
  return safeAmount((2n * numerator + denominator) / (2n * denominator));
}

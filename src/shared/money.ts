import { defineProblem } from "./problem.ts";

/** An amount in the currency's ISO 4217 minor unit (USD: cents, VND: dong, KWD: fils). */
export interface Money {
  readonly amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/** Marks without width, which control how their neighbours are drawn. */
const [LEFT_TO_RIGHT, RIGHT_TO_LEFT] = ["\u200e", "\u200f"];
/** `US$`, which text from right to left would draw as `$US`. */
const MIXED = /\p{L}+\p{Sc}/u;

const AmountTooLarge = defineProblem(
  "invalid_request",
  "invalid",
  "The amount is too large to be represented exactly: the maximum is 2^53 - 1 minor units.",
);

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Returns `$1,250.00` as readers of the language write it: exact to the last minor unit, for any amount.
 * @param locale a language, as BCP 47 has it
 * @param exponent decimals of the currency (ISO 4217)
 */
export function moneyText(locale: string, { amount, currency }: Money, exponent: number): string {
  const name = `${locale} ${currency} ${exponent}`;
  let format = formats.get(name);
  if (!format) {
    const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
    format = new Intl.NumberFormat(locale, { style: "currency", currency, ...digits });
    formats.set(name, format);
  }
  const text = format.format(`${amount}e-${exponent}` as `${number}`);
  return text.startsWith(RIGHT_TO_LEFT) ? text.replace(MIXED, `${LEFT_TO_RIGHT}$&${LEFT_TO_RIGHT}`) : text;
}

/** Returns a bigint amount as a safe integer; raises a problem if that is not exact, never rounds. */
export function safeAmount(amount: bigint): number {
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw AmountTooLarge.because();
  return Number(amount);
}

/**
 * Converts US cents to another currency, half up to its minor unit.
 * @param rate charge-currency major units for one USD, a decimal string ("25400", "0.92")
 * @param exponent decimals of the charge currency (ISO 4217): VND 0, USD 2, KWD 3
 */
export function convertCents(cents: number, rate: string, exponent: number): number {
  const [integer = "0", fraction = ""] = rate.split(".");
  const scaledRate = BigInt(integer + fraction);
  // cents/100 major USD × rate × 10^exponent, as one fraction.
  const numerator = BigInt(cents) * scaledRate * 10n ** BigInt(exponent);
  const denominator = 100n * 10n ** BigInt(fraction.length);
  return safeAmount((2n * numerator + denominator) / (2n * denominator));
}

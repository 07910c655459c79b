import { convertCents, type Money, safeAmount } from "../shared/money.ts";
import { defineProblem } from "../shared/problem.ts";

export const AmountTooSmall = defineProblem(
  "amount_too_small",
  "invalid",
  "The amount to charge is below the payment rail's minimum.",
  { liftedByTime: true },
);

export interface PricingInput {
  readonly priceCents: number;
  readonly quantity: number;
  /** US cents of credit that may be applied; 0: the buyer keeps the credit. */
  readonly creditCents: number;
  readonly currency: string;
  /** Major units of the charge currency per USD, as a decimal string. null: no rate, so nothing can be charged. */
  readonly rate: string | null;
  /** Decimals of the charge currency by ISO 4217. */
  readonly exponent: number;
  /** Decimals that the rail can send; the charge is rounded to these if they are fewer. */
  readonly wireExponent: number;
  /** Minimum charge of the rail, in the currency's minor unit. */
  readonly minimumCharge: number;
}

export interface Price {
  readonly totalCents: number;
  readonly creditCents: number;
  readonly charge: Money;
}

/** Returns whether credit covers everything; independent of the currency. */
export function coveredByCredit(
  input: Pick<PricingInput, "priceCents" | "quantity" | "creditCents">,
): boolean {
  return input.priceCents * input.quantity <= input.creditCents;
}

/** Returns US cents in the minor unit of the charge currency, rounded to what the rail can send. */
export function chargedAmount(
  cents: number,
  {
    rate,
    exponent,
    wireExponent,
  }: Pick<PricingInput, "exponent" | "wireExponent"> & { readonly rate: string },
): number {
  const decimals = Math.min(exponent, wireExponent);
  return safeAmount(BigInt(convertCents(cents, rate, decimals)) * 10n ** BigInt(exponent - decimals));
}

/**
 * Returns the price of an order. Credit is deducted in US cents first; the remainder is converted once. If the
 * remainder is below the rail's minimum, less credit is used.
 */
export function price(input: PricingInput): Price {
  const totalCents = input.priceCents * input.quantity;
  const { currency, rate } = input;
  if (coveredByCredit(input)) return { totalCents, creditCents: totalCents, charge: { amount: 0, currency } };
  if (rate === null) throw new Error("priced without a rate");

  const minimum = Math.max(1, input.minimumCharge);
  const charged = (cents: number) => chargedAmount(cents, { ...input, rate });
  if (charged(totalCents) < minimum) throw AmountTooSmall.because();

  let restCents = totalCents - input.creditCents;
  if (charged(restCents) < minimum) {
    // The smallest remainder that reaches the minimum; conversion is monotonic.
    let low = restCents;
    let high = totalCents;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (charged(middle) < minimum) low = middle;
      else high = middle;
    }
    restCents = high;
  }
  return {
    totalCents,
    creditCents: totalCents - restCents,
    charge: { amount: charged(restCents), currency },
  };
}

/**
 * Returns the affiliate's commission on an order in US cents, rounded down.
 * @param priceCents price of the whole order in US cents, before credit
 * @param commissionBps hundredths of a per cent
 */
export function commission(priceCents: number, commissionBps: number): number {
  return safeAmount((BigInt(priceCents) * BigInt(commissionBps)) / 10_000n);
}

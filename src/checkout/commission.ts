import { safeAmount } from "../shared/money.ts";

/**
 * The affiliate's commission on an order in US cents, rounded down.
 * @param priceCents price of the whole order in US cents, before credit
 * @param commissionBps hundredths of a per cent
 */
export function commission(priceCents: number, commissionBps: number): number {
  return safeAmount((BigInt(priceCents) * BigInt(commissionBps)) / 10_000n);
}

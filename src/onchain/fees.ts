import type { Fees } from "../../ports/onchain/chain-writer.ts";

/** Raise of a replacing transaction: nodes require a tenth more; this is an eighth. */
const MORE = { numerator: 9n, denominator: 8n };

/** Returns the fees of a first transaction: the market's, up to the cap. */
export function firstFees(market: Fees, cap: bigint): Fees {
  const maxFee = lesser(market.maxFee, cap);
  return { maxFee, tip: lesser(market.tip, maxFee) };
}

/** Returns a replacing transaction's fees: an eighth more of both, or the market's. @returns null: above the cap */
export function replacingFees(last: Fees, market: Fees, cap: bigint): Fees | null {
  const [least, leastTip] = [raised(last.maxFee), raised(last.tip)];
  if (least > cap) return null;
  const maxFee = lesser(greater(least, market.maxFee), cap);
  return { maxFee, tip: lesser(greater(leastTip, market.tip), maxFee) };
}

function raised(wei: bigint): bigint {
  return (wei * MORE.numerator) / MORE.denominator + 1n;
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

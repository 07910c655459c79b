import type { Chain, Hex } from "../../ports/chain.ts";
import { invariant } from "../../src/shared/invariant.ts";

export const MAX_BLOCKS = 2_000;
const MAX_ADDRESSES = 1_000;
const TX_HASH = /^0x[0-9a-f]{64}$/;

export type TransferFilter = Parameters<Chain["transfers"]>[0];

/** The filter in lower case, within the port's limits; null when nothing can match it. */
export function checkedFilter(filter: TransferFilter): TransferFilter | null {
  const { token, to, fromBlock, toBlock } = filter;
  invariant(toBlock - fromBlock < MAX_BLOCKS, `at most ${MAX_BLOCKS} blocks a call`);
  invariant(to.length <= MAX_ADDRESSES, `at most ${MAX_ADDRESSES} addresses a call`);
  if (to.length === 0 || toBlock < fromBlock) return null;
  return { token: lowered(token), to: to.map(lowered), fromBlock, toBlock };
}

export function lowered(hex: Hex): Hex {
  return hex.toLowerCase() as Hex;
}

/** In lower case; null: no transaction can have this hash. */
export function checkedTxHash(txHash: Hex): Hex | null {
  const lower = lowered(txHash);
  return TX_HASH.test(lower) ? lower : null;
}

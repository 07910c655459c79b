import type { Hex } from "../../../ports/chain.ts";
import { RAFFLE_ABI } from "../generated/raffle.ts";
import { TILL_ABI } from "../generated/till.ts";

/** The name of the error that one of our contracts, or a library in it, raised; null: it is none of theirs. */
export async function errorName(raised: Hex): Promise<string | null> {
  const { decodeErrorResult } = await import("viem");
  for (const abi of [RAFFLE_ABI, TILL_ABI]) {
    try {
      return decodeErrorResult({ abi, data: raised }).errorName;
    } catch {
      // Of another contract, or no error at all.
    }
  }
  return null;
}

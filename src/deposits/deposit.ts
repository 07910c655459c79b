import type { Hex } from "../../ports/chain.ts";
import { defineProblem, invalid } from "../shared/problem.ts";

/** An organisation's deposit address and the token. Addresses in EIP-55 form. */
export interface DepositTarget {
  readonly depositAddress: string;
  readonly tokenAddress: string;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number;
}

/** The accepted token; one token equals one US dollar. */
export interface DepositToken {
  readonly address: Hex;
  readonly symbol: string;
  /** 2 to 30. */
  readonly decimals: number;
}

export const TransactionNotFound = defineProblem(
  "transaction_not_found",
  "missing",
  "The transaction is not in any block of the chain. Report it again once it is mined.",
  { liftedByTime: true },
);
export const TransactionNotFinal = defineProblem(
  "transaction_not_final",
  "conflict",
  "The transaction is not final yet. Report it again later; it is also credited without a report.",
  { liftedByTime: true },
);
export const NoMatchingTransfer = defineProblem(
  "no_matching_transfer",
  "invalid",
  "The transaction failed, or did not transfer a cent's worth of the settlement token to your deposit address.",
);
export const DepositTooLarge = defineProblem(
  "deposit_too_large",
  "invalid",
  "The deposit is too large for a balance and was not credited. Contact the operator.",
  { liftedByTime: true },
);

const TX_HASH = /^0x[0-9a-f]{64}$/;

/** Returns the hash in lower case. Raises invalid_request. */
export function transactionHash(text: string): Hex {
  const lower = text.toLowerCase();
  if (!TX_HASH.test(lower) || !text.startsWith("0x")) {
    throw invalid("txHash", "invalid_format", "txHash must be 0x followed by 64 hexadecimal digits.");
  }
  return lower as Hex;
}

/** Returns whole US cents of an amount of a one-dollar token; drops fractions of a cent. */
export function centsOf(units: bigint, decimals: number): bigint {
  return units / 10n ** BigInt(decimals - 2);
}

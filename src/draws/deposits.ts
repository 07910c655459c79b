import { defineProblem } from "../shared/problem.ts";
import type { ProofUse } from "./possession.ts";

export const TransactionNotFound = defineProblem(
  "transaction_not_found",
  "missing",
  "The chain knows no such transaction.",
);
export const TransactionNotFinal = defineProblem(
  "transaction_not_final",
  "conflict",
  "The transaction is not final yet. Report it again later.",
);
export const NoMatchingTransfer = defineProblem(
  "no_matching_transfer",
  "invalid",
  "The transaction transfers nothing of the token to your deposit address.",
);

export interface DepositSettlement {
  readonly depositAddress: string;
  readonly tokenAddress: string;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number;
}

export class Deposits {
  static readonly needs = [] as const;

  async settlement(organisationId: number): Promise<DepositSettlement> {
    const address = (n: number) => `0x${n.toString(16).padStart(40, "0")}`;
    return {
      depositAddress: address(organisationId),
      tokenAddress: address(0xdead_beef),
      tokenSymbol: "USDC",
      tokenDecimals: 6,
    };
  }

  async report(
    _organisationId: number,
    _txHash: string,
    _proof: ProofUse,
  ): Promise<{ balanceCents: number; creditedCents: number; duplicate: boolean }> {
    throw TransactionNotFound.because();
  }
}

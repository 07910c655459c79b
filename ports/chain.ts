import { defineProblem } from "../src/shared/problem.ts";
import { type Token, token } from "./token.ts";

export type Hex = `0x${string}`;

/** A block of the chain in its current state. */
export interface Block {
  readonly number: number;
  readonly hash: Hex;
  /** Whole seconds since 1970. */
  readonly timestamp: number;
}

/** The content of an ERC-20 `Transfer` log. */
export interface Transfer {
  /** The token contract that emitted the log. */
  readonly token: Hex;
  readonly to: Hex;
  /** In the token's smallest unit. */
  readonly units: bigint;
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: number;
}

/** A transaction with its transfers of one token to one address. */
export interface TransactionTransfers {
  readonly succeeded: boolean;
  readonly blockNumber: number;
  /** No reorganisation can take it back: at or below the final block. */
  readonly final: boolean;
  readonly transfers: readonly Transfer[];
}

/** No node answered, or the nodes returned contradictory data. The result is unknown; retry later. */
export const ChainUnavailable = defineProblem(
  "chain_unavailable",
  "unavailable",
  "The chain cannot be read right now. Try again shortly.",
);

/**
 * Reads the chain. Every method raises ChainUnavailable when no answer arrives in time; no method ever guesses.
 * Addresses are compared case-insensitively and returned in lower case.
 */
export interface Chain {
  /** The configured chain; checked against the node at startup. */
  readonly chainId: number;
  /** Number of the newest block. */
  head(): Promise<number>;
  /**
   * Number of the newest block that no reorganisation can remove, determined by confirmations or by the node's own
   * finality.
   */
  final(): Promise<number>;
  /**
   * The canonical block with this number. At or below `final` it never changes; above, it may. null: the block does not
   * exist yet. With a second node configured, both nodes must return the same hash.
   */
  block(number: number): Promise<Block | null>;
  /** null: no block contains the transaction. */
  transaction(
    txHash: Hex,
    filter: { readonly token: Hex; readonly to: Hex },
  ): Promise<TransactionTransfers | null>;
  /**
   * Transfers of a token to any of the addresses, in chain order; both block numbers are inclusive. At most 2,000
   * blocks and 1,000 addresses per call.
   */
  transfers(filter: {
    readonly token: Hex;
    readonly to: readonly Hex[];
    readonly fromBlock: number;
    readonly toBlock: number;
  }): Promise<Transfer[]>;
}
export const Chain: Token<Chain> = token("Chain");

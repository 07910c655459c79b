import { defineProblem } from "../src/shared/problem.ts";
import { type Token, token } from "./token.ts";

export type Hex = `0x${string}`;

/** A block of the chain as it stands now. */
export interface Block {
  readonly number: number;
  readonly hash: Hex;
  /** Whole seconds since 1970. */
  readonly timestamp: number;
}

/** What an ERC-20 `Transfer` log says. */
export interface Transfer {
  /** The token contract that wrote the log. */
  readonly token: Hex;
  readonly to: Hex;
  /** In the token's smallest unit. */
  readonly units: bigint;
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: number;
}

/** A transaction and the transfers of one token to one address that it made. */
export interface TransactionTransfers {
  readonly succeeded: boolean;
  readonly blockNumber: number;
  /** No reorganisation can take it back: at or below the final block. */
  readonly final: boolean;
  readonly transfers: readonly Transfer[];
}

/** No node answers, or they contradict each other. Nothing is known; ask again later. */
export const ChainUnavailable = defineProblem(
  "chain_unavailable",
  "unavailable",
  "The chain cannot be read right now. Try again shortly.",
);

/**
 * Reads the chain. Every method raises ChainUnavailable when it is not answered in time; none ever guesses.
 * Addresses compare without regard to case; answers carry them in lower case.
 */
export interface Chain {
  /** As configured; the start checks it against the node. */
  readonly chainId: number;
  /** Number of the newest block. */
  head(): Promise<number>;
  /** The newest block that no reorganisation takes back, by confirmations or the node's own finality. */
  final(): Promise<number>;
  /**
   * The canonical block of this number as of now, which below `final` stays; null when there is none yet.
   * With a second node both must name the same hash.
   */
  block(number: number): Promise<Block | null>;
  /** null: no such transaction in a block. */
  transaction(
    txHash: Hex,
    filter: { readonly token: Hex; readonly to: Hex },
  ): Promise<TransactionTransfers | null>;
  /** Transfers of a token to any of the addresses, blocks inclusive, in chain order. At most 2,000 blocks and 1,000 addresses a call. */
  transfers(filter: {
    readonly token: Hex;
    readonly to: readonly Hex[];
    readonly fromBlock: number;
    readonly toBlock: number;
  }): Promise<Transfer[]>;
}
export const Chain: Token<Chain> = token("Chain");

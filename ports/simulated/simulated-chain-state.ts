import type { Hex, Transfer } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** The simulated chain's state, apart from the blocks made by its clock. */
export interface SimulatedState {
  /** The secret from which block hashes are derived. It allows computing every block before it exists. */
  readonly salt: Uint8Array;
  readonly genesisAt: Date;
  /** Extra blocks mined so far. */
  readonly minedBlocks: number;
  /** Blocks that the clock had made when the last extra ones were mined. It never makes fewer afterwards. */
  readonly clockBlocks: number;
  readonly lastMinedAt: Date;
  /** The lowest block of each past reorganisation. */
  readonly reorganisedFrom: readonly number[];
}

/** Extra blocks, mined at once. */
export interface SimulatedMining {
  readonly firstNumber: number;
  readonly blocks: number;
  /** Extra blocks of all minings before it. */
  readonly minedBefore: number;
  readonly at: Date;
  /** The lead of the business clock when they were mined. */
  readonly aheadMs: number;
}

export interface SimulatedTransaction {
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly succeeded: boolean;
  readonly transfers: readonly Transfer[];
}

/**
 * The simulated chain's state, stored in Postgres so that all processes share one chain. Never part of a unit of work.
 */
export interface SimulatedChainState {
  /** Creates the chain if it does not exist; otherwise the argument is ignored. Waits for a `change` in progress. */
  state(fresh: Pick<SimulatedState, "salt" | "genesisAt">): Promise<SimulatedState>;
  /** One change at a time: `work` receives the newest state and returns the change, or null for none. */
  change(work: (state: SimulatedState) => SimulatedChange | null): Promise<void>;
  /** The last extra blocks that begin at or below this number; null: none. */
  miningUpTo(number: number): Promise<SimulatedMining | null>;
  transaction(txHash: Hex): Promise<SimulatedTransaction | null>;
  /** Same as `Chain.transfers`; addresses in lower case. */
  transfers(filter: {
    readonly token: Hex;
    readonly to: readonly Hex[];
    readonly fromBlock: number;
    readonly toBlock: number;
  }): Promise<Transfer[]>;
}
export const SimulatedChainState: Token<SimulatedChainState> = token("SimulatedChainState");

export type SimulatedChange =
  | {
      readonly what: "mining";
      readonly mining: SimulatedMining;
      readonly clockBlocks: number;
      readonly transaction: SimulatedTransaction | null;
    }
  /** Transactions from this block onwards are dropped. */
  | { readonly what: "reorganisation"; readonly fromNumber: number };

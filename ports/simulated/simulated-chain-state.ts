import type { Hex, Transfer } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** Where the simulated chain stands, beside what its clock made. */
export interface SimulatedState {
  /** What block hashes are made of. Whoever knows it knows every block before it exists. */
  readonly salt: Uint8Array;
  readonly genesisAt: Date;
  /** Extra blocks mined so far. */
  readonly minedBlocks: number;
  /** Blocks that the clock had made when the last extra ones were mined. It never makes fewer afterwards. */
  readonly clockBlocks: number;
  readonly lastMinedAt: Date;
  /** The lowest block of each reorganisation there was. */
  readonly reorganisedFrom: readonly number[];
}

/** Extra blocks, mined at once. */
export interface SimulatedMining {
  readonly firstNumber: number;
  readonly blocks: number;
  /** Extra blocks of all minings before it. */
  readonly minedBefore: number;
  readonly at: Date;
}

export interface SimulatedTransaction {
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly succeeded: boolean;
  readonly transfers: readonly Transfer[];
}

/** The simulated chain's memory, in Postgres so that every process sees the same chain. Never part of a unit of work. */
export interface SimulatedChainState {
  /** Makes the chain when there is none; what is given is ignored when there is one. Waits for a `change` under way. */
  state(fresh: Pick<SimulatedState, "salt" | "genesisAt">): Promise<SimulatedState>;
  /** One change at a time: `work` sees the newest state, and returns what is added to it, or null for nothing. */
  change(work: (state: SimulatedState) => SimulatedChange | null): Promise<void>;
  /** The last extra blocks that begin at or below this number; null: none. */
  miningUpTo(number: number): Promise<SimulatedMining | null>;
  transaction(txHash: Hex): Promise<SimulatedTransaction | null>;
  /** As `Chain.transfers`; addresses in lower case. */
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
  /** Transactions from this block on are gone. */
  | { readonly what: "reorganisation"; readonly fromNumber: number };

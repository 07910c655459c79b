import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** The prices that a transaction offers for each unit of gas, in wei. */
export interface Fees {
  /** At most, for base fee and tip together. */
  readonly maxFee: bigint;
  /** The tip of the block's builder. */
  readonly tip: bigint;
}

/** A transaction without its signature. */
export interface UnsignedTransaction extends Fees {
  readonly nonce: number;
  readonly target: Hex;
  readonly data: Hex;
  readonly gas: number;
}

/** The result that a call would have now. `refused` carries the name of the contract's error; null: it is not known. */
export type Estimate =
  | { readonly outcome: "accepted"; readonly gas: number }
  | { readonly outcome: "refused"; readonly error: string | null };

/**
 * `taken`: a node has it, or already had it. `spent`: the number of the transaction is used. `underpriced`: the node
 * has another of that number and wants more for the exchange, or wants more at all. `rejected`: any other refusal.
 */
export type Broadcast = "taken" | "spent" | "underpriced" | "rejected";

export interface MinedTransaction {
  readonly succeeded: boolean;
  readonly blockNumber: number;
  /** It is part of the canonical chain, at or below the final block. */
  readonly final: boolean;
}

/**
 * Sends transactions. Every method raises ChainUnavailable when no answer arrives in time, or nodes contradict each
 * other. None may be called inside a unit of work.
 */
export interface ChainWriter {
  readonly chainId: number;
  /** Returns the current offer: twice the base fee, and a tip. */
  fees(): Promise<Fees>;
  /** In wei, at the newest block. */
  balance(address: Hex): Promise<bigint>;
  /** Runs the call at the newest block without sending it. @returns gas as the node counts it, without a margin */
  estimate(call: { readonly from: Hex; readonly target: Hex; readonly data: Hex }): Promise<Estimate>;
  /**
   * Returns the number of the address's transactions in blocks up to the newest or the final one. Never counts a node's
   * pool.
   */
  minedCount(address: Hex, at: "newest" | "final"): Promise<number>;
  /** Returns the digest to sign: the Keccak-256 of the transaction. Makes no request. */
  digest(transaction: UnsignedTransaction): Promise<Uint8Array>;
  /** Returns the signed transaction and its hash. Makes no request. */
  signed(
    transaction: UnsignedTransaction,
    signature: { readonly r: Hex; readonly s: Hex; readonly parity: 0 | 1 },
  ): Promise<{ readonly raw: Hex; readonly hash: Hex }>;
  /** Gives a signed transaction to every node. Repeating is safe. */
  broadcast(raw: Hex): Promise<Broadcast>;
  /** null: no block of the canonical chain has it. */
  mined(hash: Hex): Promise<MinedTransaction | null>;
}
/** null: no raffle contract is configured, so nothing is sent. */
export const ChainWriter: Token<ChainWriter | null> = token("ChainWriter");

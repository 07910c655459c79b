import type { ProofUse } from "../../src/fair-draws/possession.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

export interface DepositAddress {
  readonly organisationId: OrganisationId;
  /** In lower case. */
  readonly address: Hex;
}

/** The deposit of one transaction to one organisation. */
export interface NewDeposit {
  readonly organisationId: OrganisationId;
  readonly chainId: number;
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly token: Hex;
  /** In the token's smallest unit. */
  readonly units: bigint;
  /** Positive. */
  readonly amountCents: number;
  readonly now: Date;
}

/**
 * `credited`: the deposit was credited by this call, or is reported for the first time; `known`: neither. `too_large`:
 * the balance would exceed 2^53 - 1 cents; nothing is credited. `replayed`: another request used the proof.
 * `stale_key`: the API key's proof key has been replaced.
 */
export type CreditOutcome =
  | { readonly outcome: "credited" | "known"; readonly amountCents: number; readonly balanceCents: number }
  | { readonly outcome: "too_large" | "replayed" | "stale_key" };

/** Organisations' deposit addresses, their deposits, and the block up to which each chain was scanned. */
export interface DepositBook {
  /** The organisation's address of a source (null: none yet), and whether this chain is watched. */
  find(
    organisationId: OrganisationId,
    source: string,
    chainId: number,
  ): Promise<{ readonly address: Hex | null; readonly watched: boolean }>;
  /** Assigns the organisation its address of a source, once. */
  add(address: DepositAddress & { readonly source: string; readonly now: Date }): Promise<void>;
  /** All addresses that the organisation has ever had. */
  addressesOf(organisationId: OrganisationId): Promise<Hex[]>;
  /** Returns the addresses of all organisations, ascending. */
  addresses(page: { readonly after: Hex | null; readonly limit: number }): Promise<DepositAddress[]>;

  /** Starts watching a chain from this block, unless it is already watched. */
  watchFrom(chainId: number, block: number): Promise<void>;
  /** The first block not yet scanned; null: the chain is not watched. */
  nextBlock(chainId: number): Promise<number | null>;
  /** Records that the blocks before `to` were scanned. Does nothing if another process has advanced from `from`. */
  advance(chainId: number, range: { readonly from: number; readonly to: number }): Promise<void>;

  /**
   * Uses the proof and credits the deposit if it is not credited yet, in one transaction. With a proof, the call is the
   * organisation's report: the first report returns `credited` even if the watcher had credited the deposit. Without a
   * proof, the call comes from the watcher. Repeating is safe.
   */
  credit(deposit: NewDeposit, proof: ProofUse | null): Promise<CreditOutcome>;
}
export const DepositBook: Token<DepositBook> = token("DepositBook");

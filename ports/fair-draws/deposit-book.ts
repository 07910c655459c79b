import type { ProofUse } from "../../src/fair-draws/possession.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

export interface DepositAddress {
  readonly organisationId: OrganisationId;
  /** In lower case, as everywhere here. */
  readonly address: Hex;
}

/** What one transaction brought one organisation. */
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
 * `credited`: it counts from now on, or it is reported for the first time; `known`: neither. `too_large`: the balance
 * would be more than 2^53 - 1 cents, nothing is credited. `replayed`: another request used the proof. `stale_key`: the
 * API key has another proof key by now.
 */
export type CreditOutcome =
  | { readonly outcome: "credited" | "known"; readonly amountCents: number; readonly balanceCents: number }
  | { readonly outcome: "too_large" | "replayed" | "stale_key" };

/** Who is paid in at which address, what came, and up to which block of a chain it was looked for. */
export interface DepositBook {
  /** The organisation's address of a source, null while it has none, and whether this chain is watched. */
  find(
    organisationId: OrganisationId,
    source: string,
    chainId: number,
  ): Promise<{ readonly address: Hex | null; readonly watched: boolean }>;
  /** Gives the organisation its address of a source, once. */
  add(address: DepositAddress & { readonly source: string; readonly now: Date }): Promise<void>;
  /** All that the organisation ever had. */
  addressesOf(organisationId: OrganisationId): Promise<Hex[]>;
  /** Of all organisations, ascending by address. */
  addresses(page: { readonly after: Hex | null; readonly limit: number }): Promise<DepositAddress[]>;

  /** Watches a chain from this block on, unless it is watched. */
  watchFrom(chainId: number, block: number): Promise<void>;
  /** The first block that was not looked at; null: the chain is not watched. */
  nextBlock(chainId: number): Promise<number | null>;
  /** The blocks before `to` were looked at. Does nothing when somebody else has moved on from `from`. */
  advance(chainId: number, range: { readonly from: number; readonly to: number }): Promise<void>;

  /**
   * One transaction: uses the proof, and credits what was not credited yet. With a proof it is the organisation's report:
   * the first is told `credited` also when the deposit was. Without one it is the watcher's. Repeating is safe.
   */
  credit(deposit: NewDeposit, proof: ProofUse | null): Promise<CreditOutcome>;
}
export const DepositBook: Token<DepositBook> = token("DepositBook");

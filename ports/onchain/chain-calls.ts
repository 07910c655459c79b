import type { CallId, OrganisationId } from "../../src/shared/ids.ts";
import type { CallPurpose, CallState } from "../../src/onchain/chain-call.ts";
import type { Hex } from "../chain.ts";
import type { Fees } from "./chain-writer.ts";
import { type Token, token } from "../token.ts";

/** A call of a contract that the service makes once. */
export interface ChainCall {
  readonly id: CallId;
  readonly organisationId: OrganisationId;
  readonly chainId: number;
  readonly purpose: CallPurpose;
  readonly reference: string;
  readonly target: Hex;
  readonly data: Hex;
  readonly state: CallState;
  /** Whose transaction it is, and its number; null while it is queued, or refused. */
  readonly signer: Hex | null;
  readonly nonce: number | null;
  /** The limit, with its margin. */
  readonly gas: number | null;
  /** The block of a call that was mined. */
  readonly mined: { readonly txHash: Hex; readonly blockNumber: number; readonly succeeded: boolean } | null;
  /** The contract's error, if known, of a call that was refused, or that was mined and failed. */
  readonly error: string | null;
  readonly createdAt: Date;
}

/** One signed transaction of a call. */
export interface ChainAttempt extends Fees {
  /** Counted from 1 for each number of a transaction. */
  readonly number: number;
  readonly hash: Hex;
  readonly raw: Hex;
  readonly createdAt: Date;
}

/** A call with a number, and the transactions that were signed with it, in order. */
export interface NumberedCall extends ChainCall {
  readonly signer: Hex;
  readonly nonce: number;
  readonly gas: number;
  readonly attempts: readonly ChainAttempt[];
}

export type NewCall = Pick<
  ChainCall,
  "organisationId" | "chainId" | "purpose" | "reference" | "target" | "data" | "createdAt"
>;

/** The calls to be made, their transactions and what became of them. Rows of `chain_call` are written here alone. */
export interface ChainCalls {
  /**
   * Writes down that the call is to be made; joins a unit of work. A purpose and reference of a chain stand once: a
   * repetition changes nothing. The sender of any process takes it from there; `byReference` says what became of it.
   */
  queue(call: NewCall): Promise<void>;
  /** null: it was never queued. */
  byReference(
    call: Pick<ChainCall, "organisationId" | "chainId" | "purpose" | "reference">,
  ): Promise<ChainCall | null>;

  /** Returns whether every call has ended. */
  isIdle(chainId: number): Promise<boolean>;
  /** Returns whether a call has this number, in any state. */
  isGiven(chainId: number, signer: Hex, nonce: number): Promise<boolean>;
  /** Calls of all organisations that wait for a number, the oldest first. */
  queued(chainId: number, limit: number): Promise<ChainCall[]>;
  /** Calls of all organisations and signers in this state, by number. */
  numbered(chainId: number, state: "sent" | "mined", limit: number): Promise<NumberedCall[]>;
  /**
   * Gives a queued call the lowest number that none of the signer's calls has and that is not used on chain, and the
   * state `sent`. No number is skipped, even if a process dies.
   * @param taking.minedCount transactions of the signer in blocks
   * @param taking.inFlight maximum number of calls that are `sent` at once
   * @returns the number; null: it is no longer queued, or the maximum is reached
   */
  take(
    call: Pick<ChainCall, "organisationId" | "id">,
    taking: {
      readonly signer: Hex;
      readonly minedCount: number;
      readonly gas: number;
      readonly inFlight: number;
    },
  ): Promise<number | null>;
  /**
   * Keeps a signed transaction before it is broadcast. Of several that were signed at once with one number the first is
   * kept. @returns the one that is kept; null: the call has another number now
   */
  addAttempt(call: NumberedCall, attempt: ChainAttempt): Promise<ChainAttempt | null>;
  /** Ends a queued call that the contract would refuse. */
  refuse(call: Pick<ChainCall, "organisationId" | "id">, error: string | null): Promise<void>;
  /** A block has a transaction of the call. `final`: it stays. */
  mine(
    call: NumberedCall,
    mined: { readonly txHash: Hex; readonly blockNumber: number; readonly succeeded: boolean },
    facts: { readonly final: boolean; readonly error: string | null },
  ): Promise<void>;
  /** No block has it any more: its transactions are sent again. */
  unmine(call: NumberedCall): Promise<void>;
  /** Queues the call for another number: a foreign transaction has used this one. */
  requeue(call: NumberedCall): Promise<void>;

  /** For metrics: calls by state, those that are over left out, and since when the oldest of them waits for a block. */
  waiting(chainId: number): Promise<{
    readonly byState: Readonly<Record<"queued" | "sent" | "mined", number>>;
    readonly oldestUnminedAt: Date | null;
  }>;
}
export const ChainCalls: Token<ChainCalls> = token("ChainCalls");

import type { Hex } from "../chain.ts";
import type { LotId } from "../../src/shared/ids.ts";
import type { LotTerms } from "../../src/onchain/lot-terms.ts";
import { type Token, token } from "../token.ts";

/** The position of a log in the chain. */
interface LogPlace {
  readonly blockNumber: number;
  readonly txHash: Hex;
  readonly logIndex: number;
}

/** The contract's logs of lots. Addresses are in lower case, amounts in the token's smallest unit. */
export type RaffleEvent = LogPlace & { readonly lotId: LotId } & (
    | { readonly event: "LotCreated"; readonly terms: LotTerms }
    | {
        readonly event: "Bought";
        readonly buyer: Hex;
        /** From 0, in the order of the purchases. */
        readonly index: number;
        readonly first: number;
        readonly last: number;
        readonly units: bigint;
      }
    | { readonly event: "DrawRequested"; readonly requestId: bigint; readonly tickets: number }
    | {
        readonly event: "Drawn";
        readonly requestId: bigint;
        readonly seed: Hex;
        /** From 1. */
        readonly ticket: number;
        readonly winner: Hex;
      }
    | { readonly event: "PaidOut"; readonly units: bigint }
    | { readonly event: "LotCancelled"; readonly tickets: number }
    | { readonly event: "Refunded"; readonly buyer: Hex; readonly index: number; readonly units: bigint }
    | { readonly event: "TreasuryMoved"; readonly treasury: Hex }
  );

export interface LotOnContract {
  readonly terms: LotTerms;
  readonly state: "open" | "drawing" | "drawn" | "cancelled";
  readonly sold: number;
  readonly purchaseCount: number;
}

/** The facts that a start compares with the configuration. */
export interface RaffleFacts {
  /** The address has the code of this build, but for what the constructor filled in. Without it nothing else is known. */
  readonly isOurs: boolean;
  readonly operator: Hex | null;
  /** The configured tokens that the contract accepts, and their decimals. */
  readonly tokens: readonly {
    readonly address: Hex;
    readonly accepted: boolean;
    readonly decimals: number | null;
  }[];
  /** The coordinator knows the key hash; the contract is a consumer of the subscription. */
  readonly isKeyKnown: boolean;
  readonly isConsumer: boolean;
}

/** A subscription that pays for draws. */
export interface DrawFund {
  readonly subscriptionId: bigint;
  /** Draws of lots whose key hash the coordinator knows: it answers no others. */
  readonly draws: number;
  /** The remaining balance, in wei. */
  readonly wei: bigint;
  /** The maximum cost of the answers to these draws. */
  readonly neededWei: bigint;
}

/** A block at which the contract is read: its number, the newest, or the one that is final. */
export type At = number | "newest" | "final";

/**
 * Reads the raffle contract. Every method that queries a node raises ChainUnavailable if no answer arrives in time or
 * nodes contradict each other, and must not be called inside a unit of work. `calls` makes no request.
 */
export interface RaffleContract {
  readonly address: Hex;
  /**
   * Returns the contract's logs of lots, in chain order; both block numbers are inclusive, at most 2,000 blocks.
   * @param range.lotId of this lot alone
   */
  events(range: {
    readonly fromBlock: number;
    readonly toBlock: number;
    readonly lotId?: LotId;
  }): Promise<RaffleEvent[]>;
  /** null: the contract has no such lot at that block. */
  lot(lotId: LotId, at: At): Promise<LotOnContract | null>;
  /** The purchase of an index is refunded. */
  isRefunded(lotId: LotId, index: number, at: At): Promise<boolean>;
  /** Returns the balance, in wei, of the subscription that pays for the draws of new lots. */
  subscriptionBalance(): Promise<bigint>;
  /** Subscriptions that pay for the draws of these lots: a lot keeps the one that was set when it was created. */
  drawFunds(lotIds: readonly LotId[]): Promise<DrawFund[]>;
  facts(tokens: readonly Hex[]): Promise<RaffleFacts>;
  /** The data of a transaction to the contract, for each action that the service allows. */
  readonly calls: {
    /** @param validUntil the contract refuses it in any later block */
    createLot(lotId: LotId, terms: LotTerms, validUntil: Date): Promise<Hex>;
    cancelLot(lotId: LotId): Promise<Hex>;
    requestDraw(lotId: LotId): Promise<Hex>;
    payOut(lotId: LotId): Promise<Hex>;
  };
}
/** null: no raffle contract is configured, so lots cannot be created on chain. */
export const RaffleContract: Token<RaffleContract | null> = token("RaffleContract");

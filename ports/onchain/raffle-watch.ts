import type { CallPurpose, CallState } from "../../src/onchain/chain-call.ts";
import type { WatchedLot } from "../../src/onchain/lot-step.ts";
import type { WrittenEvent } from "../../src/onchain/written-event.ts";
import type { EventId, LotId, OrganisationId } from "../../src/shared/ids.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** The contract whose logs are read, and the progress. */
export interface Watched {
  readonly chainId: number;
  readonly contract: Hex;
}

export interface WatchPosition {
  /** The first block whose logs were not read. */
  readonly nextBlock: number;
  /** The hash of the block before it; null: nothing was read yet. */
  readonly lastHash: Hex | null;
}

/** Some final blocks, with the hash of the block before them and of their last. */
export interface WatchedBlocks {
  readonly fromBlock: number;
  readonly hashBefore: Hex | null;
  readonly toBlock: number;
  readonly lastHash: Hex;
}

type OneLot = Pick<WatchedLot, "organisationId" | "lotId">;

/** The latest try of a lot's call. */
export interface LatestCall {
  readonly attempt: number;
  readonly state: CallState;
  readonly succeeded: boolean | null;
  readonly error: string | null;
  readonly createdAt: Date;
}

/**
 * The effects of the raffle contract's final blocks on lots, and the open work for lots on chain. Every change is one
 * transaction that checks again under the lot's lock: several processes may run it.
 */
export interface RaffleWatch {
  /** null: it is not watched yet. */
  position(watched: Watched): Promise<WatchPosition | null>;
  /** Starts with this block, unless it is watched already. */
  begin(watched: Watched, block: number): Promise<void>;
  /**
   * Writes what the contract logged in blocks that are final: accounts, paid orders, tickets, ends, winners,
   * cancellations, refunds, with the events that partners are sent, and how far logs are read, all or nothing.
   * `moved_on`: another process has written these blocks. `other_chain`: the block before them is not the one that was
   * read. Nothing is written then.
   */
  write(
    watched: Watched,
    blocks: WatchedBlocks,
    events: readonly WrittenEvent[],
    now: Date,
  ): Promise<"written" | "moved_on" | "other_chain">;
  /**
   * Writes events of one lot from its creation up to this block; those that are here change nothing. `behind`: some are
   * still missing, and nothing was written.
   */
  rewrite(
    watched: Watched,
    toBlock: number,
    events: readonly WrittenEvent[],
    now: Date,
  ): Promise<"written" | "behind">;
  /** Returns those of these lots on the contract that no organisation has ever requested. */
  strange(watched: Watched, lotIds: readonly LotId[]): Promise<LotId[]>;

  /** Live lots of all organisations that are due, leased until this time, the longest due first. */
  claimDue(
    watched: Watched,
    lease: { readonly now: Date; readonly until: Date; readonly limit: number },
  ): Promise<WatchedLot[]>;
  /** Ends that lease, unless something has happened to the lot meanwhile. null: there is nothing more to do. */
  putBack(lot: OneLot, lease: Date, dueAt: Date | null): Promise<void>;
  /**
   * Compares what the contract counts at a block, up to which logs were read, with what is here up to that block; and
   * closes the lot, with `lot.closed`, where that block is not before its end. `behind`: they differ. `over`: its draw is
   * requested, or it is cancelled.
   */
  count(
    lot: OneLot,
    counted: {
      readonly block: number;
      readonly sold: number;
      readonly purchases: number;
      readonly isEnded: boolean;
      readonly eventId: EventId;
      readonly now: Date;
    },
  ): Promise<"agrees" | "closed" | "behind" | "over">;
  /** null: none was ever queued. */
  latestCall(lot: OneLot, purpose: CallPurpose): Promise<LatestCall | null>;
  /**
   * Records how many times the operator was called for a draw without an answer.
   * @returns whether this call did
   */
  alerted(lot: OneLot, times: number): Promise<boolean>;
  /**
   * Decides under the lot's lock that it is to be cancelled on chain, from when on no draw is requested by the service.
   * `has_winner`: its draw is requested, or is to be.
   */
  intendCancel(
    organisationId: OrganisationId,
    lotId: LotId,
    now: Date,
  ): Promise<"intended" | "already" | "has_winner" | "missing">;
  /** Lots that end until then, or have ended, and are to be drawn and are not. Those that sell may have no ticket yet. */
  openDraws(watched: Watched, until: Date): Promise<LotId[]>;
  /** For metrics: since when the oldest draw that was requested waits for its answer; null: none does. */
  oldestUnanswered(watched: Watched): Promise<Date | null>;
}
export const RaffleWatch: Token<RaffleWatch> = token("RaffleWatch");

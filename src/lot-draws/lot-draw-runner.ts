import { Chain, ChainUnavailable } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import {
  CHECKPOINT_RANGES,
  type Commitment,
  LotDraws,
  type NewCommitment,
} from "../../ports/lot-draws/lot-draws.ts";
import { Log } from "../../ports/log.ts";
import { DrawSettings } from "../../ports/settings.ts";
import { NewIds } from "../../ports/ids.ts";
import { Process } from "../shared/process.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import type { LotId } from "../shared/ids.ts";
import { Problem } from "../shared/problem.ts";
import { nodeSha256 } from "./node-sha256.ts";
import { TicketsTree } from "./tickets-tree.ts";
import { winnerIndex } from "./winner-index.ts";
import { backoffMs } from "../shared/backoff.ts";

const LOTS_A_STEP = 20;
/** Longer than any step except hashing, which renews the lease. */
const LEASE_SEC = 60;
const PAGE_RANGES = 10_000;
const PAGES_A_RENEWAL = 50;
/** Consecutive late commitments of a lot before other lots get their turn. */
const COMMITMENTS_A_TURN = 3;
const SECOND_MS = 1_000;
const HELD_LOOK_MS = 2 * SECOND_MS;
const LONGEST_WAIT_MS = 30 * SECOND_MS;
const AFTER_BUG_MS = 60 * SECOND_MS;
const LONGEST_BACKOFF_MS = 60 * SECOND_MS;
const COMPLAINT_MS = 60 * SECOND_MS;

/** The result of one turn at a lot: done, or the time until the next turn. */
type Turn = { readonly over: true } | { readonly over: false; readonly waitMs: number };
const OVER: Turn = { over: true };

/**
 * Draws lots: freezes the tickets, commits to them and to a future block, and determines the winner by that block's
 * hash once the block is final. Each step starts from the database's state, so a crash between two steps loses nothing.
 */
export class LotDrawRunner extends Process<typeof LotDrawRunner.needs> {
  static readonly needs = {
    draws: LotDraws,
    chain: Chain,
    wakers: Wakers,
    clock: Clock,
    ids: NewIds,
    log: Log,
    settings: DrawSettings,
  };
  /** The chain could not be read: time of the next try. */
  #silence: { readonly failures: number; readonly until: number } | null = null;
  #complainedAt = -Infinity;

  /** Gives one turn to each of some due lots. @returns number of lots processed */
  async drawOnce(): Promise<number> {
    const { draws, clock } = this.parts;
    if (this.#silence !== null && clock.now().getTime() < this.#silence.until) return 0;
    for (let turns = 0; turns < LOTS_A_STEP; turns += 1) {
      const lotId = await draws.claimNext({ now: clock.now(), leaseSec: LEASE_SEC });
      if (lotId === null) return turns;
      try {
        await this.#turn(lotId);
      } catch (error) {
        if (!isChainUnavailable(error)) throw error;
        this.#silent(lotId, error);
        return 0;
      }
    }
    return LOTS_A_STEP;
  }

  /** Gives this lot a turn now, unless another worker holds it. Raises ChainUnavailable. */
  async drawLot(lotId: LotId): Promise<void> {
    if (await this.parts.draws.claim(lotId, LEASE_SEC)) await this.#turn(lotId);
  }

  async #turn(lotId: LotId): Promise<void> {
    const { draws, clock, log } = this.parts;
    const putBack = (waitMs: number) => draws.putBack(lotId, new Date(clock.now().getTime() + waitMs));
    try {
      const turn = await this.#advance(lotId);
      if (!turn.over) await putBack(turn.waitMs);
    } catch (error) {
      if (isChainUnavailable(error)) {
        await putBack(SECOND_MS);
        throw error;
      }
      log.error({ err: error, lotId }, "draw failed");
      await putBack(AFTER_BUG_MS);
    }
  }

  #silent(lotId: LotId, error: unknown): void {
    const { clock, log } = this.parts;
    const now = clock.now().getTime();
    const failures = (this.#silence?.failures ?? 0) + 1;
    const waitMs = backoffMs(SECOND_MS, LONGEST_BACKOFF_MS, failures - 1);
    this.#silence = { failures, until: now + waitMs };
    if (now - this.#complainedAt < COMPLAINT_MS) return;
    this.#complainedAt = now;
    log.warn({ err: error, lotId, backoffMs: waitMs }, "chain unavailable; draws paused");
  }

  async #advance(lotId: LotId): Promise<Turn> {
    const { draws, clock } = this.parts;
    const state = await draws.freeze(lotId, clock.now());
    if (state === "held") return { over: false, waitMs: HELD_LOOK_MS };
    if (state !== "frozen") return OVER;
    const commitment = await this.#confirmed(lotId);
    if (commitment === null) return { over: false, waitMs: SECOND_MS };
    return this.#decide(lotId, commitment);
  }

  /** Returns the confirmed commitment, created if there was none. null: no commitment was confirmed this time. */
  async #confirmed(lotId: LotId): Promise<Commitment | null> {
    const { draws, chain, clock, log, settings } = this.parts;
    let tickets: Tickets | null = null;
    for (let attempts = 0; ;) {
      const commitment = await draws.inForce(lotId);
      if (commitment?.confirmed) return commitment;
      if (commitment !== null) {
        // The commitment is durable. The process that made it may have died, but any process can check whether its
        // block exists.
        const { id, blockNumber } = commitment;
        this.#sameChain(commitment);
        if ((await chain.head()) < blockNumber) await draws.confirm(id, clock.now());
        else if (await draws.voidLate(id, clock.now())) {
          log.warn({ lotId, blockNumber }, "commitment voided: it was not stored before its block existed");
        }
        continue;
      }
      if (attempts === COMMITMENTS_A_TURN) return null;
      attempts += 1;
      tickets ??= await this.#ticketsOf(lotId);
      const blockNumber = (await chain.head()) + settings.blocksAhead;
      const { chainId } = chain;
      await draws.commit(lotId, { ...tickets, chainId, blockNumber, now: clock.now() });
    }
  }

  async #ticketsOf(lotId: LotId): Promise<Tickets> {
    const { draws } = this.parts;
    const tree = new TicketsTree(nodeSha256);
    const checkpoints: { position: number; first: number }[] = [];
    for (let pages = 1, after = 0; ; pages += 1) {
      const ranges = await draws.liveRanges(lotId, { after, limit: PAGE_RANGES });
      for (const { first, last, orderHash } of ranges) {
        if (tree.ranges % CHECKPOINT_RANGES === 0) checkpoints.push({ position: tree.totalTickets, first });
        tree.add(first, last, orderHash);
        after = first;
      }
      if (ranges.length < PAGE_RANGES) break;
      if (pages % PAGES_A_RENEWAL === 0) await draws.renew(lotId, LEASE_SEC);
    }
    return { ticketsRoot: tree.root(), totalTickets: tree.totalTickets, ranges: tree.ranges, checkpoints };
  }

  async #decide(lotId: LotId, commitment: Commitment): Promise<Turn> {
    const { draws, chain, wakers, clock, ids, log } = this.parts;
    this.#sameChain(commitment);
    const { id: commitmentId, blockNumber, totalTickets } = commitment;
    const missing = blockNumber - (await chain.final());
    this.#silence = null;
    // Blocks take a second or more on most chains.
    if (missing > 0) return { over: false, waitMs: Math.min(missing * SECOND_MS, LONGEST_WAIT_MS) };
    const block = await chain.block(blockNumber);
    if (block === null)
      throw ChainUnavailable.because("The chain returned no block at a height that it reported.");
    const decision = {
      commitmentId,
      blockHash: block.hash,
      winnerIndex: winnerIndex(block.hash, lotId, totalTickets),
      eventId: ids.event(),
      now: clock.now(),
    };
    const outcome = await draws.draw(decision);
    if (outcome === "drawn") {
      log.info({ lotId, blockNumber, winnerIndex: decision.winnerIndex }, "lot drawn");
      wakers.eventsWritten();
    }
    return OVER;
  }

  /** Requires the commitment's chain: another one has blocks with the same numbers. */
  #sameChain({ chainId }: Commitment): void {
    const { chain } = this.parts;
    if (chainId === chain.chainId) return;
    throw new Error(`the commitment names chain ${chainId}, the configuration ${chain.chainId}`);
  }
}

type Tickets = Pick<NewCommitment, "ticketsRoot" | "totalTickets" | "ranges" | "checkpoints">;

function isChainUnavailable(error: unknown): boolean {
  return error instanceof Problem && error.code === ChainUnavailable.code;
}

import { Chain, ChainUnavailable, type Hex } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { NewIds } from "../../ports/ids.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { Log } from "../../ports/log.ts";
import { RaffleContract, type RaffleEvent } from "../../ports/onchain/raffle-contract.ts";
import { RaffleSettings } from "../../ports/settings.ts";
import { RaffleWatch, type Watched, type WatchPosition } from "../../ports/onchain/raffle-watch.ts";
import { Process } from "../shared/process.ts";
import { BlockSpan } from "../shared/chain/block-span.ts";
import type { LotId } from "../shared/ids.ts";
import { Problem } from "../shared/problem.ts";
import { written, type WrittenEvent } from "./written-event.ts";

const MAX_BLOCKS = 2_000;
/** Events per transaction; a block with more is still written in one. */
const EVENTS_AT_ONCE = 1_000;
const COMPLAINT_MS = 3_600_000;
/** Limit of unknown lots that one log line names. */
const STRANGE_NAMED = 20;

/** Last block whose logs were read, and its time. */
export interface ReadUpTo {
  readonly block: number;
  readonly at: Date;
}

/** Follows the raffle contract through final blocks: it reports only what no reorganisation takes back. */
export class RaffleWatcher extends Process<typeof RaffleWatcher.needs> {
  static readonly needs = {
    watch: RaffleWatch,
    raffle: RaffleContract,
    settings: RaffleSettings,
    chain: Chain,
    wakers: Wakers,
    clock: Clock,
    ids: NewIds,
    log: Log,
  };
  /** Blocks read per query. */
  readonly #span = new BlockSpan(MAX_BLOCKS);
  #complainedAt = -Infinity;
  #readUpTo: ReadUpTo | null = null;

  /** null: no raffle contract is configured. */
  get watched(): Watched | null {
    const { raffle, chain } = this.parts;
    return raffle && { chainId: chain.chainId, contract: raffle.address };
  }

  /** Writes the contract's logs of the next final blocks. @returns number of final blocks left to read */
  async watchOnce(): Promise<number> {
    const { watch, chain, settings } = this.parts;
    const { watched } = this;
    if (watched === null) return 0;
    const position = await watch.position(watched);
    if (position === null) {
      await watch.begin(watched, settings!.fromBlock);
      return 1;
    }
    const final = await chain.final();
    if (final < position.nextBlock) return 0;
    return this.#page(watched, position, final);
  }

  /** Returns the last block whose logs were all read; null: none was. */
  async readUpTo(): Promise<ReadUpTo | null> {
    const { watch, chain } = this.parts;
    const position = this.watched && (await watch.position(this.watched));
    if (!position || position.lastHash === null) return null;
    const block = position.nextBlock - 1;
    if (this.#readUpTo?.block === block) return this.#readUpTo;
    const found = await chain.block(block);
    if (found === null) throw ChainUnavailable.because();
    this.#readUpTo = { block, at: timeOf(found) };
    return this.#readUpTo;
  }

  /** Reads all events of one lot again, from its creation on. @returns whether it is complete now */
  async reread(lotId: LotId, creationBlock: number | null, upTo: number): Promise<boolean> {
    const { watch, clock, settings, wakers } = this.parts;
    const events: RaffleEvent[] = [];
    let isRejected = false;
    for (let from = creationBlock ?? settings!.fromBlock; from <= upTo;) {
      const to = Math.min(upTo, from + this.#span.blocks - 1);
      try {
        events.push(...(await this.#events({ fromBlock: from, toBlock: to, lotId })));
      } catch (error) {
        // One of many pages may be too long for the node: the query is repeated for half of it. Twice in a row is an
        // outage.
        if (isRejected || !isChainUnavailable(error)) throw error;
        isRejected = true;
        continue;
      }
      isRejected = false;
      from = to + 1;
    }
    const outcome = await watch.rewrite(this.watched!, upTo, await this.#written(events), clock.now());
    wakers.eventsWritten();
    return outcome === "written";
  }

  async #page(watched: Watched, { nextBlock, lastHash }: WatchPosition, final: number): Promise<number> {
    const { watch, clock, wakers, log } = this.parts;
    const hashBefore = lastHash === null ? null : await this.#hash(nextBlock - 1);
    const lastBlock = Math.min(final, nextBlock + this.#span.blocks - 1);
    const found = await this.#events({ fromBlock: nextBlock, toBlock: lastBlock });
    const { events, toBlock } = firstOf(found, lastBlock);
    const blocks = { fromBlock: nextBlock, hashBefore, toBlock, lastHash: await this.#hash(toBlock) };
    // First: written blocks are not read again, so their strange lots would not be logged later.
    const strange = await this.#strange(watched, events);
    const outcome = await watch.write(watched, blocks, await this.#written(events), clock.now());
    if (outcome === "other_chain") {
      this.#complain({ block: nextBlock - 1, expected: lastHash, found: hashBefore });
      return 0;
    }
    // Another process has read these blocks, and perhaps not as far.
    if (outcome === "moved_on") return 1;
    if (events.length > 0) {
      log.info({ fromBlock: nextBlock, toBlock, events: events.length }, "raffle events written");
      wakers.eventsWritten();
      this.#tellStrange(watched, strange);
    }
    return final - toBlock;
  }

  async #events(range: Parameters<RaffleContract["events"]>[0]): Promise<RaffleEvent[]> {
    const blockCount = range.toBlock - range.fromBlock + 1;
    try {
      const events = await this.parts.raffle!.events(range);
      this.#span.answered(blockCount);
      return events;
    } catch (error) {
      this.#span.rejected(blockCount);
      throw error;
    }
  }

  async #written(events: readonly RaffleEvent[]): Promise<WrittenEvent[]> {
    const { ids, chain } = this.parts;
    const done: WrittenEvent[] = [];
    for (const event of events) {
      const block = event.event === "DrawRequested" ? await chain.block(event.blockNumber) : null;
      if (event.event === "DrawRequested" && block === null) throw ChainUnavailable.because();
      done.push(written(event, ids, block && timeOf(block)));
    }
    return done;
  }

  async #hash(number: number): Promise<Hex> {
    const block = await this.parts.chain.block(number);
    if (block === null) throw ChainUnavailable.because();
    return block.hash;
  }

  async #strange(watched: Watched, events: readonly RaffleEvent[]): Promise<LotId[]> {
    const created = events.filter(({ event }) => event === "LotCreated").map(({ lotId }) => lotId);
    return created.length === 0 ? [] : this.parts.watch.strange(watched, created);
  }

  /** Logs lots that a restore has lost or another service created. They are not shown, drawn or cancelled here. */
  #tellStrange({ contract }: Watched, strange: readonly LotId[]): void {
    if (strange.length === 0) return;
    const facts = { contract, lots: strange.length, lotIds: strange.slice(0, STRANGE_NAMED) };
    this.parts.log.error(
      { ...facts, alert: true },
      "the raffle contract has lots that this service did not create",
    );
  }

  /** Logs a conflict. Nothing is undone: the operator decides. The next turns compare again. */
  #complain(facts: object): void {
    const { clock, log } = this.parts;
    const now = clock.now().getTime();
    if (now - this.#complainedAt < COMPLAINT_MS) return;
    this.#complainedAt = now;
    log.error(
      { ...facts, alert: true },
      "a final block was replaced: the raffle contract is not followed any more",
    );
  }
}

/** Returns the first events, without dividing a block, and the last block that is read with them. */
function firstOf(
  events: readonly RaffleEvent[],
  toBlock: number,
): { readonly events: readonly RaffleEvent[]; readonly toBlock: number } {
  const cut = events[EVENTS_AT_ONCE]?.blockNumber;
  if (cut === undefined) return { events, toBlock };
  const last = events[0]!.blockNumber === cut ? cut : cut - 1;
  return { events: events.filter(({ blockNumber }) => blockNumber <= last), toBlock: last };
}

function timeOf({ timestamp }: { readonly timestamp: number }): Date {
  return new Date(timestamp * 1000);
}

export function isChainUnavailable(error: unknown): boolean {
  return error instanceof Problem && error.code === ChainUnavailable.code;
}

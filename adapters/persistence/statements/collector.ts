import { setImmediate as turnOfLoop } from "node:timers/promises";
import DataLoader from "dataloader";
import type { Database } from "../database/database.ts";
import { type Statement } from "./statement.ts";
import { Turns } from "./turns.ts";
import { sqlState } from "../database/database-down.ts";
import { type HeldLots, lotBusy } from "../database/held-lots.ts";
import { Unavailable } from "../../../src/shared/problem.ts";
import type { LotId } from "../../../src/shared/ids.ts";

/** PostgreSQL's error classes that concern data: one bad item can be the cause. */
const OF_AN_ITEM = new Set(["22", "23", "40", "P0"]);
const LOCK_NOT_AVAILABLE = "55P03";
/** An item that has waited for longer at its turn is refused: earlier calls were not answered. */
const QUEUE_MS = 10_000;

interface CollectorOptions<Item> {
  /** The name in the log. */
  readonly name: string;
  /** The most items of one call. */
  readonly most?: number;
  /** The most simultaneous calls; items that arrive meanwhile wait for the next call. Default: separate ones. */
  readonly turns?: Turns;
  /** For calls that lock lots. */
  readonly lots?: {
    readonly held: HeldLots;
    /** Returns each item's lot, called only while a lot is suspected; null: none. In no unit of work. */
    readonly of: (items: readonly Item[]) => Promise<readonly (number | null)[]>;
  };
}

/**
 * Answers every item, in order.
 * @param patient it may wait for locks, since no other caller waits for it
 */
type Call<Item, Result> = (items: readonly Item[], patient: boolean) => Promise<readonly Result[]>;

/**
 * Shares one database call between simultaneous requests. Nothing waits while turns are free, so it costs an idle
 * service nothing; under load the batches grow automatically. If a call fails and one item may be the cause, each of
 * its items is called alone, so that it spoils no other. If it waits for a lock too long, it is retried lot by lot; a
 * held lot is left to HeldLots, so that it delays only its own items and takes only a part of the pool.
 */
export class Collector<Item, Result> {
  readonly #loader: DataLoader<Queued<Item>, Resolution<Result>>;
  readonly #call: Call<Item, Result>;
  readonly #db: Database;
  readonly #name: string;
  readonly #turns: Turns;
  readonly #lots: CollectorOptions<Item>["lots"];

  constructor(
    db: Database,
    { name, most = 50, turns = new Turns(2), lots }: CollectorOptions<Item>,
    call: Call<Item, Result>,
  ) {
    this.#db = db;
    this.#call = call;
    this.#name = name;
    this.#turns = turns;
    this.#lots = lots;
    this.#loader = new DataLoader((queued) => this.#run(queued), {
      maxBatchSize: most,
      batchScheduleFn: (dispatch) => this.#turns.take(dispatch),
      // With a cache some items would be answered without a call, and only the end of a call frees a turn.
      cache: false,
    });
  }

  /** Answers one item. In a unit of work each item is a separate call, in that unit. */
  async one(item: Item): Promise<Result> {
    if (this.#db.open) return (await this.#inside([item]))[0]!;
    const answer = await this.#loader.load({ item, since: performance.now() });
    return "later" in answer ? answer.later() : answer.result;
  }

  /** Answers several items, which share calls. Raises the first failure, once every item has ended. */
  async all(items: readonly Item[]): Promise<Result[]> {
    if (this.#db.open) return [...(await this.#inside(items))];
    const results = await Promise.allSettled(items.map((item) => this.one(item)));
    return results.map((result) => {
      if (result.status === "rejected") throw result.reason;
      return result.value;
    });
  }

  /** Calls in the unit of work: once, since a failed statement ends it, and not for long, since it holds others up. */
  async #inside(items: readonly Item[]): Promise<readonly Result[]> {
    const held = this.#lots?.held;
    if (held && !held.none && (await this.#lots!.of(items)).some((lotId) => held.has(lotId))) throw lotBusy();
    try {
      return await this.#call(items, held === undefined);
    } catch (error) {
      if (held === undefined || sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw lotBusy();
    }
  }

  /** Runs a batch. The next call is sent before these callers continue, so that the database works meanwhile. */
  async #run(queued: readonly Queued<Item>[]): Promise<(Resolution<Result> | Error)[]> {
    const oldest = performance.now() - QUEUE_MS;
    // In the order of arrival.
    const late = queued[0]!.since >= oldest ? 0 : queued.filter(({ since }) => since < oldest).length;
    const items = queued.map(({ item }) => item);
    const answers =
      late === 0
        ? await this.#answers(items)
        : [
            ...items.slice(0, late).map(() => Unavailable.because()),
            ...(late < items.length ? await this.#answers(items.slice(late)) : []),
          ];
    if (this.#turns.giveBack()) await turnOfLoop();
    return answers;
  }

  async #answers(items: readonly Item[]): Promise<(Resolution<Result> | Error)[]> {
    try {
      if (!this.#lots || this.#lots.held.none) return await this.#together(items);
      const lots = await this.#lots.of(items);
      const { held } = this.#lots;
      const isHeld = lots.map((lotId) => held.has(lotId));
      const free = items.filter((_, i) => !isHeld[i]);
      const answers = free.length === 0 ? [] : await this.#together(free);
      let next = 0;
      return items.map((item, i) =>
        isHeld[i] ? { later: () => this.#apart(item, lots[i]!) } : answers[next++]!,
      );
    } catch (error) {
      return items.map(() => asError(error));
    }
  }

  async #together(items: readonly Item[]): Promise<(Resolution<Result> | Error)[]> {
    try {
      return (await this.#call(items, false)).map((result) => ({ result }));
    } catch (error) {
      const waited = sqlState(error) === LOCK_NOT_AVAILABLE;
      if (!waited && (items.length === 1 || !isOfAnItem(error))) return items.map(() => asError(error));
      this.#db.log.warn(
        { err: error, call: this.#name, items: items.length },
        "batched call failed; running its items one by one",
      );
      // Without lots each item is called separately.
      if (!this.#lots) return items.map((item) => ({ later: () => this.#alone(item) }));
      const lots = await this.#lots.of(items);
      return waited
        ? this.#lotByLot(items, lots)
        : items.map((item, i) => ({ later: () => this.#ofLot(item, lots[i]!) }));
    }
  }

  async #alone(item: Item): Promise<Result> {
    return (await this.#call([item], true))[0]!;
  }

  /** Starts one call per lot, with its items. */
  #lotByLot(items: readonly Item[], lots: readonly (number | null)[]): Resolution<Result>[] {
    const groups = Map.groupBy(items.keys(), (i) => lots[i]!);
    const answers: Resolution<Result>[] = [];
    for (const [lotId, group] of groups) {
      const members = group.map((i) => items[i]!);
      const call = lotId === null ? this.#call(members, true) : this.#found(lotId, members);
      // Its failure is reported to the callers that wait for it.
      call.catch(() => {});
      group.forEach((i, place) => {
        const later = async () => {
          const results = await call.catch((error: unknown) => {
            if (group.length === 1 || !isOfAnItem(error)) throw error;
            return [];
          });
          if (results === null) return this.#patiently(items[i]!, lotId);
          return results.length === 0 ? this.#ofLot(items[i]!, lotId) : results[place]!;
        };
        answers[i] = { later };
      });
    }
    return answers;
  }

  /** Calls with the items of one lot; null: the lot's row is locked. */
  #found(lotId: LotId, items: readonly Item[]): Promise<readonly Result[] | null> {
    return this.#lots!.held.find(lotId, async () => {
      try {
        return await this.#call(items, false);
      } catch (error) {
        if (sqlState(error) === LOCK_NOT_AVAILABLE) return null;
        throw error;
      }
    });
  }

  /** Calls with an item that may have spoilt its batch. */
  async #ofLot(item: Item, lotId: LotId | null): Promise<Result> {
    if (lotId === null) return this.#alone(item);
    const results = await this.#found(lotId, [item]);
    return results === null ? this.#patiently(item, lotId) : results[0]!;
  }

  /** Calls with an item of a suspected lot. */
  async #apart(item: Item, lotId: LotId): Promise<Result> {
    return (await this.#lots!.held.isHeld(lotId)) ? this.#patiently(item, lotId) : this.one(item);
  }

  #patiently(item: Item, lotId: LotId | null): Promise<Result> {
    const call = () => this.#alone(item);
    return lotId === null ? call() : this.#lots!.held.patiently(lotId, this.#name, call);
  }
}

/** An item that waits for its call, and the time of its arrival. */
interface Queued<Item> {
  readonly item: Item;
  readonly since: number;
}

/** An item's result from its batch, or the separate call that gives its result. */
type Resolution<Result> = { readonly result: Result } | { readonly later: () => Promise<Result> };

/**
 * Returns a function that reads one row, or none, for a list of values, many lists in one statement. The statement's
 * parameters are arrays, one per value, which it unnests `with ordinality`; it answers `item`, counted from 1. Equal
 * lists are read once. It unnests `(select $1)` rather than `$1`: if PostgreSQL sees a short array, it considers a new
 * plan cheaper than the cached one and plans each call, which costs more than reading.
 */
export function rowReader<Row extends object = object>(
  db: Database,
  statement: Statement,
): (...values: readonly unknown[]) => Promise<Row | null> {
  const collector = new Collector<readonly unknown[], Row | null>(
    db,
    { name: statement.name },
    async (lists) => {
      const keys = lists.map((values) => JSON.stringify(values));
      const different = [...new Map(lists.map((values, i) => [keys[i]!, values]))];
      const columns = lists[0]!.map((_, column) => different.map(([, values]) => values[column]));
      const found = await db.query<Row & { item: string }>(statement, columns);
      const rows = new Map(found.map((row) => [different[Number(row.item) - 1]![0], row]));
      return keys.map((key) => rows.get(key) ?? null);
    },
  );
  return (...values) => collector.one(values);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error), { cause: error });
}

/** Checks whether PostgreSQL refused a call because of its data or a lock, so that a repetition may succeed. */
export function refused(error: unknown): boolean {
  return isOfAnItem(error) || sqlState(error) === LOCK_NOT_AVAILABLE;
}

/** Checks whether one bad item of several may be the cause. */
function isOfAnItem(error: unknown): boolean {
  return OF_AN_ITEM.has(sqlState(error).slice(0, 2));
}

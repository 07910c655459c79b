import DataLoader from "dataloader";
import type { Database, Statement } from "./database.ts";

/** What PostgreSQL says of the data, by the first two characters of its code: one bad item can be the cause. */
const OF_AN_ITEM = new Set(["22", "23", "40", "P0"]);
const LOCK_NOT_AVAILABLE = "55P03";

export interface CollectorOptions {
  /** In the log. */
  readonly name: string;
  /** Items of one call. */
  readonly most?: number;
  /** Calls under way at once; what comes meanwhile waits, and goes in the next. */
  readonly atOnce?: number;
}

/**
 * Answers every item, in order.
 * @param alone nobody else waits for this call: it may wait for locks
 */
type Call<Item, Result> = (items: readonly Item[], alone: boolean) => Promise<readonly Result[]>;

/**
 * Shares one call of the database between requests that come together. Nothing waits while fewer than `atOnce`
 * calls are under way, so an idle service answers as if it were not there; under load the batches grow by themselves.
 * When a call fails for what may be one item's fault, or waits for a lock too long, each of its items is called alone,
 * so that it spoils and delays no other.
 */
export class Collector<Item, Result> {
  readonly #loader: DataLoader<Item, Answer<Result>>;
  readonly #call: Call<Item, Result>;
  readonly #db: Database;
  readonly #name: string;
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(db: Database, { name, most = 50, atOnce = 2 }: CollectorOptions, call: Call<Item, Result>) {
    this.#db = db;
    this.#call = call;
    this.#name = name;
    this.#atOnce = atOnce;
    this.#loader = new DataLoader((items) => this.#run(items), {
      maxBatchSize: most,
      batchScheduleFn: (dispatch) => this.#schedule(dispatch),
      // A cache would answer some without a call, which is what frees a place here.
      cache: false,
    });
  }

  /** In a unit of work it is a call of its own, there. */
  async one(item: Item): Promise<Result> {
    if (this.#db.insideUnitOfWork) return (await this.#call([item], true))[0]!;
    return answered(await this.#loader.load(item));
  }

  /** All of them as far as they fit into one call; the first failure, once every item has ended. */
  async all(items: readonly Item[]): Promise<Result[]> {
    if (this.#db.insideUnitOfWork) return [...(await this.#call(items, true))];
    const results = await Promise.allSettled(items.map((item) => this.one(item)));
    return results.map((result) => {
      if (result.status === "rejected") throw result.reason;
      return result.value;
    });
  }

  #schedule(dispatch: () => void): void {
    if (this.#underWay < this.#atOnce) {
      this.#underWay++;
      setImmediate(dispatch);
    } else this.#waiting.push(dispatch);
  }

  async #run(items: readonly Item[]): Promise<(Answer<Result> | Error)[]> {
    try {
      return (await this.#call(items, false)).map((result) => ({ result }));
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error), { cause: error });
      const state = sqlState(error);
      const ofAnItem = items.length > 1 && OF_AN_ITEM.has(state.slice(0, 2));
      if (!ofAnItem && state !== LOCK_NOT_AVAILABLE) return items.map(() => failure);
      this.#db.log.warn(
        { err: error, call: this.#name, items: items.length },
        "a shared call failed: its items are run alone",
      );
      // Nobody waits for the others' ends.
      return items.map((item) => ({ alone: this.#call([item], true).then(([result]) => result!) }));
    } finally {
      const next = this.#waiting.shift();
      if (next) setImmediate(next);
      else this.#underWay--;
    }
  }
}

/** What an item got of its batch, or of a call of its own after the batch had failed. */
type Answer<Result> = { readonly result: Result } | { readonly alone: Promise<Result> };

function answered<Result>(answer: Answer<Result>): Result | Promise<Result> {
  return "alone" in answer ? answer.alone : answer.result;
}

/**
 * Reads one row, or none, for each list of values, many lists in one statement. Its parameters are arrays, one a
 * value, which it unnests `with ordinality`; it answers `item`, counted from 1. Equal lists are read once.
 */
export function rowReader<Row extends object>(
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

function sqlState(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}

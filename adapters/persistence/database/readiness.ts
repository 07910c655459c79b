import { setTimeout as delay } from "node:timers/promises";
import { Unready } from "../../../src/shared/unready.ts";
import { Problem } from "../../../src/shared/problem.ts";
import { isDatabaseDown, sqlState } from "./database-down.ts";
import type { Database } from "./database.ts";
import { statement } from "../statements/statement.ts";

const STATE = statement(
  "database-state",
  "select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as read_only",
);
const WRITE = statement("check-writable", "select check_writable()");

/** Reasons why the database cannot answer or write, by SQLSTATE. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["25006", "the database is read-only"],
  ["53100", "the database's disk is full"],
  ["53200", "the database is out of memory"],
  ["53300", "the database has no connection to spare"],
  ["57P03", "the database is starting or stopping"],
  ["58030", "the database's disk fails"],
]);

interface State {
  readonly standby: boolean;
  readonly read_only: boolean;
}

interface ReadinessOptions {
  /** The time for which a successful write counts. */
  readonly writeEveryMs?: number;
  /** The longest time for the whole check. */
  readonly patienceMs?: number;
}

/**
 * The check that the database accepts writes: state at each call, and a small write periodically. Concurrent calls
 * share one query each, so a hanging database occupies one connection per query.
 */
export class Readiness {
  readonly #db: Database;
  readonly #writeEveryMs: number;
  readonly #patienceMs: number;
  #written = Number.NEGATIVE_INFINITY;
  #reading: Promise<State> | null = null;
  #writing: Promise<void> | null = null;

  constructor(db: Database, { writeEveryMs = 10_000, patienceMs = 2_000 }: ReadinessOptions = {}) {
    this.#db = db;
    this.#writeEveryMs = writeEveryMs;
    this.#patienceMs = patienceMs;
  }

  /** Throws the reason why the database cannot be written to. */
  async check(): Promise<void> {
    const inTime = new AbortController();
    const checking = this.#check().catch((error: unknown) => {
      throw this.#asUnready(error);
    });
    // It may fail after the timeout.
    checking.catch(() => {});
    try {
      await Promise.race([checking, this.#outOfPatience(inTime.signal)]);
    } finally {
      inTime.abort();
    }
  }

  async #check(): Promise<void> {
    const { standby, read_only: readOnly } = await (this.#reading ??= this.#read());
    if (standby) throw new Unready("the database is a standby");
    if (readOnly) throw new Unready("the database is read-only");
    if (performance.now() - this.#written < this.#writeEveryMs) return;
    await (this.#writing ??= this.#write());
  }

  #asUnready(error: unknown): unknown {
    if (error instanceof Unready) return error;
    const cause = error instanceof Problem ? error.cause : error;
    const reason = this.#db.witness?.reason ?? REASONS.get(sqlState(error));
    if (reason === undefined && !isDatabaseDown(cause)) return error;
    return new Unready(reason ?? "the database cannot be reached", { cause });
  }

  async #read(): Promise<State> {
    try {
      const [state] = await this.#db.queryAlone<State>(STATE);
      return state!;
    } finally {
      this.#reading = null;
    }
  }

  async #write(): Promise<void> {
    try {
      await this.#db.queryAlone(WRITE);
      this.#written = performance.now();
    } finally {
      this.#writing = null;
    }
  }

  async #outOfPatience(signal: AbortSignal): Promise<void> {
    await delay(this.#patienceMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    const slow = this.#reading === null ? "did not confirm a write" : "did not answer";
    throw new Unready(`the database ${slow} within ${this.#patienceMs / 1_000} seconds`);
  }
}

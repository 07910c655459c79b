import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "./database.ts";
import { statement } from "../statements/statement.ts";

const STATE = statement(
  "database-state",
  "select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as read_only",
);
const WRITE = statement("check-writable", "select check_writable()");

interface ReadinessOptions {
  /** How long a write that succeeded counts. */
  readonly writeEveryMs?: number;
  /** How long a write may take. */
  readonly patienceMs?: number;
}

/** Whether the database accepts writes: checked at each call, and tested by one small write periodically. */
export class Readiness {
  readonly #db: Database;
  readonly #writeEveryMs: number;
  readonly #patienceMs: number;
  #written = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> | null = null;

  constructor(db: Database, { writeEveryMs = 10_000, patienceMs = 3_000 }: ReadinessOptions = {}) {
    this.#db = db;
    this.#writeEveryMs = writeEveryMs;
    this.#patienceMs = patienceMs;
  }

  /** Raises the reason why the database cannot be written to. */
  async check(): Promise<void> {
    const [state] = await this.#db.queryAlone<{ standby: boolean; read_only: boolean }>(STATE);
    if (state!.standby) throw new Error("the database is a standby");
    if (state!.read_only) throw new Error("the database is read-only");
    if (performance.now() - this.#written < this.#writeEveryMs) return;
    // One at once, however many ask: while a commit hangs, each would take a connection.
    this.#writing ??= this.#write();
    const inTime = new AbortController();
    try {
      await Promise.race([this.#writing, this.#outOfPatience(inTime.signal)]);
    } finally {
      inTime.abort();
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
    if (!signal.aborted) throw new Error(`a write took longer than ${this.#patienceMs} ms`);
  }
}

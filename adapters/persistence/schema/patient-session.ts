import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Log } from "../../../ports/log.ts";
import { sqlState } from "../database/database-down.ts";
import { inWords, LockWaits, type Wait } from "./lock-waits.ts";

/**
 * The longest time for a lock request. Sales wait behind it, and consider a lot held after half a second without its
 * row's lock.
 */
const LOCK_TIMEOUT_MS = 400;
/** Autovacuum gives way after PostgreSQL's deadlock_timeout, a second. */
const VACUUM_TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The pause between log lines about the same wait. */
const SAY_AGAIN_MS = 30_000;
/** The pause between checks whether a wait has ended. */
const LOOK_AGAIN_MS = 100;

/** A lock timeout; a lost deadlock. */
const GIVEN_UP = new Set(["55P03", "40P01"]);
const UNKNOWN: Wait = { table: null, blockers: [], vacuumed: false, transactions: [] };

/** Settings of a role or database that could end a long migration. */
const WITHOUT_LIMITS = `
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

interface PatienceOptions {
  readonly log: Pick<Log, "info" | "warn">;
  /** The session's longest total wait for others. */
  readonly limitMs: number;
}

/** Others held locks that a start needs for longer than its limit. The message names them and the remedy. */
export class WaitedTooLong extends Error {
  override readonly name = "WaitedTooLong";
}

/**
 * A connection for changes of tables. It requests a lock only as long as sales can wait behind it, withdraws the
 * request, logs the holder, and retries when the holder has ended.
 */
export class PatientSession {
  readonly #client: Client;
  readonly #waits: LockWaits;
  readonly #log: PatienceOptions["log"];
  readonly #limitMs: number;
  #pid = 0;
  #waitedMs = 0;
  #lastLine = { what: "", at: 0 };

  private constructor(url: string, { log, limitMs }: PatienceOptions) {
    this.#client = new Client({ connectionString: url });
    // A lost connection fails the current statement.
    this.#client.on("error", () => {});
    this.#waits = new LockWaits(url);
    this.#log = log;
    this.#limitMs = limitMs;
  }

  static async open(url: string, options: PatienceOptions): Promise<PatientSession> {
    const session = new PatientSession(url, options);
    await session.#client.connect();
    await session.#client.query(WITHOUT_LIMITS);
    const { rows } = await session.#client.query("select pg_backend_pid() as pid");
    session.#pid = rows[0].pid;
    return session;
  }

  async close(): Promise<void> {
    await this.#waits.close();
    await this.#client.end();
  }

  /**
   * Takes the advisory lock until the end of the session. It is requested without waiting: a waiting statement has a
   * snapshot, and a concurrent index build waits for those.
   */
  async lock(name: string): Promise<void> {
    const step = "the turn after another start";
    const began = performance.now();
    for (;;) {
      const { rows } = await this.#client.query(
        "select pg_try_advisory_lock(key) as had, key from hashtext($1) key",
        [name],
      );
      if (rows[0].had) return;
      this.#waitedMs = performance.now() - began;
      if (this.#waitedMs > FIRST_PAUSE_MS) {
        const wait = { ...UNKNOWN, blockers: await this.#waits.holdersOf(rows[0].key) };
        this.#say(step, wait);
        if (this.#waitedMs > this.#limitMs) throw this.#tooLong(step, wait);
      }
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** Runs work in one transaction, again after a lock timeout or a lost deadlock. */
  transaction<T>(step: string, work: (client: Client) => Promise<T>): Promise<T> {
    return this.#patiently(step, async (before) => {
      await this.#client.query("begin");
      try {
        if (before?.vacuumed && before.table !== null) await this.#keepVacuumOff(before.table);
        await this.#client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        const result = await work(this.#client);
        await this.#client.query("commit");
        return result;
      } catch (error) {
        await this.#client.query("rollback").catch(() => {});
        throw error;
      }
    });
  }

  /**
   * Runs work outside of any transaction, which blocks no reads and writes, also while it waits: up to the session's
   * limit.
   */
  concurrently<T>(step: string, work: (client: Client) => Promise<T>): Promise<T> {
    return this.#patiently(step, async () => {
      const leftMs = Math.max(1, Math.ceil(this.#limitMs - this.#waitedMs));
      await this.#client.query("select set_config('lock_timeout', $1, false)", [String(leftMs)]);
      return work(this.#client);
    });
  }

  async #patiently<T>(step: string, attempt: (before: Wait | null) => Promise<T>): Promise<T> {
    const latest: { wait: Wait | null } = { wait: null };
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const before = latest.wait;
      latest.wait = null;
      const began = performance.now();
      const isLong = () => performance.now() - began > FIRST_PAUSE_MS;
      try {
        return await this.#waits.during(
          this.#pid,
          () => attempt(before),
          (wait) => {
            latest.wait = wait;
            if (isLong()) this.#say(step, wait);
          },
        );
      } catch (error) {
        if (!GIVEN_UP.has(sqlState(error))) throw error;
      }
      this.#waitedMs += performance.now() - began;
      await this.#pause(step, pauseMs, latest.wait ?? UNKNOWN);
    }
  }

  /**
   * Waits a minimum time and until the known holders have ended: earlier retries would only hold others up. Unknown
   * holders are looked up once more before the log line without names.
   */
  async #pause(step: string, leastMs: number, wait: Wait): Promise<void> {
    const began = performance.now();
    const passedMs = () => performance.now() - began;
    while (passedMs() < leastMs || (await this.#waits.stillOpen(wait.transactions))) {
      if (wait !== UNKNOWN || passedMs() > FIRST_PAUSE_MS) this.#say(step, wait);
      if (this.#waitedMs + passedMs() > this.#limitMs) throw this.#tooLong(step, wait);
      await delay(LOOK_AGAIN_MS);
    }
    this.#waitedMs += passedMs();
  }

  /** Blocks autovacuum until the transaction ends, but no writes: PostgreSQL cancels it. */
  async #keepVacuumOff(table: string): Promise<void> {
    await this.#client.query(`set local lock_timeout = ${VACUUM_TIMEOUT_MS}`);
    await this.#client.query(`lock table ${table} in share update exclusive mode`);
  }

  #say(step: string, { table, blockers }: Wait): void {
    const what = [step, ...blockers.map(({ pid }) => pid)].join(" ");
    if (what === this.#lastLine.what && performance.now() - this.#lastLine.at < SAY_AGAIN_MS) return;
    this.#lastLine = { what, at: performance.now() };
    this.#log.warn({ step, table, blockers }, "database change waits for other transactions");
  }

  #tooLong(step: string, { table, blockers }: Wait): WaitedTooLong {
    const who = blockers.length === 0 ? "other transactions" : blockers.map(inWords).join(" and ");
    const end = blockers
      .filter(({ pid }) => pid !== 0)
      .map(({ pid }) => `select pg_terminate_backend(${pid})`)
      .join("; ");
    return new WaitedTooLong(
      `${step} waited ${Math.round(this.#limitMs / 1_000)} s (MIGRATION_WAIT_SEC) for ${who}` +
        `${table === null ? "" : `, using ${table}`}: ` +
        `start again once that has ended${end === "" ? "" : `, or end it by: ${end}`}`,
    );
  }
}

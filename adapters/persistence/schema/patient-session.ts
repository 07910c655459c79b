import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Log } from "../../../ports/log.ts";
import { sqlState } from "../database/database-down.ts";
import { inWords, LockWaits, type Wait } from "./lock-waits.ts";

/**
 * How long a lock is asked for. Who sells waits behind the request, and takes a lot's row for held when it was not had in
 * half a second.
 */
const LOCK_TIMEOUT_MS = 400;
/** Autovacuum gives way after PostgreSQL's deadlock_timeout, a second. */
const VACUUM_TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** How often it is said that the same wait goes on. */
const SAY_AGAIN_MS = 30_000;
/** How soon it is seen that what was waited for has ended. */
const LOOK_AGAIN_MS = 100;

/** A lock was not had in time; a deadlock was lost. */
const GIVEN_UP = new Set(["55P03", "40P01"]);
const UNKNOWN: Wait = { table: null, blockers: [], vacuumed: false, transactions: [] };

/** What a role's or a database's settings could end a long migration by. */
const WITHOUT_LIMITS = `
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

interface PatienceOptions {
  readonly log: Pick<Log, "info" | "warn">;
  /** How long the session waits for others at most, all in all. */
  readonly limitMs: number;
}

/** Others had what a start needs for longer than it may wait. The message says who, and what to do. */
export class WaitedTooLong extends Error {
  override readonly name = "WaitedTooLong";
}

/**
 * A connection for changes of tables. It asks for a lock only as long as those who sell can wait behind it, gives the
 * request back, says who has the lock, and asks again when they have ended.
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
    // A lost connection fails the statement that is under way.
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
   * Until the end of the session nobody else has the advisory lock. It is asked for without waiting: a statement that
   * waits has a snapshot, and who makes an index concurrently waits for those.
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

  /** Work in one transaction. It is done anew when it did not get a lock, or lost a deadlock. */
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
   * Work outside of any transaction, that keeps nobody from reading and writing, also while it waits: it waits as long as
   * the session may.
   */
  concurrently<T>(step: string, work: (client: Client) => Promise<T>): Promise<T> {
    return this.#patiently(step, async () => {
      const leftMs = Math.max(1, Math.ceil(this.#limitMs - this.#waitedMs));
      await this.#client.query("select set_config('lock_timeout', $1, false)", [String(leftMs)]);
      return work(this.#client);
    });
  }

  async #patiently<T>(step: string, attempt: (before: Wait | null) => Promise<T>): Promise<T> {
    const seen: { wait: Wait | null } = { wait: null };
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const before = seen.wait;
      seen.wait = null;
      const began = performance.now();
      const isLong = () => performance.now() - began > FIRST_PAUSE_MS;
      try {
        return await this.#waits.during(
          this.#pid,
          () => attempt(before),
          (wait) => {
            seen.wait = wait;
            if (isLong()) this.#say(step, wait);
          },
        );
      } catch (error) {
        if (!GIVEN_UP.has(sqlState(error))) throw error;
      }
      this.#waitedMs += performance.now() - began;
      await this.#pause(step, pauseMs, seen.wait ?? UNKNOWN);
    }
  }

  /**
   * Until some time has passed, and those who had the lock have ended: asking them again would only hold others up. Whom
   * nobody saw is asked for once more before it is said that they are not known.
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

  /** Who writes goes on meanwhile. Autovacuum is cancelled by PostgreSQL, and does not come back before this ends. */
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

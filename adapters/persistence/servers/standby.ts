import { setTimeout as delay } from "node:timers/promises";
import type { PoolClient } from "pg";
import type { Log } from "../../../ports/log.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { Collector } from "../statements/collector.ts";
import { type Freshness, type Statement, statement } from "../statements/statement.ts";
import type { Database, ReadingStandby, StandbyConnections } from "../database/database.ts";
import { watchConnections } from "../database/lost-connections.ts";
import { MeasuredPool } from "../database/measured-pool.ts";

/** Pauses of a read while the standby catches up: mostly the first is enough. */
const WAITS_MS = [0, 2, 4, 8, 16, 32];
/** Lists take milliseconds. The primary answers slower ones. */
const STATEMENT_MS = 3_000;
const ANSWER_MS = 4_000;
const CONNECT_MS = 1_000;
/** The longest time for a check. */
const PATIENCE_MS = 2_000;
/** The most marks of the primary, one per check. */
const MOST_MARKS = 600;

const WRITTEN = statement(
  "primary-written",
  `select pg_current_wal_flush_lsn()::text as lsn, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as system`,
);
const REPLAYED = statement(
  "standby-replayed",
  "select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as lsn",
);
const IDENTITY = statement(
  "standby-identity",
  `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as lsn,
    (select timeline_id from pg_control_checkpoint()) as timeline, (select system_identifier::text from pg_control_system()) as system`,
);

/** The reason why the standby is not used; null: it is. */
type Reason =
  | "not checked yet"
  | "away"
  | "not a standby"
  | "of another database"
  | "of another timeline"
  | "behind";

interface StandbyOptions {
  readonly url: string;
  readonly maxAgeMs: number;
}

interface Identity {
  /** null: nothing was replayed. */
  readonly lsn: string | null;
  readonly timeline: number;
  readonly system: string;
}

/** A place in the primary's log, and the time at which it was the end, by the steady clock. */
interface Mark {
  readonly lsn: bigint;
  readonly at: number;
}

/**
 * A standby that answers reads that decide nothing. Its age follows from places in the primary's log, whose times this
 * process knows, so it does not depend on clocks or on writes. After any failure here the primary answers.
 */
class Standby implements ReadingStandby {
  readonly #pool: MeasuredPool;
  readonly #behindPooler: boolean;
  readonly #maxAgeMs: number;
  readonly #log: Log;
  /** The end of the primary's log: one query for all simultaneous reads. */
  readonly #written: Collector<"written", Identity & { readonly lsn: string }>;
  /** Ascending. */
  #marks: Mark[] = [];
  #reason: Reason | null = "not checked yet";
  #ageMs: number | null = null;
  onRead: (from: "standby" | "primary") => void = () => {};

  constructor({ url, maxAgeMs }: StandbyOptions, primary: Database, connections: StandbyConnections) {
    const { poolSize, behindPooler, log } = connections;
    this.#behindPooler = behindPooler;
    this.#maxAgeMs = maxAgeMs;
    this.#log = log;
    this.#pool = new MeasuredPool({
      connectionString: url,
      max: poolSize,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      ...(behindPooler ? {} : { statement_timeout: STATEMENT_MS }),
    });
    // The next check logs the reason.
    this.#pool.on("error", () => {});
    watchConnections(this.#pool, ANSWER_MS);
    this.#written = new Collector(primary, { name: WRITTEN.name }, async (items) => {
      const [row] = await primary.queryAlone<Identity & { lsn: string }>(WRITTEN);
      return items.map(() => row!);
    });
  }

  get state(): { readonly used: boolean; readonly ageMs: number | null } {
    return { used: this.#reason === null, ageMs: this.#ageMs };
  }

  async read<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
    freshness: Freshness,
  ): Promise<Row[] | null> {
    const rows = this.#reason === null ? await this.#tried<Row>(statement, values, freshness) : null;
    this.onRead(rows === null ? "primary" : "standby");
    return rows;
  }

  async #tried<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
    freshness: Freshness,
  ): Promise<Row[] | null> {
    try {
      const lsn =
        freshness === "current" ? placeOf((await this.#written.one("written")).lsn) : this.#oldestRecent();
      if (lsn === null) return null;
      const client = await this.#pool.connect();
      let rows: Row[] | null = null;
      let isWhole = false;
      try {
        if (await this.#has(client, lsn, freshness === "current" ? WAITS_MS : [0]))
          rows = await this.#ask<Row>(client, statement, values);
        isWhole = true;
      } finally {
        // After an error it may have a plan for a schema that has changed, or be in recovery conflict.
        client.release(!isWhole);
      }
      return rows;
    } catch (err) {
      this.#log.debug({ err, statement: statement.name }, "the standby did not answer; the primary does");
      return null;
    }
  }

  /** Returns the oldest place in the log for a recent answer; null: none is known. */
  #oldestRecent(): bigint | null {
    const since = performance.now() - this.#maxAgeMs;
    return this.#marks.find(({ at }) => at >= since)?.lsn ?? null;
  }

  /** Checks on the reading connection that the standby has the place: one address may have several standbys. */
  async #has(client: PoolClient, lsn: bigint, waitsMs: readonly number[]): Promise<boolean> {
    for (const waitMs of waitsMs) {
      if (waitMs > 0) await delay(waitMs);
      const [row] = await this.#ask<{ standby: boolean; lsn: string | null }>(client, REPLAYED, []);
      if (!row!.standby || row!.lsn === null) return false;
      if (placeOf(row!.lsn) >= lsn) return true;
    }
    return false;
  }

  async #ask<Row extends object>(
    client: PoolClient,
    { name, text }: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const unnamed = { text, values: [...values] };
    return (await client.query(this.#behindPooler ? unnamed : { ...unnamed, name })).rows as Row[];
  }

  async look(): Promise<void> {
    const at = performance.now();
    const written = await this.#written.one("written").catch(() => null);
    if (written !== null)
      this.#marks = [...this.#marks, { lsn: placeOf(written.lsn), at }].slice(-MOST_MARKS);
    const inTime = new AbortController();
    const outOfPatience = delay(PATIENCE_MS, undefined, { signal: inTime.signal, ref: false }).then(() => {
      throw new Error(`no answer in ${PATIENCE_MS} ms`);
    });
    outOfPatience.catch(() => {});
    try {
      const found = this.#identity(written === null ? 0n : placeOf(written.lsn));
      this.#judge(await Promise.race([found, outOfPatience]), written);
    } catch (err) {
      this.#ageMs = null;
      this.#turn("away", { err });
    } finally {
      inTime.abort();
    }
  }

  /** Returns the standby's identity once it has the place, or after a while. */
  async #identity(lsn: bigint): Promise<Identity & { readonly standby: boolean }> {
    const client = await this.#pool.connect();
    let isWhole = false;
    try {
      await this.#has(client, lsn, WAITS_MS);
      const [row] = await this.#ask<Identity & { standby: boolean }>(client, IDENTITY, []);
      isWhole = true;
      return row!;
    } finally {
      client.release(!isWhole);
    }
  }

  /** @param primary null: it does not answer */
  #judge(found: Identity & { readonly standby: boolean }, primary: Identity | null): void {
    const replayed = found.lsn === null ? null : placeOf(found.lsn);
    const newest = replayed === null ? undefined : this.#marks.findLast(({ lsn }) => lsn <= replayed);
    this.#ageMs = newest === undefined ? null : performance.now() - newest.at;
    const isOld = this.#ageMs === null || this.#ageMs > this.#maxAgeMs;
    if (!found.standby) this.#turn("not a standby");
    else if (primary !== null && primary.system !== found.system) this.#turn("of another database");
    // A standby that was ahead of the promoted one has writes that never happened.
    else if (primary !== null && primary.timeline !== found.timeline) this.#turn("of another timeline");
    else this.#turn(isOld ? "behind" : null, { ageMs: this.#ageMs });
  }

  #turn(reason: Reason | null, facts: object = {}): void {
    if (reason === this.#reason) return;
    this.#reason = reason;
    if (reason === null) this.#log.info(facts, "the standby answers reads");
    else this.#log.warn({ reason, ...facts }, "the standby cannot answer reads; the primary does");
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Returns the standby option of `Database.open`; null: none. */
export function standbyAt(options: StandbyOptions | null) {
  if (options === null) return null;
  return (primary: Database, connections: StandbyConnections): ReadingStandby =>
    new Standby(options, primary, connections);
}

/** Parses PostgreSQL's `16/B374D848`. */
function placeOf(lsn: string): bigint {
  const [high, low, ...more] = lsn.split("/");
  invariant(high !== undefined && low !== undefined && more.length === 0, "a place in the log has two parts");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

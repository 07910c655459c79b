import { AsyncLocalStorage } from "node:async_hooks";
import type { PoolClient } from "pg";
import type { Log } from "../../../ports/log.ts";
import type { UnitOfWork } from "../../../ports/unit-of-work.ts";
import { Turns } from "../statements/turns.ts";
import type { Statement } from "../statements/statement.ts";
import { asUnavailable, isConnectionLost, sqlState } from "./database-down.ts";
import { HeldLots } from "./held-lots.ts";
import type { Witness } from "../recovery/witness.ts";
import { watchConnections } from "./lost-connections.ts";
import { MeasuredPool } from "./measured-pool.ts";

const DEADLOCK = "40P01";
const SERIALIZATION = "40001";
const IN_FAILED_TRANSACTION = "25P02";
/** The error of a prepared statement whose result columns were changed by a migration. */
const STALE_PLAN = "0A000";
const TRIES = 5;

/**
 * What an answer knows. `current`: all that was acknowledged before it was asked for, by whichever process. `recent`:
 * all but what is younger than the bound that is configured.
 */
export type Freshness = "current" | "recent";

/** A standby that answers what decides nothing. */
export interface ReadingStandby {
  /** Whether it answers, and how old it was at the last look at most; null: unknown. */
  readonly state: { readonly used: boolean; readonly ageMs: number | null };
  /** Is told by whom each read was answered. Never throws. */
  onRead: (from: "standby" | "primary") => void;
  /** Rows that the standby answers; null: the primary has to. Not in a unit of work. */
  read<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
    freshness: Freshness,
  ): Promise<Row[] | null>;
  /** Finds out whether it can be used, and says so when that has changed. Does not fail where the standby is away. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** How its connections are made: as the database's are. */
export interface StandbyConnections {
  readonly poolSize: number;
  readonly behindPooler: boolean;
  readonly log: Log;
}

interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /**
   * The URL leads to a pooler in transaction mode: statements are not prepared by name, and no parameter is set at the
   * start of a connection. Any PgBouncer will do.
   */
  readonly behindPooler?: boolean;
  /** Default: the database itself answers everything. */
  readonly standby?: ((primary: Database, connections: StandbyConnections) => ReadingStandby) | null;
  /** Default: any database is accepted without a check. */
  readonly witness?: Witness | null;
  readonly log: Log;
  /** How long an answer may take: more than PostgreSQL itself gives a statement. */
  readonly answerMs?: number;
}

interface Unit {
  readonly client: PoolClient;
  readonly afterCommit: (() => void)[];
  over: boolean;
  /** What the first statement that failed inside raised: PostgreSQL rolls everything back then. */
  failure?: unknown;
}

/**
 * Postgres, read and written by statements alone, which join the unit of work they are called in. Outside of one they
 * are prepared by their names. A database that cannot be reached, or not be written to, raises Unavailable.
 */
export class Database implements UnitOfWork {
  readonly #pool: MeasuredPool;
  readonly #behindPooler: boolean;
  readonly log: Log;
  /** Its calls for lots that somebody holds take at most a quarter of the pool. */
  readonly heldLots: HeldLots;
  /** One call that sells at once, whether it places or settles: two would wait for each other's lots. */
  readonly selling = new Turns(1);
  readonly standby: ReadingStandby | null;
  /** What it has confirmed; null: nothing is remembered. */
  readonly witness: Witness | null;
  readonly #inside = new AsyncLocalStorage<Unit>();
  /** Number of statements sent; read by the round-trip tests. */
  roundTrips = 0;

  private constructor({
    url,
    poolSize,
    behindPooler = false,
    standby,
    witness = null,
    log,
    answerMs = 20_000,
  }: DatabaseOptions) {
    this.log = log;
    this.witness = witness;
    this.#behindPooler = behindPooler;
    this.#pool = new MeasuredPool({
      connectionString: url,
      max: poolSize,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      ...(witness && { onConnect: (client) => witness.meet(client) }),
      ...(behindPooler ? {} : { statement_timeout: 15_000 }),
    });
    this.#pool.on("error", (err) => {
      // Messages of the server to connections being closed are ignored.
      if (!this.#pool.ending) log.warn({ source: "database", err }, "database connection lost");
    });
    watchConnections(this.#pool, answerMs);
    this.heldLots = new HeldLots(Math.max(1, Math.floor(poolSize / 4)));
    this.standby = standby?.(this, { poolSize, behindPooler, log }) ?? null;
  }

  /** Does not fail when the database is away: the first statement does. */
  static async open(options: DatabaseOptions): Promise<Database> {
    return new Database(options);
  }

  get pool(): MeasuredPool {
    return this.#pool;
  }

  get open(): boolean {
    return this.#unit !== undefined;
  }

  /** Work that started inside and continues after the end is outside. */
  get #unit(): Unit | undefined {
    const unit = this.#inside.getStore();
    return unit?.over ? undefined : unit;
  }

  /** Rows of a statement, in the current unit of work if there is one. int8 and numeric arrive as strings. */
  async query<Row extends object = object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const unit = this.#unit;
    if (!unit) return this.queryAlone<Row>(statement, values);
    this.roundTrips++;
    try {
      const { rows } = await unit.client.query({ text: statement.text, values: [...values] });
      return rows as Row[];
    } catch (error) {
      unit.failure ??= error;
      // After a failure PostgreSQL refuses every further statement without a reason.
      throw this.#asUnavailable(sqlState(error) === IN_FAILED_TRANSACTION ? unit.failure : error);
    }
  }

  /**
   * As `query`, of a statement that only reads, where nothing is decided by the answer: from the standby, if there is
   * one that knows enough.
   */
  async read<Row extends object = object>(
    statement: Statement,
    values: readonly unknown[],
    freshness: Freshness,
  ): Promise<Row[]> {
    const standby = this.#unit || this.witness?.reason ? null : this.standby;
    const rows = standby && (await standby.read<Row>(statement, values, freshness));
    return rows ?? this.query<Row>(statement, values);
  }

  /** As `query`, but committed at once, outside any surrounding unit of work. */
  async queryAlone<Row extends object = object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    this.roundTrips++;
    try {
      if (this.witness?.reason) await this.witness.ensure(this.#pool);
      return await this.#send<Row>(statement, values);
    } catch (error) {
      throw this.#asUnavailable(error);
    }
  }

  async #send<Row extends object>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const unnamed = { text, values: [...values] };
    const result = this.#pool.query(this.#behindPooler ? unnamed : { ...unnamed, name });
    const { rows } = await result.catch((error: unknown) => {
      if (sqlState(error) !== STALE_PLAN) throw error;
      // Run once more, and planned anew: every connection has such a plan.
      return this.#pool.query(unnamed);
    });
    return rows as Row[];
  }

  /** A query that is run again when it lost a deadlock. Outside a unit of work only. */
  async retrying<Row extends object = object>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.query<Row>(statement, values);
      } catch (error) {
        if (!isLost(error) || attempt === TRIES || this.#unit) throw error;
      }
    }
  }

  /**
   * One transaction, which is run again when it lost a deadlock. Nested calls join it. Raises when a statement failed inside, also
   * where the work hides it.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#unit) return work();
    for (let attempt = 1; ; attempt++) {
      const afterCommit: (() => void)[] = [];
      let result: T;
      try {
        result = await this.#transaction(afterCommit, work);
      } catch (error) {
        if (!isLost(error) || attempt === TRIES) throw error;
        continue;
      }
      for (const then of afterCommit) then();
      return result;
    }
  }

  async #transaction<T>(afterCommit: (() => void)[], work: () => Promise<T>): Promise<T> {
    const client = await this.#command(async () => {
      if (this.witness?.reason) await this.witness.ensure(this.#pool);
      return this.#pool.connect();
    });
    const unit: Unit = { client, afterCommit, over: false };
    let isWhole = true;
    try {
      await this.#command(() => client.query("begin"));
      const result = await this.#inside.run(unit, work);
      const { command } = await this.#command(() => client.query("commit"));
      // PostgreSQL answers this, without an error, where a statement failed and the work went on.
      if (command === "ROLLBACK")
        throw this.#asUnavailable(
          new Error("a unit of work fails when one of its statements does", { cause: unit.failure }),
        );
      return result;
    } catch (error) {
      // A connection that cannot be rolled back is closed: that rolls back, too.
      await client.query("rollback").catch(() => (isWhole = false));
      throw isLost(unit.failure) ? asUnavailable(unit.failure) : error;
    } finally {
      unit.over = true;
      client.release(!isWhole);
    }
  }

  async #command<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw this.#asUnavailable(error);
    }
  }

  /** Behind a pooler nothing else says that the server may have changed. */
  #asUnavailable(error: unknown): unknown {
    if (this.#behindPooler && isConnectionLost(error)) this.witness?.doubt();
    return asUnavailable(error);
  }

  /** Compares the database with what it has confirmed to this process, where that is remembered. */
  async compare(): Promise<void> {
    await this.#command(async () => this.witness?.compare(this.#pool));
  }

  /** Runs once the unit of work around it has committed, not at all when it rolls back; at once outside of one. */
  afterCommit(then: () => void): void {
    const unit = this.#unit;
    if (unit) unit.afterCommit.push(then);
    else then();
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.standby?.close()]);
  }
}

/** Whether PostgreSQL gave a transaction up for another one, so that it may be repeated. */
function isLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === DEADLOCK || state === SERIALIZATION;
}

/** Whether a statement failed at this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string }).constraint === constraint;
}

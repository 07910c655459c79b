import { AsyncLocalStorage } from "node:async_hooks";
import type { PoolClient, QueryResult } from "pg";
import type { Log } from "../../../ports/log.ts";
import type { UnitOfWork } from "../../../ports/unit-of-work.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import type { Entity, IsScoped } from "../orm/entity.ts";
import { Rows, type Target } from "../orm/rows.ts";
import { Turns } from "../statements/turns.ts";
import type { Freshness, Statement } from "../statements/statement.ts";
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

/** A standby that answers reads that decide nothing. */
export interface ReadingStandby {
  /** Its use, and its greatest age at the last check; null: unknown. */
  readonly state: { readonly used: boolean; readonly ageMs: number | null };
  /** Receives which server answered each read. Never throws. */
  onRead: (from: "standby" | "primary") => void;
  /** Returns the standby's rows; null: the primary has to answer. Not in a unit of work. */
  read<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
    freshness: Freshness,
  ): Promise<Row[] | null>;
  /** Checks whether it can be used, and logs a change. Does not fail if the standby is away. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** Settings of its connections, as the database's. */
export interface StandbyConnections {
  readonly poolSize: number;
  readonly behindPooler: boolean;
  readonly log: Log;
}

interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /**
   * The URL leads to a pooler in transaction mode, such as PgBouncer: statements are not prepared by name, and
   * connections start without parameters.
   */
  readonly behindPooler?: boolean;
  /** Default: the database answers everything. */
  readonly standby?: ((primary: Database, connections: StandbyConnections) => ReadingStandby) | null;
  /** Default: any database is accepted without a check. */
  readonly witness?: Witness | null;
  readonly log: Log;
  /** The longest time for an answer: more than PostgreSQL's limit for a statement. */
  readonly answerMs?: number;
}

interface Unit {
  readonly client: PoolClient;
  readonly afterCommit: (() => void)[];
  over: boolean;
  /** The error of the first failed statement inside: PostgreSQL then rolls everything back. */
  failure?: unknown;
}

/**
 * PostgreSQL, used by statements, which join the unit of work in which they are called. Outside of one they are
 * prepared by name. Raises Unavailable if the database cannot be reached or written to.
 */
export class Database implements UnitOfWork {
  readonly #pool: MeasuredPool;
  readonly #behindPooler: boolean;
  readonly log: Log;
  /** Calls for held lots take at most a quarter of the pool. */
  readonly heldLots: HeldLots;
  /** One selling call at a time, to place or to settle: two would wait for each other's lots. */
  readonly selling = new Turns(1);
  readonly standby: ReadingStandby | null;
  /** The memory of confirmed writes; null: none. */
  readonly witness: Witness | null;
  readonly #inside = new AsyncLocalStorage<Unit>();
  /** The number of statements sent; read by the round-trip tests. */
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
      // Messages of the server to closing connections are ignored.
      if (!this.#pool.ending) log.warn({ source: "database", err }, "database connection lost");
    });
    watchConnections(this.#pool, answerMs);
    this.heldLots = new HeldLots(Math.max(1, Math.floor(poolSize / 4)));
    this.standby = standby?.(this, { poolSize, behindPooler, log }) ?? null;
  }

  /** Opens the database. If it is away, the first statement fails. */
  static async open(options: DatabaseOptions): Promise<Database> {
    return new Database(options);
  }

  get pool(): MeasuredPool {
    return this.#pool;
  }

  get open(): boolean {
    return this.#unit !== undefined;
  }

  /** The current unit. Work that started inside and continues after the end is outside. */
  get #unit(): Unit | undefined {
    const unit = this.#inside.getStore();
    return unit?.over ? undefined : unit;
  }

  /** Returns a statement's rows, in the current unit of work if there is one. numeric arrives as text. */
  async query<Row extends object = object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.#answer(statement, values)).rows as Row[];
  }

  /** Returns the number of rows that a statement changed, as `query` runs it. */
  async affected(statement: Statement, values: readonly unknown[]): Promise<number> {
    return (await this.#answer(statement, values)).rowCount ?? 0;
  }

  async #answer(statement: Statement, values: readonly unknown[]): Promise<QueryResult> {
    const unit = this.#unit;
    if (!unit) return this.#answerAlone(statement, values);
    this.roundTrips++;
    try {
      return await unit.client.query({ text: statement.text, values: [...values] });
    } catch (error) {
      unit.failure ??= error;
      // After a failure PostgreSQL refuses every further statement without a reason.
      throw this.#asUnavailable(sqlState(error) === IN_FAILED_TRANSACTION ? unit.failure : error);
    }
  }

  /**
   * Returns a read-only statement's rows, for answers that decide nothing: from the standby if it is current enough.
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

  /** Runs a statement outside any unit of work, committed at once. */
  async queryAlone<Row extends object = object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.#answerAlone(statement, values)).rows as Row[];
  }

  async #answerAlone(statement: Statement, values: readonly unknown[]): Promise<QueryResult> {
    this.roundTrips++;
    try {
      if (this.witness?.reason) await this.witness.ensure(this.#pool);
      return await this.#send(statement, values);
    } catch (error) {
      throw this.#asUnavailable(error);
    }
  }

  async #send({ name, text }: Statement, values: readonly unknown[]): Promise<QueryResult> {
    const unnamed = { text, values: [...values] };
    const result = this.#pool.query(this.#behindPooler ? unnamed : { ...unnamed, name });
    return result.catch((error: unknown) => {
      if (sqlState(error) !== STALE_PLAN) throw error;
      // Every connection has such a plan: the statement is run again, unnamed.
      return this.#pool.query(unnamed);
    });
  }

  /** Returns an organisation's rows of a table. */
  of<E extends Entity, R>(
    organisationId: OrganisationId,
    of: Target<E, R> & (IsScoped<E> extends true ? unknown : never),
  ): Rows<E, R> {
    return new Rows(this, of, organisationId);
  }

  /** Returns the rows of a table that has no organisation. */
  rows<E extends Entity, R>(of: Target<E, R> & (IsScoped<E> extends true ? never : unknown)): Rows<E, R> {
    return new Rows(this, of, "none");
  }

  /** Returns the rows of all organisations. @param _why the reason, which a test lists */
  ofAll<E extends Entity, R>(
    of: Target<E, R> & (IsScoped<E> extends true ? unknown : never),
    _why: string,
  ): Rows<E, R> {
    return new Rows(this, of, "all");
  }

  /** Runs a statement again if it lost a deadlock. Outside a unit of work only. */
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
   * Runs one transaction, again if it lost a deadlock. Nested calls join it. Raises if a statement failed inside, even
   * if the work hides it.
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
      // PostgreSQL answers this, without an error, after a failed statement.
      if (command === "ROLLBACK")
        throw this.#asUnavailable(
          new Error("a unit of work fails when one of its statements does", { cause: unit.failure }),
        );
      return result;
    } catch (error) {
      // A connection that cannot be rolled back is closed, which rolls back, too.
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

  /** Behind a pooler only a lost connection shows that the server may have changed. */
  #asUnavailable(error: unknown): unknown {
    if (this.#behindPooler && isConnectionLost(error)) this.witness?.doubt();
    return asUnavailable(error);
  }

  /** Compares the database with the remembered writes, if there are any. */
  async compare(): Promise<void> {
    await this.#command(async () => this.witness?.compare(this.#pool));
  }

  /** Runs a function after the current unit of work commits, never after a rollback; at once outside of one. */
  afterCommit(then: () => void): void {
    const unit = this.#unit;
    if (unit) unit.afterCommit.push(then);
    else then();
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.standby?.close()]);
  }
}

/** Checks whether PostgreSQL aborted a transaction in favour of another one, so that it may be repeated. */
function isLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === DEADLOCK || state === SERIALIZATION;
}

/** Checks whether a statement violated this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string }).constraint === constraint;
}

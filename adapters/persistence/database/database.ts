import { AsyncLocalStorage } from "node:async_hooks";
import { MikroORM, type SqlEntityManager, TransactionContext } from "@mikro-orm/postgresql";
import { CompiledQuery, type Transaction } from "kysely";
import { type Pool, types } from "pg";
import type { Log } from "../../../ports/log.ts";
import type { UnitOfWork } from "../../../ports/unit-of-work.ts";
import { ENTITIES } from "./entities.ts";
import { HeldLots } from "./held-lots.ts";
import { watchConnections } from "./lost-connections.ts";
import type { Statement } from "../statements/statement.ts";

const DEADLOCK = "40P01";
const SERIALIZATION = "40001";
/** What a prepared statement says whose result has other columns since a migration. */
const STALE_PLAN = "0A000";
const TRIES = 5;

interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /**
   * The URL leads to a pooler in transaction mode: statements are not prepared by name, and no parameter is set at the
   * start of a connection. Any PgBouncer will do.
   */
  readonly behindPooler?: boolean;
  readonly log: Log;
  /** How long an answer may take: more than PostgreSQL itself gives a statement. */
  readonly answerMs?: number;
}

interface Unit {
  readonly afterCommit: (() => void)[];
  over: boolean;
}

/**
 * Postgres, through MikroORM for what is rare and rich, through named prepared statements for what is hot.
 * Both join the unit of work they are called in.
 */
export class Database implements UnitOfWork {
  readonly #orm: MikroORM;
  readonly #pool: Pool;
  readonly #behindPooler: boolean;
  readonly log: Log;
  /** Its calls for lots that somebody holds take at most a quarter of the pool. */
  readonly heldLots: HeldLots;
  readonly #inside = new AsyncLocalStorage<Unit>();
  /** Statements sent so far: what the round-trip tests read. */
  roundTrips = 0;

  private constructor(orm: MikroORM, pool: Pool, behindPooler: boolean, log: Log) {
    this.log = log;
    this.#orm = orm;
    this.#pool = pool;
    this.#behindPooler = behindPooler;
    this.heldLots = new HeldLots(Math.max(1, Math.floor(pool.options.max / 4)));
  }

  /** Does not fail when the database is away: the first statement does. */
  static async open({
    url,
    poolSize,
    behindPooler = false,
    log,
    answerMs = 20_000,
  }: DatabaseOptions): Promise<Database> {
    let pool: Pool | undefined;
    const orm = new MikroORM({
      clientUrl: url,
      entities: ENTITIES,
      // It would ask the database now, and create one that is not there.
      ensureDatabase: false,
      pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
      driverOptions: {
        // The ORM itself takes no parameters from a URL: neither TLS nor a name.
        connectionString: url,
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
        ...(behindPooler ? {} : { statement_timeout: 15_000 }),
        // timestamptz as Date everywhere, not as the raw text that the ORM asks for
        onPoolCreated: (pool: Pool) => Object.assign(pool.options, { types }),
      },
      logger: (message) => {
        // What the server still says to connections that are being closed is no news.
        if (!pool?.ending) log.warn({ source: "orm" }, message);
      },
      colors: false,
    });
    pool = await orm.em.getConnection().getNativeClient();
    watchConnections(pool, answerMs);
    return new Database(orm, pool, behindPooler, log);
  }

  get pool(): Pool {
    return this.#pool;
  }

  /** The entity manager of the unit of work, else a fresh one. */
  get em(): SqlEntityManager {
    return (TransactionContext.getEntityManager() as SqlEntityManager | undefined) ?? this.#orm.em.fork();
  }

  get open(): boolean {
    return this.#unit !== undefined;
  }

  /** What was begun inside and goes on after the end is outside. */
  get #unit(): Unit | undefined {
    const unit = this.#inside.getStore();
    return unit?.over ? undefined : unit;
  }

  /** Rows of a statement, in the current unit of work if there is one. int8 and numeric arrive as strings. */
  async query<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    this.roundTrips++;
    const transaction = this.#unit && TransactionContext.getEntityManager()?.getTransactionContext();
    if (transaction) {
      const result = await (transaction as Transaction<unknown>).executeQuery(
        CompiledQuery.raw(statement.text, [...values]),
      );
      return result.rows as Row[];
    }
    return this.#send(statement, values);
  }

  /** As query, but committed at once, whatever unit of work is around it. */
  queryAlone<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    this.roundTrips++;
    return this.#send(statement, values);
  }

  async #send<Row>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const unnamed = { text, values: [...values] };
    const asked = this.#pool.query(this.#behindPooler ? unnamed : { ...unnamed, name });
    const { rows } = await asked.catch((error: { code?: string }) => {
      if (error.code !== STALE_PLAN) throw error;
      // Once more, and planned anew: every connection has such a plan.
      return this.#pool.query(unnamed);
    });
    return rows as Row[];
  }

  /** A query that is run again when it lost a deadlock. Outside a unit of work only. */
  async retrying<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.query<Row>(statement, values);
      } catch (error) {
        const code = (error as { code?: string }).code;
        if ((code !== DEADLOCK && code !== SERIALIZATION) || attempt === TRIES || this.#unit) throw error;
      }
    }
  }

  /** One transaction. Nested calls join it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#unit) return work();
    const unit: Unit = { afterCommit: [], over: false };
    const result = await this.#inside
      .run(unit, () => this.#orm.em.fork().transactional(work))
      .finally(() => (unit.over = true));
    for (const then of unit.afterCommit) then();
    return result;
  }

  /** Runs once the unit of work around it has committed, not at all when it rolls back; at once outside of one. */
  afterCommit(then: () => void): void {
    const unit = this.#unit;
    if (unit) unit.afterCommit.push(then);
    else then();
  }

  async close(): Promise<void> {
    await this.#orm.close(true);
  }
}

/** int8 as a number. Amounts and ids stay below 2^53. */
export function int(text: string | number): number {
  return Number(text);
}

/** Whether a statement failed at this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string }).constraint === constraint;
}

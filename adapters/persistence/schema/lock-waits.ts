import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";

/** The pause between checks whether a statement waits: several before it withdraws its request. */
const LOOK_MS = 75;

/** A holder of an awaited lock, as far as the role may see it. */
interface Blocker {
  /** 0: a prepared transaction. */
  readonly pid: number;
  readonly application: string | null;
  readonly user: string | null;
  readonly state: string | null;
  /** The start of its transaction. */
  readonly since: Date | null;
  /** The first word of its last statement. The rest may be private. */
  readonly query: string | null;
}

export interface Wait {
  /** null: another lock than a table's. */
  readonly table: string | null;
  readonly blockers: readonly Blocker[];
  /** True if autovacuum is among them, which gives way to a wait of a second. */
  readonly vacuumed: boolean;
  /** The blockers' transactions, without autovacuum's. */
  readonly transactions: readonly string[];
}

const WHO = `coalesce(nullif(a.application_name, ''), a.backend_type) as application, a.usename as user, a.state,
  a.xact_start as since, lower(substring(a.query from '^\\s*([A-Za-z]{2,12})\\M')) as query`;
/** Reads the awaited lock before its holders: a request withdrawn in between yields none. */
const BLOCKERS = `
  with waited as materialized (
    select w.pid, max(c.oid::regclass::text) as table
    from pg_locks w left join pg_class c on c.oid = w.relation and c.relkind in ('r', 'p')
    where w.pid = $1 and not w.granted group by w.pid
  )
  select b.pid, ${WHO}, a.pid is not null and a.usename is null as vacuum, w.table,
    (select t.virtualtransaction from pg_locks t where t.pid = b.pid and t.locktype = 'virtualxid' and t.granted)
      as transaction
  from waited w cross join lateral unnest(pg_blocking_pids(w.pid)) b (pid) left join pg_stat_activity a on a.pid = b.pid
  order by a.xact_start, b.pid`;
const STILL_OPEN = `
  select from pg_locks where locktype = 'virtualxid' and granted and virtualtransaction = any($1::text[]) limit 1`;
/** Reads the holders of the advisory lock with one 32-bit key. */
const LOCK_HOLDERS = `
  select l.pid, ${WHO} from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.objid::bigint = $1::bigint & 4294967295
    and l.database = (select oid from pg_database where datname = current_database())`;

interface BlockerRow extends Blocker {
  readonly vacuum: boolean;
  readonly transaction: string | null;
  readonly table: string | null;
}

/** Observes lock waits on a separate connection, made on first use. */
export class LockWaits {
  readonly #url: string;
  #client: Promise<Client> | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * @param pid the process that does the work
   * @param onWait called repeatedly while the work waits for others
   */
  async during<T>(pid: number, work: () => Promise<T>, onWait: (wait: Wait) => void): Promise<T> {
    const over = new AbortController();
    const looking = this.#lookAt(pid, onWait, over.signal);
    try {
      return await work();
    } finally {
      over.abort();
      await looking;
    }
  }

  /** Checks whether one of the transactions is still open. */
  async stillOpen(transactions: readonly string[]): Promise<boolean> {
    return transactions.length > 0 && (await this.#ask(STILL_OPEN, [transactions])).length > 0;
  }

  holdersOf(advisoryLock: number): Promise<Blocker[]> {
    return this.#ask<Blocker>(LOCK_HOLDERS, [advisoryLock]);
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  /** Reports waits until the end. If a query fails, for example without a free connection, it reports no holder. */
  async #lookAt(pid: number, onWait: (wait: Wait) => void, over: AbortSignal): Promise<void> {
    while (await delay(LOOK_MS, true, { signal: over }).catch(() => false)) {
      const rows = await this.#ask<BlockerRow>(BLOCKERS, [pid]);
      if (rows.length > 0 && !over.aborted) onWait(waitOf(rows));
    }
  }

  async #ask<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      this.#client ??= connect(this.#url);
      const client = await this.#client;
      return (await client.query<Row>(text, values)).rows;
    } catch {
      this.#client = null;
      return [];
    }
  }
}

function waitOf(rows: readonly BlockerRow[]): Wait {
  return {
    table: rows[0]!.table,
    blockers: rows.map(({ pid, application, user, state, since, query }) => ({
      pid,
      application,
      user,
      state,
      since,
      query,
    })),
    vacuumed: rows.some(({ vacuum }) => vacuum),
    transactions: rows.flatMap(({ vacuum, transaction }) => (vacuum ? [] : (transaction ?? []))),
  };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // A lost connection fails the next query.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Describes a blocker in a sentence: pid 4711 (pg_dump, idle in transaction since …). */
export function inWords({ pid, application, state, since }: Blocker): string {
  if (pid === 0) return "a prepared transaction (see pg_prepared_xacts)";
  const facts = [
    application,
    state === null ? null : `${state}${since ? ` since ${since.toISOString()}` : ""}`,
  ];
  return `pid ${pid} (${facts.filter((fact) => fact !== null).join(", ")})`;
}

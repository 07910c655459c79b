import type { Pool } from "pg";
import type { Service } from "../service.ts";
import type { SoakTime } from "../time.ts";
import type { DatabaseTrouble } from "../trouble.ts";
import type { Sample } from "./judge.ts";
import { ageOf, bytesOf, type Queue, QUEUES, rowsOf } from "./rules.ts";

/** Queries for the time since which the oldest free item of each queue is due; $1 is business time. */
const OLDEST: Readonly<Record<Queue, string>> = {
  orders: "select min(check_at) from pending_order where check_at <= $1",
  deliveries: `select min(q.due_at) from delivery_queue q join webhook_endpoint w on w.id = q.endpoint_id
    where q.due_at <= $1 and q.lease_until is null and w.enabled`,
  events: `select min(e.created_at) from event_unrelayed u
    join event e on e.organisation_id = u.organisation_id and e.id = u.event_id and e.slot = u.slot`,
  refunds:
    "select min(due_at) from refund where state = 'requested' and due_at <= $1 and lease_until is null",
  draws:
    "select min(coalesce(draw_at, closed_at)) from lot join lot_stock s on s.lot_id = id where status = 'ended' and drawn_at is null and sold > voided",
  notifications: "select min(received_at) from rail_notification where processed_at is null",
};
const AGES = `select ${QUEUES.map((queue) => `(${OLDEST[queue]}) as ${queue}`).join(", ")}`;

const CONNECTIONS = `
  select count(*)::int as connections, count(*) filter (where state = 'active')::int as active,
    count(*) filter (where state = 'idle')::int as idle, count(*) filter (where state like 'idle in%')::int as "inTransaction",
    coalesce(extract(epoch from max(pg_catalog.clock_timestamp() - xact_start)) * 1000, 0)::float8 as "oldestMs"
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

const SIZES = `
  select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes,
    sum(s.n_dead_tup)::float8 as dead
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  left join pg_stat_user_tables s on s.relid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by 1`;

/** A table's rows, its dead rows as PostgreSQL estimates them, and its size with its indexes. */
interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly dead: number;
  readonly bytes: number;
}

/** One measurement of all processes and tables. */
export interface Look {
  readonly sample: Sample;
  readonly tables: readonly TableSize[];
  readonly connections: { readonly connections: number; readonly active: number; readonly idle: number };
  /** Number of paid orders. */
  readonly paid: number;
}

interface SamplerOptions {
  readonly database: Pool;
  readonly trouble: DatabaseTrouble;
  readonly time: SoakTime;
  /** The process that is never killed, and the other one. */
  readonly services: () => readonly [Service, Service | null];
}

export class Sampler {
  readonly #options: SamplerOptions;
  readonly #startMs = Date.now();

  constructor(options: SamplerOptions) {
    this.#options = options;
  }

  /** @throws while the database is away */
  async look(): Promise<Look> {
    const { database, trouble, time } = this.#options;
    const tables = await this.#tables();
    const at = Date.now();
    const { rows: ages } = await database.query<Record<Queue, Date | null>>(AGES, [time.now()]);
    const { rows: activity } = await database.query(CONNECTIONS);
    const { rows: paid } = await database.query(
      "select count(*)::int as paid from ticket_order where status = 'paid'",
    );
    const connections = activity[0];
    const measures: Record<string, number> = {
      ...(await this.#processes()),
      "memory of PostgreSQL": await trouble.privateBytes(),
      connections: connections.connections,
      "connections idle in a transaction": connections.inTransaction,
      "oldest transaction": connections.oldestMs,
    };
    for (const queue of QUEUES) {
      const oldest = ages[0]![queue];
      measures[ageOf(queue)] = oldest === null ? 0 : Math.max(0, at - time.machineMs(oldest));
    }
    for (const { name, rows, bytes } of tables) {
      measures[rowsOf(name)] = rows;
      measures[bytesOf(name)] = bytes;
    }
    const sessions = tables.find(({ name }) => name === "ticket_order")?.rows ?? 0;
    const sample = { atMs: at - this.#startMs, businessMs: time.at(at).getTime(), sessions, measures };
    return { sample, tables, connections, paid: paid[0].paid };
  }

  async #tables(): Promise<TableSize[]> {
    const { database } = this.#options;
    const { rows: sizes } = await database.query<Omit<TableSize, "rows">>(SIZES);
    const counts = sizes.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`);
    const { rows } = await database.query<{ name: string; rows: number }>(counts.join(" union all "));
    const counted = new Map(rows.map((row) => [row.name, row.rows]));
    return sizes.map((size) => ({ ...size, rows: counted.get(size.name) ?? 0 }));
  }

  async #processes(): Promise<Record<string, number>> {
    const [stays, killed] = this.#options.services();
    const [one, other] = await Promise.all([stays.ask(), killed?.ask() ?? null]);
    const measures: Record<string, number> = {};
    if (one !== null) {
      measures["heap of the process that stays"] = one.heapBytes;
      measures["buffers of the process that stays"] = one.externalBytes;
      measures["memory of the process that stays"] = one.residentBytes;
      measures["handles of the process that stays"] = one.handles;
      measures["open files of the process that stays"] = one.files;
      measures["event loop delay of the process that stays"] = one.loopDelayP99Ms;
    }
    if (other !== null) {
      measures["heap of the process that is killed"] = other.heapBytes;
      measures["memory of the process that is killed"] = other.residentBytes;
    }
    return measures;
  }
}

import { Heartbeats, type Role, type RunningProcess } from "../../../ports/operations/heartbeats.ts";
import { Database } from "../database/database.ts";
import { row, text, time, uuid } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";

const PROCESS = row("heartbeat h", { id: uuid(), role: text<Role>(), startedAt: time(), seenAt: time() });
const BEAT = statement(
  "beat",
  `with gone as (delete from heartbeat where seen_at < now() - interval '1 day')
    insert into heartbeat (id, role, started_at, seen_at) values ($1, $2, $3, now())
    on conflict (id) do update set seen_at = excluded.seen_at`,
);
const LEAVE = statement("leave", "delete from heartbeat where id = $1");
const LIST = statement(
  "list-processes",
  `select ${PROCESS.columns} from heartbeat h where h.seen_at > now() - interval '1 hour'
    order by h.started_at, h.id limit 1000`,
);

export class PostgresHeartbeats implements Heartbeats {
  static readonly as = Heartbeats;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async beat({ id, role, startedAt }: RunningProcess): Promise<void> {
    await this.#db.query(BEAT, [id, role, startedAt]);
  }

  async leave(id: string): Promise<void> {
    await this.#db.query(LEAVE, [id]);
  }

  async list(): Promise<(RunningProcess & { readonly seenAt: Date })[]> {
    const rows = await this.#db.query(LIST);
    return rows.map(PROCESS.record);
  }
}

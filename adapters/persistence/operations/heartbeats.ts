import { Heartbeats, type RunningProcess } from "../../../ports/operations/heartbeats.ts";
import { HeartbeatRow } from "../entities/operations.ts";
import { expression } from "../orm/rows.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** The number of beats between checks whether another process lived through the last change of history. */
const HISTORY_EVERY_BEATS = 5;

const PROCESS = selection(HeartbeatRow, "h", ["id", "role", "startedAt", "seenAt"]);
const BEAT = statement(
  "beat",
  // None of the $5 confirmed beats may be missing: a row with fewer stays unchanged. Of a former history, only rows
  // that this process has outlived are deleted.
  `with gone as (
      delete from heartbeat h where h.history is not distinct from $4 and h.seen_at < now() - interval '1 day'
        or h.history <> $4 and h.seen_at < now() - interval '1 minute'
          and exists (select from heartbeat w where w.id = $1 and w.first_history = h.history)
    )
    insert into heartbeat (id, role, started_at, seen_at, beats, first_history, history)
    select $1::uuid, $2, $3, now(), 1, $4, $4 where $5::bigint = 0 or exists (select from heartbeat where id = $1)
    on conflict (id) do update set seen_at = excluded.seen_at, beats = heartbeat.beats + 1, history = excluded.history
      where heartbeat.beats >= $5::bigint
    returning beats::int, seen_at as "seenAt"`,
);
const UNWITNESSED = statement(
  "unwitnessed-history",
  `select from heartbeat h where h.history <> $1
    and not exists (select from heartbeat w where w.history = $1 and w.first_history = h.history) limit 1`,
);
export class PostgresHeartbeats extends Store implements Heartbeats {
  static readonly as = Heartbeats;

  async beat(process: RunningProcess): Promise<void> {
    await this.db.compare();
    const { witness } = this.db;
    if (witness?.reason) return;
    const history = witness?.history ?? null;
    const { id, role, startedAt } = process;
    const values = [id, role, startedAt, history, witness?.beats ?? 0];
    const [beaten] = await this.db.queryAlone<{ beats: number; seenAt: Date }>(BEAT, values);
    if (beaten === undefined) return witness?.doubt();
    witness?.beaten({ id, ...beaten });
    if (witness === null || history === null || beaten.beats % HISTORY_EVERY_BEATS !== 0) return;
    witness.lived((await this.db.queryAlone(UNWITNESSED, [history])).length === 0);
  }

  async leave(id: string): Promise<void> {
    await this.db.rows(HeartbeatRow).remove({ id });
  }

  list(): Promise<(RunningProcess & { readonly seenAt: Date })[]> {
    const seenAt = { $gt: expression("now() - interval '1 hour'") };
    return this.db.rows(PROCESS).list({ seenAt }, { order: { startedAt: "asc", id: "asc" }, limit: 1_000 });
  }
}

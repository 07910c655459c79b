import { Client } from "pg";
import { ask } from "./books.ts";
import { eventually } from "../eventually.ts";

export interface HeldLot {
  /** Resolves when this many statements wait for the lot. */
  waitedFor(count?: number): Promise<void>;
  /** Resolves when so many statements wait that do not give up on locks soon, as calls that others share do. */
  waitedForPatiently(count?: number): Promise<void>;
  release(): Promise<void>;
}

/** Locks a lot's row as an order does, so that orders and settlements wait for it. */
export async function holdLot(databaseUrl: string, lotId: number): Promise<HeldLot> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select from lot where id = $1 for no key update", [lotId]);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const waiting = async (count: number, seconds: number) => {
    await eventually(async () => (await ask(databaseUrl, WAITING, [rows[0]!.pid, seconds])).length >= count);
  };
  return {
    waitedFor: (count = 1) => waiting(count, 0),
    waitedForPatiently: (count = 1) => waiting(count, IMPATIENT_SEC),
    async release() {
      await client.query("commit");
      await client.end();
    },
  };
}

/** Impatient calls wait for a lock for half of it. */
const IMPATIENT_SEC = 1;

/** Who has waited so many seconds for a session, or for one that does. */
const WAITING = `
  with recursive waiting (pid) as (
    select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))
    union
    select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid))
  )
  select from waiting
  where exists (
    select from pg_locks l
    where l.pid = waiting.pid and not l.granted and l.waitstart <= clock_timestamp() - make_interval(secs => $2)
  )`;

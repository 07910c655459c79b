import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SILENT } from "../../../test/support/builders/organisations.ts";
import { Problem } from "../../../src/shared/problem.ts";
import { Database } from "./database.ts";
import {
  discardEmbeddedPostgres,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../embedded-postgres/embedded-postgres.ts";
import { eventually } from "../../../test/support/eventually.ts";

const POOL_SIZE = 3;
const ANSWER_MS = 1_000;
const INSERT = { name: "insert-sale", text: "insert into sale values ($1)" };
const COUNT = { name: "count-sales", text: "select count(*)::int as sales from sale" };

const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === "unavailable";

let folder: string;
let postgres: EmbeddedPostgres;
let operator: Client;
let database: Database;

// A separate server: the standbys that a commit waits for are a setting of the whole server.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "partner-raffle-standby-"));
  await chmod(folder, 0o755); // root's PostgreSQL runs as another user
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: SILENT });
  operator = new Client({ connectionString: postgres.url });
  await operator.connect();
  await operator.query("create table sale (id integer)");
  await operator.query("create table commit (id integer)");
  database = await Database.open({
    url: postgres.url,
    poolSize: POOL_SIZE,
    log: SILENT,
    answerMs: ANSWER_MS,
  });
});
afterAll(async () => {
  await database.close();
  await operator.end();
  await postgres.stop();
  await discardEmbeddedPostgres(folder);
});

async function awaitStandby(names: string): Promise<void> {
  await operator.query(`alter system set synchronous_standby_names = '${names}'`);
  await operator.query("select pg_reload_conf()");
  const standbys = async () => (await operator.query("show synchronous_standby_names")).rows[0];
  await eventually(async () => (await standbys()).synchronous_standby_names === names);
  if (names !== "") await untilCommitsWait();
}

// Commits wait once the checkpointer has read the setting, which may be after the operator's connection has.
async function untilCommitsWait(): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const seen = new AbortController();
  const commit = async () => {
    while (!seen.signal.aborted) await client.query("insert into commit values (1)");
  };
  const look = async () => {
    const waiting = "select pid from pg_stat_activity where wait_event = 'SyncRep'";
    await eventually(async () => (await operator.query(waiting)).rowCount === 1);
    seen.abort();
    await operator.query(`select pg_cancel_backend(pid) from (${waiting}) as waiting`);
  };
  await Promise.all([commit(), look()]);
  await client.end();
}

const backends = async () =>
  (
    await operator.query(
      "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )
  ).rowCount;

/** A busy machine may answer too late, which ends the connection. */
function isOnTime(query: Promise<unknown>): Promise<boolean> {
  return query.then(
    () => true,
    (error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return false;
    },
  );
}

it("while the synchronous standby is away, tries leave no connections behind on the server", async () => {
  await database.query(INSERT, [0]);
  await awaitStandby("nobody");
  const tries = 4 * POOL_SIZE;
  const outcomes = await Promise.all(
    Array.from({ length: tries }, (_, i) => database.query(INSERT, [1 + i]).then(() => null, isUnavailable)),
  );
  // Whether it counts is unknown: the answer is as if it had been lost.
  expect(outcomes).toEqual(Array(tries).fill(true));
  await eventually(async () => (await backends())! <= POOL_SIZE);
  // Uncommitted tries are answered, and no open connection holds locks. The server may be slow to cancel.
  await eventually(async () => {
    const counted = database.query<{ sales: number }>(COUNT);
    return (await isOnTime(counted)) && (await counted)[0]!.sales === 1 + tries;
  });
  await awaitStandby("");
  await eventually(() => isOnTime(database.query(INSERT, [-1])));
});

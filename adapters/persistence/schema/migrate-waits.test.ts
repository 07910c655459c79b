import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "../../../test/support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../../../test/support/database/database.ts";
import { migration } from "../../../test/support/database/migrations.ts";
import { cloneTemplate, startThrowawayPostgres } from "../../../testing/throwaway-postgres.ts";
import { THIS_BUILD } from "./build.ts";
import { migrate } from "./migrate.ts";
import { sqlFunction } from "./sql-functions.ts";
import { eventually } from "../../../test/support/eventually.ts";

const WAITS = "database change waits for other transactions";
const LATE = "9001-note";
const ADD_COLUMN = "alter table lot add column note text";
const MAKE_INDEX = "create index concurrently if not exists lot_by_price on lot (price_cents)";

interface Line {
  readonly message: string;
  readonly step?: string;
  readonly table?: string | null;
  readonly blockers?: readonly Record<string, unknown>[];
}

let database: TestDatabase;
let lines: Line[];
let others: Client[];
beforeEach(async () => {
  database = await createDatabase();
  lines = [];
  others = [];
});
afterEach(async () => {
  await Promise.all(others.map((client) => client.end()));
  await database.drop();
});

const hear = (facts: object, message: string) => void lines.push({ message, ...facts });
const log = { info: hear, warn: hear };
const waits = () => lines.filter(({ message }) => message === WAITS);

/** Adds one migration to this build. */
const add = (sql: string, waitLimitMs = 60_000) =>
  migrate(database.url, {
    build: { migrations: [...THIS_BUILD.migrations, migration(LATE, sql)], schema: null },
    log,
    waitLimitMs,
  });
const isApplied = async () =>
  (await ask(database.url, "select from migration where name = $1", [LATE])).length > 0;
const column = () =>
  ask(database.url, "select from pg_attribute where attrelid = 'lot'::regclass and attname = 'note'");
const index = async () =>
  (
    await ask<{ oid: number; valid: boolean }>(
      database.url,
      "select indexrelid as oid, indisvalid as valid from pg_index where indexrelid = to_regclass('lot_by_price')",
    )
  )[0];

/** Opens another connection with a transaction that ran these statements. */
async function other(name: string, ...statements: string[]): Promise<{ client: Client; pid: number }> {
  const client = new Client({ connectionString: database.url, application_name: name });
  client.on("error", () => {});
  await client.connect();
  others.push(client);
  await client.query("begin");
  for (const each of statements) await client.query(each);
  const { rows } = await client.query("select pg_backend_pid() as pid /* secret */");
  return { client, pid: rows[0].pid };
}

describe("a migration whose table another transaction holds", () => {
  it("withdraws its request, names the transaction without private data, and runs when that has ended", async () => {
    const { client, pid } = await other("report", "select slug, 'private word' from organisation, lot");
    const added = add(ADD_COLUMN);
    await eventually(() => waits().length > 0);
    expect(waits()).toEqual([
      {
        message: WAITS,
        step: `migration ${LATE}`,
        table: "lot",
        blockers: [
          {
            pid,
            application: "report",
            user: expect.any(String),
            state: "idle in transaction",
            since: expect.any(Date),
            query: "select",
          },
        ],
      },
    ]);
    // No other transaction waits behind it.
    await ask(database.url, "set lock_timeout = '5s'; update lot_stock set sold = sold");
    expect(await column()).toHaveLength(0);

    await client.query("commit");
    await added;
    expect(await column()).toHaveLength(1);
    expect(await isApplied()).toBe(true);
  });

  it("does not request the lock again while the transaction is open, and logs the wait once", async () => {
    const { client } = await other("report", "select from lot");
    const added = add(ADD_COLUMN);
    await eventually(() => waits().length > 0);
    let checks = 0;
    const until = performance.now() + 4_000;
    while (performance.now() < until) {
      const waiting = await ask(
        database.url,
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (waiting.length > 0) checks++;
      await delay(20);
    }
    expect(checks).toBe(0);
    expect(waits()).toHaveLength(1);
    await client.query("commit");
    await added;
  });

  it("fails with a message after the limit, and has changed nothing", async () => {
    const { pid } = await other("report", "select from lot");
    await expect(add(`create table shelf (); ${ADD_COLUMN}`, 1_500)).rejects.toMatchObject({
      name: "WaitedTooLong",
      message: expect.stringMatching(
        new RegExp(
          String.raw`^migration 9001-note waited 2 s \(MIGRATION_WAIT_SEC\) for pid ${pid} \(report, idle in transaction ` +
            String.raw`since 20[^)]+Z\), using lot: start again once that has ended, or end it by: ` +
            String.raw`select pg_terminate_backend\(${pid}\)$`,
        ),
      ),
    });
    expect(await isApplied()).toBe(false);
    expect(await ask(database.url, "select to_regclass('shelf') as shelf")).toEqual([{ shelf: null }]);
  });

  it("runs again after it lost a deadlock", async () => {
    const name = new URL(database.url).pathname.slice(1);
    await ask(database.url, `alter database ${name} set deadlock_timeout = '20ms'`);
    const { client } = await other("seller", "lock table lot");
    const added = add("lock table prize; select pg_sleep(0.3); lock table lot; create table shelf ()");
    await eventually(
      async () =>
        (await ask(database.url, "select from pg_locks where relation = 'prize'::regclass")).length > 0,
    );
    // The last waiter detects the deadlock.
    await client.query("set local deadlock_timeout = '10s'");
    await client.query("lock table prize");
    await client.query("commit");
    await added;
    expect(await isApplied()).toBe(true);
  });

  it("keeps the effects of earlier migrations", async () => {
    await other("report", "select from lot");
    const migrations = [
      ...THIS_BUILD.migrations,
      migration("9001-shelf", "create table shelf ()"),
      migration("9002-note", ADD_COLUMN),
    ];
    const build = { migrations, schema: null };
    await expect(migrate(database.url, { build, waitLimitMs: 500 })).rejects.toThrow(/^migration 9002-note/);
    expect(await ask(database.url, "select name from migration order by 1 desc limit 1")).toEqual([
      { name: "9001-shelf" },
    ]);
  });
});

describe("an index that is made concurrently", () => {
  it("waits for older transactions while others write, names them, and is valid", async () => {
    const { client, pid } = await other(
      "pg_dump",
      "set transaction isolation level repeatable read",
      "select from lot",
    );
    const added = add(MAKE_INDEX);
    await eventually(() => waits().length > 0);
    expect(waits()[0]).toMatchObject({
      step: `migration ${LATE}`,
      blockers: [{ pid, application: "pg_dump" }],
    });
    await ask(database.url, "set lock_timeout = '100ms'; update lot_stock set sold = sold");
    await client.query("commit");
    await added;
    expect(await index()).toMatchObject({ valid: true });
    expect(await isApplied()).toBe(true);
  });

  it("is made again after an interruption left it invalid", async () => {
    const { client } = await other(
      "pg_dump",
      "set transaction isolation level repeatable read",
      "select from lot",
    );
    const interrupted = add(MAKE_INDEX).catch(({ message }: Error) => message);
    await eventually(async () => (await index()) !== undefined);
    await ask(
      database.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index%' and datname = current_database()",
    );
    expect(await interrupted).toMatch(/^terminating connection/);
    expect(await index()).toMatchObject({ valid: false });
    expect(await isApplied()).toBe(false);

    await client.query("commit");
    await add(MAKE_INDEX);
    expect(await index()).toMatchObject({ valid: true });
    expect(await isApplied()).toBe(true);
  });

  it("is invalid after the limit, and the message names the transaction that it waited for; the next start makes it", async () => {
    const { client } = await other(
      "pg_dump",
      "set transaction isolation level repeatable read",
      "select from lot",
    );
    await expect(add(MAKE_INDEX, 1_500)).rejects.toThrow(/^migration 9001-note waited 2 s .*pg_dump/);
    expect(await index()).toMatchObject({ valid: false });
    await client.query("commit");
    await add(MAKE_INDEX);
    expect(await index()).toMatchObject({ valid: true });
  });

  it("is not made twice after a start died between the index and the table migration", async () => {
    await ask(database.url, MAKE_INDEX);
    const before = await index();
    await add(MAKE_INDEX);
    expect(await index()).toEqual(before);
    expect(await isApplied()).toBe(true);
  });

  it("is dropped as well", async () => {
    await ask(database.url, MAKE_INDEX);
    await add("-- Nobody asks by price.\ndrop index concurrently if exists lot_by_price;\n");
    expect(await index()).toBeUndefined();
  });

  it("is made once by two starts at the same time", async () => {
    await Promise.all([add(MAKE_INDEX), add(MAKE_INDEX)]);
    expect(await index()).toMatchObject({ valid: true });
  });

  it.each([
    ["beside other statements", `${ADD_COLUMN}; ${MAKE_INDEX}`],
    ["that could not be repeated", "create index concurrently lot_by_price on lot (price_cents)"],
    ["without a name", "create index concurrently on lot (price_cents)"],
    ["that is only made anew", "reindex index concurrently lot_active"],
  ])("is refused %s", async (_, sql) => {
    await expect(add(sql)).rejects.toThrow(/^migration 9001-note: a concurrent step/);
    expect([await isApplied(), await index(), await column()]).toEqual([false, undefined, []]);
  });
});

it("autovacuum gives way to a migration", async () => {
  // A separate server: the setting applies to every database.
  const report = (facts: object, message: string) => console.error(message, facts);
  const postgres = await startThrowawayPostgres({ warn: report, error: report });
  const shared = database;
  database = await cloneTemplate(postgres.adminUrl);
  try {
    await ask(database.url, "alter system set autovacuum_naptime = '1s'");
    await ask(database.url, "select pg_reload_conf()");
    await ask(
      database.url,
      `create table shelf (n integer, note text) with (autovacuum_vacuum_threshold = 1,
         autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`,
    );
    await ask(database.url, "insert into shelf select n, repeat('x', 1000) from generate_series(1, 20000) n");
    await ask(database.url, "delete from shelf");
    const vacuum = "select from pg_stat_activity where query like 'autovacuum: % public.shelf'";
    await eventually(async () => (await ask(database.url, vacuum)).length > 0);
    await add("alter table shelf add column sold integer");
    expect(waits()[0]).toMatchObject({ table: "shelf", blockers: [{ user: null, query: "autovacuum" }] });
  } finally {
    database = shared;
    await postgres.stop();
  }
});

describe("a start waits in the same way, and logs it,", () => {
  it("for the table of functions", async () => {
    const { client } = await other("operator", "lock table sql_function");
    const functions = THIS_BUILD.functions.map((each) =>
      each.name === "iso" ? sqlFunction("iso", `${each.text}-- Newer.\n`) : each,
    );
    const started = migrate(database.url, { build: { functions }, log });
    await eventually(() => waits().length > 0);
    expect(waits()[0]).toMatchObject({ table: "sql_function", blockers: [{ application: "operator" }] });
    await client.query("commit");
    await started;
  });

  it("for another start, until the limit", async () => {
    const { client, pid } = await other(
      "partner-raffle-api all",
      "select pg_advisory_lock(hashtext('partner-raffle-api migrations'))",
    );
    await expect(migrate(database.url, { log, waitLimitMs: 1_500 })).rejects.toThrow(
      new RegExp(
        String.raw`^the turn after another start waited 2 s .* for pid ${pid} \(partner-raffle-api all`,
      ),
    );
    expect(waits()).toMatchObject([
      { step: "the turn after another start", blockers: [{ pid, state: "idle in transaction" }] },
    ]);
    await client.query("select pg_advisory_unlock_all()");
    await migrate(database.url);
  });
});

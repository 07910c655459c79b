import { Client } from "pg";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startBuyers } from "../support/builders/buyers.ts";
import { ask, brokenRules } from "../support/builders/books.ts";
import { createDatabase } from "../support/database/database.ts";
import { onlyDeep } from "../support/depth.ts";
import { Partner } from "../support/builders/partner.ts";
import { buildNextVersion } from "../support/service/next-version.ts";
import { killProcesses, onDatabase, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import { unusedPort } from "../support/service/unused-port.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const WAITS = "database change waits for other transactions";
/** Enough on one lot for its requests to be kept apart, were its row not had in half a second. */
const BUYERS = 8;
const TOO_LONG = onlyDeep("upgrade that waits longer than it may");

const next = prepared(() =>
  buildNextVersion({
    migrations: {
      "9001-sold-by": "alter table ticket_order add column sold_by text",
      "9002-lot-note": "alter table lot add column note text; alter table account add column note text",
    },
  }),
);
const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
const partner = prepared(() => Partner.add(setUp, { slug: "shop" }));

afterEach(killProcesses);
afterAll(async () => {
  await next.remove();
});

/** Locks as pg_dump does: reads every table as of one moment, until `end`. */
async function openDump(url: string): Promise<{ pid: number; end(): Promise<void> }> {
  const client = new Client({ connectionString: url, application_name: "pg_dump" });
  await client.connect();
  await client.query("begin isolation level repeatable read, read only");
  const { rows } = await client.query(
    `select pg_backend_pid() as pid, string_agg(format('%I', relname), ', ') as tables from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  await client.query(`lock table ${rows[0].tables} in access share mode`);
  return { pid: rows[0].pid, end: () => client.end() };
}

const columns = () =>
  ask<{ name: string }>(
    database.url,
    `select attrelid::regclass || '.' || attname as name from pg_attribute
     where attname in ('sold_by', 'note') and attrelid in ('ticket_order'::regclass, 'lot'::regclass, 'account'::regclass)
     order by 1`,
  );

it.runIf(TOO_LONG)(
  "an upgrade that waits longer than it may ends in a sentence; until then it lives and is not ready",
  async () => {
    const dump = await openDump(database.url);
    const port = await unusedPort();
    const start = new ServiceProcess({
      environment: onDatabase(database.url, { PORT: String(port), MIGRATION_WAIT_SEC: "2" }),
      command: next.command,
    });
    await start.printed(WAITS);
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503]);
    expect(await start.exited).toEqual({ code: 1, signal: null });
    await dump.end();
    const told = start.output.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
    expect(told).toEqual([
      expect.stringMatching(
        new RegExp(
          String.raw`^DATABASE_URL: migration 9001-sold-by waited 2 s \(MIGRATION_WAIT_SEC\) for pid ${dump.pid} ` +
            String.raw`\(pg_dump, idle in transaction since .*, using ticket_order: start again once that has ended`,
        ),
      ),
    ]);
  },
);

describe("an upgrade while dumps read every table and buyers buy", () => {
  it("gives way to selling, names who holds the tables, and goes on when they have ended", async () => {
    const former = await ServiceProcess.start(database.url);
    const lot = await partner.lot({ maxTickets: 100_000 });
    const buyers = startBuyers(former, partner.key, lot.id, BUYERS);
    await buyers.buyMore(20);
    const dump = await openDump(database.url);

    // Two of them at once.
    const starts = [1, 2].map(
      () => new ServiceProcess({ environment: onDatabase(database.url), command: next.command }),
    );
    const line = await Promise.race(starts.map((start) => start.logged(WAITS)));
    expect(line).toMatchObject({
      level: "warn",
      step: "migration 9001-sold-by",
      table: "ticket_order",
      blockers: [{ pid: dump.pid, application: "pg_dump", state: "idle in transaction", query: "lock" }],
    });
    await buyers.buyMore(100);
    expect(await columns()).toEqual([]);

    // Another holds it before the first has ended.
    const second = await openDump(database.url);
    await dump.end();
    await Promise.race(starts.map((start) => start.printed(`"pid":${second.pid}`)));
    await buyers.buyMore(100);
    expect(await columns()).toEqual([]);

    await second.end();
    await Promise.all(starts.map((start) => start.ready()));
    expect((await columns()).map(({ name }) => name)).toEqual([
      "account.note",
      "lot.note",
      "ticket_order.sold_by",
    ]);
    const buyersOfNext = startBuyers(starts[0]!, partner.key, lot.id);
    await Promise.all([buyers.buyMore(20), buyersOfNext.buyMore(20)]);
    await Promise.all([buyers.stop(), buyersOfNext.stop()]);
    // Their workers do what a wait has left.
    await eventually(async () => (await brokenRules(database.url)).length === 0);
    await Promise.all([former, ...starts].map((each) => each.stop()));
    expect(await brokenRules(database.url)).toEqual([]);
  });
});

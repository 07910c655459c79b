import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../adapters/persistence/database/database.ts";
import { Readiness } from "../adapters/persistence/database/readiness.ts";
import { ask } from "./support/builders/books.ts";
import { DatabaseProxy } from "./support/database/database-proxy.ts";
import { createDatabase, type TestDatabase } from "./support/database/database.ts";
import { SILENT } from "./support/builders/organisations.ts";
import { Partner } from "./support/builders/partner.ts";
import { scrape } from "./support/service/scrape.ts";
import { type Answer, TestService } from "./support/service/service.ts";
import { eventually } from "./support/eventually.ts";

let own: TestDatabase;
let service: TestService;
let partner: Partner;
let lotId: number;
beforeEach(async () => {
  own = await createDatabase();
  service = await TestService.open({ databaseUrl: own.url });
  partner = await Partner.add(service);
  lotId = (await partner.lot()).id;
});
afterEach(async () => {
  await service.stop();
  await own.drop();
});

const refusalOf = ({ status, json, headers }: Answer) => [
  status,
  json.error,
  Number(headers.get("Retry-After")) > 0,
];
const AWAY = [503, "unavailable", true];

/** Sets it for all connections: the open ones end. */
async function setForAll(setting: string): Promise<void> {
  const url = new URL(own.url);
  url.searchParams.set("options", "-c default_transaction_read_only=off");
  await ask(url.href, `alter database ${url.pathname.slice(1)} set ${setting}`);
  await ask(
    url.href,
    "select pg_terminate_backend(pid, 10_000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
}

/** Makes a statement on the table fail as PostgreSQL does where the machine is full. */
const failing = (table: string, operation: string, sqlState: string) =>
  ask(
    own.url,
    `create function fail_${table}() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '${sqlState}'; end $$;
     create trigger fail before ${operation} on ${table} for each row execute function fail_${table}()`,
  );

describe("a database that is there and takes no writes", () => {
  it("read-only: 503 with Retry-After, and not ready", async () => {
    expect((await service.call("GET", "/readyz")).status).toBe(200);
    await setForAll("default_transaction_read_only = on");
    expect(refusalOf(await partner.checkout(lotId))).toEqual(AWAY);
    const unready = await service.call("GET", "/readyz");
    expect(refusalOf(unready)).toEqual(AWAY);
    expect(unready.json.message).toBe("Not ready: the database is read-only.");
    expect((await scrape(service)).get("service_ready")).toBe(0);
    await setForAll("default_transaction_read_only = off");
    // The first request on an ended connection may still fail.
    await eventually(async () => (await service.call("GET", "/readyz")).status === 200);
    expect((await partner.checkout(lotId)).status).toBe(201);
  });

  it.each(["53100", "53200", "58030", "40P01", "40001"])(
    "%s when an order is placed: 503 with Retry-After",
    async (sqlState) => {
      await failing("ticket_order", "insert", sqlState);
      expect(refusalOf(await partner.checkout(lotId))).toEqual(AWAY);
    },
  );

  it("no room on the disk: not ready, also where rows that are there could still be changed", async () => {
    await failing("write_check", "update", "53100");
    const unready = await service.call("GET", "/readyz");
    expect(refusalOf(unready)).toEqual(AWAY);
    expect(unready.json.message).toBe("Not ready: the database's disk is full.");
    await ask(own.url, "drop trigger fail on write_check");
    expect((await service.call("GET", "/readyz")).status).toBe(200);
    // A full disk refuses a larger file; here a limit does.
    await setForAll("temp_file_limit = 0");
    const another = await Database.open({ url: own.url, poolSize: 1, log: SILENT });
    await expect(new Readiness(another).check()).rejects.toMatchObject({ cause: { code: "53400" } });
    await another.close();
  });

  it("that hangs: not ready with its reason, and one connection waits, for any number of probes", async () => {
    const proxy = await DatabaseProxy.open(own.url);
    // A connection gives up on an answer long after a prober has.
    const another = await Database.open({ url: proxy.url, poolSize: 4, log: SILENT, answerMs: 600_000 });
    const readiness = new Readiness(another, { patienceMs: 900 });
    await readiness.check();
    proxy.stall();
    const silent = expect.objectContaining({ message: "the database did not answer within 0.9 seconds" });
    for (let i = 0; i < 3; i++) {
      const checks = await Promise.allSettled([readiness.check(), readiness.check()]);
      expect(checks).toEqual([
        { status: "rejected", reason: silent },
        { status: "rejected", reason: silent },
      ]);
    }
    expect(another.pool.totalCount - another.pool.idleCount).toBe(1);
    await proxy.mend();
    await readiness.check();
    await another.close();
    await proxy.close();
  });

  it("a commit that hangs: not ready, and one connection waits for it, for any number of probes", async () => {
    const another = await Database.open({ url: own.url, poolSize: 4, log: SILENT });
    const readiness = new Readiness(another, { writeEveryMs: 0, patienceMs: 900 });
    await readiness.check();
    const held = await another.pool.connect();
    await held.query("begin");
    await held.query("update write_check set at = now()");
    for (let i = 0; i < 3; i++) {
      const checks = await Promise.allSettled([readiness.check(), readiness.check()]);
      expect(checks.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    }
    expect(another.pool.totalCount - another.pool.idleCount).toBe(2);
    await held.query("rollback");
    held.release();
    await readiness.check();
    await another.close();
  });
});

it("a statement that was prepared before a migration changed its columns is prepared again", async () => {
  const statement = { name: "changing", text: "select * from write_check" };
  const all = () => Promise.all(Array.from({ length: 8 }, () => service.database.query<object>(statement)));
  await all();
  await ask(own.url, "alter table write_check add column note text");
  for (const [row] of await all()) expect(row).toHaveProperty("note");
});

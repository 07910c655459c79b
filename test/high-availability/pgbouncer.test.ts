import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ask, brokenRules } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { createDatabase, type TestDatabase } from "../support/database/database.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { pgbouncerVersion, startPgbouncer } from "../support/database/pgbouncer.ts";
import { failedStart } from "../support/service/failed-start.ts";
import { eventually, onDatabase, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";

const BUYERS = 8;
const EACH = 5;

const version = pgbouncerVersion();
if (version === null) console.log("PgBouncer is not on the PATH: what goes through it is not tested here");

let database: TestDatabase;
let partner: Partner;
let lotId: number;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await createDatabase();
  partner = await Partner.add(await TestService.open({ databaseUrl: database.url }), { slug: "shop" });
  lotId = (await partner.lot()).id;
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(async () => {
  await partner.service.stop();
  await database.drop();
});

async function pooler(databaseUrl: string, ...settings: string[]): Promise<string> {
  const { url, stop } = await startPgbouncer(databaseUrl, ...settings);
  stops.push(stop);
  return url;
}

async function start(databaseUrl: string, environment: Record<string, string>): Promise<ServiceProcess> {
  const service = await ServiceProcess.start(databaseUrl, { environment });
  stops.push(() => service.stop());
  return service;
}

/** A ticket that is bought and paid, as often as the service has to be asked. */
async function buy(service: ServiceProcess): Promise<void> {
  const body = { competitionId: lotId, buyer: { email: `${crypto.randomUUID()}@example.com` } };
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  let session: Answer;
  do session = await service.call("POST", "/api/v1/checkout/sessions", { key: partner.key, body, headers });
  while (session.status === 503 || session.status === 409);
  expect(session.status, session.text).toBe(201);
  const pay = () =>
    service.call("POST", `/sandbox/payments/${session.json.data.id}`, { body: { outcome: "paid" } });
  await eventually(async () => (await pay()).json.notified === true);
}

async function sold(): Promise<number> {
  const [lot] = await ask<{ sold: number }>(database.url, "select sold from lot where id = $1", [lotId]);
  return lot!.sold;
}

/** Many at once, over fewer connections than they are. */
async function sell(service: ServiceProcess): Promise<void> {
  const before = await sold();
  await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      for (let turn = 0; turn < EACH; turn++) await buy(service);
    }),
  );
  await eventually(async () => (await sold()) === before + BUYERS * EACH);
  const list = await service.call("GET", "/admin/api/v1/organisations/shop/orders", { key: ADMIN_TOKEN });
  expect(list.status).toBe(200);
  expect(await brokenRules(database.url)).toEqual([]);
}

const warnings = (service: ServiceProcess) =>
  service.logs.filter(({ level }) => level >= 40).map(({ msg }) => msg);

describe.skipIf(version === null)("behind PgBouncer", { timeout: 90_000 }, () => {
  it("in transaction mode it sells, with DATABASE_DIRECT_URL past it, also after the connections behind it were lost", async () => {
    const proxy = await DatabaseProxy.open(database.url);
    stops.push(() => proxy.close());
    const url = await pooler(
      proxy.url,
      "pool_mode = transaction",
      "default_pool_size = 3",
      "server_login_retry = 1",
      "query_wait_timeout = 3",
    );
    const service = await start(url, { DATABASE_DIRECT_URL: database.url });
    await sell(service);
    expect(warnings(service).filter((line) => !line.startsWith("NODE_ENV"))).toEqual([]);

    await proxy.cut();
    expect((await service.call("GET", "/readyz")).status).toBe(503);
    await proxy.mend();
    await eventually(async () => (await service.call("GET", "/readyz")).status === 200);
    const before = await sold();
    await buy(service);
    await eventually(async () => (await sold()) === before + 1);
  });

  it("in transaction mode alone it does not start, and says what is missing", async () => {
    const url = await pooler(database.url, "pool_mode = transaction");
    const alone = await failedStart(onDatabase(url));
    expect(alone).toBe(
      "DATABASE_URL: is a pooler in transaction mode, where migrations and LISTEN do not work: set DATABASE_DIRECT_URL, too, to PostgreSQL's own address\n",
    );
    const direct = await failedStart({ ...onDatabase(database.url), DATABASE_DIRECT_URL: url });
    expect(direct).toMatch(
      /^DATABASE_DIRECT_URL: is a pooler in transaction mode, .*: give PostgreSQL's own address\n$/,
    );
  });

  it("in session mode it needs no second address, once its parameter is let through", async () => {
    const strict = await pooler(database.url, "pool_mode = session");
    expect(await failedStart(onDatabase(strict))).toMatch(
      /^DATABASE_URL: no connection: .*statement_timeout/,
    );
    const url = await pooler(
      database.url,
      "pool_mode = session",
      "default_pool_size = 30",
      "ignore_startup_parameters = statement_timeout",
    );
    const service = await start(url, {});
    await buy(service);
    expect(warnings(service).filter((line) => !line.startsWith("NODE_ENV"))).toEqual([]);
  });
});

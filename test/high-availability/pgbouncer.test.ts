import { afterEach, describe, expect, it } from "vitest";
import { ask, brokenRules } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { Cluster } from "../support/database/cluster.ts";
import { createDatabase } from "../support/database/database.ts";
import { pgbouncerVersion, startPgbouncer } from "../support/database/pgbouncer.ts";
import { failedStart } from "../support/service/failed-start.ts";
import { onDatabase, ServiceProcess } from "../support/service/service-process.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { Replication } from "./replication.ts";
import { opened } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const BUYERS = 8;
const EACH = 5;

const version = pgbouncerVersion();
if (version === null) console.log("PgBouncer is not on the PATH: what goes through it is not tested here");

const stops: (() => Promise<void>)[] = [];
const database = opened(createDatabase);

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** The partner and lot of a purchase. */
interface Sale {
  readonly partner: Partner;
  readonly lotId: number;
}

/** Sells at a service that has a separate connection to the database. */
async function saleOn(databaseUrl: string): Promise<Sale> {
  const setUp = await TestService.open({ databaseUrl });
  const partner = await Partner.add(setUp, { slug: "shop" });
  const { id: lotId } = await partner.lot();
  await setUp.stop();
  return { partner, lotId };
}

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

/** Buys a ticket and pays, with as many tries as the service needs. */
async function buy(service: ServiceProcess, { partner, lotId }: Sale): Promise<void> {
  const body = { competitionId: lotId, buyer: { email: `${crypto.randomUUID()}@example.com` } };
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  let session: Answer;
  await eventually(async () => {
    session = await service.call("POST", "/api/v1/checkout/sessions", { key: partner.key, body, headers });
    return session.json.error !== "unavailable" && session.json.error !== "idempotency_in_progress";
  });
  const { status, text, json } = session!;
  expect(status, text).toBe(201);
  const pay = () => service.call("POST", `/sandbox/payments/${json.data.id}`, { body: { outcome: "paid" } });
  await eventually(async () => (await pay()).json.notified === true);
}

async function sold(databaseUrl: string): Promise<number> {
  const [lot] = await ask<{ sold: number }>(databaseUrl, "select sold from lot_stock");
  return lot!.sold;
}

/** Warnings of the log, without those about a test's configuration. */
const warnings = (service: ServiceProcess): string[] =>
  service.logs.filter(({ level, msg }) => level >= 40 && !msg.startsWith("NODE_ENV")).map(({ msg }) => msg);

describe.skipIf(version === null)("behind PgBouncer", () => {
  it("in transaction mode it sells, with DATABASE_DIRECT_URL past it, and outlives a failover", async () => {
    const base = await Cluster.make();
    stops.push(() => base.discard());
    const replication = await Replication.open(base, { synchronous: true });
    stops.push(() => replication.close());
    const sale = await saleOn(replication.primary.url);
    const url = await pooler(
      replication.proxy.url,
      "pool_mode = transaction",
      // Fewer than buyers.
      "default_pool_size = 3",
      "server_login_retry = 1",
      "query_wait_timeout = 3",
    );
    const service = await start(url, { DATABASE_DIRECT_URL: replication.proxy.url });
    await buy(service, sale);
    expect(warnings(service)).toEqual([]);

    const buyers = Array.from({ length: BUYERS }, async () => {
      for (let turn = 0; turn < EACH; turn++) await buy(service, sale);
    });
    await eventually(async () => (await sold(replication.primary.url)) >= BUYERS);
    await replication.failOver();
    await Promise.all(buyers);
    const { url: now } = replication.standby;
    await eventually(async () => (await sold(now)) === BUYERS * EACH + 1);
    await eventually(async () => (await brokenRules(now)).length === 0);
    expect((await service.call("GET", "/readyz")).status).toBe(200);
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
    const sale = await saleOn(database.url);
    const service = await start(url, {});
    await buy(service, sale);
    expect(warnings(service)).toEqual([]);
  });
});

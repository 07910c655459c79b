import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "../../adapters/persistence/database/database.ts";
import type { Freshness } from "../../adapters/persistence/statements/statement.ts";
import { standbyAt } from "../../adapters/persistence/servers/standby.ts";
import { statement } from "../../adapters/persistence/statements/statement.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { ask } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { Cluster } from "../support/database/cluster.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { scrape } from "../support/service/scrape.ts";
import { ADMIN_TOKEN, type Json, TestService } from "../support/service/service.ts";
import { Replication } from "./replication.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const MAX_AGE_MS = 2_000;
const TURNS = 20;
const USED = "the standby answers reads";
const REFUSED = "the standby cannot answer reads; the primary does";

const PARTNERS_LISTS = [
  "competitions",
  "competitions?state=open",
  "prizes",
  "winners",
  "checkout/sessions",
  "draws/usage",
  "draws/ledger",
];
const OPERATORS_LISTS = [
  "accounts",
  "affiliates",
  "api-keys",
  "audit",
  "competitions",
  "competitions?state=open",
  "disputes",
  "draw-account/ledger",
  "events",
  "halted-competitions",
  "orders",
  "prizes",
  "rail-notifications",
  "refunds",
  "unmatched-payments",
  "webhook-endpoints",
  "winners",
];

const LOTS = statement("test-lots", "select count(*)::int as lots from lot");
/** Statement that shows the server: the primary answers it at once, the standby never. */
const ENDLESS = statement(
  "test-endless",
  `select pg_is_in_recovery() as standby, case when pg_is_in_recovery() then pg_sleep(60)::text end as slept
    from sql_function limit 1`,
);

const base = prepared(() => Cluster.make());
const replication = opened(() => Replication.open(base, { synchronous: false }));
/** The connection of the service to its standby. */
const proxy = opened(() => DatabaseProxy.open(replication.standby.url));
const service = opened(() => open(replication.primary.url, proxy.url));
const rig = prepared(async () => new DrawRig(service, await Partner.add(service, { slug: "shop" })));
/** The partner at another process, which has no standby. */
const elsewhere = prepared(async () =>
  rig.partner.at(await TestService.open({ databaseUrl: replication.primary.url })),
);
beforeAll(async () => {
  // Metrics are counted from here on: they are read once.
  await usedAgain();
});
afterAll(async () => {
  await elsewhere.service.stop();
  await base.discard();
});

function open(databaseUrl: string, readUrl: string): Promise<TestService> {
  return TestService.open({
    databaseUrl,
    environment: { DATABASE_READ_URL: readUrl, READ_MAX_AGE_SEC: String(MAX_AGE_MS / 1000) },
    readGaugesEveryMs: 3_600_000,
  });
}

const look = () => service.database.standby!.look();
const used = async () => (await scrape(service)).get("database_standby_used");
const usedAgain = () => eventually(async () => (await look(), (await used()) === 1));
const answered = async (from: "standby" | "primary") =>
  (await scrape(service)).get(`database_reads_total{from="${from}"}`)!;
const logged = (text: string): Json[] =>
  service.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === text);
const lots = async (freshness: Freshness) =>
  (await service.database.read<{ lots: number }>(LOTS, [], freshness))[0]!.lots;

describe("a standby for reads", () => {
  it("answers lists, which know what any process was acknowledged before", async () => {
    const lot = await rig.partner.lot();
    const before = await answered("standby");
    for (let turn = 0; turn < TURNS; turn++) {
      const { id } = (await elsewhere.checkout(lot.id)).json.data;
      const [newest] = (await rig.partner.get("/checkout/sessions?limit=1")).json.data;
      expect(newest.id).toBe(id);
      const [order] = (await rig.operator("GET", "/orders?limit=1")).json.data;
      expect(order.id).toBe(id);
    }
    await eventually(async () => {
      await rig.partner.get("/checkout/sessions?limit=1");
      return (await answered("standby")) > before;
    });
  });

  it("answers draws that are public", async () => {
    const lotId = await rig.drawn(2, 3);
    await usedAgain();
    const before = await answered("standby");
    const path = `/embed/shop/competition/${lotId}`;
    const eventuallyOk = async (address: string) => {
      let answer = await service.call("GET", address);
      await eventually(async () => {
        answer = await service.call("GET", address);
        return answer.status === 200 && answer.json.status !== "committed";
      });
      return answer.json;
    };
    expect((await eventuallyOk(`${path}/draw.json`)).winner).not.toBeNull();
    expect(await eventuallyOk(`${path}/draw/entries.json`)).toMatchObject({
      data: [{ first: 1 }, { first: 3 }],
    });
    expect(await answered("standby")).toBeGreaterThan(before);
  });

  it.each([
    ...PARTNERS_LISTS.map((list) => `/api/v1/${list}`),
    "/admin/api/v1/organisations",
    ...OPERATORS_LISTS.map((list) => `/admin/api/v1/organisations/shop/${list}`),
  ])("may answer %s", async (path) => {
    const total = async () => (await answered("standby")) + (await answered("primary"));
    const before = await total();
    const key = path.startsWith("/admin") ? ADMIN_TOKEN : rig.partner.key;
    const { status } = await service.call("GET", path, { key });
    expect(status).toBe(200);
    expect(await total()).toBeGreaterThan(before);
  });

  it("is not queried by selling, settling and polling", async () => {
    const before = [await answered("standby"), await answered("primary")];
    const lot = await rig.partner.lot();
    const session = await rig.sell(lot.id, 1);
    await rig.partner.session(session);
    await rig.partner.get(`/competitions/${lot.id}`);
    await rig.operator("GET", `/orders/${session}`);
    expect([await answered("standby"), await answered("primary")]).toEqual(before);
  });

  it("that is behind answers no list, and nothing that is older than the bound", async () => {
    await usedAgain();
    replication.link.stall();
    const known = await lots("current");
    await elsewhere.lot();
    const writtenAt = performance.now();
    expect(await lots("current")).toBe(known + 1);
    for (let count = known; count === known;) {
      const askedAt = performance.now();
      count = await lots("recent");
      await delay(10);
      if (count === known) expect(askedAt - writtenAt).toBeLessThanOrEqual(MAX_AGE_MS);
    }
    await look();
    expect(await used()).toBe(0);
    expect(logged(REFUSED).at(-1)).toMatchObject({ reason: "behind" });
    replication.link.resume();
    await usedAgain();
  });

  it("that is away is logged once, costs no answer, and is used again when it is back", async () => {
    const counts = [logged(REFUSED).length, logged(USED).length];
    await proxy.cut();
    const { status } = await rig.partner.get("/checkout/sessions");
    expect(status).toBe(200);
    for (let looks = 0; looks < 2; looks++) await look();
    expect(await used()).toBe(0);
    expect((await service.call("GET", "/readyz")).status).toBe(200);
    expect((await service.call("GET", "/admin/api/v1/organisations", { key: ADMIN_TOKEN })).status).toBe(200);
    expect(logged(REFUSED).slice(counts[0])).toMatchObject([{ reason: "away" }]);
    await proxy.mend();
    await usedAgain();
    expect(logged(USED).length).toBeGreaterThan(counts[1]!);
  });

  it("whose read is cancelled, as by what it has to replay, leaves it to the primary", async () => {
    await replication.caughtUp();
    const read = service.database.read<{ standby: boolean }>(ENDLESS, [], "current");
    const active =
      "select from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()";
    await eventually(async () => (await ask(replication.standby.url, active)).length > 0);
    const client = new Client({ connectionString: replication.primary.url });
    await client.connect();
    await client.query("begin; lock table sql_function in access exclusive mode; commit");
    await client.end();
    expect((await read)[0]!.standby).toBe(false);
    // 57014: on a machine so slow that its own limit came first.
    const [{ err }] = logged("the standby did not answer; the primary does").slice(-1);
    expect(["40001", "57014"]).toContain(err.code);
    expect(await used()).toBe(1);
  });

  it("of another timeline, or that became a primary, is not believed", async () => {
    const third = await base.copy();
    await third.startAsStandbyOf(replication.primary.url, "standby_b");
    await replication.standby.promote();
    await look();
    expect(logged(REFUSED).at(-1)).toMatchObject({ reason: "not a standby" });
    // It keeps using the former primary, which keeps writing.
    await elsewhere.lot();
    const log = {
      debug() {},
      info() {},
      warn: (facts: object) => warnings.push(facts),
      error: console.error,
    };
    const warnings: object[] = [];
    const standby = standbyAt({ url: third.url, maxAgeMs: MAX_AGE_MS });
    const database = await Database.open({ url: replication.standby.url, poolSize: 2, standby, log });
    await database.standby!.look();
    expect(warnings).toMatchObject([{ reason: "of another timeline" }]);
    await database.close();
    await third.discard();
  });
});

import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Dispatcher } from "../../src/webhooks/dispatcher.ts";
import { ask } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { seller } from "../support/builders/seller.ts";
import { Cluster } from "../support/database/cluster.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { amount } from "../support/depth.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { eventually } from "../support/eventually.ts";

const WRITERS = 8;
const KILLS = amount("times that PostgreSQL and a relay are killed under readers of events", {
  usual: 2,
  deep: 8,
});
/** Events between two kills. */
const EVENTS_A_KILL = 200;

let cluster: Cluster;
let proxy: DatabaseProxy;
let setUp: TestService;
let partner: Partner;
let key: string;
let api: ServiceProcess;
const workers: ServiceProcess[] = [];
let sell: (orders: number) => Promise<void>;
/** Events of before and after a crash that followed their relaying, and what a reader got of them. */
let crashed: { readonly stored: string[]; readonly read: string[] };
/** Ids in the order in which a reader received them while processes died. */
const followed: string[] = [];
/** Calls of the reader that were not answered, or with 503. */
let outages = 0;

const startWorker = () => ServiceProcess.start(proxy.url, { environment: { ROLE: "worker" } });
const stored = async () =>
  (await ask<{ id: string }>(cluster.url, "select id from event")).map(({ id }) => id).toSorted();

beforeAll(async () => {
  // Nothing but commits writes the log to the disk.
  cluster = await (await Cluster.make()).start({ wal_writer_delay: "10s" });
  proxy = await DatabaseProxy.open(cluster.url);
  setUp = await TestService.open({ databaseUrl: proxy.url });
  partner = await Partner.add(setUp, { slug: "shop" });
  ({ key } = await partner.addKey(["events:read"], { rateLimit: 1_000_000, rateWindowSec: 1 }));
  sell = await seller(setUp, partner);
  crashed = await crash();
  api = await ServiceProcess.start(proxy.url, { environment: { ROLE: "api" } });
  workers.push(await startWorker(), await startWorker());
  await chaos();
});

afterAll(async () => {
  await killProcesses();
  await setUp.stop();
  await proxy.cut();
  await cluster.discard();
});

/** Kills PostgreSQL at once when events that were relayed have been read, and relays others then. */
async function crash(): Promise<typeof crashed> {
  const dispatcher = setUp.wiring.get(Dispatcher);
  const read: string[] = [];
  let address = "/api/v1/events";
  const sellAndRead = async () => {
    await sell(3);
    while ((await dispatcher.relayOnce()) > 0);
    const answer = await setUp.call("GET", address, { key });
    read.push(...idsOf(answer));
    address = nextOf(answer);
  };
  await sellAndRead();
  await restart();
  await sellAndRead();
  return { read, stored: await stored() };
}

async function restart(): Promise<void> {
  await cluster.kill();
  await cluster.start();
  proxy.pointTo(cluster.url);
}

/** Sells with many writers while a reader follows, and kills a relay and PostgreSQL in turn. */
async function chaos(): Promise<void> {
  const over = new AbortController();
  const isOver = () => over.signal.aborted;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver()) {
      // An outage fails sales, as it would those of buyers.
      await sell(5).catch(() => delay(50));
      await delay(20);
    }
  });
  const reading = follow(isOver);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = followed.length;
    await eventually(() => followed.length > before + EVENTS_A_KILL);
    workers[0]!.kill("SIGKILL");
    await workers.shift()!.exited;
    await restart();
    workers.push(await startWorker());
  }
  over.abort();
  await Promise.all(writers);
  await reading;
}

const idsOf = ({ json }: Answer): string[] => json.data.map(({ id }: { id: string }) => id);

const get = (address: string): Promise<Answer> => api.call("GET", address, { key });

function nextOf({ headers }: Answer): string {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get("Link")!)![1]!;
}

/** Follows the feed until all has been sold and relayed. A call that failed is repeated with the same cursor. */
async function follow(isOver: () => boolean): Promise<void> {
  let address = "/api/v1/events?wait=2&limit=20";
  for (;;) {
    const answer = await get(address).catch(() => null);
    if (answer?.status !== 200) {
      expect(answer?.status ?? 503, answer?.text).toBe(503);
      outages++;
      await delay(50);
      continue;
    }
    followed.push(...idsOf(answer));
    address = nextOf(answer);
    if (isOver() && answer.json.data.length === 0) {
      const unread = "select from event_unrelayed limit 1";
      if ((await ask(cluster.url, unread)).length === 0) return;
    }
  }
}

/** Reads the feed from its beginning. */
async function readAll(limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let address = `/api/v1/events?limit=${limit}`; ;) {
    const answer = await get(address);
    expect(answer.status, answer.text).toBe(200);
    if (answer.json.data.length === 0) return ids;
    ids.push(...idsOf(answer));
    address = nextOf(answer);
  }
}

describe("a reader of the feed during sales", () => {
  it("gets each event once, though relays and PostgreSQL were killed", async () => {
    expect(outages).toBeGreaterThan(0);
    expect(followed.length).toBeGreaterThan(KILLS * EVENTS_A_KILL);
    expect(followed.toSorted()).toEqual(await stored());
  });

  it("that has read an event before a crash misses none of those relayed after it, and gets none again", () => {
    expect(crashed.read).toHaveLength(12);
    expect(crashed.read.toSorted()).toEqual(crashed.stored);
  });

  it("gets them in the same order in a second reading", async () => {
    expect(await readAll(100)).toEqual(followed);
    expect(await readAll(33)).toEqual(followed);
  });

  it("that waits gets an event within 0.3 seconds", async () => {
    const endpoints = "/api/v1/webhook-endpoints";
    const body = { url: "http://127.0.0.1:9/nowhere" };
    const { json } = await api.call("POST", endpoints, { key: partner.key, body });
    const ping = () => api.call("POST", `${endpoints}/${json.data.id}/ping`, { key: partner.key });
    let address = `${nextOf(await get("/api/v1/events?since=2100-01-01T00:00:00Z"))}&wait=20`;
    const times: number[] = [];
    for (let tries = 0; tries < 5; tries++) {
      const waiting = get(address).then((answer) => ({ answer, at: performance.now() }));
      await delay(200);
      const { json: pinged } = await ping();
      const since = performance.now();
      const { answer, at } = await waiting;
      expect(idsOf(answer)).toEqual([pinged.data.eventId]);
      times.push(at - since);
      address = nextOf(answer);
    }
    // The machine may have other work.
    expect(Math.min(...times)).toBeLessThan(300);
  });

  it("that waits is answered within a second when the process is to end", async () => {
    const address = nextOf(await get("/api/v1/events?since=2100-01-01T00:00:00Z"));
    const waiting = Array.from({ length: 5 }, () => get(`${address}&wait=25`));
    await delay(500);
    const began = performance.now();
    api.kill("SIGTERM");
    for (const answer of await Promise.all(waiting))
      expect([answer.status, answer.json.data]).toEqual([200, []]);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await api.exited).toEqual({ code: 0, signal: null });
  });
});

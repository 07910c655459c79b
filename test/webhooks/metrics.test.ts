import { afterEach, describe, expect, it } from "vitest";
import { Dispatcher } from "../../src/webhooks/dispatcher.ts";
import { createDatabase } from "../support/database/database.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { deliverAll } from "../support/builders/webhook-rig.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open(options: Parameters<typeof TestService.open>[0] = {}) {
  const service = await TestService.open(options);
  closing.push(() => service.stop());
  const partner = await Partner.add(service, { slug: "shop" });
  const operator = async (method: string, path: string, body?: unknown) => {
    const whole = `/admin/api/v1/organisations/shop/webhook-endpoints${path}`;
    const answer = await service.call(method, whole, { key: ADMIN_TOKEN, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json.data;
  };
  const endpoint = async (url: string): Promise<number> => (await operator("POST", "", { url })).id;
  return {
    service,
    partner,
    endpoint,
    ping: (id: number) => operator("POST", `/${id}/ping`),
    change: (id: number, changes: object) => operator("PATCH", `/${id}`, changes),
    dispatcher: service.wiring.get(Dispatcher),
  };
}

/** Returns the webhook series of a scrape with their values, histograms by their count. */
async function scrape(service: TestService): Promise<Record<string, number>> {
  const { status, text } = await service.call("GET", "/metrics");
  expect(status).toBe(200);
  const series = text.matchAll(/^webhook_(\S+) (\S+)$/gm);
  return Object.fromEntries(
    [...series]
      .filter(([, name]) => !/_(bucket|sum)/.test(name!))
      .map(([, name, value]) => [name, Number(value)]),
  );
}

const AGE = {
  events: 'queue_age_seconds{queue="events"}',
  deliveries: 'queue_age_seconds{queue="deliveries"}',
};

describe("metrics of webhooks", () => {
  it("count attempts by what they came to, from zero on", async () => {
    const { service, endpoint, ping, dispatcher } = await open();
    const before = await scrape(service);
    const outcomes = ["delivered", "rejected", "failed", "timeout", "connection_error", "refused_address"];
    for (const outcome of outcomes) expect(before[`attempts_total{outcome="${outcome}"}`], outcome).toBe(0);
    const statuses = [200, 201, 404, 500, 302];
    for (const status of statuses) {
      const target = await startReceiver(() => ({ status }));
      closing.push(() => target.close());
      await ping(await endpoint(target.url));
    }
    const gone = await startReceiver();
    await gone.close();
    await ping(await endpoint(gone.url));
    await deliverAll(dispatcher);
    expect(await scrape(service)).toMatchObject({
      'attempts_total{outcome="delivered"}': 2,
      'attempts_total{outcome="rejected"}': 1,
      'attempts_total{outcome="failed"}': 2,
      'attempts_total{outcome="connection_error"}': 1,
      'attempts_total{outcome="timeout"}': 0,
      'attempt_duration_seconds_count{outcome="delivered"}': 2,
      'attempt_duration_seconds_count{outcome="failed"}': 2,
      delivery_lag_seconds_count: 2,
    });
  });

  it("show how long the oldest event and the oldest due delivery have waited", async () => {
    const { service, endpoint, ping, dispatcher } = await open();
    expect(await scrape(service)).toMatchObject({
      [AGE.events]: 0,
      [AGE.deliveries]: 0,
      deliveries_waiting: 0,
    });
    const target = await startReceiver();
    closing.push(() => target.close());
    const id = await endpoint(target.url);
    await ping(id);
    service.clock.advance(60_000);
    await ping(id);
    const waiting = await scrape(service);
    expect(Math.floor(waiting[AGE.events]!)).toBe(60);
    expect(waiting).toMatchObject({ [AGE.deliveries]: 0, deliveries_waiting: 0 });
    await dispatcher.relayOnce();
    service.clock.advance(30_000);
    const due = await scrape(service);
    expect(Math.floor(due[AGE.deliveries]!)).toBe(30);
    expect(due).toMatchObject({ [AGE.events]: 0, deliveries_waiting: 2 });
    await deliverAll(dispatcher);
    expect(await scrape(service)).toMatchObject({
      [AGE.events]: 0,
      [AGE.deliveries]: 0,
      deliveries_waiting: 0,
    });
  });

  it("take neither a wait between two attempts nor a disabled endpoint for a queue", async () => {
    const { service, endpoint, ping, change, dispatcher } = await open();
    const target = await startReceiver(() => ({ status: 500 }));
    closing.push(() => target.close());
    const id = await endpoint(target.url);
    await ping(id);
    await deliverAll(dispatcher);
    service.clock.advance(1_000);
    expect(await scrape(service)).toMatchObject({ [AGE.deliveries]: 0, deliveries_waiting: 0 });
    service.clock.advance(60_000);
    expect((await scrape(service)).deliveries_waiting).toBe(1);
    await change(id, { enabled: false });
    expect(await scrape(service)).toMatchObject({ [AGE.deliveries]: 0, deliveries_waiting: 0 });
  });

  it("tell a delivery whose sender died, once its lease is over", async () => {
    const { service, endpoint, ping, dispatcher } = await open();
    const target = await startReceiver();
    closing.push(() => target.close());
    await ping(await endpoint(target.url));
    await dispatcher.relayOnce();
    service.clock.advance(20_000);
    const lease = (sql: string) =>
      service.database.pool.query(
        `update delivery_queue set claims = 1, leased_by = gen_random_uuid(), lease_until = now() + ${sql}`,
      );
    await lease("interval '10 seconds'");
    expect((await scrape(service)).deliveries_waiting).toBe(0);
    await lease("interval '-1 second'");
    const found = await scrape(service);
    expect(found.deliveries_waiting).toBe(1);
    expect(Math.floor(found[AGE.deliveries]!)).toBe(20);
  });

  it("are answered without the queue while the database is away or does not answer", async () => {
    const database = await createDatabase();
    closing.push(() => database.drop());
    const proxy = await DatabaseProxy.open(database.url);
    closing.push(() => proxy.close());
    const { service, dispatcher } = await open({ databaseUrl: proxy.url });
    await deliverAll(dispatcher);
    expect(Object.keys(await scrape(service))).toContain("deliveries_waiting");
    for (const away of ["stall", "cut"] as const) {
      await proxy[away]();
      const names = Object.keys(await scrape(service));
      expect(names).toContain('attempts_total{outcome="delivered"}');
      expect(names.filter((name) => /queue_age|waiting/.test(name))).toEqual([]);
    }
    await proxy.mend();
    await expect.poll(async () => Object.keys(await scrape(service))).toContain(AGE.events);
  });
});

it("a process that only answers requests shows the queue, and one that only works the calls, too", async () => {
  const api = await open({ environment: { ROLE: "api" } });
  expect(Object.keys(await scrape(api.service))).toContain(AGE.events);
  const worker = await TestService.open({
    environment: { ROLE: "worker", WORKER_PORT: "0" },
    background: true,
  });
  closing.push(() => worker.stop());
  const names = Object.keys(await scrape(worker));
  expect(names).toContain(AGE.deliveries);
  expect(names).toContain('attempts_total{outcome="delivered"}');
});

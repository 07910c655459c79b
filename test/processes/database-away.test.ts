import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, brokenRules } from "../support/builders/books.ts";
import { createDatabase } from "../support/database/database.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { holdLot } from "../support/builders/held-lot.ts";
import { Partner } from "../support/builders/partner.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { startReceiver, type WebhookReceiver } from "../support/receivers/webhook-receiver.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const AWAY_MS = 3_000;

let lotId: number;
let service: ServiceProcess;
let receiver: WebhookReceiver;
const gate = Promise.withResolvers<void>();

const database = opened(createDatabase);
const proxy = opened(() => DatabaseProxy.open(database.url));
/** It has a separate connection to the database. */
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
const partner = prepared(() => Partner.add(setUp, { slug: "shop" }));
beforeAll(async () => {
  lotId = (await partner.lot()).id;
  receiver = await startReceiver(() => gate.promise.then(() => ({ status: 200 })));
  service = await ServiceProcess.start(proxy.url);
  const path = "/admin/api/v1/organisations/shop/webhook-endpoints";
  const body = { url: receiver.url, events: ["entry.confirmed"] };
  await service.call("POST", path, { key: ADMIN_TOKEN, body });
});

afterAll(async () => {
  await killProcesses();
  await receiver.close();
});

const buy = (headers: Record<string, string> = {}): Promise<Answer> => {
  const body = { competitionId: lotId, buyer: { email: "buyer@example.com" } };
  return service.call("POST", "/api/v1/checkout/sessions", { key: partner.key, body, headers });
};
const poll = (id: string) => service.call("GET", `/api/v1/checkout/sessions/${id}`, { key: partner.key });
const pay = (id: string) => service.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } });

/** Sends every kind of request that needs the database. */
const everything = (id: string) =>
  Promise.all([
    buy(),
    poll(id),
    pay(id),
    service.call("GET", "/api/v1/competitions", { key: partner.key }),
    service.call("GET", "/admin/api/v1/organisations", { key: ADMIN_TOKEN }),
    service.call("POST", "/rails/redirect/sandbox/shop/notifications", { body: { made: "up" } }),
    service.call("GET", `/rails/redirect/${id}/return`),
    service.call("GET", "/readyz"),
  ]);

describe("while the database is away", () => {
  let paid: string;

  it("everything is answered 503 with Retry-After, also what was under way", async () => {
    paid = (await buy()).json.data.id;
    await pay(paid);
    await receiver.arrived(1);
    const held = await holdLot(database.url, lotId);
    const underWay = buy();
    await held.waitedForPatiently();

    await proxy.cut();
    const answers = [await underWay];
    // The server ends a statement that waits for 15 s, and this one has to place the order.
    await held.release();
    for (const back = performance.now() + AWAY_MS; performance.now() < back; await delay(200)) {
      answers.push(...(await everything(paid)));
      expect((await service.call("GET", "/healthz")).status).toBe(200);
    }
    const said = answers.map(({ status, json }) => `${status} ${json.error}`);
    expect(new Set(said)).toEqual(new Set(["503 unavailable"]));
    expect(answers.every(({ headers }) => Number(headers.get("Retry-After")) > 0)).toBe(true);
    gate.resolve();
  });

  it("nothing ends, and it is back by itself when the database is", async () => {
    await proxy.mend();
    await eventually(async () => (await service.call("GET", "/readyz")).status === 200);
    const { id } = (await buy()).json.data;
    await pay(id);
    await eventually(async () => (await poll(id)).json.data.ticketsIssued);
  });

  it("its Idempotency-Keys are free again soon, long before their leases end", async () => {
    const headers = { "Idempotency-Key": "held-then-cut" };
    const held = await holdLot(database.url, lotId);
    const underWay = buy(headers);
    await held.waitedFor();
    await proxy.cut();
    expect((await underWay).status).toBe(503);
    await held.release();
    await proxy.mend();
    const lease = "select lease_until from idempotency where key = 'held-then-cut'";
    await eventually(async () => {
      const [row] = await ask<{ lease_until: Date | null }>(database.url, lease);
      return row?.lease_until === null;
    });
    expect((await buy(headers)).status).toBe(201);
    const [row] = await ask<{ young: boolean }>(
      database.url,
      "select created_at > now() - interval '50 seconds' as young from idempotency where key = 'held-then-cut'",
    );
    expect(row!.young).toBe(true);
  });

  it("webhooks wait: none is lost, and none sent again that was answered meanwhile", async () => {
    await receiver.arrived(2);
    await eventually(
      async () => (await ask(database.url, "select from delivery where state = 'delivered'")).length === 2,
    );
    const orders = receiver.received.map(({ rawBody }) => JSON.parse(rawBody).data.orderId);
    expect(orders.length).toBe(2);
    expect(orders[0]).toBe(paid);
    expect((await ask(database.url, "select from delivery_attempt")).length).toBe(2);
  });

  it("an order that it was placing is there whole", async () => {
    const left = "select from ticket_order where status = 'pending' and instruction is null";
    await eventually(async () => (await ask(database.url, left)).length === 1);
    expect(await brokenRules(database.url)).toEqual([]);
  });

  it("a service that is told to end does so", async () => {
    await proxy.cut();
    await service.stop();
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, brokenRules } from "../support/builders/books.ts";
import { createDatabase } from "../support/database/database.ts";
import { Partner } from "../support/builders/partner.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const SALES = 12;

let apis: [ServiceProcess, ServiceProcess];
let workers: ServiceProcess[];

const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
const partner = prepared(() => Partner.add(setUp, { slug: "shop" }));
const receiver = opened(() => startReceiver());
beforeAll(async () => {
  const start = (role: string) => ServiceProcess.start(database.url, { environment: { ROLE: role } });
  apis = await Promise.all([start("api"), start("api")]);
});

afterAll(async () => {
  await Promise.all([...apis, ...(workers ?? [])].map((service) => service.stop())).finally(killProcesses);
});

const admin = (at: ServiceProcess, method: string, path: string, body?: unknown) =>
  at.call(method, `/admin/api/v1/organisations/shop${path}`, { key: ADMIN_TOKEN, body });

const poll = async (at: ServiceProcess, session: string) =>
  (await at.call("GET", `/api/v1/checkout/sessions/${session}`, { key: partner.key })).json.data;

/** Sells at one process and pays at the other, both ways at once. @returns the sessions */
async function sellAcross(sales: number): Promise<string[]> {
  const [one, other] = apis;
  const lot = await partner.lot();
  const sell = async (at: ServiceProcess, elsewhere: ServiceProcess) => {
    const body = { competitionId: lot.id, buyer: { email: `${crypto.randomUUID()}@example.com` } };
    const created = await at.call("POST", "/api/v1/checkout/sessions", { key: partner.key, body });
    const { id } = created.json.data;
    const paid = await elsewhere.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } });
    expect(paid.json).toMatchObject({ state: "paid", notified: true });
    for (const service of apis) await eventually(async () => (await poll(service, id)).ticketsIssued);
    return id;
  };
  const pairs = Array.from({ length: sales / 2 }, () => [sell(one, other), sell(other, one)]);
  return Promise.all(pairs.flat());
}

describe("two api processes on one database", () => {
  let sessions: string[];

  it("share sessions: created at one, paid at the other, polled at either", async () => {
    await admin(apis[0], "POST", "/webhook-endpoints", { url: receiver.url });
    sessions = await sellAcross(SALES);
    expect(await brokenRules(database.url)).toEqual([]);
    // Delivering is the workers' part.
    expect(
      await ask(
        database.url,
        "select from event where not exists (select from event_unrelayed u where u.event_id = event.id)",
      ),
    ).toEqual([]);
  });

  it("have every event delivered once by two workers, those from before and those that come", async () => {
    const start = () => ServiceProcess.start(database.url, { environment: { ROLE: "worker" } });
    workers = await Promise.all([start(), start()]);
    sessions.push(...(await sellAcross(SALES)));
    const open = "select from delivery where state <> 'delivered' union all select from event_unrelayed";
    await eventually(async () => (await ask(database.url, open)).length === 0);

    const calls = receiver.received.map(({ rawBody }) => {
      const { type, data } = JSON.parse(rawBody);
      return `${type} ${data.orderId}`;
    });
    const pairs = sessions.flatMap((id) => [`entry.confirmed ${id}`, `payment.settled ${id}`]);
    expect(calls.toSorted()).toEqual(pairs.toSorted());
    expect((await ask(database.url, "select from delivery_attempt")).length).toBe(pairs.length);
  });

  it("refuse a key at once that was revoked through the other", async () => {
    const [one, other] = apis;
    const added = await admin(one, "POST", "/api-keys", {
      name: "short-lived",
      scopes: ["competitions:read"],
    });
    const { id, key } = added.json.data;
    for (const at of apis) expect((await at.call("GET", "/api/v1/competitions", { key })).status).toBe(200);

    expect((await admin(other, "DELETE", `/api-keys/${id}`)).status).toBe(200);
    for (const at of apis) {
      const refused = await at.call("GET", "/api/v1/competitions", { key });
      expect([refused.status, refused.json.error]).toEqual([401, "invalid_api_key"]);
    }
  });

  it("share one rate budget to the request", async () => {
    const { key } = await partner.addKey(["competitions:read"], { rateLimit: 30, rateWindowSec: 86_400 });
    const burst = Array.from({ length: 50 }, () =>
      apis.map((at) => at.call("GET", "/api/v1/competitions", { key })),
    );
    const answers = await Promise.all(burst.flat());
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(70).fill(429)]);
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.get("X-RateLimit-Remaining"));
    expect(left.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i));
  });
});

import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "../../adapters/persistence/database/database.ts";
import { PostgresSandboxPayments } from "../../adapters/persistence/simulated/sandbox-payments.ts";
import { Clock } from "../../ports/clock.ts";
import { SandboxPayments } from "../../ports/simulated/sandbox-payments.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import { ask, brokenRules } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { carryOver, recover } from "../support/builders/restored.ts";
import { Cluster } from "../support/database/cluster.ts";
import { createDatabase } from "../support/database/database.ts";
import { onlyDeep } from "../support/depth.ts";
import { startReceiver, type WebhookReceiver } from "../support/receivers/webhook-receiver.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { Replication } from "./replication.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const BUYERS = 6;
const TICKETS = 150;
const PAID_BEFORE = 20;
const BEHIND = onlyDeep("failover to a standby that was behind");

let payments: Database;
const base = prepared(() => Cluster.make());
/** The provider's database, which is not part of a failover. */
const provider = opened(createDatabase);
beforeAll(async () => {
  const log = { debug() {}, info() {}, warn: console.error, error: console.error };
  payments = await Database.open({ url: provider.url, poolSize: 4, log });
});
afterAll(async () => {
  await payments.close();
  await base.discard();
});

/** Opens a service whose provider has another database. */
function open(databaseUrl: string, background: boolean): Promise<TestService> {
  return TestService.open({
    databaseUrl,
    background,
    webhooksPollMs: 100,
    replace: (wiring) =>
      wiring.bind(SandboxPayments, () => new PostgresSandboxPayments(payments, wiring.get(Clock))),
  });
}

/** Repeats a request with the same key while the service is unavailable or does not know the outcome. */
async function patiently(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    const { error } = answer.json;
    if (error !== "unavailable" && error !== "idempotency_in_progress") return answer;
    await delay(50);
  }
}

const operator = (service: TestService, method: string, path: string, body?: object) =>
  service.call(method, `/admin/api/v1/organisations/shop${path}`, { key: ADMIN_TOKEN, body });

describe("a failover to a synchronous standby", () => {
  let replication: Replication;
  let service: TestService;
  let partner: Partner;
  let lotId: number;
  let receiver: WebhookReceiver;
  /** Answered sessions, and those of which the provider could notify. */
  const created = new Set<string>();
  const notified = new Set<string>();
  beforeAll(async () => {
    replication = await Replication.open(base, { synchronous: true });
    service = await open(replication.proxy.url, true);
    partner = await Partner.add(service, { slug: "shop" });
    lotId = (await partner.lot({ maxTickets: TICKETS })).id;
    receiver = await startReceiver();
    await operator(service, "POST", "/webhook-endpoints", { url: receiver.url, events: ["entry.confirmed"] });
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
    await replication.close();
  });

  /** Buys and pays until nothing is left. */
  async function buyer(name: number): Promise<void> {
    for (let turn = 0; ; turn++) {
      const headers = { "Idempotency-Key": `buyer-${name}-${turn}` };
      const body = { quantity: 1 + (turn % 2), buyer: { email: `${name}-${turn}@example.com` } };
      const session = await patiently(() => partner.checkout(lotId, body, headers));
      if (session.status !== 201) {
        expect(session.json.error).toBe("sold_out");
        if (body.quantity === 1) return;
        continue;
      }
      const { id } = session.json.data;
      created.add(id);
      let isNotified = false;
      while (!isNotified) isNotified = (await partner.provider(id, { outcome: "paid" })).json.notified;
      notified.add(id);
    }
  }

  it("is survived without a restart while buyers buy", async () => {
    const buyers = Array.from({ length: BUYERS }, (_, name) => buyer(name));
    await eventually(() => notified.size >= PAID_BEFORE);
    await replication.failOver();
    await Promise.all(buyers);
    expect((await service.call("GET", "/readyz")).status).toBe(200);
    const [log] = await ask<{ segment: string }>(
      replication.standby.url,
      "select pg_walfile_name(pg_current_wal_lsn()) as segment",
    );
    // The second timeline, the one after a promotion.
    expect(log!.segment).toMatch(/^00000002/);
  });

  it("loses nothing that was acknowledged, sells nothing twice, and every ticket", async () => {
    const { url } = replication.standby;
    await eventually(
      async () => (await ask(url, "select from ticket_order where status = 'pending'")).length === 0,
    );
    const paid = await ask<{ id: string }>(url, "select id from ticket_order where status = 'paid'");
    const ids = new Set(paid.map(({ id }) => id));
    expect([...created].filter((id) => !ids.has(id))).toEqual([]);
    expect([...notified].filter((id) => !ids.has(id))).toEqual([]);
    const [lot] = await ask(url, "select sold, held from lot_stock where lot_id = $1", [lotId]);
    expect(lot).toEqual({ sold: TICKETS, held: 0 });
    await carryOver(provider.url, url);
    expect(await brokenRules(url)).toEqual([]);
  });

  it("delivers the event of every order to the partner, at least once", async () => {
    const delivered = () => new Set(receiver.received.map(({ rawBody }) => JSON.parse(rawBody).data.orderId));
    await eventually(() => [...notified].every((id) => delivered().has(id)));
  });
});

describe.runIf(BEHIND)("a failover to an asynchronous standby that was behind", () => {
  let replication: Replication;
  let service: TestService;
  let partner: Partner;
  let lotId: number;
  beforeAll(async () => {
    replication = await Replication.open(base, { synchronous: false });
    service = await open(replication.proxy.url, false);
    partner = await Partner.add(service, { slug: "shop" });
    lotId = (await partner.lot()).id;
  });
  afterAll(async () => {
    await service.stop();
    await replication.close();
  });

  const place = async (quantity: number): Promise<string> =>
    (await partner.checkout(lotId, { quantity })).json.data.id;
  const pay = async (id: string) => {
    expect((await partner.provider(id, { outcome: "paid" })).json).toMatchObject({ notified: true });
    const { data } = (await operator(service, "GET", `/orders/${id}`)).json;
    return data.tickets as { readonly first: number; readonly last: number };
  };
  const known: Record<"kept" | "pending" | "lost", string> = { kept: "", pending: "", lost: "" };
  let highestKnown: number;

  it("loses what was acknowledged since: orders, their payments and their tickets", async () => {
    known.kept = await place(2);
    await pay(known.kept);
    known.pending = await place(1);
    await replication.caughtUp();
    await replication.link.cut();
    known.lost = await place(3);
    await pay(known.lost);
    highestKnown = (await pay(known.pending)).last;
    expect(highestKnown).toBe(6);

    await replication.failOver();
    await eventually(async () => (await service.call("GET", "/readyz")).text.includes("npm run recover"));
    expect((await partner.checkout(lotId)).json).toMatchObject({ error: "unavailable", retryAfter: 60 });
    const { url } = replication.standby;
    expect(await ask(url, "select id, status from ticket_order order by number")).toEqual([
      { id: known.kept, status: "paid" },
      { id: known.pending, status: "pending" },
    ]);
    expect(await ask(url, "select sold, held from lot_stock")).toEqual([{ sold: 2, held: 1 }]);
  });

  it("is repaired by recovering to the last transaction that arrived", async () => {
    await service.stop();
    const { url } = replication.standby;
    await carryOver(provider.url, url);
    const [last] = await ask<{ at: string }>(
      url,
      `select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    );
    const { code, output } = await recover(url, "--since", last!.at);
    expect(code, output).toBe(0);
    expect(output).toContain("shop: 1 of together 7500 USD");
    expect(output).toContain("Competitions halted: 1");

    service = await open(replication.proxy.url, false);
    partner = partner.at(service);
    const [{ id, orderId }] = (await operator(service, "GET", "/unmatched-payments?state=open")).json.data;
    expect(orderId).toBe(known.lost);
    await operator(service, "POST", `/unmatched-payments/${id}/refund`, { reason: "lost in a failover" });
    while ((await service.wiring.get(RefundRunner).refundOnce()) > 0);
    expect(await ask(provider.url, "select amount::int, state from sandbox_refund")).toEqual([
      { amount: 7_500, state: "succeeded" },
    ]);
  });

  it("gives no ticket a second time whose number a buyer knows", async () => {
    await operator(service, "POST", `/competitions/${lotId}/resume`, { highestTicketTold: highestKnown });
    const next = await place(1);
    expect((await pay(next)).first).toBe(highestKnown + 1);
    const { first } = await pay(known.pending);
    expect(first).toBe(highestKnown + 2);
    const { url } = replication.standby;
    await carryOver(provider.url, url);
    const broken = await brokenRules(url, { givenBack: true });
    expect(broken.filter((rule) => !rule.includes(known.lost))).toEqual([]);
  });
});

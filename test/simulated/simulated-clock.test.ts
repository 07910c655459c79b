import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { Clock } from "../../ports/clock.ts";
import { Chain } from "../../ports/chain.ts";
import { PersonSignIn } from "../../src/people/person-sign-in.ts";
import { startForTests } from "../../testing/start-for-tests.ts";
import { Partner } from "../support/builders/partner.ts";
import { Shopper } from "../support/builders/shopper.ts";
import { DrawClient } from "../support/draws/draw-client.ts";
import { opened, prepared } from "../support/opened.ts";
import { addPerson, ConsoleBrowser, tokenOf } from "../support/people/console-browser.ts";
import { ScriptedRail } from "../support/rails/scripted-rail.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, call, TestService } from "../support/service/service.ts";

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;
const YEAR_SEC = 365 * DAY_SEC;
const SECRET = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;

const advance = (service: Pick<TestService, "call">, advanceSec: number) =>
  service.call("POST", "/sandbox/clock", { body: { advanceSec } });
const aheadSec = async (service: Pick<TestService, "call">) =>
  (await service.call("GET", "/sandbox/clock")).json.aheadSec;

describe("The clock of the sandbox", () => {
  const service = opened(() => TestService.open({ background: true, webhooksPollMs: 50 }));
  const neighbour = opened(() => TestService.open({ databaseUrl: service.databaseUrl, background: true }));
  const shop = prepared(() => Partner.add(service));
  const receiver = opened(() => startReceiver());

  it("closes and draws what ends meanwhile, and sends both events, in one call", async () => {
    const operator = { key: ADMIN_TOKEN, body: { url: receiver.url, secret: SECRET } };
    const path = `/admin/api/v1/organisations/${shop.organisation.slug}/webhook-endpoints`;
    expect((await service.call("POST", path, operator)).status).toBe(201);
    const buyer = await Shopper.signIn(service, shop.organisation.id);
    const person = await addPerson(service, { operatorRole: "owner" });
    const browser = new ConsoleBrowser(service);
    const token = tokenOf(await service.wiring.get(PersonSignIn).newLink(person.id));
    await browser.call("POST", "/sign-in/link", { body: { token } });
    const client = await DrawClient.add(shop);
    const lot = await shop.lot({ endAt: new Date(Date.now() + 20 * DAY_SEC * 1_000) });
    const session = await shop.checkout(lot.id);
    await shop.provider(session.json.data.id, { outcome: "paid" });
    const head = await service.wiring.get(Chain).head();

    const moved = await advance(service, 20 * DAY_SEC + 60);

    expect(moved.json).toEqual({
      now: expect.any(String),
      aheadSec: 20 * DAY_SEC + 60,
      settled: true,
    });
    expect(Date.parse(moved.json.now)).toBeGreaterThan(lot.endAt.getTime());
    const { rows } = await service.database.pool.query("select status, drawn_at from lot where id = $1", [
      lot.id,
    ]);
    expect(rows).toEqual([{ status: "ended", drawn_at: expect.any(Date) }]);
    const sent = receiver.received.map(({ headers }) => headers["x-service-event"]);
    expect(sent).toEqual(expect.arrayContaining(["lot.closed", "draw.completed"]));
    // The receiver's clock was not moved.
    const stripe = new Stripe("sk_x");
    for (const { rawBody, headers } of receiver.received)
      stripe.webhooks.constructEvent(rawBody, String(headers["x-service-signature"]), SECRET);
    expect(await client.commit()).toEqual(expect.any(String));
    expect((await buyer.get(`/tickets/${shop.organisation.slug}`)).text).toContain(buyer.email);
    expect((await browser.call("GET", "/me")).status).toBe(200);
    // Neither this nor reading the chain's height later brings more than 100 blocks and those of real time.
    expect((await service.wiring.get(Chain).head()) - head).toBeLessThan(200);
  });

  it("does not end a key that waits for events before it expires in real time", async () => {
    const expiresAt = new Date(Date.now() + HOUR_SEC * 1_000).toISOString();
    const path = `/admin/api/v1/organisations/${shop.organisation.slug}/api-keys`;
    const body = { name: "reader", scopes: ["events:read"], expiresAt };
    const { json } = await service.call("POST", path, { key: ADMIN_TOKEN, body });
    const { now } = (await advance(service, 2 * HOUR_SEC)).json;
    const events = `/api/v1/events?type=ping&wait=1&since=${now}`;
    expect((await service.call("GET", events, { key: json.data.key })).json).toEqual({ data: [] });
  });

  it("frees the places of holds that end meanwhile", async () => {
    const lot = await shop.lot({ maxTickets: 5 });
    const held = await shop.checkout(lot.id, { quantity: 5 });
    expect(held.status).toBe(201);
    expect((await shop.checkout(lot.id)).json.error).toBe("sold_out");
    expect((await advance(service, 2 * HOUR_SEC)).json.settled).toBe(true);
    expect(await shop.session(held.json.data.id)).toMatchObject({ status: "failed", error: "expired" });
    expect((await shop.checkout(lot.id, { quantity: 5 })).status).toBe(201);
  });

  it("refunds what a cancellation has to send back, and moves to a time", async () => {
    const lot = await shop.lot();
    const session = await shop.checkout(lot.id);
    await shop.provider(session.json.data.id, { outcome: "paid" });
    await shop.post(`/competitions/${lot.id}/cancel`);
    const to = new Date(service.wiring.get(Clock).now().getTime() + 60_000).toISOString();
    const moved = await service.call("POST", "/sandbox/clock", { body: { to } });
    expect([moved.status, moved.json.settled]).toEqual([200, true]);
    expect(Date.parse(moved.json.now)).toBeGreaterThanOrEqual(Date.parse(to));
    const [refund] = await service.sql("select state from refund where order_id = $1", session.json.data.id);
    expect(refund).toEqual({ state: "succeeded" });
  });

  it("is followed by every process within a second, and stamps blocks with its time", async () => {
    const before = await aheadSec(service);
    await advance(service, HOUR_SEC);
    await expect
      .poll(() => neighbour.wiring.get(Clock).now().getTime() - Date.now(), { timeout: 1_500 })
      .toBeGreaterThan((before + HOUR_SEC - 5) * 1_000);
    const chain = neighbour.wiring.get(Chain);
    const head = await chain.head();
    const times = await Promise.all(
      Array.from({ length: 110 }, (_, at) => chain.block(head - at).then((block) => block!.timestamp)),
    );
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times[0]! * 1_000 - Date.now()).toBeGreaterThan((before + HOUR_SEC - 10) * 1_000);
  });

  it("counts both of two moves at once, by two processes", async () => {
    const before = await aheadSec(service);
    const both = await Promise.all([advance(service, 100), advance(neighbour, 200)]);
    expect(both.map(({ json }) => json.settled)).toEqual([true, true]);
    expect(await aheadSec(service)).toBe(before + 300);
    expect(await aheadSec(neighbour)).toBe(before + 300);
  });

  const BAD: readonly (readonly [object, string])[] = [
    [{ advanceSec: 0 }, "advanceSec"],
    [{ advanceSec: -60 }, "advanceSec"],
    [{ advanceSec: 1.5 }, "advanceSec"],
    [{ advanceSec: YEAR_SEC }, "advanceSec"],
    [{ advanceSec: YEAR_SEC + 1 }, "advanceSec"],
    [{}, "advanceSec"],
    [{ advanceSec: 60, to: "2036-01-01T00:00:00Z" }, "advanceSec"],
    [{ to: "2020-01-01T00:00:00Z" }, "to"],
    [{ to: "2136-01-01T00:00:00Z" }, "to"],
    [{ to: "tomorrow" }, "to"],
    [{ advanceSec: 60, back: true }, "back"],
  ];
  it.each(BAD)("is not moved by %j", async (body, path) => {
    const before = await aheadSec(service);
    const refused = await service.call("POST", "/sandbox/clock", { body });
    expect([refused.status, refused.json.error, refused.json.issues[0].path]).toEqual([
      400,
      "invalid_request",
      path,
    ]);
    expect(await aheadSec(service)).toBe(before);
  });

  it("takes GET and POST alone", async () => {
    const refused = await service.call("DELETE", "/sandbox/clock");
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });
});

describe("A real provider", () => {
  class RealRail extends ScriptedRail {
    override readonly simulated = false;
  }
  const service = opened(() => TestService.open({ rails: [new RealRail()] }));
  const shop = prepared(() => Partner.add(service, { rails: {} }));
  const account = (enabled: boolean) =>
    service.call("PUT", `/admin/api/v1/organisations/${shop.organisation.slug}/rails/redirect`, {
      key: ADMIN_TOKEN,
      body: {
        provider: "example",
        currencies: ["USD"],
        credentials: { apiKey: "key_a", signingKey: "a-secret" },
        enabled,
      },
    });

  it("keeps the clock from being moved while an account there is enabled, and a moved clock keeps it from being enabled", async () => {
    expect((await account(true)).status).toBe(200);
    const refused = await advance(service, 60);
    expect([refused.status, refused.json.error]).toEqual([409, "real_provider_configured"]);
    expect((await account(false)).status).toBe(200);
    expect((await advance(service, 60)).status).toBe(200);
    const late = await account(true);
    expect([late.status, late.json.error]).toEqual([409, "clock_moved"]);
    expect((await account(false)).status).toBe(200);
  });
});

it("Production and a real chain have no clock that can be moved", async () => {
  const chain = { CHAIN_RPC_URL: "http://127.0.0.1:1", CHAIN_ID: "1" };
  const production = { NODE_ENV: "production", BASE_URL: "https://raffles.example" };
  const strict = { ...production, ...chain, WEBHOOK_ALLOW_LOOPBACK: "false" };
  for (const environment of [chain, strict]) {
    const service = await TestService.open({ environment });
    try {
      expect((await service.call("GET", "/sandbox/clock")).status).toBe(404);
      expect((await advance(service, 60)).status).toBe(404);
    } finally {
      await service.stop();
    }
  }
});

it("A process that is killed while the clock is moved leaves it moved, and the next one does what is due", async () => {
  const service = await TestService.open();
  try {
    const shop = await Partner.add(service);
    const lot = await shop.lot();
    const session = await shop.checkout(lot.id);
    await shop.provider(session.json.data.id, { outcome: "paid" });
    const first = await ServiceProcess.start(service.databaseUrl, { environment: { ROLE: "api" } });
    const answer = advance(first, 2 * DAY_SEC).catch(() => null);
    await expect.poll(() => aheadSec(service), { interval: 1 }).toBe(2 * DAY_SEC);
    first.kill("SIGKILL");
    await Promise.all([answer, first.exited]);
    const second = await ServiceProcess.start(service.databaseUrl);
    expect(await aheadSec(second)).toBe(2 * DAY_SEC);
    expect((await advance(second, 60)).json.settled).toBe(true);
    const [drawn] = await service.sql("select drawn_at from lot where id = $1", lot.id);
    expect(drawn).toEqual({ drawn_at: expect.any(Date) });
    await second.stop();
    const real = new ServiceProcess({
      environment: {
        DATABASE_URL: service.databaseUrl,
        SANDBOX: "false",
        ADMIN_TOKEN,
        ENCRYPTION_KEY: "0".repeat(128),
      },
    });
    expect(await real.exited).toMatchObject({ code: 1 });
  } finally {
    await service.stop();
  }
});

it("A test suite settles what is due by its own clock, without polling", async () => {
  const service = await startForTests();
  const { baseUrl, adminToken } = service;
  try {
    const admin = (path: string, body: object) =>
      call(baseUrl, "POST", `/admin/api/v1${path}`, { key: adminToken, body });
    await admin("/organisations", { slug: "acme", name: "Acme", cryptoEnabled: true });
    const scopes = ["competitions:read", "competitions:write", "entries:create", "winners:read"];
    const { json } = await admin("/organisations/acme/api-keys", { name: "k", scopes });
    const api = (method: string, path: string, body?: object) =>
      call(baseUrl, method, `/api/v1${path}`, { key: json.data.key, body });
    const prize = await api("POST", "/prizes", { name: "Bike", retailValueUSDCents: 100 });
    const competition = await api("POST", "/competitions", {
      prizeId: prize.json.data.id,
      title: "Bike",
      ticketPriceUSDCents: 0,
      maxTickets: 100,
      startDate: new Date(Date.now() - 1_000).toISOString(),
      endDate: new Date(Date.now() + HOUR_SEC * 1_000).toISOString(),
    });
    const { id } = competition.json.data;
    await api("PATCH", `/competitions/${id}`, { status: "active" });
    await api("POST", "/checkout/sessions", { competitionId: id, buyer: { email: "b@example.com" } });
    service.clock.advance(2 * HOUR_SEC * 1_000);
    await service.settle();
    expect((await api("GET", "/winners")).json.data).toHaveLength(1);
  } finally {
    await service.stop();
  }
});

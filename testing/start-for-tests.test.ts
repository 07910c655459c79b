import { expect, it } from "vitest";
import { createDatabase } from "../test/support/database/database.ts";
import { ScriptedRail } from "../test/support/rails/scripted-rail.ts";
import { call } from "../test/support/service/service.ts";
import { startForTests, TestClock } from "./start-for-tests.ts";

const organisations = async (service: { readonly baseUrl: string; readonly adminToken: string }) =>
  (await call(service.baseUrl, "GET", "/admin/api/v1/organisations", { key: service.adminToken })).json.data;

it("two services in one process see nothing of each other, and each stops once", async () => {
  const [one, other] = await Promise.all([startForTests(), startForTests({ background: false })]);
  const wanted = { key: one.adminToken, body: { slug: "acme", name: "Acme" } };
  await call(one.baseUrl, "POST", "/admin/api/v1/organisations", wanted);
  expect(await organisations(one)).toHaveLength(1);
  expect(await organisations(other)).toEqual([]);
  await Promise.all([one.stop(), one.stop()]);
  expect(await organisations(other)).toEqual([]);
  await other.stop();
  await expect(fetch(`${other.baseUrl}/healthz`)).rejects.toThrow();
});

it("a database that is given is used again, and not dropped", async () => {
  const { url: databaseUrl, drop } = await createDatabase();
  const options = { databaseUrl, background: false, clock: new TestClock() };
  const first = await startForTests(options);
  expect(first.clock).toBe(options.clock);
  const wanted = { key: first.adminToken, body: { slug: "acme", name: "Acme" } };
  await call(first.baseUrl, "POST", "/admin/api/v1/organisations", wanted);
  await first.stop();
  const second = await startForTests(options);
  expect(await organisations(second)).toHaveLength(1);
  await second.stop();
  await drop();
});

it("a given rail is guarded as in production: its circuit opens when the provider stays away", async () => {
  const { url: databaseUrl, drop } = await createDatabase();
  const away = new (class extends ScriptedRail {
    override async createPayment() {
      return { outcome: "unknown", reason: "timeout" } as const;
    }
  })();
  const service = await startForTests({ databaseUrl, background: false, rails: [away] });
  const admin = (method: string, path: string, body: object) =>
    call(service.baseUrl, method, `/admin/api/v1${path}`, { key: service.adminToken, body });
  await admin("POST", "/organisations", { slug: "acme", name: "Acme" });
  const credentials = { apiKey: "key_a", signingKey: "a-secret" };
  const account = { provider: "example", currencies: ["USD"], credentials };
  await admin("PUT", "/organisations/acme/rails/redirect", account);
  const scopes = ["competitions:write", "entries:create"];
  const made = await admin("POST", "/organisations/acme/api-keys", { name: "k", scopes });
  const api = (method: string, path: string, body: object) =>
    call(service.baseUrl, method, `/api/v1${path}`, { key: made.json.data.key, body });
  const prize = await api("POST", "/prizes", { name: "Bike", retailValueUSDCents: 100 });
  const competition = await api("POST", "/competitions", {
    prizeId: prize.json.data.id,
    title: "Bike",
    ticketPriceUSDCents: 500,
    maxTickets: 100,
    startDate: new Date(Date.now() - 1_000).toISOString(),
    endDate: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await api("PATCH", `/competitions/${competition.json.data.id}`, { status: "active" });
  for (let buyer = 0; buyer < 12; buyer += 1) {
    const body = { competitionId: competition.json.data.id, buyer: { email: `b${buyer}@example.com` } };
    expect((await api("POST", "/checkout/sessions", body)).json.error).toBe("rail_unavailable");
  }
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/rail_circuit_open\{[^}]*provider="example"[^}]*\} 1/);
  await service.stop();
  await drop();
});

it("production is refused", async () => {
  const environment = { NODE_ENV: "production" };
  await expect(startForTests({ environment })).rejects.toThrow("NODE_ENV=production");
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { createDatabase, type TestDatabase } from "../support/database/database.ts";
import { CHAIN } from "../support/service/failed-start.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";

afterAll(killProcesses);

describe("without production, beside a database", () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await createDatabase();
    service = await ServiceProcess.start(database.url, {
      environment: { SANDBOX: "", WEBHOOK_ALLOW_LOOPBACK: "" },
    });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it("the log says so when it starts", async () => {
    const warned = service.logs.find(({ msg }) => msg.startsWith("NODE_ENV is not production"));
    expect(warned).toMatchObject({ level: "warn" });
  });

  it("the sandbox is served only when it is asked for", async () => {
    const here = [
      await service.call("POST", "/sandbox/payments/cs_x", { body: { outcome: "paid" } }),
      await service.call("GET", "/sandbox/pay/cs_x"),
      await service.call("POST", "/rails/redirect/sandbox/x/notifications", { body: {} }),
      await service.call("POST", "/sandbox/chain/mine", { body: { blocks: 1 } }),
    ];
    expect(here.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const admin = (path: string, method: string, body: object) =>
      service.call(method, `/admin/api/v1/organisations${path}`, { key: ADMIN_TOKEN, body });
    await admin("", "POST", { slug: "shop", name: "Shop" });
    const added = await admin("/shop/rails/embed", "PUT", { provider: "sandbox", currencies: ["EUR"] });
    expect(added.json.issues).toMatchObject([{ path: "provider", code: "unknown_provider" }]);
  });

  it("all its connections have a name", async () => {
    const names = await ask(
      database.url,
      "select application_name as name from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names.map((row) => (row as { name: string }).name))).toEqual(
      new Set(["partner-raffle-api all"]),
    );
  });
});

describe("in production", () => {
  let database: TestDatabase;
  let development: TestService;
  let partner: Partner;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createDatabase();
    development = await TestService.open({ databaseUrl: database.url });
    partner = await Partner.add(development, { slug: "moved" });
    service = await ServiceProcess.start(database.url, {
      environment: {
        NODE_ENV: "production",
        BASE_URL: "https://raffle.example",
        WEBHOOK_ALLOW_LOOPBACK: "false",
        ...CHAIN,
      },
    });
  });

  afterAll(async () => {
    await service.stop();
    await development.stop();
    await database.drop();
  });

  const admin = (method: string, path: string, body?: unknown) =>
    service.call(method, `/admin/api/v1/organisations/moved${path}`, { key: ADMIN_TOKEN, body });

  it("there is no simulated provider, nor any of its pages", async () => {
    const session = (await partner.checkout((await partner.lot()).id)).json.data.id;
    const here = [
      await service.call("POST", `/sandbox/payments/${session}`, { body: { outcome: "paid" } }),
      await service.call("GET", `/sandbox/pay/${session}`),
      await service.call("POST", `/rails/redirect/sandbox/moved/notifications`, { body: {} }),
      await service.call("POST", "/sandbox/chain/mine", { body: { blocks: 1 } }),
    ];
    expect(here.map(({ status, json }) => [status, json.error])).toEqual([
      [404, "not_found"],
      [404, "not_found"],
      [404, "not_found"],
      [404, "not_found"],
    ]);
  });

  it("no account at the simulated provider can be added, and one from before sells nothing", async () => {
    const account = { provider: "sandbox", currencies: ["EUR"] };
    const added = await admin("PUT", "/rails/embed", account);
    expect(added.status).toBe(400);
    expect(added.json.issues).toMatchObject([{ path: "provider", code: "unknown_provider" }]);
    expect(added.json.message).toMatch(/that serve embed: stripe\.$/);

    const lot = await partner.lot();
    const refused = await service.call("POST", "/api/v1/checkout/sessions", {
      key: partner.key,
      body: { competitionId: lot.id, buyer: { email: "buyer@example.com" } },
    });
    expect([refused.status, refused.json.error]).toEqual([412, "fiat_not_configured"]);
  });

  it("no webhook goes to the loopback, nor over plain http", async () => {
    for (const url of ["http://127.0.0.1:8080/hook", "https://localhost/hook", "https://[::1]/hook"]) {
      const refused = await admin("POST", "/webhook-endpoints", { url });
      expect([refused.status, refused.json.issues[0].path]).toEqual([400, "url"]);
    }
  });
});

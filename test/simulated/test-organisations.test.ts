import { describe, expect, it } from "vitest";
import { SmtpSettings } from "../../adapters/mail/smtp-mailer.ts";
import { MailSender } from "../../src/mails/mail-sender.ts";
import { operatorPrincipal } from "../../ports/principal.ts";
import { ApiKeyAdministration } from "../../src/organisations/api-key-administration.ts";
import { DEFAULT_RATE } from "../../src/organisations/api-key.ts";
import { addMail } from "../support/receivers/written-mail.ts";
import { Partner } from "../support/builders/partner.ts";
import { Shopper } from "../support/builders/shopper.ts";
import { opened, prepared } from "../support/opened.ts";
import { MailServer } from "../support/receivers/mail-server.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";

const ACT = { actor: operatorPrincipal("test"), requestId: "test-set-up" };
const PRODUCTION = {
  NODE_ENV: "production",
  BASE_URL: "https://raffles.example",
  WEBHOOK_ALLOW_LOOPBACK: "false",
  CHAIN_RPC_URL: "http://127.0.0.1:1",
  CHAIN_ID: "1",
};

describe("A test organisation", () => {
  const service = opened(() => TestService.open());
  const admin = (method: string, path: string, body: object) =>
    service.call(method, `/admin/api/v1/organisations${path}`, { key: ADMIN_TOKEN, body });

  it("is one from its creation for ever", async () => {
    const added = await admin("POST", "", { slug: "trial", name: "Trial", mode: "test" });
    expect([added.status, added.json.data.mode]).toEqual([201, "test"]);
    const live = await admin("POST", "", { slug: "shop", name: "Shop" });
    expect(live.json.data.mode).toBe("live");
    const changed = await admin("PATCH", "/trial", { mode: "live" });
    expect([changed.status, changed.json.issues[0].path]).toEqual([400, "mode"]);
    const other = await admin("POST", "", { slug: "other", name: "Other", mode: "demo" });
    expect([other.status, other.json.issues[0].path]).toEqual([400, "mode"]);
    const written = service.sql("update organisation set mode = 'live' where slug = 'trial'");
    await expect(written).rejects.toThrow("organisation.mode never changes");
  });

  it("has keys that say so, in every way that a key gets its secret", async () => {
    const scopes = ["competitions:read"];
    const created = await admin("POST", "/trial/api-keys", { name: "k", scopes });
    const { key, id, prefix } = created.json.data;
    expect(key).toMatch(/^sk_test_0[0-9A-Za-z]{42}$/);
    expect(prefix).toBe(key.slice(0, 16));
    const organisationId = (await service.sql("select id from organisation where slug = 'trial'"))[0].id;
    const administration = service.wiring.get(ApiKeyAdministration);
    const rolled = await administration.roll(ACT, Number(organisationId), id, 1);
    const request = { name: "handed", scopes: [], ...DEFAULT_RATE };
    const handed = await administration.handOver(ACT, Number(organisationId), request);
    const claimed = await administration.claim(ACT, Number(organisationId), handed.id);
    for (const secret of [key, rolled.secret, claimed.secret]) {
      expect(secret).toMatch(/^sk_test_0[0-9A-Za-z]{42}$/);
      const { json } = await service.call("GET", "/api/v1/whoami", { key: secret });
      expect(json.data.organisation).toEqual({ slug: "trial", name: "Trial", mode: "test" });
    }
    const live = await admin("POST", "/shop/api-keys", { name: "k", scopes });
    expect(live.json.data.key).toMatch(/^sk_0[0-9A-Za-z]{42}$/);
    for (const wrong of [key.replace("sk_test_", "sk_"), live.json.data.key.replace("sk_", "sk_test_")]) {
      const refused = await service.call("GET", "/api/v1/whoami", { key: wrong });
      expect([refused.status, refused.json.error]).toEqual([401, "invalid_api_key"]);
    }
  });

  it("has no account at a real provider", async () => {
    const account = {
      provider: "stripe",
      currencies: ["USD"],
      credentials: { secretKey: "sk_test_x", webhookSecret: "whsec_x" },
      enabled: false,
    };
    const refused = await admin("PUT", "/trial/rails/embed", account);
    expect([refused.status, refused.json.error]).toEqual([409, "test_organisation"]);
  });

  it("says on each page of its competitions that no money is taken, and is not listed by search engines", async () => {
    const trial = await Partner.add(service, { slug: "test-shop", mode: "test" });
    const shop = await Partner.add(service, { slug: "live-shop" });
    for (const [partner, isTest] of [
      [trial, true],
      [shop, false],
    ] as const) {
      const { slug, id } = partner.organisation;
      const lot = await partner.lot();
      const buyer = await Shopper.signIn(service, id);
      const pages = [
        `/embed/${slug}`,
        `/embed/${slug}/competition/${lot.id}`,
        `/checkout/${slug}/${lot.id}`,
        `/tickets/${slug}`,
      ];
      for (const path of pages) {
        const { status, text } = await buyer.get(path);
        expect([path, status, text.includes("Test: no money is taken")]).toEqual([path, 200, isTest]);
      }
      const { text } = await service.call("GET", `${pages[1]}?locale=de`);
      expect(text.includes("Test: Es wird kein Geld abgebucht")).toBe(isTest);
      expect(text.includes('name="robots" content="noindex"')).toBe(isTest);
    }
  });
});

describe("In production", () => {
  const service = opened(() => TestService.open({ environment: PRODUCTION }));
  const trial = prepared(() => Partner.add(service, { slug: "trial", mode: "test" }));
  const stranger = prepared(() => Partner.add(service, { slug: "stranger", mode: "test" }));
  const act = (id: string, key: string | null) =>
    service.call("POST", `/sandbox/payments/${id}`, { key, body: { outcome: "paid" } });

  it("a test key sells on a simulated rail, and pays with its own key alone", async () => {
    const lot = await trial.lot();
    const sold = await trial.checkout(lot.id);
    expect(sold.status).toBe(201);
    const { id } = sold.json.data;
    for (const key of [null, "sk_test_x", stranger.key]) expect((await act(id, key)).status).toBe(404);
    expect(await trial.session(id)).toMatchObject({ status: "pending" });
    const page = await service.call("GET", `/sandbox/pay/${id}`);
    expect([page.status, page.text.includes("25.00")]).toEqual([200, true]);
    expect((await act(id, trial.key)).status).toBe(200);
    await service.idle();
    expect(await trial.session(id)).toMatchObject({ status: "paid" });
    const metrics = await service.call("GET", "/metrics", { key: ADMIN_TOKEN });
    expect(metrics.text).not.toMatch(/^orders_settled_total\{[^}]*provider="sandbox"/m);
  });

  it("a buyer pays on the simulated provider's page, without a key", async () => {
    const sold = await trial.checkout((await trial.lot()).id);
    const { id } = sold.json.data;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const paid = await service.call("POST", `/sandbox/pay/${id}`, { raw: "outcome=paid", headers });
    expect(paid.status).toBe(303);
    await service.idle();
    expect(await trial.session(id)).toMatchObject({ status: "paid" });
  });

  it("a live organisation has no simulated rail, not even one from before", async () => {
    const live = await Partner.add(service, { slug: "live", rails: {}, cryptoEnabled: true });
    const lot = await live.lot({ priceCents: 100, status: "draft" });
    const path = "/admin/api/v1/organisations/live/rails/redirect";
    const body = { provider: "sandbox", currencies: ["USD"] };
    const put = await service.call("PUT", path, { key: ADMIN_TOKEN, body });
    expect([put.status, put.json.issues[0].code]).toEqual([400, "unknown_provider"]);
    await service.sql(
      `with taken as (
          insert into rail_account (organisation_id, kind, provider, currencies, credentials, settings, enabled, created_at, updated_at)
          select (select id from organisation where slug = 'live'), kind, provider, currencies, credentials, settings, enabled, created_at, updated_at
          from rail_account where organisation_id = $1 returning *)
        insert into rail_currency (organisation_id, currency, rail_account_id, kind, provider)
        select organisation_id, 'USD', id, kind, provider from taken`,
      trial.organisation.id,
    );
    const opening = await live.patch(`/competitions/${lot.id}`, { status: "active" });
    expect([opening.status, opening.json.error]).toEqual([400, "no_usable_rail"]);
  });

  it("a test organisation reads its mails with its key, and no other's", async () => {
    for (const { organisation } of [trial, stranger]) {
      const content = { kind: "sign_in_code", code: "90218653", minutes: 10 } as const;
      const to = `${organisation.slug}@example.com`;
      await addMail(service, { organisationId: organisation.id, to, locale: "en", content });
    }
    const headers = { Accept: "application/json" };
    const read = (key: string | null) => service.call("GET", "/sandbox/mailbox", { key, headers });
    const box = await read(trial.key);
    expect(box.json.data.map(({ to }: { to: string }) => to)).toEqual(["trial@example.com"]);
    const live = await Partner.add(service, { slug: "live-mails", rails: {} });
    for (const key of [null, "sk_test_x", live.key]) expect((await read(key)).status).toBe(404);
  });

  it.each([
    ["GET", "/sandbox/clock"],
    ["POST", "/sandbox/chain/mine"],
    ["GET", "/sandbox/pay/cs_x"],
  ])("%s %s is not there", async (method, path) => {
    expect((await service.call(method, path, { key: trial.key })).status).toBe(404);
  });
});

it("A test organisation's mail stays in the mailbox, and a live one's goes to the mail server", async () => {
  const server = await MailServer.open();
  const from = "raffles@shop.example";
  const settings = {
    host: "127.0.0.1",
    port: server.port,
    tls: "none",
    login: null,
    from,
    limits: {},
  } as const;
  const service = await TestService.open({
    environment: { SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=none`, MAIL_FROM: from },
    replace: (wiring) => wiring.bind(SmtpSettings, () => settings),
  });
  try {
    for (const mode of ["test", "live"] as const) {
      const { organisation } = await Partner.add(service, { slug: `${mode}-mails`, mode });
      const content = { kind: "sign_in_code", code: "90218653", minutes: 10 } as const;
      const mail = {
        organisationId: organisation.id,
        to: `${mode}@example.com`,
        locale: "en",
        content,
      } as const;
      await addMail(service, mail);
    }
    const sender = service.wiring.get(MailSender);
    await sender.sendOnce();
    await sender.drain();
    expect(server.arrived.map(({ to }) => to)).toEqual([["live@example.com"]]);
    const headers = { Accept: "application/json" };
    const box = await service.call("GET", "/sandbox/mailbox?to=test@example.com", { headers });
    expect(box.json.data).toMatchObject([{ to: "test@example.com", state: "sent" }]);
    expect(box.json.data[0].text).toContain("90218653");
  } finally {
    await service.stop();
    await server.close();
  }
});

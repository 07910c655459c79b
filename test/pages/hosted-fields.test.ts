import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WorldpayRail } from "../../rails/worldpay/rail.ts";
import type { WantedRailAccount } from "../../src/rail-accounts/rail-administration.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import type { Card } from "../../rails/worldpay/test/records.ts";
import { accountOf } from "../../rails/worldpay/test/harness.ts";
import { WorldpaySimulator } from "../../rails/worldpay/test/simulator.ts";
import { type Launched, press, sharedBrowser } from "../support/browser/browser.ts";
import { leaksOf } from "../support/service/leaks.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, type Json, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const MERCHANT = { username: "shop-user", password: "shop-password-0815", entity: "shop" };
const DEVICE = { userAgent: "Mozilla/5.0", acceptHeader: "text/html" };

let sandboxed: Partner;
let competitionId: number;
let account: WantedRailAccount;

const simulator = opened(() => WorldpaySimulator.open([MERCHANT]));
const service = opened(() =>
  TestService.open({
    // The real rail, led to the simulator; the others as they are.
    rails: (clock) => [
      new WorldpayRail({ origins: { test: simulator.origin, live: simulator.origin }, clock }),
    ],
  }),
);
const partner = prepared(() => Partner.add(service, { rails: {} }));
beforeAll(async () => {
  const { credentials, settings } = accountOf(MERCHANT, partner.organisation.slug, "key-1:secret-of-events");
  const path = `/admin/api/v1/organisations/${partner.organisation.slug}/rails/fields`;
  account = {
    kind: "fields",
    provider: "worldpay",
    currencies: ["USD"],
    credentials,
    settings,
    enabled: true,
  };
  const { kind: _inPath, ...body } = account;
  const { status, text } = await service.call("PUT", path, { key: ADMIN_TOKEN, body });
  expect(status, text).toBe(200);
  competitionId = (await partner.lot({ maxTickets: 1_000 })).id;
  sandboxed = await Partner.add(service, { rails: { USD: "fields" } });
});

const newSession = async (of = partner, lotId = competitionId): Promise<{ id: string; payment: Json }> =>
  (await of.checkout(lotId)).json.data;
const confirm = (id: string, body: object) => partner.post(`/checkout/sessions/${id}/confirm`, body);
const card = (card: Card) => ({ sessionHref: simulator.session(card), device: DEVICE });
const charged = (id: string) =>
  simulator.payments.filter((payment) => payment.reference === id && payment.charged !== null).length;

describe("card fields of Worldpay through the confirm call", () => {
  it("gives the browser what the hosted fields need, and nothing is made at Worldpay yet", async () => {
    const { id, payment } = await newSession();
    expect(payment.type).toBe("FIELDS_SDK");
    expect(JSON.parse(payment.data)).toEqual({
      provider: "worldpay",
      checkoutId: "0f4b7a2e-c0de-4711-8a3f-5c2d9a6b1e70",
      scriptUrl: `${simulator.origin}/access-checkout/v2/checkout.js`,
    });
    expect(simulator.of(id)).toBeUndefined();
  });

  it("asks the buyer's bank, device and challenge, and then is paid", async () => {
    const { id } = await newSession();
    const first = await confirm(id, card("challenge"));
    expect(JSON.parse(first.json.data.payment.data)).toMatchObject({ action: "device_data", bin: "400000" });
    const second = await confirm(id, { deviceData: { reference: "ddc-1" } });
    expect(JSON.parse(second.json.data.payment.data)).toMatchObject({ action: "challenge" });
    const third = await confirm(id, { challenge: "done" });
    expect(third.json.data).toEqual({
      id,
      status: "paid",
      ticketsIssued: true,
      paymentId: id,
      payment: null,
    });
    expect(charged(id)).toBe(1);
    expect(simulator.of(id)?.challengeReturnUrl).toBe(`${service.baseUrl}/rails/fields/${id}/challenged`);
  });

  it("a failed challenge fails the session, and nothing is charged", async () => {
    const { id } = await newSession();
    await confirm(id, card("challengeFailed"));
    await confirm(id, { deviceData: { reference: null } });
    const { status, json } = await confirm(id, { challenge: "done" });
    expect([status, json.error]).toEqual([400, "payment_declined"]);
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "authentication_failed" });
    expect(charged(id)).toBe(0);
  });

  it("captured, its answer lost: one charge, and tickets once the buyer confirms again", async () => {
    const { id } = await newSession();
    const lost = await confirm(id, card("loseAnswer"));
    expect([lost.status, lost.json.data.status]).toEqual([200, "pending"]);
    expect((await confirm(id, card("approve"))).json.data.status).toBe("paid");
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect(charged(id)).toBe(1);
  });

  it("captured, its answer lost and the buyer gone: one charge, and tickets within a minute", async () => {
    const { id } = await newSession();
    expect((await confirm(id, card("loseAnswer"))).json.data.status).toBe("pending");
    service.clock.advance(60_000);
    await service.wiring.get(Reconciliation).reconcileOnce();
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect(charged(id)).toBe(1);
  });

  it("never paid: the hold's end takes the right to confirm away", async () => {
    const { id } = await newSession();
    await service.clock.later(31 * 60_000, () => service.wiring.get(Reconciliation).reconcileOnce());
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "expired" });
    expect((await confirm(id, card("approve"))).json.error).toBe("session_final");
    expect(charged(id)).toBe(0);
  });

  it("a refund goes to Worldpay once", async () => {
    const { id } = await newSession();
    await confirm(id, card("approve"));
    const { status } = await service.call(
      "POST",
      `/admin/api/v1/organisations/${partner.organisation.slug}/orders/${id}/refund`,
      { key: ADMIN_TOKEN, body: { reason: "asked for" } },
    );
    expect(status).toBe(200);
    await service.wiring.get(RefundRunner).refundOnce();
    expect(simulator.of(id)?.refunded).toBe(2500);
  });

  it("54. no answer or log has a password, a key, a card session or what the bank's page said", async () => {
    const paid = await newSession();
    const hrefs = [card("challenge"), card("refuse")].map((session) => session.sessionHref);
    await confirm(paid.id, { sessionHref: hrefs[0], device: DEVICE });
    await confirm(paid.id, { deviceData: { reference: "ddc-canary" } });
    expect((await confirm(paid.id, { challenge: "done" })).json.data.status).toBe("paid");
    const refused = await newSession();
    const answers = [
      await confirm(refused.id, { sessionHref: hrefs[1], device: DEVICE }),
      await confirm(refused.id, { sessionHref: hrefs[1], device: DEVICE }),
      await confirm((await newSession()).id, { sessionHref: "https://evil.example/sessions/canary-href" }),
    ];
    const { username, password } = MERCHANT;
    const secrets = [
      password,
      Buffer.from(`${username}:${password}`).toString("base64"),
      "secret-of-events",
      `${simulator.origin}/sessions/`,
      ...hrefs.map((href) => href.split("/").at(-1) ?? href),
      "canary-href",
      "ddc-canary",
    ];
    for (const { text } of answers) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(await leaksOf(service, partner, account, secrets)).toEqual([]);
  });

  it("every request and answer keeps the official documents", () => {
    expect(simulator.violations).toEqual([]);
  });
});

describe("the hosted page of card fields", () => {
  let launched: Launched;
  beforeAll(async () => {
    launched = await sharedBrowser();
    if (!launched.browser) console.warn(`The hosted page is not looked at: ${launched.missing}`);
  });
  afterAll(() => launched?.browser?.close());
  beforeEach((context) => {
    if (!launched.browser) context.skip(`no browser: ${launched.missing}`);
  });

  async function onPage(id: string, visit: (page: Page) => Promise<void>): Promise<void> {
    const page = await launched.browser!.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    try {
      await page.goto(`${service.baseUrl}/rails/fields/${id}/pay`);
      await visit(page);
      expect(complaints).toEqual([]);
    } finally {
      await page.close();
    }
  }
  const pay = async (page: Page, number: Card) => {
    await page.getByLabel("Card number").fill(number);
    await press(page.getByRole("button", { name: "Pay" }));
  };

  it("takes a card and ends on the result page", async () => {
    const { id } = await newSession();
    await onPage(id, async (page) => {
      await page.locator(".bill .amount", { hasText: "$25.00" }).waitFor();
      await pay(page, "approve");
      await page.getByRole("heading", { name: "You are in" }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/orders/${id}`);
    });
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
  });

  it("leads the buyer through the bank's device check and challenge, also after a reload", async () => {
    const { id } = await newSession();
    await onPage(id, async (page) => {
      await pay(page, "challenge");
      await page.frameLocator("iframe").getByRole("button", { name: "Yes, it is me" }).waitFor();
      await page.reload();
      await press(page.frameLocator("iframe").getByRole("button", { name: "Yes, it is me" }));
      await page.getByRole("heading", { name: "You are in" }).waitFor();
    });
    expect(charged(id)).toBe(1);
  });

  it("says that nothing was charged when the card is refused", async () => {
    const { id } = await newSession();
    await onPage(id, async (page) => {
      await pay(page, "frictionless");
      await page.getByRole("heading", { name: "You are in" }).waitFor();
    });
    const refused = await newSession();
    const page = await launched.browser!.newPage();
    await page.goto(`${service.baseUrl}/rails/fields/${refused.id}/pay`);
    await pay(page, "refuse");
    await page.getByRole("heading", { name: "No tickets were issued" }).waitFor();
    await page.close();
    expect(charged(refused.id)).toBe(0);
  });

  it("works with the sandbox, whose bank asks on the page", async () => {
    const { id } = await newSession(sandboxed, (await sandboxed.lot()).id);
    await onPage(id, async (page) => {
      await page.getByLabel("challenge").check();
      await press(page.getByRole("button", { name: "Pay" }));
      await press(page.getByRole("button", { name: "Yes, it’s me" }));
      await page.getByRole("heading", { name: "You are in" }).waitFor();
    });
    expect(await sandboxed.session(id)).toMatchObject({ status: "paid" });
  });
});

describe("what the hosted page's address refuses", () => {
  const post = (id: string, body: object, headers: Record<string, string>) =>
    fetch(`${service.baseUrl}/orders/${id}/confirm`, {
      method: "POST",
      body: new URLSearchParams({ step: JSON.stringify(body) }),
      headers,
    });

  it("another origin, or none", async () => {
    const { id } = await newSession();
    for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, {}] as const) {
      const answer = await post(id, card("approve"), headers as Record<string, string>);
      expect([answer.status, (await answer.json()).error]).toEqual([403, "invalid_request"]);
    }
    expect(charged(id)).toBe(0);
  });

  it("unknown sessions and those of another rail; and it shows no page of a final one", async () => {
    const other = await Partner.add(service);
    const redirect = (await other.checkout((await other.lot()).id)).json.data.id;
    for (const id of ["cs_nothing", redirect]) {
      expect((await service.call("GET", `/rails/fields/${id}/pay`)).status).toBe(404);
    }
    const { id } = await newSession();
    await confirm(id, card("refuse"));
    const { status, headers } = await service.call("GET", `/rails/fields/${id}/pay`);
    expect([status, headers.get("location")]).toEqual([303, "return"]);
  });

  it("frames, foreign scripts and caches", async () => {
    const { id } = await newSession();
    const { headers } = await service.call("GET", `/rails/fields/${id}/pay`);
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(simulator.origin);
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|https:)/);
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

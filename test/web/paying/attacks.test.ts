import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Launched, sharedBrowser } from "../../support/browser/browser.ts";
import { placeHosted } from "../../support/builders/hosted-order.ts";
import { Partner } from "../../support/builders/partner.ts";
import { orderIn, Shopper } from "../../support/builders/shopper.ts";
import { TestService } from "../../support/service/service.ts";

let service: TestService;
let partner: Partner;
let rival: Partner;
let launched: Launched;
beforeAll(async () => {
  launched = await sharedBrowser();
  if (!launched.browser) console.warn(`Nobody presses twice in a browser: ${launched.missing}`);
  service = await TestService.open({
    environment: { BASE_DOMAIN: "raffles.example", TRUST_PROXY: "1", HOSTED_ORDERS_PER_10_MIN: "100" },
  });
  const rails = { USD: "redirect", EUR: "embed", JPY: "fields" } as const;
  partner = await Partner.add(service, { rails, rates: { EUR: "0.9", JPY: "150" } });
  rival = await Partner.add(service);
});
afterAll(async () => {
  await launched?.browser?.close();
  await service.stop();
});

async function rows(query: string, ...values: unknown[]) {
  return await service.sql(query, ...values);
}
const isIn = (page: Page) => page.getByRole("heading", { name: "You are in" }).waitFor();

async function signedIn(): Promise<BrowserContext> {
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  const context = await launched.browser!.newContext();
  await context.addCookies([
    { name: "buyer", value: shopper.session, url: service.baseUrl, sameSite: "Lax" },
  ]);
  return context;
}

/** Two tabs at once, in one browser. */
async function twoTabs(context: BrowserContext, address: string): Promise<readonly [Page, Page]> {
  const tabs = [await context.newPage(), await context.newPage()] as const;
  await Promise.all(tabs.map((tab) => tab.goto(address)));
  return tabs;
}

/** Goes there, also where the answer to what was pressed before comes between. */
async function goTo(page: Page, address: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const error = await page.goto(address).then(
      () => null,
      (failed: Error) => failed,
    );
    if (error === null) return;
    if (tries === 5 || !error.message.includes("interrupted by another navigation")) throw error;
  }
}

/** The order of a lot of which there is one, with its one payment and its tickets. */
async function expectOne(lotId: number, quantity: number): Promise<void> {
  const orders = await rows("select id, status, quantity from ticket_order where lot_id = $1", lotId);
  expect(orders).toEqual([{ id: expect.any(String), status: "paid", quantity }]);
  expect(await rows("select state from payment where order_id = $1", orders[0].id)).toEqual([
    { state: "settled" },
  ]);
  expect(await rows("select sold, held from lot_stock where lot_id = $1", lotId)).toEqual([
    { sold: quantity, held: 0 },
  ]);
}

describe("whoever acts twice pays once", () => {
  it("by two tabs that order and pay at once, and by a double click on each button", async ({ skip }) => {
    if (!launched.browser) return skip(`no browser: ${launched.missing}`);
    const context = await signedIn();
    const { slug } = partner.organisation;
    const lot = await partner.lot({ payment: { fiatCurrency: "EUR" } });
    const [first, second] = await twoTabs(context, `${service.baseUrl}/checkout/${slug}/${lot.id}`);
    await Promise.all([first, second].map((tab) => tab.locator(".order .button").dblclick()));
    // The one that came second is told of the order that there is already.
    const orders = () => rows("select id from ticket_order where lot_id = $1", lot.id);
    await expect.poll(async () => (await orders()).length).toBe(1);
    const decided = (tab: Page) =>
      tab.getByRole("link", { name: "Continue with this order" }).or(tab.locator("iframe")).first().waitFor();
    // A busy machine may refuse one of them, which then has its form again.
    await Promise.any([first, second].map(decided));
    const [{ id }] = await orders();
    await Promise.all([first, second].map((tab) => goTo(tab, `${service.baseUrl}/orders/${id}`)));
    const button = (tab: Page) => tab.frameLocator("iframe").getByRole("button", { name: "Pay" });
    await Promise.all([first, second].map((tab) => button(tab).waitFor()));
    // The button of the one that came second may be gone before it is pressed.
    await Promise.all([first, second].map((tab) => Promise.any([button(tab).dblclick(), isIn(tab)])));
    await Promise.all([first, second].map(isIn));
    await expectOne(lot.id, 1);

    const cards = await partner.lot({ payment: { fiatCurrency: "JPY" } });
    const { address } = await placeHosted(partner, cards.id);
    const tabs = await twoTabs(context, address);
    const confirms: string[] = [];
    context.on("request", (request) => {
      if (request.url().endsWith("/confirm")) confirms.push(request.url());
    });
    await Promise.all(
      tabs.map((tab) => Promise.any([tab.getByRole("button", { name: "Pay" }).dblclick(), isIn(tab)])),
    );
    await Promise.all(tabs.map(isIn));
    expect(confirms.length).toBeLessThanOrEqual(2);
    await expectOne(cards.id, 2);
    await context.close();
  });
});

describe("the page of an order", () => {
  it("is not there on another organisation's host, for nothing that can be done with it", async () => {
    const { id, email } = await placeHosted(partner, (await partner.lot()).id);
    const { session } = await Shopper.signIn(service, partner.organisation.id, { email });
    const { port } = new URL(service.baseUrl);
    const at = (slug: string, path: string, fields?: Record<string, string>) =>
      service.call(fields ? "POST" : "GET", path, {
        ...(fields && { raw: new URLSearchParams(fields).toString() }),
        headers: {
          Accept: "text/html",
          Cookie: `buyer=${session}`,
          "X-Forwarded-Host": `${slug}.raffles.example`,
          Origin: `http://${slug}.raffles.example:${port}`,
          ...(fields && { "Content-Type": "application/x-www-form-urlencoded" }),
        },
      });
    const { slug } = rival.organisation;
    const step = JSON.stringify({ challenge: "done" });
    const foreign = [
      await at(slug, `/orders/${id}`),
      await at(slug, `/orders/${id}/status`),
      await at(slug, `/orders/${id}/confirm`, { step }),
      await at(slug, `/orders/${id}/abandon`, {}),
      await at(slug, `/orders/${id}/abandon`, { next: `/tickets/${slug}` }),
      await at(slug, `/rails/redirect/${id}/return`),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await rows("select status from ticket_order where id = $1", id)).toEqual([{ status: "pending" }]);
    const own = partner.organisation.slug;
    expect((await at(own, `/orders/${id}/status`)).status).toBe(200);
    expect((await at(own, `/orders/${id}/abandon`, {})).status).toBe(303);
  });

  it("tells whoever has its address how to pay and what came of it, and never who the buyer is", async () => {
    const lot = await partner.lot();
    const { id, address } = await placeHosted(partner, lot.id);
    const [{ email }] = await rows("select buyer_email as email from ticket_order where id = $1", id);
    const stranger = await Shopper.signIn(service, partner.organisation.id);
    const path = new URL(address).pathname;
    for (const outcome of ["pending", "paid"]) {
      if (outcome === "paid") await partner.provider(id, { outcome });
      const { status, text, headers } = await stranger.get(path);
      expect(status).toBe(200);
      for (const kept of [email, stranger.email, "buyer-", stranger.session])
        expect(text).not.toContain(kept);
      expect([headers.get("Cache-Control"), headers.get("Referrer-Policy")]).toEqual([
        "no-store",
        "strict-origin",
      ]);
    }
    // An order that another one began does not become a stranger's to watch, nor theirs to end.
    const list = await stranger.get(`/tickets/${partner.organisation.slug}`);
    expect(list.text).not.toContain(id);
  });

  it("takes nothing from hostile parameters, neither at its own address nor at a provider's return", async () => {
    const lot = await partner.lot();
    const { id } = await placeHosted(partner, lot.id);
    const evil = `"><script>alert(1)</script>`;
    const names = [
      "visit",
      "after",
      "home",
      "locale",
      "scheme",
      "affiliate",
      "returned",
      "look",
      "next",
      "from",
    ];
    const values = [evil, "//evil.example", "javascript:alert(1)", "\r\nSet-Cookie: a=1", "x".repeat(900)];
    const { slug } = partner.organisation;
    const own = `/orders/${id}?returned=yes&locale=en`;
    for (const value of values) {
      const query = new URLSearchParams(names.map((name) => [name, value]));
      for (const extra of ["", "&locale=de&locale[]=x&visit=a&visit=b&home[x]=1"]) {
        const page = await service.call("GET", `/orders/${id}?${query}${extra}`, {
          headers: { Accept: "text/html" },
        });
        const first = await service.call("GET", `/checkout/${slug}/${lot.id}?${query}${extra}`);
        for (const { status, text, headers } of [page, first]) {
          expect(status).toBe(200);
          expect(text).not.toContain("<script>alert");
          expect(text).not.toMatch(/(href|action|content)="[^"]*(evil[.]example|javascript:)/);
          expect(headers.get("set-cookie")).toBeNull();
        }
        const back = await service.call("GET", `/rails/redirect/${id}/return?${query}&returnUrl=${value}`, {
          headers: { Accept: "text/html" },
        });
        expect([back.status, back.headers.get("content-language")]).toEqual([200, "en"]);
        expect(back.text).not.toMatch(/(href|action|content)="[^"]*(evil[.]example|javascript:)/);
        expect(back.headers.get("set-cookie")).toBeNull();
        const posted = await service.call("POST", `/rails/redirect/${id}/return?${query}`, {
          headers: { Accept: "text/html", "Content-Type": "application/x-www-form-urlencoded" },
          raw: new URLSearchParams({ returnUrl: value }).toString(),
        });
        expect([posted.status, posted.headers.get("location")]).toEqual([303, own]);
      }
      const posted = await service.call("POST", `/rails/redirect/${id}/return`, {
        raw: query.toString(),
        headers: { Accept: "text/html", "Content-Type": "application/x-www-form-urlencoded" },
      });
      expect([posted.status, posted.headers.get("location")]).toEqual([303, own]);
    }
    expect(await rows("select status from ticket_order where id = $1", id)).toEqual([{ status: "pending" }]);
    for (const line of service.logLines) expect(line).not.toContain("alert(1)");
  });

  it("of another visit, organisation or lot gives its visit to none but an order of the same organisation", async () => {
    const { id } = await placeHosted(partner, (await partner.lot()).id);
    const visit = "v".repeat(22);
    await rows(
      "update ticket_order set visit_hash = sha256($2::bytea) where id = $1",
      id,
      Buffer.from(visit),
    );
    const lot = await rival.lot();
    const shopper = await Shopper.signIn(service, rival.organisation.id);
    const path = `/checkout/${rival.organisation.slug}/${lot.id}?after=${id}`;
    const placed = orderIn(await shopper.order(await shopper.get(path)));
    expect((await service.call("GET", `/visits/${visit}`)).json).toMatchObject({ status: "pending" });
    expect(await rows("select visit_hash from ticket_order where id = $1", placed)).toEqual([
      { visit_hash: null },
    ]);
  });
});

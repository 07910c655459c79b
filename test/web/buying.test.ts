import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, CDPSession, BrowserContextOptions, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Lot } from "../../src/lots/lot.ts";
import { type Launched, press, sharedBrowser } from "../support/browser/browser.ts";
import { Partner } from "../support/builders/partner.ts";
import { Shopper } from "../support/builders/shopper.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";
import { LocalServer } from "../support/receivers/local-server.ts";
import { eventually } from "../support/eventually.ts";

let service: TestService;
let partner: Partner;
let launched: Launched;
let body = "";
let openerPolicy = "unsafe-none";
const shop = opened(() =>
  LocalServer.listen((_request, response) => {
    response.setHeader("Cross-Origin-Opener-Policy", openerPolicy);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>${body}`,
    );
  }),
);
beforeAll(async () => {
  launched = await sharedBrowser();
  if (!launched.browser) console.warn(`Nothing is bought in a browser: ${launched.missing}`);
  service = await TestService.open({ environment: { HOSTED_ORDERS_PER_10_MIN: "100" } });
  partner = await Partner.add(service);
});
afterAll(async () => {
  await launched?.browser?.close();
  await service.stop();
});

/** In frames, as where a browser lets other sites' pages keep nothing. */
const STORAGE_OFF = `if (self !== top) {
  const off = { get() { throw new DOMException("off", "SecurityError") }, set() { throw new DOMException("off", "SecurityError") } };
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"]) Object.defineProperty(self, name, off);
  Object.defineProperty(document, "cookie", off);
}`;

interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly frame: Frame;
  readonly shopper: Shopper;
  /** What the widget's tag has heard of purchases. */
  heard(): Promise<unknown>;
  /** Types of the events of its checkout, in order. */
  steps(): Promise<readonly string[]>;
}

const STEPS = ["ready", "open", "pending", "paid", "failed", "close"];

/** As strict as a browser can be; which parameters it wants is another matter in each version. */
async function restrictThirdPartyCookies(session: CDPSession): Promise<void> {
  const controls = {
    enableThirdPartyCookieRestriction: true,
    disableThirdPartyCookieMetadata: true,
    disableThirdPartyCookieHeuristics: true,
  };
  await session.send("Network.setCookieControls", controls);
}

/** Somebody who is signed in looks at a partner's page, which shows the lot. */
async function visitor(lot: Lot, options: BrowserContextOptions = {}): Promise<Visitor> {
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  const { slug } = partner.organisation;
  body = `<script src="${service.baseUrl}/widget.js" data-org="${slug}" data-competition="${lot.id}"></script>`;
  const context = await launched.browser!.newContext({
    viewport: { width: 1_280, height: 1_600 },
    ...options,
  });
  await context.addCookies([
    { name: "buyer", value: shopper.session, url: service.baseUrl, sameSite: "Lax" },
  ]);
  const page = await context.newPage();
  await restrictThirdPartyCookies(await context.newCDPSession(page));
  await page.addInitScript(STORAGE_OFF);
  await page.addInitScript(
    `globalThis.heard = []; addEventListener("raffle:paid", ({ detail }) => heard.push(detail));
    globalThis.steps = [];
    for (const type of ${JSON.stringify(STEPS)})
      addEventListener("raffle:" + type, ({ detail }) => steps.push([type, detail.competitionId ?? null]));`,
  );
  await page.goto(shop.localOrigin);
  let frame: Frame | undefined;
  await eventually(async () => {
    frame = page.frames().find((each) => each.url().includes("/embed/"));
    return frame !== undefined && (await frame.locator(".button").count()) > 0;
  });
  const steps = async () => (await page.evaluate<[string, number | null][]>("steps")).map(([type]) => type);
  return { context, page, frame: frame!, shopper, heard: () => page.evaluate("heard"), steps };
}

/** Clicks the button. @returns the window that it opens */
async function popupOf({ context, frame }: Visitor): Promise<Page> {
  const next = context.waitForEvent("page");
  await press(frame.locator("[data-buy]"));
  const popup = await next;
  await popup.waitForLoadState();
  return popup;
}

const said = ({ frame }: Visitor) => frame.locator(".buying [role=status]").textContent();
const visitOf = (address: string) => new URL(address).searchParams.get("visit");

/** Orders in the checkout that is open, and pays. */
async function pay(popup: Page, lot: Lot, quantity: number): Promise<void> {
  await popup.locator("#quantity").fill(String(quantity));
  await press(popup.locator(".order .button"));
  let id: string | undefined;
  await eventually(async () => {
    const rows = await service.sql(
      "select id from ticket_order where lot_id = $1 and instruction is not null order by number desc limit 1",
      lot.id,
    );
    id = rows[0]?.id;
    return id !== undefined;
  });
  await partner.provider(id!, { outcome: "paid" });
}

it("the button opens checkout in a window on the service's origin, and the frame says what became of it, whoever else speaks", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await partner.lot({ maxTickets: 40 });
  const seen = await visitor(lot);
  const popup = await popupOf(seen);
  expect(new URL(popup.url()).origin).toBe(new URL(service.baseUrl).origin);
  expect(seen.page.url()).toBe(`${shop.localOrigin}/`);
  expect(new URL(popup.url()).searchParams.get("home")).toBe(new URL(shop.localOrigin).host);
  expect(seen.context.pages()).toHaveLength(2);
  await eventually(async () => (await said(seen)) === "Checkout is open in its own window.");
  expect(await seen.frame.locator("[data-elsewhere]").isHidden()).toBe(true);

  // Prices of other numbers, without asking anybody.
  await popup.locator("#quantity").fill("3");
  expect(await popup.locator('[data-price="toPay"]').textContent()).toBe("$75.00");
  const lies = [
    { raffle: 2, type: "paid", quantity: 9 },
    { raffle: 1, type: "paid", quantity: "9" },
    { type: "paid", quantity: 9 },
  ];
  for (const lie of lies) await popup.evaluate(`opener.postMessage(${JSON.stringify(lie)}, location.origin)`);
  const forged = JSON.stringify({ raffle: 1, type: "paid", quantity: 9, competitionId: lot.id });
  await seen.page.evaluate(`document.querySelector("iframe").contentWindow.postMessage(${forged}, "*")`);
  await seen.frame.evaluate(`postMessage(${forged}, "*")`);
  await seen.page.evaluate(`postMessage(${forged}, "*")`);
  await popup.evaluate(
    `opener.postMessage({ raffle: 1, type: "pending", order: "//shop.example/orders" }, location.origin)`,
  );
  await eventually(async () => (await said(seen)) === "We are waiting for your payment.");
  expect(await resume(seen).getAttribute("href")).toMatch(/^http[^?]*\/checkout\//);
  expect(await seen.heard()).toEqual([]);

  await pay(popup, lot, 3);
  service.clock.advance(1_500);
  await eventually(async () => (await said(seen)) === "You are in!");
  await eventually(async () => (await seen.frame.locator('[data-live="sold"]').textContent()) === "3");
  expect(await seen.heard()).toEqual([{ competitionId: lot.id, quantity: 3 }]);
  expect(await seen.steps()).toEqual(["ready", "open", "pending", "paid"]);
  expect(seen.page.url()).toBe(`${shop.localOrigin}/`);
  // A frame that loads itself again still says so, and to nobody else.
  await seen.frame.evaluate("location.reload()").catch(() => undefined);
  await eventually(async () => (await said(seen).catch(() => "")) === "You are in!");
  expect(await seen.heard()).toHaveLength(1);
  await seen.context.close();
});

const resume = ({ frame }: Visitor) => frame.locator("[data-resume] a");

it("a second press brings the one window to the front, a window that is closed is noticed, and the next press opens the same visit", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await partner.lot({ maxTickets: 40 });
  const seen = await visitor(lot);
  const popup = await popupOf(seen);
  await eventually(async () => (await said(seen)) === "Checkout is open in its own window.");
  await popup.evaluate("globalThis.times = 0; window.focus = () => { times += 1 }");
  for (const times of [1, 2]) {
    await press(seen.frame.locator("[data-buy]"));
    await eventually(async () => (await popup.evaluate("times")) === times);
  }
  expect(seen.context.pages()).toHaveLength(2);
  const visit = visitOf(popup.url());
  await popup.close();
  await eventually(async () => (await said(seen)) === "The checkout window was closed. You can start again.");
  expect(await resume(seen).isVisible()).toBe(false);
  expect(await seen.steps()).toEqual(["ready", "open", "close"]);

  const next = await popupOf(seen);
  expect(visitOf(next.url())).toBe(visit);
  await eventually(async () => (await said(seen)) === "Checkout is open in its own window.");
  await pay(next, lot, 2);
  await eventually(async () => (await said(seen)) === "You are in!");
  // What was bought is over: the next purchase has a new window.
  const another = await popupOf(seen);
  expect(visitOf(another.url())).not.toBe(visit);
  await seen.context.close();
});

it("a frame does not poll while its window tells it of the purchase, and believes a word that comes late", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await partner.lot({ maxTickets: 40 });
  const seen = await visitor(lot);
  const popup = await popupOf(seen);
  await press(popup.locator(".order .button"));
  await popup.getByRole("button", { name: "Pay", exact: true }).waitFor();
  await eventually(async () => (await said(seen)) === "We are waiting for your payment.");
  const polls: string[] = [];
  seen.context.on("request", (request) => {
    if (request.url().includes("/visits/")) polls.push(request.url());
  });
  await pause(8_000);
  expect(polls).toEqual([]);
  // The visit's time ends, which the frame has not noticed yet.
  await seen.frame.evaluate("const now = Date.now; Date.now = () => now() + 36 * 60_000");
  await press(popup.getByRole("button", { name: "Pay", exact: true }));
  await eventually(async () => (await said(seen)) === "You are in!");
  await seen.context.close();
});

it("a window that is closed before it was paid leaves a link to its order, also in a frame that loads itself again", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await partner.lot({ maxTickets: 40 });
  const seen = await visitor(lot);
  const popup = await popupOf(seen);
  await press(popup.locator(".order .button"));
  await popup.getByRole("button", { name: "Pay", exact: true }).waitFor();
  await eventually(async () => (await said(seen)) === "We are waiting for your payment.");
  expect(await resume(seen).isVisible()).toBe(false);
  await popup.close();
  await resume(seen).waitFor();
  expect(await said(seen)).toBe("We are waiting for your payment.");
  const order = new URL((await resume(seen).getAttribute("href"))!, service.baseUrl).pathname;
  expect(order).toMatch(/^\/orders\/cs_\w+$/);

  await seen.frame.evaluate("location.reload()").catch(() => undefined);
  await resume(seen).waitFor();
  expect(await resume(seen).getAttribute("href")).toContain(order);
  const next = seen.context.waitForEvent("page");
  await press(resume(seen));
  const again = await next;
  await again.getByRole("button", { name: "Pay", exact: true }).waitFor();
  await eventually(async () => !(await resume(seen).isVisible()));
  await press(again.getByRole("button", { name: "Pay", exact: true }));
  await again.getByRole("heading", { name: "You are in" }).waitFor();
  await eventually(async () => (await said(seen)) === "You are in!");
  expect(await resume(seen).isVisible()).toBe(false);
  expect(await seen.heard()).toEqual([{ competitionId: lot.id, quantity: 1 }]);
  await seen.context.close();
});

it("a closed window that no timer of the frame has noticed is reported once, before the payment", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await partner.lot({ maxTickets: 40 });
  const seen = await visitor(lot);
  // As in a hidden page, whose timers come late.
  await seen.frame.evaluate("globalThis.setInterval = () => 0");
  const popup = await popupOf(seen);
  await press(popup.locator(".order .button"));
  await eventually(async () => (await seen.steps()).join() === "ready,open,pending");
  await popup.close();
  const [order] = await service.sql("select id from ticket_order where lot_id = $1", lot.id);
  await partner.provider(order!.id, { outcome: "paid" });
  await seen.frame.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await eventually(async () => (await seen.steps()).includes("paid"));
  expect(await seen.steps()).toEqual(["ready", "open", "pending", "close", "paid"]);
  await seen.context.close();
});

it("on a phone it is a tab of its own, which is followed, too", async ({ skip }) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await partner.lot({ maxTickets: 40 });
  const phone = { viewport: { width: 390, height: 844 }, screen: { width: 390, height: 844 } };
  const seen = await visitor(lot, { ...phone, hasTouch: true, isMobile: true });
  await seen.frame.evaluate("window.open = () => { throw new Error('a window was opened') }");
  const tab = await popupOf(seen);
  expect(await tab.evaluate("innerWidth")).toBe(390);
  expect(seen.page.url()).toBe(`${shop.localOrigin}/`);
  await pay(tab, lot, 1);
  await eventually(async () => (await said(seen)) === "You are in!");
  expect(await seen.heard()).toEqual([{ competitionId: lot.id, quantity: 1 }]);
  await seen.context.close();
});

it("a blocked window leaves a link to the same checkout, and nothing is opened twice", async ({ skip }) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await partner.lot();
  const seen = await visitor(lot);
  await seen.frame.evaluate("window.open = (address) => { globalThis.asked = address; return null }");
  await press(seen.frame.locator("[data-buy]"));
  const link = seen.frame.locator("[data-elsewhere] a");
  await link.waitFor({ state: "visible" });
  expect(seen.context.pages()).toHaveLength(1);
  const next = seen.context.waitForEvent("page");
  await link.click();
  const tab = await next;
  await tab.waitForLoadState();
  expect(seen.context.pages()).toHaveLength(2);
  expect(new URL(tab.url()).pathname).toBe(new URL((await seen.frame.evaluate("asked")) as string).pathname);
  expect(visitOf(tab.url())).toMatch(/^[\w-]{22}$/);
  await seen.context.close();
});

it("a page that cuts off the windows of its frames still learns of the purchase", async ({ skip }) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await partner.lot();
  openerPolicy = "same-origin";
  const seen = await visitor(lot);
  openerPolicy = "unsafe-none";
  const popup = await popupOf(seen);
  expect(await popup.evaluate("opener")).toBeNull();
  // Signing in and answering a question take their time.
  await seen.frame.evaluate("const now = Date.now; Date.now = () => now() + 10 * 60_000");
  await pay(popup, lot, 2);
  await eventually(async () => (await said(seen)) === "You are in!");
  expect(await seen.heard()).toEqual([{ competitionId: lot.id, quantity: 2 }]);
  await seen.context.close();
});

it("a provider's page that cuts its window off takes nothing away: the frame learns of the purchase, and the buyer sees it", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await partner.lot();
  const seen = await visitor(lot);
  const cut: string[] = [];
  await seen.context.route(/\/sandbox\/pay\//, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = { ...response.headers(), "cross-origin-opener-policy": "same-origin" };
    cut.push(route.request().method());
    await route.fulfill({ response, headers });
  });
  const popup = await popupOf(seen);
  await press(popup.locator(".order .button"));
  const button = popup.getByRole("button", { name: "Pay", exact: true });
  await button.waitFor();
  expect(await popup.evaluate("opener")).toBeNull();
  await press(button);
  await popup.getByRole("heading", { name: "You are in" }).waitFor();
  expect(await popup.evaluate("opener")).toBeNull();
  expect(cut).toContain("GET");
  await eventually(async () => (await said(seen)) === "You are in!");
  expect(await seen.heard()).toEqual([{ competitionId: lot.id, quantity: 1 }]);
  expect(seen.page.url()).toBe(`${shop.localOrigin}/`);
  await seen.context.close();
});

it("a grid has a button for each competition that can be bought, and none where nothing is sold here", async () => {
  const other = await Partner.add(service);
  const { slug } = other.organisation;
  const [paid, free] = [await other.lot(), await other.lot({ priceCents: 0 })];
  const unpaid = await other.lot({ payment: { fiatCurrency: "USD" } });
  const grid = async () => {
    service.clock.advance(1_500);
    return (await service.call("GET", `/embed/${slug}?affiliate=jo&locale=en`)).text;
  };
  const shown = await grid();
  for (const { id } of [paid, free, unpaid])
    expect(shown).toContain(`href="/checkout/${slug}/${id}?locale=en&amp;affiliate=jo"`);
  expect(shown).toContain("Enter for free");
  await other.removeRail("redirect");
  const poorer = await grid();
  expect(poorer).not.toContain(`/checkout/${slug}/${paid.id}`);
  expect(poorer).toContain(`/checkout/${slug}/${free.id}`);
  await other.change({ hostedCheckout: false });
  expect(await grid()).not.toContain("/checkout/");
});

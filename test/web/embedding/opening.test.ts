import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { Lot } from "../../../src/lots/lot.ts";
import { press } from "../../support/browser/browser.ts";
import { it } from "../../support/browser/in-browser.ts";
import { Shop, type Visit } from "../../support/browser/shop.ts";
import { Partner } from "../../support/builders/partner.ts";
import { Shopper } from "../../support/builders/shopper.ts";
import { opened, prepared } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";
import { eventually } from "../../support/eventually.ts";

const shop = opened(() => Shop.open());
const service = opened(() => TestService.open({ environment: { HOSTED_ORDERS_PER_10_MIN: "100" } }));
const partner = prepared(() => Partner.add(service));

const CALLS = ["onOpen", "onPending", "onPaid", "onFailed", "onClose", "onBlocked", "onError"];

interface Seen extends Visit {
  readonly shopper: Shopper;
  /** Calls so far, in order, each with its detail. */
  calls(): Promise<readonly (readonly [string, Record<string, unknown>])[]>;
  names(): Promise<readonly string[]>;
}

/** Returns a button of the partner's own, whose click opens a lot's checkout. */
function button(lot: Lot, more: object = {}): string {
  const options = { host: service.baseUrl, org: partner.organisation.slug, lot: lot.id, ...more };
  shop.file(
    "/shop.js",
    `globalThis.calls = [];
    const called = Object.fromEntries(${JSON.stringify(CALLS)}.map((name) => [name, (detail) => calls.push([name, detail])]));
    document.querySelector("#buy").addEventListener("click", () => {
      globalThis.checkout = Service.open({ ...${JSON.stringify(options)}, ...called });
    });`,
  );
  return `<button id="buy">Buy</button><script src="${service.baseUrl}/embed.js"></script><script src="/shop.js"></script>`;
}

interface Look extends BrowserContextOptions {
  readonly more?: object;
  readonly before?: string;
  readonly policy?: string;
}

/** A page under a strict policy, seen by a buyer who is signed in. */
async function look(lot: Lot, { more, policy = "unsafe-none", ...options }: Look = {}): Promise<Seen> {
  const base = service.baseUrl;
  shop.page(button(lot, more));
  shop.headers = {
    "Content-Security-Policy": `default-src 'none'; script-src ${base} 'self'; frame-src ${base}; img-src data:; require-trusted-types-for 'script'`,
    "Cross-Origin-Opener-Policy": policy,
  };
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  const cookie = { name: "buyer", value: shopper.session, url: base, sameSite: "Lax" } as const;
  const prepare = (page: Page) => page.context().addCookies([cookie]);
  const visit = await shop.visit({ ...options, prepare });
  const calls = () => visit.page.evaluate<[string, Record<string, unknown>][]>("calls");
  return { ...visit, shopper, calls, names: async () => (await calls()).map(([name]) => name) };
}

/** Presses the partner's button. @returns the window that opens */
async function windowOf({ page }: Seen, selector = "#buy"): Promise<Page> {
  const next = page.context().waitForEvent("page");
  await press(page.locator(selector));
  const popup = await next;
  await popup.waitForLoadState();
  return popup;
}

async function buy(popup: Page): Promise<void> {
  await press(popup.locator(".order .button"));
  await press(popup.getByRole("button", { name: "Pay", exact: true }));
  await popup.getByRole("heading", { name: "You are in" }).waitFor();
}

/** Counts how often the page brings the window to the front. */
const COUNTED = `globalThis.times = 0;
  const before = window.open;
  window.open = (...parameters) => {
    const popup = before.apply(window, parameters);
    return { get closed() { return popup.closed }, focus() { times += 1; popup.focus() } };
  };`;

const visitOf = (address: string) => new URL(address).searchParams.get("visit");
const frames = ({ page }: Visit) => page.locator("iframe").count();

it("a button of the partner's own opens one window, and its page hears each step under a policy that lets it ask no server", async () => {
  const lot = await partner.lot({ maxTickets: 40 });
  const seen = await look(lot, { more: { quantity: 2 }, before: COUNTED });
  const popup = await windowOf(seen);
  expect(new URL(popup.url()).pathname).toBe(`/checkout/${partner.organisation.slug}/${lot.id}`);
  expect(new URL(popup.url()).searchParams.get("home")).toBe(new URL(shop.origin).host);
  expect(await popup.locator("#quantity").inputValue()).toBe("2");
  await press(seen.page.locator("#buy"));
  await eventually(async () => (await seen.page.evaluate("times")) === 1);
  expect(seen.page.context().pages()).toHaveLength(2);
  expect(await seen.page.evaluate("[checkout.blocked, checkout.url]")).toEqual([
    false,
    expect.stringContaining(`visit=${visitOf(popup.url())}`),
  ]);

  const competitionId = lot.id;
  await press(popup.locator(".order .button"));
  await eventually(async () => (await seen.names()).includes("onPending"));
  await press(popup.getByRole("button", { name: "Pay", exact: true }));
  await eventually(async () => (await seen.names()).includes("onPaid"));
  expect(await seen.calls()).toEqual([
    ["onOpen", { competitionId }],
    ["onPending", { competitionId }],
    ["onPaid", { competitionId, quantity: 2 }],
  ]);
  expect(await frames(seen)).toBe(0);
  expect(seen.complaints).toEqual([]);
  // The next purchase has another window, although this one is still open.
  const another = await windowOf(seen);
  expect(visitOf(another.url())).not.toBe(visitOf(popup.url()));
  await seen.page.context().close();
});

it("the page learns of each step at once, also between two polls", async () => {
  const seen = await look(await partner.lot({ maxTickets: 40 }));
  // Polls of the frame come to nothing: only what the window says makes it ask.
  await seen.page.context().route("**/visits/*", (route) => route.abort());
  const popup = await windowOf(seen);
  await press(popup.locator(".order .button"));
  await popup.getByRole("button", { name: "Pay", exact: true }).waitFor();
  const request = seen.page.context().waitForEvent("request", (each) => /\/visits\//.test(each.url()));
  await seen.page.context().unroute("**/visits/*");
  const frame = seen.page.frames().find((each) => each.url().includes("/embed/"))!;
  await frame.evaluate("globalThis.setTimeout = () => 0");
  await press(popup.getByRole("button", { name: "Pay", exact: true }));
  await request;
  await eventually(async () => (await seen.names()).includes("onPaid"));
  await seen.page.context().close();
});

it("a window that is closed is noticed, and the next press opens the same visit; after a failure it opens another", async () => {
  const lot = await partner.lot({ maxTickets: 40 });
  const seen = await look(lot);
  const first = await windowOf(seen);
  await eventually(async () => (await seen.names()).includes("onOpen"));
  await first.close();
  await eventually(async () => (await seen.names()).join() === "onOpen,onClose");
  const second = await windowOf(seen);
  expect(visitOf(second.url())).toBe(visitOf(first.url()));
  await press(second.locator(".order .button"));
  await eventually(async () => (await seen.names()).includes("onPending"));
  const [order] = await service.sql("select id from ticket_order where lot_id = $1", lot.id);
  await partner.provider(order!.id, { outcome: "declined" });
  await eventually(async () => (await seen.names()).includes("onFailed"));
  expect((await seen.calls()).at(-1)).toEqual([
    "onFailed",
    { competitionId: lot.id, reason: expect.any(String) },
  ]);
  await second.close();
  await eventually(async () => (await seen.names()).at(-1) === "onClose");
  const third = await windowOf(seen);
  expect(visitOf(third.url())).not.toBe(visitOf(first.url()));
  await buy(third);
  await eventually(async () => (await seen.names()).at(-1) === "onPaid");
  expect(await frames(seen)).toBe(0);
  await seen.page.context().close();
});

it("a closed window that no timer of the page has noticed is reported once, before the payment", async () => {
  const lot = await partner.lot({ maxTickets: 40 });
  // As in a hidden page, whose timers come late.
  const seen = await look(lot, { before: "if (self === top) setInterval = () => 0;" });
  const popup = await windowOf(seen);
  await press(popup.locator(".order .button"));
  await eventually(async () => (await seen.names()).join() === "onOpen,onPending");
  await popup.close();
  const [order] = await service.sql("select id from ticket_order where lot_id = $1", lot.id);
  await partner.provider(order!.id, { outcome: "paid" });
  await eventually(async () => (await seen.names()).at(-1) === "onPaid");
  expect(await seen.names()).toEqual(["onOpen", "onPending", "onClose", "onPaid"]);
  await seen.page.context().close();
});

it("a blocked window gives an address for a link, whose checkout is followed, too", async () => {
  const lot = await partner.lot({ maxTickets: 40 });
  const seen = await look(lot, { before: "window.open = () => null;" });
  await press(seen.page.locator("#buy"));
  await eventually(async () => (await seen.names()).join() === "onBlocked");
  const [[, { url }]] = (await seen.calls()) as [[string, { url: string }]];
  expect(await seen.page.evaluate("[checkout.blocked, checkout.url]")).toEqual([true, url]);
  await seen.page.evaluate(
    `document.body.append(Object.assign(document.createElement("a"), { id: "link", href: checkout.url, target: "_blank", rel: "opener", textContent: "Continue" }))`,
  );
  await buy(await windowOf(seen, "#link"));
  await eventually(async () => (await seen.names()).at(-1) === "onPaid");
  expect((await seen.names()).slice(0, 2)).toEqual(["onBlocked", "onOpen"]);
  await seen.page.context().close();
});

it("a page whose opener policy cuts its windows off still learns of the purchase", async () => {
  const seen = await look(await partner.lot(), { policy: "same-origin" });
  const popup = await windowOf(seen);
  expect(await popup.evaluate("opener")).toBeNull();
  await eventually(async () => (await seen.names()).join() === "onBlocked,onOpen");
  await buy(popup);
  await eventually(async () => (await seen.names()).at(-1) === "onPaid");
  await seen.page.context().close();
});

it("on a phone it is a tab, which is followed, too", async () => {
  const phone = { viewport: { width: 390, height: 844 }, screen: { width: 390, height: 844 } };
  const seen = await look(await partner.lot(), { ...phone, hasTouch: true, isMobile: true });
  const tab = await windowOf(seen);
  expect(await tab.evaluate("innerWidth")).toBe(390);
  await buy(tab);
  await eventually(async () => (await seen.names()).at(-1) === "onPaid");
  await seen.page.context().close();
});

it("unmount ends all calls and leaves nothing, at any time and again; the window stays", async () => {
  const seen = await look(await partner.lot({ maxTickets: 40 }));
  const popup = await windowOf(seen);
  await eventually(async () => (await seen.names()).join() === "onOpen");
  const looks = `[...document.querySelectorAll("[data-raffle]")].map((box) => {
    const { width, height } = box.getBoundingClientRect();
    return [width, height, getComputedStyle(box.querySelector("iframe")).visibility];
  })`;
  expect(await seen.page.evaluate(looks)).toEqual([[1, 1, "hidden"]]);
  await seen.page.evaluate("checkout.unmount(), checkout.unmount()");
  expect(await frames(seen)).toBe(0);
  await buy(popup);
  expect(await seen.names()).toEqual(["onOpen"]);
  await seen.page.context().close();
});

it("a wrong option is a TypeError that names it, and opens nothing", async () => {
  const seen = await look(await partner.lot());
  const right = { host: service.baseUrl, org: "acme", lot: 7 };
  const wrong = {
    "lot must be": { ...right, lot: "7" },
    "org must be": { ...right, org: "No Slug" },
    "host must be": { ...right, host: "" },
    "quantity must be a number from 1 to 100": { ...right, quantity: 101 },
    "email must be a mail address": { ...right, email: 7 },
    "onPaid must be a function": { ...right, onPaid: "show" },
    "unknown option onpaid": { ...right, onpaid: null },
    "options must be": null,
  };
  for (const [text, options] of Object.entries(wrong))
    expect(
      await seen.page.evaluate(
        `{ let text = ""; try { Service.open(${JSON.stringify(options)}) } catch (error) { text = error.name + " " + error.message } text }`,
      ),
    ).toContain(`TypeError Service.open: ${text}`);
  expect(seen.page.context().pages()).toHaveLength(1);
  await seen.close();
});

import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RAIL_KINDS, type RailKind } from "../../../ports/rail.ts";
import { LOCALES } from "../../../src/shop/locale.ts";
import { wordsIn } from "../../../web/words/words.ts";
import { type Launched, press, sharedBrowser } from "../../support/browser/browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { orderIn, Shopper } from "../../support/builders/shopper.ts";
import { TestService } from "../../support/service/service.ts";

/** Currency of each kind of rail. */
const CURRENCIES = { redirect: "USD", embed: "EUR", fields: "JPY", flow: "GBP", qr: "SGD" } as const;

let service: TestService;
let partner: Partner;
let launched: Launched;
beforeAll(async () => {
  launched = await sharedBrowser();
  if (!launched.browser) console.warn(`The way back is tried in no browser: ${launched.missing}`);
  service = await TestService.open({ environment: { HOSTED_ORDERS_PER_10_MIN: "1000" } });
  partner = await Partner.add(service, {
    rails: Object.fromEntries(RAIL_KINDS.map((kind) => [CURRENCIES[kind], kind])),
    rates: { EUR: "0.9", JPY: "150", GBP: "0.8", SGD: "1.3" },
  });
});
afterAll(async () => {
  await launched?.browser?.close();
  await service.stop();
});

const pathOf = (lotId: number, query = "") => `/checkout/${partner.organisation.slug}/${lotId}${query}`;
const ordersOf = async (lotId: number) =>
  await service.sql("select id from ticket_order where lot_id = $1", lotId);

const isIn = (page: Page) => page.getByRole("heading", { name: "You are in" }).waitFor();

/** What the buyer does for each kind. */
const PAY: Readonly<Record<RailKind, (page: Page, id: string) => Promise<unknown>>> = {
  redirect: async (page) => {
    await page.waitForURL(/sandbox[/]pay/);
    await press(page.getByRole("button", { name: "Pay" }));
  },
  embed: (page) => press(page.frameLocator("iframe").getByRole("button", { name: "Pay" })),
  flow: (page) => press(page.frameLocator("iframe").getByRole("button", { name: "Pay" })),
  fields: (page) => press(page.getByRole("button", { name: "Pay" })),
  qr: async (page, id) => {
    await page.getByRole("img", { name: "QR code of this payment" }).waitFor();
    await partner.provider(id, { outcome: "paid" });
  },
};

/** A signed-in buyer on the first page of checkout, who has chosen two tickets and pressed on. */
async function ordering(context: BrowserContext, kind: RailKind) {
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  await context.addCookies([
    { name: "buyer", value: shopper.session, url: service.baseUrl, sameSite: "Lax" },
  ]);
  const lot = await partner.lot({ payment: { fiatCurrency: CURRENCIES[kind] } });
  const page = await context.newPage();
  // The page before, as a partner's is.
  await page.goto(`${service.baseUrl}/embed/${partner.organisation.slug}/competition/${lot.id}`);
  await page.goto(service.baseUrl + pathOf(lot.id, "?quantity=2"));
  await press(page.getByRole("button", { name: "Continue to payment" }));
  await expect.poll(async () => (await ordersOf(lot.id)).length).toBe(1);
  const [{ id }] = await ordersOf(lot.id);
  return { page, lot, id: id as string };
}

/** Goes back. @returns false: the browser was still changing the page's process, and went nowhere */
async function goneBack(page: Page): Promise<boolean> {
  try {
    await page.goBack({ waitUntil: "commit" });
    return true;
  } catch (error) {
    if (/Not attached to an active page/.test((error as Error).message)) return false;
    throw error;
  }
}

/** Goes back until a page of this path is shown. @returns the paths on the way */
async function back(page: Page, path: string): Promise<string[]> {
  const passed: string[] = [];
  for (let steps = 0; steps < 6; steps += 1) {
    await page.waitForLoadState();
    await expect.poll(() => goneBack(page)).toBe(true);
    const { pathname } = new URL(page.url());
    passed.push(pathname.startsWith("/sandbox/pay") ? "provider" : pathname);
    if (pathname === path) return passed;
  }
  throw new Error(`no way back to ${path}: ${passed.join(" ")}`);
}

describe("the way back in a browser", () => {
  let context: BrowserContext;
  beforeEach(async ({ skip }) => {
    if (!launched.browser) return skip(`no browser: ${launched.missing}`);
    context = await launched.browser.newContext();
    return () => context.close();
  });

  it("leads from the provider to the order, which stays, and from there to checkout, which has it first", async () => {
    const { page, lot, id } = await ordering(context, "redirect");
    await page.waitForURL(/sandbox[/]pay/);
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe(`/orders/${id}`);
    await page.getByRole("link", { name: "Pay $50.00" }).waitFor();
    expect(await back(page, pathOf(lot.id))).toEqual([pathOf(lot.id)]);
    await page.getByRole("heading", { name: "You have an order that is not paid yet" }).waitFor();
    await page.goForward();
    await page.getByRole("link", { name: "Pay $50.00" }).click();
    await PAY.redirect(page, id);
    await isIn(page);
    expect(await ordersOf(lot.id)).toHaveLength(1);
  });

  it.each(RAIL_KINDS)("shows what was just bought by %s, and makes another order a choice", async (kind) => {
    const { page, lot, id } = await ordering(context, kind);
    await PAY[kind](page, id);
    await isIn(page);
    const passed = await back(page, pathOf(lot.id));
    if (kind === "redirect") expect(passed).toEqual(["provider", `/orders/${id}`, pathOf(lot.id)]);
    await page.getByRole("heading", { name: "You have just ordered 2 tickets" }).waitFor();
    expect(await page.getByRole("button", { name: "Continue to payment" }).count()).toBe(0);
    expect(await page.locator("#quantity").count()).toBe(0);
    await page.getByRole("link", { name: "See this order" }).click();
    await isIn(page);
    await page.goBack();
    await page.getByRole("link", { name: "Get more tickets" }).click();
    await press(page.getByRole("button", { name: "Continue to payment" }));
    await expect.poll(async () => (await ordersOf(lot.id)).length).toBe(2);
  });

  it("shows it also on a page that the browser had put aside as it was, with another number chosen", async () => {
    const shopper = await Shopper.signIn(service, partner.organisation.id);
    await context.addCookies([
      { name: "buyer", value: shopper.session, url: service.baseUrl, sameSite: "Lax" },
    ]);
    const lot = await partner.lot();
    const page = await context.newPage();
    await page.goto(service.baseUrl + pathOf(lot.id, "?quantity=3"));
    await page.locator("#quantity").fill("4");
    const bought = orderIn(await shopper.order(await shopper.get(pathOf(lot.id))));
    await partner.provider(bought, { outcome: "paid" });
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await page.getByRole("heading", { name: "You have just ordered 1 ticket" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathOf(lot.id));
  });

  it("stays a page that can be gone on with where nothing was bought", async () => {
    const { page, lot } = await ordering(context, "embed");
    await page.frameLocator("iframe").getByRole("button", { name: "Pay" }).waitFor();
    await back(page, pathOf(lot.id));
    await page.getByRole("link", { name: "Continue with this order" }).click();
    await page.frameLocator("iframe").getByRole("button", { name: "Pay" }).waitFor();
    expect(await ordersOf(lot.id)).toHaveLength(1);
  });
});

describe("checkout after a purchase, without a script", () => {
  async function bought(priceCents = 2_500) {
    const shopper = await Shopper.signIn(service, partner.organisation.id);
    const lot = await partner.lot({ priceCents });
    const id = orderIn(await shopper.order(await shopper.get(pathOf(lot.id)), { quantity: "2" }));
    if (priceCents > 0) await partner.provider(id, { outcome: "paid" });
    return { shopper, lot, id };
  }

  it("shows the order in every language, with what was charged for it, and no form", async () => {
    for (const [priceCents, amount] of [
      [
        2_500,
        (locale: (typeof LOCALES)[number]) => wordsIn(locale).money({ amount: 5_000, currency: "USD" }, 2),
      ],
      [0, (locale: (typeof LOCALES)[number]) => wordsIn(locale).text("tickets.free")],
    ] as const) {
      const { shopper, lot, id } = await bought(priceCents);
      for (const locale of LOCALES) {
        const words = wordsIn(locale);
        const { text } = await shopper.get(pathOf(lot.id, `?locale=${locale}`));
        const markup = text.replaceAll("&#39;", "'").replaceAll("&amp;", "&");
        expect(markup).toContain(words.text("checkout.bought.title", { quantity: 2 }));
        expect(markup).toContain(`<bdi>${amount(locale)}</bdi>`);
        expect(markup).toContain(`href="/orders/${id}?locale=${locale}"`);
        expect(markup).toContain(`href="${pathOf(lot.id, `?locale=${locale}&more=yes`)}"`);
        expect(markup).not.toContain('name="quantity"');
      }
    }
  });

  it("shows it to its buyer alone, in its competition alone, for half an hour, and not once it was given back", async () => {
    const { shopper, lot, id } = await bought();
    const has = async (who: Shopper, lotId: number) =>
      (await who.get(pathOf(lotId))).text.includes("data-bought");
    expect(await has(shopper, lot.id)).toBe(true);
    expect(await has(shopper, (await partner.lot()).id)).toBe(false);
    expect(await has(await Shopper.signIn(service, partner.organisation.id), lot.id)).toBe(false);
    expect((await service.call("GET", pathOf(lot.id))).text).not.toContain("data-bought");
    await service.clock.later(31 * 60_000, async () => expect(await has(shopper, lot.id)).toBe(false));
    await service.sql("update ticket_order set unwound_at = now() where id = $1", id);
    expect(await has(shopper, lot.id)).toBe(false);
  });

  it("offers no more tickets where there are none, and a fault keeps the form that it is about", async () => {
    const { shopper, lot } = await bought();
    await service.sql("update lot set end_at = now() where id = $1", lot.id);
    service.clock.advance(1_500);
    const closed = (await shopper.get(pathOf(lot.id))).text;
    expect(closed).toContain("data-bought");
    expect(closed).not.toContain("more=yes");

    const other = await bought();
    const page = await other.shopper.get(pathOf(other.lot.id, "?more=yes"));
    const wrong = await other.shopper.order(page, { quantity: "0" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('name="quantity"');
    expect(orderIn(await other.shopper.order(wrong, { quantity: "1" }))).not.toBe(other.id);
  });
});

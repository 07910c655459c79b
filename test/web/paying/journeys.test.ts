import { randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, describe, expect } from "vitest";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import { Reconciliation } from "../../../src/settlement/reconciliation.ts";
import { press } from "../../support/browser/browser.ts";
import { Shopper } from "../../support/builders/shopper.ts";
import { type Charged, openProviders, type Provider } from "./providers.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";

const MINUTE_MS = 60_000;

const at = opened(() => openProviders());
const browser = openBrowser();

afterAll(async () => {
  expect(at.objections()).toEqual([]);
});

interface Buyer {
  readonly context: BrowserContext;
  readonly provider: Provider;
  readonly lotId: number;
  readonly visit: string;
  /** Chooses two tickets and goes on to payment. */
  orders(page: Page): Promise<Charged>;
  standing(): Promise<unknown>;
}

/** Somebody who is signed in, in a browser in which the provider's pages lead back; what it complains of fails the test. */
async function withBuyer(provider: Provider, visit: (buyer: Buyer) => Promise<void>): Promise<void> {
  const { service } = at;
  const { partner } = provider;
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  const lot = await partner.lot({ title: "A <b>watch</b>" });
  const context = await browser.newContext({ locale: "en-GB" });
  await context.addCookies([
    { name: "buyer", value: shopper.session, url: service.baseUrl, sameSite: "Lax" },
  ]);
  const complaints: string[] = [];
  context.on("weberror", (error) => complaints.push(error.error().message));
  context.on("console", (message) => {
    // A payment that cannot be cancelled is a conflict, which the browser writes down.
    const isConflict = /status of 409/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isConflict) complaints.push(message.text());
  });
  let last: Charged | null = null;
  await context.route(
    (url) => provider.isPage(url),
    async (route) => {
      const address = provider.back((await newest(lot.id, null))!);
      await route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><a href="${address.replaceAll("&", "&amp;")}">Back to the shop</a>`,
      });
    },
  );
  const id = randomBytes(16).toString("base64url");
  const orders = async (page: Page) => {
    await page.locator("#quantity").fill("2");
    await press(page.locator(".order .button"));
    await expect.poll(async () => (last = await newest(lot.id, last))).not.toBeNull();
    return last!;
  };
  try {
    const standing = async () => (await service.call("GET", `/visits/${id}`)).json;
    await visit({ context, provider, lotId: lot.id, visit: id, orders, standing });
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/** The latest order of the lot that its rail has taken; null: it is the one before. */
async function newest(lotId: number, before: Charged | null): Promise<Charged | null> {
  const rows = await at.service.sql(
    "select id, number::int from ticket_order where lot_id = $1 and instruction is not null order by number desc limit 1",
    lotId,
  );
  return rows[0] && rows[0].id !== before?.id ? rows[0] : null;
}

const checkoutOf = ({ provider, lotId, visit }: Buyer, more = "") =>
  `${at.service.baseUrl}/checkout/${provider.partner.organisation.slug}/${lotId}?visit=${visit}${more}`;
const orderOf = ({ id }: Charged) => `${at.service.baseUrl}/orders/${id}`;
const back = (page: Page) => page.getByRole("link", { name: "Back to the shop" });

/** The result shows the very numbers that the webhook told. */
async function isIn(page: Page, { id }: Charged, heading = "You are in"): Promise<void> {
  await page.getByRole("heading", { name: heading }).waitFor();
  const rows = await at.service.sql(
    "select payload::jsonb #> '{data,ticketNumbers}' as numbers from event where type = 'entry.confirmed' and payload::jsonb #>> '{data,orderId}' = $1",
    id,
  );
  const shown = await page.locator("[data-tickets] li").allTextContents();
  expect(rows.map(({ numbers }) => numbers)).toEqual([shown.map(Number)]);
  expect(shown).toHaveLength(2);
}

const redirects = Object.freeze(["mollie", "paypal", "adyen"] as const);

describe.each(redirects)("at %s", (name) => {
  const provider = () => at.redirect[name];

  it("a buyer goes away, comes back by the browser's button, goes again, and returns to ticket numbers in the language of before", () =>
    withBuyer(provider(), async (buyer) => {
      const page = await buyer.context.newPage();
      await page.goto(checkoutOf(buyer, "&locale=de"));
      const order = await buyer.orders(page);
      await back(page).waitFor();
      await page.goBack();
      // The order comes first there; once gone, nobody is sent away by a script again. A browser that had loaded the
      // order's page before it went on keeps that page, and shows it at once.
      const goOn = page.getByRole("link", { name: "Mit dieser Bestellung fortfahren" });
      const onward = page.getByRole("link", { name: /bezahlen$/ });
      await goOn.or(onward).waitFor();
      if (await goOn.isVisible()) await press(goOn);
      await onward.waitFor();
      expect(page.url()).toContain(`/orders/${order.id}`);
      expect(await page.locator("[role=timer]").isVisible()).toBe(true);
      await press(onward);
      await back(page).waitFor();
      expect(provider().pay(order)).toBe(true);
      await press(back(page));
      await isIn(page, order, "Sie sind dabei");
      expect(await buyer.standing()).toEqual({ status: "paid", quantity: 2, reason: null });
      // What was paid is shown to whoever goes back, and nothing is charged again.
      await page.goto(orderOf(order));
      await isIn(page, order);
    }));

  it("a buyer who closes the provider's page finds the order again, and one who returns late has the tickets", () =>
    withBuyer(provider(), async (buyer) => {
      const closed = await buyer.context.newPage();
      await closed.goto(checkoutOf(buyer));
      const order = await buyer.orders(closed);
      await back(closed).waitFor();
      await closed.close();
      expect(await buyer.standing()).toMatchObject({ status: "pending" });
      const page = await buyer.context.newPage();
      await page.goto(checkoutOf(buyer));
      await press(page.getByRole("link", { name: "Continue with this order" }));
      await back(page).waitFor();
      expect(provider().pay(order)).toBe(true);
      await at.service.clock.later(40 * MINUTE_MS, async () => {
        await press(back(page));
        await isIn(page, order);
      });
    }));

  it("money that comes after an order was given up goes back, in words; the next order is of the same visit", () =>
    withBuyer(provider(), async (buyer) => {
      const page = await buyer.context.newPage();
      await page.goto(checkoutOf(buyer, "&affiliate=jo"));
      const order = await buyer.orders(page);
      await back(page).waitFor();
      const other = await buyer.context.newPage();
      await other.addInitScript(`sessionStorage.setItem("raffle-gone:${order.id}", "1")`);
      await other.goto(orderOf(order));
      await press(other.getByRole("button", { name: "Cancel this order" }));
      await other.getByRole("heading", { name: /Order cancelled|No tickets were issued/ }).waitFor();
      await other.getByText("This order was cancelled: you have no tickets and were not charged.").waitFor();
      await at.service.wiring.get(Reconciliation).cancelAtRailsOnce();
      expect(provider().pay(order, true)).toBe(true);
      await provider().notify(order);
      // The provider's page, still open, leads back to the order.
      await press(back(page));
      await page.getByRole("heading", { name: /Order cancelled|No tickets were issued/ }).waitFor();
      // PayPal charges only when a buyer returns to an order that can still be paid.
      if (name !== "paypal") {
        await other.getByText(/A refund of .* has been requested/).waitFor();
        await at.service.wiring.get(RefundRunner).refundOnce();
      } else expect(await page.locator("[data-refund]").count()).toBe(0);
      expect(await buyer.standing()).toMatchObject({ status: "failed" });

      await press(page.getByRole("link", { name: /Choose again|Try again/ }));
      const next = await buyer.orders(page);
      await back(page).waitFor();
      expect(provider().pay(next)).toBe(true);
      await press(back(page));
      await isIn(page, next);
      expect(await buyer.standing()).toEqual({ status: "paid", quantity: 2, reason: null });
    }));
});

describe.each(["payos", "adyen"] as const)("a QR code of %s", (name) => {
  const provider = () => at.qr[name];

  it("is drawn, and written out for who cannot scan it; the page goes on by itself to the ticket numbers", () =>
    withBuyer(provider(), async (buyer) => {
      const page = await buyer.context.newPage();
      await page.goto(checkoutOf(buyer));
      const order = await buyer.orders(page);
      await page.getByRole("img", { name: "QR code of this payment" }).waitFor();
      const rows = await at.service.sql(
        "select instruction ->> 'data' as code from ticket_order where id = $1",
        order.id,
      );
      await press(page.locator("summary", { hasText: "The code as text" }));
      expect(await page.locator("details code").textContent()).toBe(rows[0].code);
      if (name === "payos") {
        await press(page.getByRole("link", { name: "Pay on this device" }));
        await back(page).waitFor();
        await page.goBack();
        await page.getByRole("img", { name: "QR code of this payment" }).waitFor();
      } else expect(await page.getByRole("link", { name: "Pay on this device" }).count()).toBe(0);
      expect(provider().pay(order)).toBe(true);
      await provider().notify(order);
      await isIn(page, order);
      expect(await buyer.standing()).toEqual({ status: "paid", quantity: 2, reason: null });
    }));

  it("that is paid after its order was given up is paid back, as far as the rail can", () =>
    withBuyer(provider(), async (buyer) => {
      const page = await buyer.context.newPage();
      await page.goto(checkoutOf(buyer));
      const order = await buyer.orders(page);
      await press(page.getByRole("button", { name: "Cancel this order" }));
      await page.waitForURL(/orders/);
      if (await page.getByText("This payment cannot be cancelled any more").isVisible())
        await at.service.clock.later(40 * MINUTE_MS, () =>
          at.service.wiring.get(Reconciliation).reconcileOnce(),
        );
      await page.getByRole("heading", { name: /Order cancelled|No tickets were issued/ }).waitFor();
      await at.service.wiring.get(Reconciliation).cancelAtRailsOnce();
      expect(provider().pay(order, true)).toBe(true);
      await provider().notify(order);
      const refund =
        name === "payos" ? /will pay .* back to you manually/ : /A refund of .* has been requested/;
      await page.getByText(refund).waitFor();
      await press(page.getByRole("link", { name: /Choose again|Try again/ }));
      const next = await buyer.orders(page);
      await page.getByRole("img", { name: "QR code of this payment" }).waitFor();
      expect(provider().pay(next)).toBe(true);
      await provider().notify(next);
      await isIn(page, next);
      expect(await buyer.standing()).toEqual({ status: "paid", quantity: 2, reason: null });
    }));
});

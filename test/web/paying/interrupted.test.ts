import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { MollieRail } from "../../../rails/mollie/rail.ts";
import { OURS } from "../../../rails/mollie/test/harness.ts";
import { MollieSimulator } from "../../../rails/mollie/test/simulator.ts";
import { press } from "../../support/browser/browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { Shopper } from "../../support/builders/shopper.ts";
import { createDatabase } from "../../support/database/database.ts";
import { DatabaseProxy } from "../../support/database/database-proxy.ts";
import { killProcesses, ServiceProcess } from "../../support/service/service-process.ts";
import { TestService } from "../../support/service/service.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened, prepared } from "../../support/opened.ts";
import { eventually } from "../../support/eventually.ts";

const NOWHERE = "http://127.0.0.1:1";

let service: ServiceProcess;
const database = opened(createDatabase);
/** The way to the database, and the way to whichever process answers. */
const way = prepared(() => DatabaseProxy.open(database.url));
const front = prepared(() => DatabaseProxy.open(NOWHERE));
const mollie = prepared(() => MollieSimulator.start([OURS.apiKey], () => new Date()));
const setUp = opened(() =>
  TestService.open({
    databaseUrl: database.url,
    rails: (clock) => [new MollieRail({ clock, origin: mollie.origin })],
  }),
);
const partner = prepared(() => Partner.add(setUp, { rails: {}, fiatCurrency: "EUR", rates: { EUR: "0.9" } }));
const browser = openBrowser();
beforeAll(async () => {
  const account = { kind: "redirect", provider: "mollie", currencies: ["EUR"], enabled: true } as const;
  await partner.putRail({ ...account, credentials: { ...OURS }, settings: {} });
  await start();
});
afterAll(async () => {
  await killProcesses();
  await Promise.all([mollie.stop(), way.close(), front.close()]);
});

const baseUrl = () => front.url.replace(/\/$/, "");

async function start(): Promise<void> {
  const at = { stripe: NOWHERE, adyen: NOWHERE, worldpay: NOWHERE, payos: NOWHERE, paypal: NOWHERE };
  service = await ServiceProcess.start(way.url, {
    program: "killed-service",
    environment: { BASE_URL: baseUrl(), RAILS_AT: JSON.stringify({ ...at, mollie: mollie.origin }) },
  });
  front.pointTo(service.origin);
}

/** Somebody orders two tickets, and is at the provider. */
async function atProvider(then: (page: Page, id: string, lotId: number) => Promise<void>): Promise<void> {
  const lot = await partner.lot();
  const shopper = await Shopper.signIn(setUp, partner.organisation.id);
  const context = await browser.newContext();
  await context.addCookies([{ name: "buyer", value: shopper.session, url: baseUrl(), sameSite: "Lax" }]);
  const page = await context.newPage();
  await page.route(`${mollie.origin}/checkout/**`, (route) => {
    const { redirectUrl } = mollie.payments.at(-1)!;
    const body = `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><a href="${redirectUrl}">Back to the shop</a>`;
    return route.fulfill({ contentType: "text/html", body });
  });
  await page.goto(`${baseUrl()}/checkout/${partner.organisation.slug}/${lot.id}?quantity=2`);
  await press(page.locator(".order .button"));
  await back(page).waitFor();
  const { orderId } = mollie.payments.at(-1)!.metadata;
  await then(page, orderId!, lot.id);
  const rows = await setUp.sql(
    "select o.status, l.sold, (select count(*)::int from payment p where p.order_id = o.id) as payments from ticket_order o join lot_stock l using (organisation_id, lot_id) where l.lot_id = $1",
    lot.id,
  );
  expect(rows).toEqual([{ status: "paid", sold: 2, payments: 1 }]);
  expect(mollie.payments.filter(({ metadata }) => metadata.orderId === orderId)).toHaveLength(1);
  await context.close();
}

const back = (page: Page) => page.getByRole("link", { name: "Back to the shop" });
const isIn = (page: Page) => page.getByRole("heading", { name: "You are in" }).waitFor();

it("kill -9 of the service while the buyer is at the provider: another process shows the tickets, of one order and one charge", () =>
  atProvider(async (page, id) => {
    service.kill("SIGKILL");
    await service.exited;
    expect(mollie.pay(id)).toBe(true);
    await back(page)
      .click()
      .catch(() => undefined);
    // Nobody answers: the buyer tries again, as one does.
    await start();
    await page.goto(mollie.of(id)!.redirectUrl);
    await isIn(page);
  }));

it("a database that is away while the buyer pays: the page says so in words, its scripts go on by themselves", () =>
  atProvider(async (page, id) => {
    const order = await page.context().newPage();
    await order.addInitScript(`sessionStorage.setItem("raffle-gone:${id}", "1")`);
    await order.goto(`${baseUrl()}/orders/${id}`);
    const refused: number[] = [];
    order.on("response", (response) => {
      if (response.url().endsWith("/status") && !response.ok()) refused.push(response.status());
    });
    await way.cut();
    expect(mollie.pay(id)).toBe(true);
    await back(page).click();
    await page.getByRole("heading", { name: "One moment, please" }).waitFor();
    expect(await page.locator("body").textContent()).toContain("Please try again in a moment");
    await eventually(() => refused.length >= 2);
    expect(new Set(refused)).toEqual(new Set([503]));
    await way.mend();
    await isIn(order);
    await page.reload();
    await isIn(page);
  }));

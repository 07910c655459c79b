import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { press } from "../../support/browser/browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { Shopper } from "../../support/builders/shopper.ts";
import { createDatabase } from "../../support/database/database.ts";
import { HttpProxy } from "../../support/receivers/http-proxy.ts";
import { killProcesses, ServiceProcess } from "../../support/service/service-process.ts";
import { TestService } from "../../support/service/service.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened, prepared } from "../../support/opened.ts";
import { eventually } from "../../support/eventually.ts";

const browser = openBrowser();
const database = opened(createDatabase);
const proxy = opened(() => HttpProxy.open());
/** For what a test prepares and reads. */
const service = opened(() => TestService.open({ databaseUrl: database.url }));
const partner = prepared(() => Partner.add(service, { rails: { USD: "embed" } }));

afterAll(async () => {
  await killProcesses();
});

const start = () =>
  ServiceProcess.start(database.url, { environment: { BASE_URL: proxy.origin, LOG_LEVEL: "info" } });

async function count(sql: string, ...values: unknown[]): Promise<number> {
  return (await service.sql(`select count(*)::int as n from ${sql}`, ...values))[0].n;
}

/** Opens an address. @returns false: the browser was on its way to its page of an error, and shows that one */
async function isOpen(page: Page, address: string): Promise<boolean> {
  try {
    await page.goto(address);
    return true;
  } catch (error) {
    if (/interrupted by another navigation/.test((error as Error).message)) return false;
    throw error;
  }
}

it("a process that is killed between order and answer, and one while the buyer pays, leave one order and one charge", async () => {
  const [first, second] = await Promise.all([start(), start()]);
  proxy.leadTo(first.origin);
  const lot = await partner.lot();
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  const context = await browser.newContext();
  await context.addCookies([{ name: "buyer", value: shopper.session, url: proxy.origin, sameSite: "Lax" }]);
  const page = await context.newPage();
  const checkout = `${proxy.origin}/checkout/${partner.organisation.slug}/${lot.id}`;
  await page.goto(checkout);
  await page.locator("#quantity").fill("2");
  // Placed, and handed to its rail or not: the buyer is told nothing.
  const ordered = eventually(async () => (await count("ticket_order where lot_id = $1", lot.id)) > 0);
  const killed = ordered.then(() => first.kill("SIGKILL"));
  await page.locator(".order .button").click({ noWaitAfter: true });
  await killed;
  await first.exited;

  proxy.leadTo(first.origin, second.origin);
  await expect.poll(() => isOpen(page, checkout)).toBe(true);
  await page.locator(".pending").waitFor();
  await press(page.locator(".pending .button"));
  const pay = page.frameLocator("iframe").getByRole("button", { name: "Pay" });
  await pay.waitFor();

  // The page is open and asks; the one that answers it is replaced by another.
  const third = await start();
  proxy.leadTo(second.origin, third.origin);
  second.kill("SIGKILL");
  await second.exited;
  // The proxy has noticed: it passes no payment on to a process that is gone.
  proxy.leadTo(third.origin);
  await press(pay);
  await page.getByRole("heading", { name: "You are in" }).waitFor();
  expect(await page.locator("[data-tickets] li").count()).toBe(2);
  expect(await count("ticket_order where lot_id = $1", lot.id)).toBe(1);
  expect([await count("sandbox_payment"), await count("sandbox_payment where state = 'paid'")]).toEqual([
    1, 1,
  ]);
  expect(await count("ticket_range where lot_id = $1", lot.id)).toBe(1);
  await page.getByRole("link", { name: "My tickets" }).click();
  expect(await page.locator(".own-order").count()).toBe(1);
  await context.close();
  await third.stop();
});

import type { Page } from "playwright-core";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect } from "vitest";
import { MailSettings } from "../../../ports/settings.ts";
import { faultsIn } from "../../support/browser/faults.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { opened, prepared } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";

const key = privateKeyToAccount(`0x${"77".repeat(32)}`);

let slug: string;
const service = opened(() => TestService.open());
const silent = opened(() =>
  TestService.open({
    databaseUrl: service.databaseUrl,
    replace: (wiring) => wiring.bind(MailSettings, () => ({ offered: false, mailbox: false })),
  }),
);
const partner = prepared(() =>
  Partner.add(service, { rails: { USD: "embed" }, entryQuestionRequired: true }),
);
const browser = openBrowser();
beforeAll(async () => {
  ({ slug } = partner.organisation);
  await partner.addQuestion();
});

async function pageWithWallet(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 480, height: 760 } })).newPage();
  await page.exposeFunction("askTestWallet", async (method: string, params: string[] = []) =>
    method === "eth_requestAccounts"
      ? [key.address]
      : key.signMessage({ message: Buffer.from(params[0]!.slice(2), "hex").toString() }),
  );
  await page.addInitScript(
    "window.ethereum = { request: ({ method, params }) => askTestWallet(method, params) }",
  );
  return page;
}

it("a wallet signs in on the first page and sends the same form, with what it lacks named first, also where no mail is offered", async () => {
  for (const { baseUrl } of [service, silent]) {
    const lot = await partner.lot();
    const page = await pageWithWallet();
    await page.goto(`${baseUrl}/checkout/${slug}/${lot.id}`);
    if (baseUrl === service.baseUrl) await page.locator(".other-way summary").click();
    else expect(await page.locator("#email").count()).toBe(0);
    expect(await faultsIn(page)).toEqual([]);
    await page.getByRole("button", { name: "One more" }).click();
    const wallet = page.locator("[data-wallets] button");
    await wallet.click();
    // The browser says that the answer is missing, before the wallet does anything.
    expect(await page.locator(":focus").getAttribute("name")).toBe("answer");
    expect(await page.locator("[data-said]:visible").count()).toBe(0);
    await page.locator("#answer-1").check();
    await wallet.click();
    await page.locator("main.paying").waitFor();
    const orders = await service.sql("select quantity, status from ticket_order where lot_id = $1", lot.id);
    expect(orders).toEqual([{ quantity: 2, status: "pending" }]);
    await page.context().close();
  }
});

it("a wallet whose account has credit sees the amount before anything is ordered", async () => {
  const lot = await partner.lot();
  const page = await pageWithWallet();
  const rows = await service.sql(
    "select account_id from account_identity where organisation_id = $1 and value = $2",
    partner.organisation.id,
    key.address,
  );
  await partner.grantCredit(Number(rows[0].account_id), 1_000);
  await page.goto(`${service.baseUrl}/checkout/${slug}/${lot.id}`);
  await page.locator("#answer-1").check();
  await page.locator(".other-way summary").click();
  await page.locator("[data-wallets] button").click();
  await page.locator("[data-fault]").waitFor();
  expect(await page.locator(".fault").innerText()).toContain("The amount has changed.");
  expect(await page.locator('[data-price="toPay"]').innerText()).toBe("$15.00");
  expect(await service.sql("select id from ticket_order where lot_id = $1", lot.id)).toEqual([]);
  await page.locator(".order .button").click();
  await page.locator("main.paying").waitFor();
  await page.context().close();
});

import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { Mails } from "../../../ports/mails/mails.ts";
import { faultsIn } from "../../support/browser/faults.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { keyboardFaults } from "../../support/browser/keyboard.ts";
import { Partner } from "../../support/builders/partner.ts";
import { Shopper } from "../../support/builders/shopper.ts";
import { opened, prepared } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";

let slug: string;
const service = opened(() => TestService.open());
const partner = prepared(() =>
  Partner.add(service, { rails: { USD: "embed" }, entryQuestionRequired: true }),
);
const browser = openBrowser();
beforeAll(async () => {
  ({ slug } = partner.organisation);
  await partner.addQuestion();
});

async function codeFor(email: string): Promise<string> {
  const newest = await service.wiring.get(Mails).newest(20);
  const content = newest.find(({ to }) => to === email)?.content;
  return content?.kind === "sign_in_code" ? content.code : "";
}

/** A buyer's window, which counts the pages that it shows and what the buyer does in it. */
class Counted {
  readonly page: Page;
  readonly screens: string[] = [];
  inputs = 0;

  constructor(page: Page) {
    this.page = page;
    page.on("load", () => this.screens.push(new URL(page.url()).pathname));
  }

  static async open(context: BrowserContext): Promise<Counted> {
    return new Counted(await context.newPage());
  }

  async does(act: (page: Page) => Promise<unknown>): Promise<void> {
    this.inputs += 1;
    await act(this.page);
  }
}

const pathOf = (lot: { readonly id: number }, query = "") => `/checkout/${slug}/${lot.id}${query}`;

it("a new buyer sees three screens and makes at most six inputs from the button to payment, with and without a script", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 480, height: 760 } });
    const lot = await partner.lot({ title: "Diver's watch" });
    const email = `new-${crypto.randomUUID()}@example.com`;
    const buyer = await Counted.open(context);
    const { page } = buyer;
    await buyer.does(() => page.goto(service.baseUrl + pathOf(lot)));
    await buyer.does(() => page.locator("#answer-1").check());
    await buyer.does(() => page.locator("#email").fill(email));
    await buyer.does(() => page.locator(".order .button").click());
    await page.locator("#code").waitFor();
    expect(await page.locator(".summary").innerText()).toContain("1 × Diver's watch · $25.00");
    if (javaScriptEnabled) expect(await page.locator(":focus").getAttribute("id")).toBe("code");
    await buyer.does(async () => page.locator("#code").fill(await codeFor(email)));
    await buyer.does(() => page.locator(".sign-in .button").click());
    await page.locator("main.paying").waitFor();
    await page.waitForLoadState();
    expect(await page.locator(".bill").innerText()).toContain("1 × Diver's watch");
    expect(buyer.inputs).toBeLessThanOrEqual(6);
    expect(buyer.screens.map((path) => path.split("/").at(1))).toEqual(["checkout", "checkout", "orders"]);
    await context.close();
  }
});

it("a buyer who is signed in sees one screen before payment", async () => {
  const context = await browser.newContext();
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  await context.addCookies([
    { name: "buyer", value: shopper.session, url: service.baseUrl, sameSite: "Lax" },
  ]);
  const buyer = await Counted.open(context);
  const { page } = buyer;
  await page.goto(service.baseUrl + pathOf(await partner.lot()));
  await buyer.does(() => page.locator("#answer-1").check());
  await buyer.does(() => page.locator(".order .button").click());
  await page.locator("main.paying").waitFor();
  await page.waitForLoadState();
  expect(buyer.screens.map((path) => path.split("/").at(1))).toEqual(["checkout", "orders"]);
  await context.close();
});

it("the number is chosen by buttons of 44 px within what is available, and what it costs follows", async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 900 } });
  await page.goto(service.baseUrl + pathOf(await partner.lot({ maxTickets: 12 }), "?quantity=2"));
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const figures = async () => [
    await page.locator("#quantity").inputValue(),
    await page.locator('[data-price="each"]').innerText(),
    await page.locator('[data-price="toPay"]').innerText(),
  ];
  expect(await figures()).toEqual(["2", "2 × $25.00", "$50.00"]);
  await press("One more");
  expect(await figures()).toEqual(["3", "3 × $25.00", "$75.00"]);
  await press("10");
  await press("One more");
  await press("One more");
  await press("One more");
  expect(await figures()).toEqual(["12", "12 × $25.00", "$300.00"]);
  await press("1");
  await press("One fewer");
  expect(await figures()).toEqual(["1", "1 × $25.00", "$25.00"]);
  expect(
    await page.getByRole("group", { name: "Number of tickets" }).getByRole("button").allInnerTexts(),
  ).toEqual(["1", "5", "10"]);
  await page.close();
});

it("each screen, and each of its faults, is accessible in light and dark at 320 px, and by keyboard", async () => {
  const lot = await partner.lot({ title: `Watch ${"long".repeat(30)}`, maxTickets: 50 });
  for (const [scheme, locale] of [
    ["light", "en"],
    ["dark", "ar"],
  ] as const) {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width: 320, height: 900 } });
    const page = await context.newPage();
    const email = `new-${crypto.randomUUID()}@example.com`;
    const sound = async (name: string) => expect(await faultsIn(page), `${scheme} ${name}`).toEqual([]);
    await page.goto(service.baseUrl + pathOf(lot, `?locale=${locale}`));
    await page.locator(".other-way").evaluate((details) => details.setAttribute("open", ""));
    await sound("first page");
    expect(await keyboardFaults(page)).toEqual([]);
    await page.locator("form.order").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.locator("#answer-1").check();
    await page.locator("#email").fill("not an address");
    await page.locator("#email").press("Enter");
    await page.locator("[data-fault]").waitFor();
    await sound("first page with a fault");
    expect(await page.locator("#answer-1").isChecked()).toBe(true);
    await page.locator("#email").fill(email);
    await page.locator("#email").press("Enter");
    await page.locator("#code").waitFor();
    await sound("code");
    await page.locator("#code").fill("00000000");
    await page.locator("#code").press("Enter");
    await page.locator("#code-wrong").waitFor();
    await sound("wrong code");
    await page.locator("#code").fill(await codeFor(email));
    await page.locator("#code").press("Enter");
    await page.locator(".bill").waitFor();
    expect(await faultsIn(page), `${scheme} payment`).toEqual([]);
    await context.close();
  }
});

it("the countdown of a payment is quiet, and loud when less than two minutes are left", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.clock.install();
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  await context.addCookies([
    { name: "buyer", value: shopper.session, url: service.baseUrl, sameSite: "Lax" },
  ]);
  await page.goto(service.baseUrl + pathOf(await partner.lot()));
  await page.locator("#answer-1").check();
  await page.locator(".order .button").click();
  const countdown = page.locator(".hold:visible");
  await countdown.waitFor();
  expect(await countdown.getAttribute("class")).toBe("hold");
  await page.clock.fastForward("13:30");
  await page.locator(".hold.urgent").waitFor();
  expect(await faultsIn(page)).toEqual([]);
  await context.close();
});

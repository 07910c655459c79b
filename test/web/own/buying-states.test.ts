import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { RAIL_KINDS, type RailKind } from "../../../ports/rail.ts";
import { Mails } from "../../../ports/mails/mails.ts";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import { Reconciliation } from "../../../src/settlement/reconciliation.ts";
import { DrawRig } from "../../lot-draws/draw-rig.ts";
import { goTo } from "../../support/browser/browser.ts";
import { faultsIn } from "../../support/browser/faults.ts";
import { keyboardFaults, tabTo } from "../../support/browser/keyboard.ts";
import { Partner } from "../../support/builders/partner.ts";
import { fieldsOf, Shopper } from "../../support/builders/shopper.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";

/** Currency of each kind of rail. */
const CURRENCIES = { redirect: "USD", embed: "EUR", fields: "JPY", flow: "GBP", qr: "SGD" } as const;
const TITLE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)> \u202egnp.exe ${"🎟️".repeat(50)}`;
/** 1,280 px at a zoom of 400 %. */
const SCREEN = { width: 320, height: 800 };

let context: BrowserContext;
let page: Page;
let slug: string;
const complaints: string[] = [];
const rig = opened(() =>
  DrawRig.open(
    { environment: { HOSTED_ORDERS_PER_10_MIN: "1000", PUBLIC_REQUESTS_PER_MINUTE: "10000" } },
    {
      rails: Object.fromEntries(RAIL_KINDS.map((kind) => [CURRENCIES[kind], kind])),
      rates: { EUR: "0.9", JPY: "150", GBP: "0.8", SGD: "1.3" },
      returnHosts: ["shop.example"],
    },
  ),
);
const browser = openBrowser();
beforeAll(async () => {
  ({ slug } = rig.partner.organisation);
  if (!browser) return;
  context = await browser.newContext({ viewport: SCREEN });
  page = await context.newPage();
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A refused form is told as its status, too.
    if (!message.text().startsWith("Failed to load resource")) complaints.push(message.text());
  });
});

const lotFor = (kind: RailKind, more: Parameters<DrawRig["partner"]["lot"]>[0] = {}) =>
  rig.partner.lot({ title: TITLE, payment: { fiatCurrency: CURRENCIES[kind] }, ...more });
const checkout = (lotId: number) => `/checkout/${slug}/${lotId}`;

async function signIn(): Promise<Shopper> {
  const shopper = await Shopper.signIn(rig.service, rig.partner.organisation.id);
  await context.clearCookies();
  await context.addCookies([
    { name: "buyer", value: shopper.session, url: rig.service.baseUrl, sameSite: "Lax" },
  ]);
  return shopper;
}

/** Places an order as the form does. @returns its id */
async function placed(shopper: Shopper, lotId: number, change: Record<string, string> = {}): Promise<string> {
  const { text } = await shopper.get(checkout(lotId), { Referer: "https://shop.example/" });
  const { action, fields } = fieldsOf(text, "form");
  const answer = await shopper.post(action, { ...fields, ...change });
  return /\/orders\/(cs_[0-9a-z]{26})/.exec(answer.headers.get("Location") ?? "")![1]!;
}

async function open(path: string): Promise<void> {
  await goTo(page, rig.service.baseUrl + path);
}

/** What is wrong with the page that is open, whatever its colours. */
async function look(state: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await faultsIn(page), state).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await faultsIn(page, "colours"), `${state}, light`).toEqual([]);
  expect(await keyboardFaults(page), state).toEqual([]);
  expect(await page.locator("h1").count(), state).toBe(1);
  expect(complaints, state).toEqual([]);
}

async function see(path: string, state: string, sign?: string): Promise<void> {
  await open(path);
  if (sign !== undefined) await page.getByText(sign).first().waitFor();
  await look(state);
}

/** Sends the form that is open with these values, past what the browser would say of them. */
async function submit(values: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name="${name}"]`).fill(value);
  await page.locator("form.order").evaluate((form) => form.setAttribute("novalidate", ""));
  await page.locator("form.order .button").click();
  await page.locator("[data-fault]:focus").waitFor();
}

it("checkout has no fault in any state, light and dark, at 320 px, by keyboard, with a hostile title", async () => {
  const lot = await lotFor("redirect", { maxTickets: 5 });
  await context.clearCookies();
  await see(checkout(lot.id), "nobody is signed in");
  await see(`/checkout/${slug}/sign-in?ended=1`, "the session has ended");
  const shopper = await signIn();
  await see(checkout(lot.id), "signed in");
  await submit({ quantity: "9999" });
  await look("a wrong number");
  await rig.partner.change({ entryQuestionRequired: true });
  await rig.partner.addQuestion();
  await rig.partner.addQuestion();
  await see(checkout(lot.id), "a question");
  await page.locator("#answer-0").check();
  await submit();
  await look("a wrong answer");
  await rig.partner.change({ entryQuestionRequired: false });
  await placed(shopper, lot.id, { quantity: "2" });
  await see(checkout(lot.id), "an order is not paid yet");
  const known = await lotFor("redirect");
  await rig.partner.provider(await placed(shopper, known.id), { outcome: "paid" });
  await see(checkout(known.id), "an order was paid a moment ago", "You have just ordered");
  await rig.sell(lot.id, 3);
  await signIn();
  await see(checkout(lot.id), "the rest is held");
  await rig.cancel(lot.id);
  await see(checkout(lot.id), "cancelled");
  const soon = await lotFor("redirect", { startAt: new Date(Date.now() + 3_600_000) });
  await see(checkout(soon.id), "not open yet");
  const free = await lotFor("redirect", { priceCents: 0 });
  await see(checkout(free.id), "free");
  await see(checkout(999_999), "no such competition");
  await see(`/orders/cs_${"0".repeat(26)}`, "no such order");
});

it("an order has no fault in any state, light and dark, at 320 px, by keyboard", async () => {
  const shopper = await signIn();
  const { partner, service } = rig;
  // Whoever was at the provider once is led there by a link.
  await page.addInitScript("sessionStorage.getItem = () => '1'");
  const ids = {} as Record<RailKind, string>;
  for (const kind of RAIL_KINDS) {
    ids[kind] = await placed(shopper, (await lotFor(kind)).id);
    await open(`/orders/${ids[kind]}`);
    if (kind === "qr") await page.locator(".code svg").waitFor();
    if (kind !== "redirect" && kind !== "qr")
      await page.locator(".part[aria-busy]").waitFor({ state: "detached" });
    await look(`to be paid by ${kind}`);
  }
  await see(`/orders/${ids.redirect}?returned=yes`, "waited for", "One moment");
  await partner.provider(ids.redirect, { outcome: "paid" });
  await see(`/orders/${ids.redirect}`, "paid", "You are in");
  await partner.provider(ids.embed, { outcome: "declined" });
  await see(`/orders/${ids.embed}`, "declined", "No tickets were issued");
  const free = await placed(shopper, (await lotFor("redirect", { priceCents: 0 })).id, { quantity: "30" });
  await see(`/orders/${free}`, "free", "There was nothing to pay");
  const cancelled = (await service.sql("select lot_id from ticket_order where id = $1", ids.redirect))[0]
    .lot_id;
  await rig.cancel(cancelled);
  await see(`/orders/${ids.redirect}`, "cancelled", "This competition was cancelled");
  await service.wiring.get(RefundRunner).refundOnce();
  await service.clock.later(60 * 60_000, () => service.wiring.get(Reconciliation).reconcileOnce());
  await see(`/orders/${ids.flow}`, "expired", "The time to pay is over");
  const rows = await service.sql(
    "select count(*)::int as n from ticket_order where account_id = $1",
    shopper.accountId,
  );
  expect(rows[0].n).toBe(RAIL_KINDS.length + 1);
  const drawn = await rig.drawn(2);
  const own = (await service.sql("select t.id from ticket_order t where t.lot_id = $1", drawn))[0].id;
  await service.sql("update ticket_order set account_id = $2 where id = $1", own, shopper.accountId);
  await see(`/tickets/${slug}`, "what a buyer has", "Ticket numbers");
  await see(`/tickets/${slug}?proof=${own}`, "a proof of tickets");
  await signIn();
  await see(`/tickets/${slug}`, "no tickets", "You have no tickets yet");
  await context.clearCookies();
  await see(`/tickets/${slug}`, "tickets of nobody");
  await see("/sandbox/mailbox", "the mailbox");
});

it("a ticket is bought by keyboard alone: from the grid by way of a code from a mail to the tickets, and out again", async () => {
  await context.clearCookies();
  const other = await Partner.add(rig.service, { rails: { USD: "embed" } });
  await other.change({ entryQuestionRequired: true });
  await other.addQuestion();
  await other.lot({ title: "By hand" });
  const { slug: shop } = other.organisation;
  await page.goto(`${rig.service.baseUrl}/embed/${shop}`);
  const press = async (selector: string) => {
    await tabTo(page, selector);
    await page.keyboard.press("Enter");
  };
  const type = async (selector: string, text: string) => {
    await tabTo(page, selector);
    await page.keyboard.type(text);
  };
  const opening = context.waitForEvent("page");
  await press("[data-buy]");
  const grid = page;
  page = await opening;
  await page.locator("#quantity").waitFor();
  await tabTo(page, "#quantity");
  await page.keyboard.press("ArrowUp");
  await tabTo(page, "[name=answer]");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  const email = `keys-${crypto.randomUUID()}@example.com`;
  await type("#email", email);
  await page.keyboard.press("Enter");
  await page.locator("#code").waitFor();
  const mail = (await rig.service.wiring.get(Mails).newest(20)).find(({ to }) => to === email);
  await type("#code", mail!.content.kind === "sign_in_code" ? mail!.content.code : "");
  expect(await page.locator(".summary").innerText()).toContain("2 × By hand · $50.00");
  await page.keyboard.press("Enter");
  const pay = page.frameLocator("iframe").locator("button").first();
  await pay.waitFor();
  await tabTo(page, "iframe");
  await page.keyboard.press("Tab");
  for (let n = 0; n < 9 && !(await pay.evaluate((each) => each.matches(":focus"))); n += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".mark.good").waitFor();
  const popup = page;
  await press(".ways .button");
  await page.locator(".own-order").waitFor();
  await press(".signed-in button");
  await page.locator("#email").waitFor();
  page = grid;
  await popup.close();
  expect(complaints).toEqual([]);
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { RAIL_KINDS, type RailKind, type RailOrder } from "../../../ports/rail.ts";
import type { SandboxOperation } from "../../../rails/sandbox/faults.ts";
import { LotUnwinder } from "../../../src/lots/lot-unwinder.ts";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import { Reconciliation } from "../../../src/settlement/reconciliation.ts";
import { type Launched, press, sharedBrowser } from "../../support/browser/browser.ts";
import { placeHosted } from "../../support/builders/hosted-order.ts";
import { Partner } from "../../support/builders/partner.ts";
import { Shopper } from "../../support/builders/shopper.ts";
import { ScriptedRail } from "../../support/rails/scripted-rail.ts";
import { TestService } from "../../support/service/service.ts";

const CURRENCIES = { redirect: "USD", embed: "EUR", fields: "JPY", flow: "GBP", qr: "SGD" } as const;

const ACCOUNT = {
  currencies: ["USD"],
  credentials: { apiKey: "key_of-shop", signingKey: "signs" },
  settings: {},
  enabled: true,
} as const;

/** Of a package of somebody's own: it names no part for the order's page, and cannot give money back. */
class PlainRail extends ScriptedRail {
  override async refund() {
    return { outcome: "failed", reason: "account_closed" } as never;
  }
}
/** The same, of a kind that buyers pay within the page. */
class PartlessRail extends ScriptedRail {
  override async createPayment(_account: unknown, order: RailOrder) {
    const data = JSON.stringify({ provider: "partless", secret: order.id });
    const instruction = { type: "EMBED_SESSION", redirectUrl: null, data } as const;
    return { outcome: "created", instruction, ids: {} } as const;
  }
}

let service: TestService;
let partner: Partner;
let packaged: Partner;
let plain: PlainRail;
let launched: Launched;
/** Calls of the provider that find nobody. */
let away: readonly SandboxOperation[] = [];
beforeAll(async () => {
  launched = await sharedBrowser();
  if (!launched.browser) console.warn(`Nobody waits for a payment in a browser: ${launched.missing}`);
  plain = new PlainRail();
  const partless = Object.assign(new PartlessRail(), { kind: "embed", provider: "partless" });
  service = await TestService.open({
    rails: [plain, partless as never],
    faults: { before: async (operation) => (away.includes(operation) ? "refuse_connection" : null) },
  });
  const rails = Object.fromEntries(RAIL_KINDS.map((kind) => [CURRENCIES[kind], kind]));
  partner = await Partner.add(service, { rails, rates: { EUR: "0.9", JPY: "150", GBP: "0.8", SGD: "1.3" } });
  packaged = await Partner.add(service, { rails: {} });
  await packaged.putRail({ ...ACCOUNT, kind: "redirect", provider: "example" });
});
afterAll(async () => {
  await launched?.browser?.close();
  await service.stop();
});
beforeEach((context) => {
  if (!launched.browser) context.skip(`no browser: ${launched.missing}`);
  away = [];
});

async function placed(kind: RailKind, options: { readonly maxTickets?: number } = {}) {
  const lot = await partner.lot({ ...options, payment: { fiatCurrency: CURRENCIES[kind] } });
  return placeHosted(partner, lot.id);
}

async function onPage(visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await launched.browser!.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A refusal is written down by the browser itself.
    if (message.type() === "error" && !/status of (409|502)/.test(message.text()))
      complaints.push(message.text());
  });
  try {
    await visit(page);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

const isIn = (page: Page) => page.getByRole("heading", { name: "You are in" }).waitFor();

it("says five minutes and one before the hold ends what is left, to who hears the page and to nobody before", () =>
  onPage(async (page) => {
    const { address } = await placed("embed");
    await page.clock.install();
    await page.goto(address);
    const said = page.locator("[data-said]");
    await page.locator("[role=timer] .rest").waitFor();
    expect(await said.getAttribute("role")).toBe("status");
    await page.clock.fastForward("09:50");
    expect(await said.textContent()).toBe("");
    await page.clock.fastForward("00:20");
    await expect.poll(() => said.textContent()).toBe("5 minutes left to pay.");
    await page.clock.fastForward("03:30");
    expect(await said.textContent()).toBe("5 minutes left to pay.");
    await page.clock.fastForward("00:40");
    await expect.poll(() => said.textContent()).toBe("1 minute left to pay.");
  }));

it("shows the provider's frame readable and whole, also where all is dark", () =>
  onPage(async (page) => {
    const { address } = await placed("embed");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(address);
    await page.frameLocator("iframe").getByRole("button", { name: "Pay" }).waitFor();
    const frame = page.frames().find((each) => each !== page.mainFrame())!;
    // An emulated scheme is every frame's: where it is dark, so is what is below the text.
    const [text, below] = (await frame.evaluate(
      "[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]",
    )) as [string, string];
    const lightness = (colour: string) => Number(/\d+/.exec(colour)![0]);
    expect(below).toMatch(/^rgb[(]/);
    expect(Math.abs(lightness(text) - lightness(below))).toBeGreaterThan(150);
    expect(await frame.evaluate("document.documentElement.scrollHeight <= innerHeight")).toBe(true);
  }));

it("says after a minute that the bank has not answered, and goes on by itself when it has", () =>
  onPage(async (page) => {
    const { id, address } = await placed("redirect");
    away = ["look_up"];
    await page.clock.install();
    await page.goto(`${address}?returned=yes`);
    const late = page.getByText("Your bank has not answered yet");
    await page.getByText("Your payment is being confirmed").waitFor();
    await page.clock.fastForward("00:55");
    expect(await late.isVisible()).toBe(false);
    await page.clock.fastForward("00:06");
    await late.waitFor();
    expect(await page.getByText("We will write to you.").isVisible()).toBe(true);
    away = [];
    await partner.provider(id, { outcome: "paid" });
    await page.clock.runFor(4_000);
    await isIn(page);
  }));

it("lets nobody cancel while the provider is away, and takes a card again that it could not take", () =>
  onPage(async (page) => {
    const { id, address, email } = await placed("qr");
    const { session } = await Shopper.signIn(service, partner.organisation.id, { email });
    const cookie = { name: "buyer", value: session, url: service.baseUrl, sameSite: "Lax" } as const;
    await page.context().addCookies([cookie]);
    await page.goto(address);
    away = ["cancel", "look_up"];
    await press(page.getByRole("button", { name: "Cancel this order" }));
    await page.getByText("This payment cannot be cancelled any more").waitFor();
    away = [];
    await partner.provider(id, { outcome: "paid" });
    await isIn(page);
    const card = await placed("fields");
    await page.goto(card.address);
    away = ["confirm", "look_up"];
    await press(page.getByRole("button", { name: "Pay" }));
    await page.getByText("This did not work. Please try again.").waitFor();
    away = [];
    await press(page.getByRole("button", { name: "Pay" }));
    await isIn(page);
  }));

it("says after the hold, when others have bought the rest, that late money goes back, and that nothing is left", () =>
  onPage(async (page) => {
    const { id, lotId, address } = await placed("embed", { maxTickets: 2 });
    await page.goto(address);
    await page.frameLocator("iframe").getByRole("button", { name: "Pay" }).waitFor();
    await service.clock.later(40 * 60_000, async () => {
      await service.wiring.get(Reconciliation).reconcileOnce();
      await page.getByText("The time to pay is over").waitFor();
      const other = (await partner.checkout(lotId, { quantity: 2 })).json.data.id;
      await partner.provider(other, { outcome: "paid" });
      await partner.provider(id, { outcome: "paid", late: true });
      await page.getByText(/A refund of €45.00 has been requested/).waitFor();
      await service.wiring.get(RefundRunner).refundOnce();
      await page.getByText("€45.00 was sent back the way you paid").waitFor();
      expect(await page.locator("[data-tickets]").count()).toBe(0);
      await press(page.getByRole("link", { name: "Try again" }));
      await page.getByText("All tickets are sold").waitFor();
      expect(await page.locator("form.order").count()).toBe(0);
    });
  }));

it("leads to the page of a package's rail that names no part, and says who cares for a refund that fails", () =>
  onPage(async (page) => {
    const lot = await packaged.lot();
    const { id, address } = await placeHosted(packaged, lot.id);
    await page.route("https://pay.example/**", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><a href="${service.baseUrl}/rails/redirect/${id}/return">Back</a>`,
      }),
    );
    await page.goto(address);
    const received = { amount: 5_000, currency: "USD" };
    plain.said.payment = { outcome: "paid", received, paymentId: `pay-${id}` };
    await press(page.getByRole("link", { name: "Back" }));
    await isIn(page);
    await packaged.post(`/competitions/${lot.id}/cancel`);
    await page.getByRole("heading", { name: "This competition was cancelled" }).waitFor();
    await service.wiring.get(LotUnwinder).unwindOnce();
    await service.wiring.get(RefundRunner).refundOnce();
    const { name } = packaged.organisation;
    await page
      .getByText(`The refund of $50.00 has failed so far. ${name} knows and takes care of it.`)
      .waitFor();
  }));

it("says of a payment that only a partner's own page can take that it cannot be made here", () =>
  onPage(async (page) => {
    const other = await Partner.add(service, { rails: {} });
    await other.putRail({ ...ACCOUNT, kind: "embed", provider: "partless" });
    const { address } = await placeHosted(other, (await other.lot()).id);
    await page.goto(address);
    await page.getByText("This kind of payment cannot be made here. Nothing was charged.").waitFor();
    expect(await page.getByRole("button", { name: "Cancel this order" }).isVisible()).toBe(true);
  }));

import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { RAIL_KINDS, type RailKind } from "../../ports/rail.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { press } from "../support/browser/browser.ts";
import { placeHosted } from "../support/builders/hosted-order.ts";
import { Partner } from "../support/builders/partner.ts";
import { Shopper } from "../support/builders/shopper.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";

/** Currency of each kind of rail. */
const CURRENCIES = { redirect: "USD", embed: "EUR", fields: "JPY", flow: "GBP", qr: "SGD" } as const;

let partner: Partner;
const service = opened(() => TestService.open());
const browser = openBrowser();
beforeAll(async () => {
  const rails = Object.fromEntries(RAIL_KINDS.map((kind) => [CURRENCIES[kind], kind]));
  partner = await Partner.add(service, {
    rails,
    rates: { EUR: "0.9", JPY: "150", GBP: "0.8", SGD: "1.3" },
    returnHosts: ["shop.example"],
  });
});

/** An order of our own pages, as a signed-in buyer places it. */
async function placed(kind: RailKind, { quantity = 2, lotId = 0 } = {}) {
  const lot =
    lotId || (await partner.lot({ title: "A <b>watch</b>", payment: { fiatCurrency: CURRENCIES[kind] } })).id;
  return placeHosted(partner, lot, { quantity });
}

/** Signs the buyer in. */
async function cookieOf(email: string) {
  const { session } = await Shopper.signIn(service, partner.organisation.id, { email });
  return { name: "buyer", value: session };
}

/** The numbers that webhooks told. */
async function toldNumbers(id: string): Promise<number[]> {
  const rows = await service.sql(
    "select payload::jsonb #> '{data,ticketNumbers}' as numbers from event where type = 'entry.confirmed' and payload::jsonb #>> '{data,orderId}' = $1",
    id,
  );
  expect(rows).toHaveLength(1);
  return rows[0].numbers;
}

async function shownNumbers(page: Page): Promise<number[]> {
  const texts = await page.locator("[data-tickets] li").allTextContents();
  return texts.map(Number);
}

/** Runs on a new page; what it complained of fails the test. */
async function onPage(
  visit: (page: Page, context: BrowserContext) => Promise<void>,
  options: { readonly javaScriptEnabled?: boolean } = {},
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  try {
    await visit(page, context);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

const isIn = (page: Page) => page.getByRole("heading", { name: "You are in" }).waitFor();

/** What the buyer does for each kind. */
const PAY: Readonly<Record<RailKind, (page: Page, id: string) => Promise<unknown>>> = {
  redirect: (page) => press(page.getByRole("button", { name: "Pay" })),
  embed: (page) => press(page.frameLocator("iframe").getByRole("button", { name: "Pay" })),
  flow: (page) => press(page.frameLocator("iframe").getByRole("button", { name: "Pay" })),
  fields: (page) => press(page.getByRole("button", { name: "Pay" })),
  qr: async (page, id) => {
    await page.getByRole("img", { name: "QR code of this payment" }).waitFor();
    await partner.provider(id, { outcome: "paid" });
  },
};

describe("the page of an order", () => {
  it.each(RAIL_KINDS)("takes the payment by %s, and shows the very numbers that the webhook told", (kind) =>
    onPage(async (page) => {
      const { id, address } = await placed(kind);
      await page.goto(address);
      await PAY[kind](page, id);
      await isIn(page);
      expect(await shownNumbers(page)).toEqual(await toldNumbers(id));
      expect(new URL(page.url()).pathname).toBe(`/orders/${id}`);
      expect(await page.locator("main").textContent()).toContain("2 tickets for A <b>watch</b>");
      const startOf = async (name: string) => (await page.locator(name).boundingBox())?.x;
      expect(await startOf(".mark")).toBe(await startOf("h1"));
      await page.getByRole("link", { name: "My tickets" }).waitFor();
    }),
  );

  it.each(["redirect", "qr"] as const)("does so by %s without a script", (kind) =>
    onPage(
      async (page) => {
        const { id, address } = await placed(kind);
        await page.goto(address);
        if (kind === "redirect") {
          await page.getByRole("link", { name: /^Pay .*50\.00$/ }).click();
          await page.getByRole("button", { name: "Pay" }).click();
          await page.getByRole("link", { name: "Return to the shop" }).click();
        } else await PAY.qr(page, id);
        await isIn(page);
        expect(await shownNumbers(page)).toEqual(await toldNumbers(id));
      },
      { javaScriptEnabled: false },
    ),
  );

  it("says without a script that fields need one, and offers the provider's own page where there is one", () =>
    onPage(
      async (page) => {
        const { address } = await placed("fields");
        await page.goto(address);
        await page.locator("noscript p").waitFor();
        expect(await page.locator("noscript p").textContent()).toContain("Paying here needs JavaScript");
        expect(await page.locator("noscript a").count()).toBe(0);
        const embedded = await placed("embed");
        await page.goto(embedded.address);
        await page.locator("noscript a", { hasText: "Pay on the provider’s own page" }).click();
        await page.getByRole("button", { name: "Pay" }).click();
        await page.getByRole("link", { name: "Return to the shop" }).click();
        await isIn(page);
      },
      { javaScriptEnabled: false },
    ));

  it("tells the window that opened it what happens, in order, and closes itself at a click", () =>
    onPage(async (page, context) => {
      const { id, address } = await placed("redirect");
      const opener = `${service.baseUrl}/opener`;
      await page.route(opener, (route) => route.fulfill({ contentType: "text/html", body: "<p>Frame</p>" }));
      await page.goto(opener);
      await page.evaluate(
        "globalThis.told = []; addEventListener('message', ({ data, origin }) => data.raffle && told.push({ ...data, origin }))",
      );
      const [popup] = await Promise.all([
        context.waitForEvent("page"),
        page.evaluate(`void window.open(${JSON.stringify(address)}, "buy", "popup,width=480,height=760")`),
      ]);
      await PAY.redirect(popup, id);
      await isIn(popup);
      await press(popup.getByRole("button", { name: "Close this window" }));
      if (!popup.isClosed()) await popup.waitForEvent("close");
      const types = async () => {
        const told = (await page.evaluate("told")) as { type: string }[];
        return told.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1]);
      };
      await expect.poll(types).toEqual(["pending", "paid", "closed"]);
      const told = (await page.evaluate("told")) as { origin: string }[];
      expect(new Set(told.map(({ origin }) => origin))).toEqual(new Set([service.baseUrl]));
      const paid = { raffle: 1, type: "paid", quantity: 2 };
      expect(told).toContainEqual({ ...paid, visit: null, origin: service.baseUrl });
    }));

  it("goes on to the provider by itself once, and then by a link", () =>
    onPage(async (page) => {
      const { id, address } = await placed("redirect");
      await page.goto(address);
      await page.waitForURL(/sandbox[/]pay/);
      await page.goto(address);
      await page.getByRole("link", { name: /^Pay .*50\.00$/ }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/orders/${id}`);
    }));

  it("says soon that the competition was cancelled, that nothing was sold, and what becomes of money that came all the same", () =>
    onPage(async (page) => {
      const { id, lotId, address } = await placed("embed");
      await page.goto(address);
      await page.locator("iframe").waitFor();
      expect((await partner.post(`/competitions/${lotId}/cancel`)).status).toBe(200);
      await page.getByRole("heading", { name: "This competition was cancelled" }).waitFor();
      expect(await page.getByText("You have no tickets and pay nothing").isVisible()).toBe(true);
      await service.wiring.get(LotUnwinder).unwindOnce();
      await partner.provider(id, { outcome: "paid", late: true });
      await page.getByText("A refund of €").waitFor();
      await service.wiring.get(RefundRunner).refundOnce();
      await page.getByText("was sent back the way you paid").waitFor();
      const rows = await service.sql("select status from ticket_order where id = $1", id);
      expect(rows).toEqual([{ status: "failed" }]);
    }));

  it("shows a paid order of a cancelled competition, and that the organiser pays back by hand where the rail cannot", () =>
    onPage(async (page) => {
      const { id, lotId, address } = await placed("qr");
      await page.goto(address);
      await PAY.qr(page, id);
      await isIn(page);
      await partner.post(`/competitions/${lotId}/cancel`);
      await page.getByRole("heading", { name: "This competition was cancelled" }).waitFor();
      await service.wiring.get(LotUnwinder).unwindOnce();
      await page.getByText("to you manually").waitFor();
    }));

  it("says that an order is being refunded until its money has left", () =>
    onPage(async (page) => {
      const { id, address } = await placed("redirect");
      await partner.provider(id, { outcome: "paid" });
      await page.goto(address);
      await isIn(page);
      const { organisation } = partner;
      const giveBack = await service.call(
        "POST",
        `/admin/api/v1/organisations/${organisation.slug}/orders/${id}/refund`,
        { key: ADMIN_TOKEN, body: { reason: "sorry" } },
      );
      expect(giveBack.status, giveBack.text).toBe(200);
      const state = (text: string) =>
        service.database.pool.query(`update refund set ${text} where order_id = $1`, [id]);
      const isShown = async (title: string, sentence: string) => {
        await page.goto(address);
        await page.getByRole("heading", { name: title }).waitFor();
        await page.getByText(sentence).waitFor();
      };
      await isShown("Your order is being refunded", "has been requested");
      await state("state = 'failed', due_at = null");
      await isShown("Your order is being refunded", "has failed so far");
      await state("state = 'manual', last_error = 'disputed'");
      await isShown("Your order is being refunded", "Your bank is deciding about");
      await state("state = 'succeeded', succeeded_at = now(), note = 'by bank'");
      await isShown("Your order was refunded", "The organiser has paid");
      await state("note = null");
      await isShown("Your order was refunded", "was sent back the way you paid");
    }));

  it("says after the hold that nothing was charged, what becomes of late money, and how to start over", () =>
    onPage(async (page) => {
      const { id, lotId, address } = await placed("embed");
      await page.goto(address);
      await page.locator("[role=timer] .rest").waitFor();
      await service.clock.later(40 * 60_000, async () => {
        await service.wiring.get(Reconciliation).reconcileOnce();
        await page.getByText("The time to pay is over").waitFor();
      });
      expect(await page.getByText("Any money that still arrives is sent back").isVisible()).toBe(true);
      const retry = await page.getByRole("link", { name: "Try again" }).getAttribute("href");
      expect(retry).toBe(`/checkout/${partner.organisation.slug}/${lotId}?after=${id}`);
    }));

  it("lets the buyer give an order up, with its hold, and not one that a partner sold", () =>
    onPage(async (page, context) => {
      const { id, address, email } = await placed("redirect");
      const cookie = await cookieOf(email);
      await context.addCookies([{ ...cookie, url: service.baseUrl, sameSite: "Lax" }]);
      await page.addInitScript("sessionStorage.setItem('raffle-gone:" + id + "', '1')");
      await page.goto(address);
      await press(page.getByRole("button", { name: "Cancel this order" }));
      await page.getByRole("heading", { name: "Order cancelled" }).waitFor();
      const sold = (await partner.checkout((await partner.lot()).id)).json.data.id;
      const abandon = (order: string, headers: Record<string, string>) =>
        fetch(`${service.baseUrl}/orders/${order}/abandon`, {
          method: "POST",
          headers: { Accept: "text/html", ...headers },
          body: new URLSearchParams(),
          redirect: "manual",
        });
      const other = await placed("redirect");
      const theirs = await cookieOf(other.email);
      const own = { Origin: service.baseUrl, Cookie: `${theirs.name}=${theirs.value}` };
      expect((await abandon(sold, own)).status).toBe(404);
      for (const Origin of ["https://evil.example", "null"])
        expect((await abandon(other.id, { Origin })).status).toBe(403);
      expect((await abandon(other.id, {})).status).toBe(403);
      const answer = await abandon(other.id, own);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `/orders/${other.id}`]);
      expect((await abandon(other.id, own)).status).toBe(303);
    }));

  it("says of a payment that its provider has cancelled that it was cancelled, and not that it was declined", () =>
    onPage(async (page) => {
      // This provider promises nothing when it is told to cancel: what became of it comes with the buyer's return.
      const { id, address, email } = await placed("flow");
      const { name, value } = await cookieOf(email);
      const { status } = await fetch(`${service.baseUrl}/orders/${id}/abandon`, {
        method: "POST",
        headers: { Accept: "text/html", Origin: service.baseUrl, Cookie: `${name}=${value}` },
        body: new URLSearchParams(),
      });
      expect(status).toBe(409);
      await page.goto(address);
      await page.getByRole("heading", { name: "Order cancelled" }).waitFor();
      await page.getByText("This order was cancelled: you have no tickets and were not charged.").waitFor();
      expect(await page.getByText("declined").count()).toBe(0);
    }));

  it("says that a form could not be loaded, and that nothing was charged, when its part is missing", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route(/assets[/]sandbox/, (route) => route.abort());
    const { address } = await placed("embed");
    await page.goto(address);
    await page.getByText("could not be loaded. Nothing was charged").waitFor();
    await page.unroute(/assets[/]sandbox/);
    await page.getByRole("link", { name: "Try again" }).click();
    await press(page.frameLocator("iframe").getByRole("button", { name: "Pay" }));
    await isIn(page);
    await context.close();
  });

  it("of a partner's session shows payment and result, and leads on to the partner", () =>
    onPage(async (page) => {
      const lot = await partner.lot({ payment: { fiatCurrency: "EUR" } });
      const plain = (await partner.checkout(lot.id)).json.data.id;
      await page.goto(`${service.baseUrl}/orders/${plain}`);
      await PAY.embed(page, plain);
      await isIn(page);
      expect(await page.getByRole("main").getByRole("link").count()).toBe(0);
      const returnUrl = "https://shop.example/thanks";
      const { id } = (await partner.checkout(lot.id, { returnUrl })).json.data;
      const landed = page.waitForRequest(/shop[.]example/);
      await page.goto(`${service.baseUrl}/orders/${id}`);
      await PAY.embed(page, id);
      expect((await landed).url()).toBe(`${returnUrl}?ref=${id}&status=success`);
    }));

  it("is nobody's where there is no such order, in words and for scripts", async () => {
    for (const id of [`cs_${"0".repeat(26)}`, "x", "%00"]) {
      const page = await service.call("GET", `/orders/${id}`, { headers: { Accept: "text/html" } });
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.status).toBeLessThan(500);
      const status = await service.call("GET", `/orders/${id}/status`);
      expect(status.json.error).toMatch(/not_found|invalid_request/);
    }
  });
});

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { FIRST } from "../../app/demo-organisations.ts";
import { press } from "../../test/support/browser/browser.ts";

/** The parts of the tour that a walk needs. */
export interface Tour {
  readonly base: string;
  shot(page: Page, name: string): Promise<void>;
  call<T>(method: string, path: string, body?: object): Promise<T>;
  competition(more: object): Promise<{ readonly id: number }>;
  /** Returns the pass of a right answer; undefined if the demo has no question. */
  passed(): Promise<string | undefined>;
  /** Fills in the first page of checkout. */
  choose(page: Page, quantity: number): Promise<void>;
  /** Pays on any rail but `qr`. */
  pays(page: Page): Promise<void>;
}

const KINDS = ["redirect", "embed", "flow", "fields", "qr"] as const;
const DAY_MS = 86_400_000;
const LATER = { endDate: new Date(Date.now() + 30 * DAY_MS).toISOString() };

interface Competition {
  readonly id: number;
  readonly title: string;
}

/** Returns the demo's competition that a rail of this kind sells. */
async function soldOn(tour: Tour, kind: (typeof KINDS)[number]): Promise<number> {
  const all = await tour.call<readonly Competition[]>("GET", "/api/v1/competitions");
  const { title } = FIRST.competitions.find((competition) => competition.kind === kind)!;
  return all.find((competition) => competition.title === title)!.id;
}

/** Walks through payments of a signed-in buyer on a rail of each kind. */
export async function everyRail(
  tour: Tour,
  context: BrowserContext,
  name: string,
  query = "",
): Promise<void> {
  for (const kind of KINDS) {
    const id = await soldOn(tour, kind);
    const page = await context.newPage();
    await page.goto(`${tour.base}/checkout/demo/${id}${query}`);
    await tour.choose(page, 2);
    await press(page.locator("form.order .button"));
    await page.waitForURL(/\/orders\/|\/pay/);
    await page.waitForLoadState("networkidle");
    await tour.shot(page, `${name}-pay-${kind}`);
    if (kind === "qr") await settle(tour, /cs_[0-9a-z]+/.exec(page.url())![0]);
    else await tour.pays(page);
    await page.locator("[data-tickets]").waitFor();
    await tour.shot(page, `${name}-paid-${kind}`);
    await page.close();
  }
}

/** Lets the simulated provider report an outcome. */
export async function settle({ base }: Pick<Tour, "base">, id: string, outcome = "paid"): Promise<void> {
  const answer = await fetch(`${base}/sandbox/payments/${id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ outcome }),
  });
  if (!answer.ok) throw new Error(`the sandbox's payment: ${answer.status} ${await answer.text()}`);
}

/** Creates a session of the API, to be paid on a partner's page. */
async function session(tour: Tour, competitionId: number, quantity = 1): Promise<{ readonly id: string }> {
  const buyer = { email: `visitor-${competitionId}@example.com` };
  const skillPass = await tour.passed();
  return tour.call("POST", "/api/v1/checkout/sessions", { competitionId, quantity, buyer, skillPass });
}

/** Walks through `Service.lot` and `Service.checkout` on a page of another origin, whose backend calls the API. */
export async function partnersPage(tour: Tour, context: BrowserContext, name: string): Promise<void> {
  const competitionId = await soldOn(tour, "fields");
  const started = await session(tour, competitionId);
  const shop = await shopWith(tour, started, competitionId);
  try {
    const page = await context.newPage();
    await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`);
    await page.getByRole("button", { name: "Buy now" }).waitFor();
    await page.frameLocator("iframe").locator(".button").first().waitFor();
    await tour.shot(page, `${name}-sdk`);
    await press(page.getByRole("button", { name: "Buy now" }));
    await page.getByText("Paid: tickets are issued").waitFor();
    await tour.shot(page, `${name}-sdk-paid`);
    await page.close();
  } finally {
    shop.close();
  }
}

async function shopWith(
  tour: Tour,
  started: { readonly id: string },
  competitionId: number,
): Promise<Server> {
  const { base } = tour;
  const host = base;
  const script = `
    const ask = async (path, body) => (await fetch(path, body && { method: "POST", body: JSON.stringify(body) })).json();
    const status = document.querySelector("#status");
    Service.lot("#lot", { host: ${JSON.stringify(host)}, org: "demo", lot: ${competitionId} });
    Service.checkout("#pay", {
      session: ${JSON.stringify(started)},
      poll: () => ask("/poll"),
      confirm: (body) => ask("/confirm", body),
      payLabel: "Buy now",
      onPaid: () => (status.textContent = "Paid: tickets are issued"),
      onFailed: (reason) => (status.textContent = "Not paid: " + reason),
    });`;
  const shop = createServer(async (request, response) => {
    const path = `/api/v1/checkout/sessions/${started.id}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === "/script.js")
      return response.setHeader("Content-Type", "text/javascript").end(script);
    if (request.url === "/") {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.setHeader(
        "Content-Security-Policy",
        `default-src 'none'; script-src 'self' ${base}; frame-src ${base}; connect-src 'self' ${base}; img-src data:`,
      );
      return response.end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A shop</title><link rel="icon" href="data:,"><h1>A partner's shop</h1><div id="lot"></div><h2>Your order</h2><div id="pay"></div><p id="status" role="status"></p><script src="${base}/embed.js"></script><script src="/script.js"></script>`,
      );
    }
    const body =
      request.url === "/confirm" ? (JSON.parse(String(Buffer.concat(chunks))) as object) : undefined;
    const data = await tour.call(body ? "POST" : "GET", body ? `${path}/confirm` : path, body);
    response.setHeader("Content-Type", "application/json").end(JSON.stringify({ data }));
  });
  shop.listen(0, "127.0.0.1");
  await once(shop, "listening");
  return shop;
}

/** Walks through a purchase in a browser that opens no window: the frame has a link, which opens a tab. */
export async function blockedWindow(tour: Tour, context: BrowserContext, name: string): Promise<void> {
  const host = await context.newPage();
  await host.goto(`${tour.base}/demo`);
  const frame = host.frameLocator("iframe").first();
  await frame.locator("a[data-buy]").first().waitFor();
  for (const each of host.frames()) await each.evaluate("window.open = () => null");
  await press(frame.locator("a[data-buy]").first());
  await frame.locator("[data-elsewhere]").first().waitFor();
  await tour.shot(host, `${name}-window-blocked`);
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    frame.locator("[data-elsewhere] a").first().click(),
  ]);
  await tab.waitForLoadState("networkidle");
  await tour.shot(tab, `${name}-window-blocked-tab`);
  await tab.close();
  await host.close();
}

/** Walks through two tabs of one buyer, a competition that sells out meanwhile, and a sign-in that ends meanwhile. */
export async function troubles(tour: Tour, context: BrowserContext, name: string): Promise<void> {
  const { id } = await tour.competition({ ...LATER, maxTickets: 4, payment: { fiatCurrency: "EUR" } });
  const address = `${tour.base}/checkout/demo/${id}`;
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto(address);
  await second.goto(address);
  await tour.choose(first, 1);
  await tour.choose(second, 1);
  await Promise.all([first, second].map((tab) => tab.locator("form.order .button").click()));
  await Promise.all([first, second].map((tab) => tab.waitForLoadState("networkidle")));
  await tour.shot(first, `${name}-two-tabs-first`);
  await tour.shot(second, `${name}-two-tabs-second`);
  const order = [first, second].map((tab) => /cs_[0-9a-z]+/.exec(tab.url())?.[0]).find(Boolean);
  await settle(tour, order!);

  // Clicked once, since a page with a refusal has the same button.
  await first.goto(address);
  await tour.choose(first, 3);
  await settle(tour, (await session(tour, id, 2)).id);
  await first.locator("form.order .button").click();
  await first.waitForLoadState("networkidle");
  await tour.shot(first, `${name}-one-left`);
  await settle(tour, (await session(tour, id, 1)).id);
  await first.locator("form.order .button").click();
  await first.waitForLoadState("networkidle");
  await tour.shot(first, `${name}-sold-out`);
  await first.goto(`${tour.base}/embed/demo/competition/${id}`);
  await tour.shot(first, `${name}-sold-out-widget`);
  await second.close();
  await ended(tour, context, first, name);
  await first.close();
}

async function ended(tour: Tour, context: BrowserContext, page: Page, name: string): Promise<void> {
  const { id } = await tour.competition({ ...LATER, payment: { fiatCurrency: "USD" } });
  await page.goto(`${tour.base}/checkout/demo/${id}`);
  await tour.choose(page, 2);
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.locator("form.order .button").click();
  await page.locator("#email").waitFor();
  await tour.shot(page, `${name}-sign-in-ended`);
  await context.addCookies(cookies);
  await declined(tour, page, id, name);
}

/** Walks through a declined order, and one whose competition is cancelled. */
async function declined(tour: Tour, page: Page, id: number, name: string): Promise<void> {
  const orders = async () => {
    await page.goto(`${tour.base}/checkout/demo/${id}`);
    await tour.choose(page, 1);
    await page.addInitScript("sessionStorage.setItem = () => { throw new Error('full') }");
    await page.locator("form.order .button").click();
    await page.waitForURL(/\/orders\//);
    return /cs_[0-9a-z]+/.exec(page.url())![0];
  };
  await settle(tour, await orders(), "declined");
  await page.getByRole("link", { name: "Try again" }).waitFor();
  await tour.shot(page, `${name}-declined`);
  await settle(tour, await orders());
  await page.locator("[data-tickets]").waitFor();
  await tour.call("POST", `/api/v1/competitions/${id}/cancel`);
  await page.locator("[data-refund=succeeded]").waitFor();
  await tour.shot(page, `${name}-cancelled-refunded`);
}

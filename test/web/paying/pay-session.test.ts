import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { RAIL_KINDS, type RailKind } from "../../../ports/rail.ts";
import { type Launched, press, sharedBrowser } from "../../support/browser/browser.ts";
import { OLDEST_BROWSER } from "../../support/browser/oldest-browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { type Json, TestService } from "../../support/service/service.ts";
import { opened } from "../../support/opened.ts";
import { LocalServer } from "../../support/receivers/local-server.ts";

const CURRENCIES = { redirect: "USD", embed: "EUR", fields: "JPY", flow: "GBP", qr: "SGD" } as const;

let service: TestService;
let partner: Partner;
let launched: Launched;
/** Polls that the backend refuses before it answers again. */
let refusals = 0;
const shop = opened(() =>
  LocalServer.listen(async (request, response) => {
    const [, route, id] = request.url!.split("/");
    if (route === "page") {
      const { baseUrl } = service;
      response.setHeader("Content-Type", "text/html");
      response.setHeader(
        "Content-Security-Policy",
        `default-src 'none'; script-src ${baseUrl}; frame-src ${baseUrl}; connect-src 'self' ${baseUrl}; style-src 'self'; img-src data:`,
      );
      return response.end(
        `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body><div id="pay"><b>before</b></div><script src="${baseUrl}/embed.js"></script>`,
      );
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const refused = route === "poll" && refusals > 0;
    if (refused) refusals -= 1;
    const answer = refused
      ? { status: 502, json: {} }
      : route === "poll"
        ? await partner.get(`/checkout/sessions/${id}`)
        : await partner.post(`/checkout/sessions/${id}/confirm`, JSON.parse(String(Buffer.concat(chunks))));
    response.writeHead(answer.status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer.json));
  }),
);
beforeAll(async () => {
  launched = await sharedBrowser();
  if (!launched.browser) console.warn(`No session is paid in a browser: ${launched.missing}`);
  service = await TestService.open();
  const rails = Object.fromEntries(RAIL_KINDS.map((kind) => [CURRENCIES[kind], kind]));
  partner = await Partner.add(service, { rails, rates: { EUR: "0.9", JPY: "150", GBP: "0.8", SGD: "1.3" } });
});
afterAll(async () => {
  await launched?.browser?.close();
  await service.stop();
});
beforeEach((context) => {
  if (!launched.browser) context.skip(`no browser: ${launched.missing}`);
  refusals = 0;
});

/** In the page: a session's options, which write down what is called. */
const MOUNT = `(session, more = {}) => {
  globalThis.calls = [];
  const note = (name) => (value) => calls.push([name, value]);
  const ask = async (path, body) => {
    const answer = await fetch(path, body && { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  };
  globalThis.handle = Service.checkout("#pay", {
    session,
    poll: () => ask("/poll/" + session.id),
    confirm: (body) => (note("confirm")(body), ask("/confirm/" + session.id, body)),
    onPaid: note("paid"),
    onFailed: note("failed"),
    onRedirect: note("redirect"),
    pollIntervalMs: 500,
    ...more,
  });
}`;

type Call = [name: string, value: Json];

async function onShop(
  visit: (page: Page, calls: () => Promise<Call[]>) => Promise<void>,
  expected: readonly string[] = [],
): Promise<void> {
  const context = await launched.browser!.newContext();
  const page = await context.newPage();
  await page.addInitScript(OLDEST_BROWSER);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A backend that refuses is written down by the browser itself.
    if (message.type() === "error" && !/status of (400|502)/.test(message.text()))
      complaints.push(message.text());
  });
  try {
    await page.goto(`${shop.localOrigin}/page`);
    await visit(page, () => page.evaluate("calls") as Promise<Call[]>);
    expect(complaints).toEqual(expected);
    expect(new URL(page.url()).origin).toBe(shop.localOrigin);
  } finally {
    await context.close();
  }
}

async function sessionOf(kind: RailKind): Promise<Json> {
  const lot = await partner.lot({ payment: { fiatCurrency: CURRENCIES[kind] } });
  return (await partner.checkout(lot.id)).json.data;
}

const mount = (page: Page, session: Json, more = "{}") =>
  page.evaluate(`(${MOUNT})(${JSON.stringify(session)}, ${more})`);
const named = (calls: readonly Call[], name: string) => calls.filter(([call]) => call === name);
const paid = async (calls: () => Promise<Call[]>) =>
  void (await expect.poll(async () => named(await calls(), "paid").length).toBe(1));

it.each(RAIL_KINDS)(
  "a session by %s ends in one onPaid, once its tickets are issued, and nothing navigates",
  (kind) =>
    onShop(async (page, calls) => {
      const session = await sessionOf(kind);
      await mount(page, session);
      if (kind === "redirect" || kind === "qr") {
        await press(page.getByRole("button", { name: "Continue to payment" }));
        expect(await calls()).toEqual([["redirect", session.payment.redirectUrl]]);
        await partner.provider(session.id, { outcome: "paid" });
      } else if (kind === "fields") await press(page.getByRole("button", { name: "Pay" }));
      else await press(page.frameLocator("iframe").getByRole("button", { name: "Pay" }));
      await paid(calls);
      expect(named(await calls(), "paid")).toMatchObject([["paid", { id: session.id, ticketsIssued: true }]]);
      expect(named(await calls(), "failed")).toEqual([]);
    }),
);

it("card fields are confirmed step by step, a decline is one onFailed with its reason", () =>
  onShop(async (page, calls) => {
    const session = await sessionOf("fields");
    await mount(page, { data: session, id: session.id }, `{ payLabel: "Buy now" }`);
    await page.getByLabel("challenge").check();
    await press(page.getByRole("button", { name: "Buy now" }));
    await press(page.getByRole("button", { name: "Yes, it’s me" }));
    await paid(calls);
    const bodies = named(await calls(), "confirm").map(([, body]) => body);
    expect(bodies).toMatchObject([
      { sessionHref: expect.stringContaining("/challenge"), device: { userAgent: expect.any(String) } },
      { deviceData: { reference: null } },
      { challenge: "done" },
    ]);
    const declined = await sessionOf("fields");
    await mount(page, declined);
    await page.getByLabel("decline").check();
    await press(page.getByRole("button", { name: "Pay" }));
    await expect.poll(async () => named(await calls(), "failed")).toEqual([["failed", "card_declined"]]);
    expect(named(await calls(), "paid")).toEqual([]);
  }));

it("polls that fail five times, then answer, still end in onPaid; polls that never answer end in a timeout", () =>
  onShop(async (page, calls) => {
    const session = await sessionOf("qr");
    await partner.provider(session.id, { outcome: "paid" });
    refusals = 5;
    await page.clock.install();
    await mount(page, session);
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000);
        return named(await calls(), "paid").length;
      })
      .toBe(1);
    expect(refusals).toBe(0);
    await mount(page, await sessionOf("qr"), "{ poll: () => new Promise(() => {}) }");
    await page.clock.fastForward("35:01");
    await expect.poll(async () => await calls()).toEqual([["failed", "timeout"]]);
  }));

it("what a page's own functions do wrong is told to the page: an answer without a status, and what they throw", () =>
  onShop(
    async (page) => {
      const session = await sessionOf("qr");
      const warned = page.waitForEvent("console", (message) => message.type() === "warning");
      await mount(page, session, `{ poll: () => fetch("/poll/${session.id}") }`);
      expect((await warned).text()).toMatch(/poll returned no status/);
      await partner.provider(session.id, { outcome: "paid" });
      const thrown = page.waitForEvent("pageerror");
      await mount(page, session, `{ onPaid: () => { throw new Error("the page's own") } }`);
      expect((await thrown).message).toBe("the page's own");
    },
    ["the page's own"],
  ));

it("wrong options are named at once, and unmount, at any time and twice, leaves the place as it was", () =>
  onShop(async (page) => {
    const fields = await sessionOf("fields");
    const thrown = (session: Json, more: string) =>
      page.evaluate(
        `(() => { try { (${MOUNT})(${JSON.stringify(session)}, ${more}) } catch (error) { return error.name + ": " + error.message } })()`,
      );
    for (const [name, value] of [
      ["confirm", "undefined"],
      ["session", "{}"],
      ["poll", "7"],
      ["onPaid", "'x'"],
      ["pollIntervalMs", "499"],
      ["payLabel", "1"],
      ["locale", "1"],
    ] as const)
      expect(await thrown(fields, `{ ${name}: ${value} }`)).toContain(
        `TypeError: Service.checkout: ${name} must be`,
      );
    expect(await thrown(fields, "{ colour: 1 }")).toContain("unknown option colour");
    for (const kind of ["embed", "fields", "redirect"] as const) {
      await mount(page, await sessionOf(kind));
      await page.evaluate("handle.unmount(); handle.unmount()");
    }
    await mount(page, await sessionOf("embed"));
    await page.frameLocator("iframe").getByRole("button", { name: "Pay" }).waitFor();
    await page.evaluate("handle.unmount()");
    expect(await page.evaluate("document.querySelector('#pay').outerHTML")).toBe(
      '<div id="pay"><b>before</b></div>',
    );
  }));

it("the example of the page about the widget sells", () =>
  onShop(async (page) => {
    const text = await readFile(new URL("../../../docs/widget.md", import.meta.url), "utf8");
    const [, example] = /```js\n((?:(?!```)[\s\S])*Service\.checkout[\s\S]*?)```/.exec(text)!;
    const session = await sessionOf("fields");
    await page.evaluate(`(async () => {
      const ask = async (path, body) => {
        if (path === "/start") return ${JSON.stringify(session)};
        return (await fetch(path, body && { method: "POST", body: JSON.stringify(body) })).json();
      };
      const show = (text) => void (document.title = text);
      ${example}
    })()`);
    await press(page.getByRole("button", { name: "Pay" }));
    await expect.poll(() => page.title()).toBe("You are in");
  }));

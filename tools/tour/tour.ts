/**
 * Walks through all pages of buyers and of the console, in a real browser against a separate service, and keeps a picture
 * of each page: on a desktop and a phone, light and dark, in Arabic and at 320 px. `npm run tour -- <folder>`; with
 * `console` as a second argument through the console alone.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser, press } from "../../test/support/browser/browser.ts";
import { consolePages, type ConsoleLinks } from "./console.ts";
import { blockedWindow, everyRail, partnersPage, settle, type Tour, troubles } from "./paying.ts";

const DESKTOP = { viewport: { width: 1_280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const NARROW = { viewport: { width: 320, height: 800 } };
const PATIENCE_MS = 30_000;
/** Time until a new competition closes. */
const SELLS_MS = 6_000;
const ANSWER = "60";

interface Service {
  readonly base: string;
  readonly key: string;
  readonly links: ConsoleLinks;
  stop(): Promise<void>;
}

const folder = resolve(
  process.env.INIT_CWD ?? ".",
  process.argv[2] ?? (await mkdtemp(join(tmpdir(), "raffle-tour-"))),
);
await mkdir(folder, { recursive: true });
const launched = await launchBrowser();
if (!launched.browser) throw new Error(`No tour: ${launched.missing}`);
const service = await started();
const taken: string[] = [];
const tour: Tour = {
  get base() {
    return service.base;
  },
  shot,
  call,
  competition,
  passed,
  choose,
  pays,
};
try {
  await walk(launched.browser);
} finally {
  await launched.browser.close();
  await service.stop();
  await writeFile(join(folder, "index.html"), indexOf(taken));
  console.log([`${taken.length} pictures in ${folder}:`, ...taken].join("\n"));
}

/** Starts the service as `npm start` does, with its data in a new folder. */
async function started(): Promise<Service> {
  const data = await mkdtemp(join(tmpdir(), "raffle-tour-data-"));
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: "0",
    DATA_DIR: data,
    LOG_LEVEL: "error",
    CHAIN_CONFIRMATIONS: "2",
    EXPLORER_URL: "https://explorer.example",
    HOSTED_ORDERS_PER_10_MIN: "1000",
  };
  const child = spawn(process.execPath, [fileURLToPath(new URL("../../app/main.ts", import.meta.url))], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const introduction = await introduced(child);
  return {
    ...introduction,
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Reads the address, the demo's key and the links to the console from the start's output. */
async function introduced(child: ChildProcess): Promise<Omit<Service, "stop">> {
  let output = "";
  for await (const chunk of child.stdout!) {
    output += String(chunk);
    const base = /Demo page\s+(\S+)\/demo/.exec(output)?.[1];
    const key = /(sk_\S+)/.exec(output)?.[1];
    const [operator, member] = [...output.matchAll(/(http\S+\/admin\/link#\S+)\n/g)].map(([, link]) => link);
    if (base && key && operator && member) {
      child.stdout!.resume();
      return { base, key, links: { operator, member } };
    }
  }
  throw new Error(`the service did not start: ${output}`);
}

async function walk(browser: Browser): Promise<void> {
  if (process.argv[3] === "console") await sellsSoon();
  else await asBuyers(browser);
  await consolePages(tour, browser, service.links, [
    { name: "desktop", options: DESKTOP },
    { name: "desktop-dark", options: { ...DESKTOP, colorScheme: "dark" } },
    { name: "phone", options: PHONE },
    { name: "phone-dark", options: { ...PHONE, colorScheme: "dark" } },
  ]);
}

async function asBuyers(browser: Browser): Promise<void> {
  const [desktop, phone] = [await contextOf(browser, DESKTOP), await contextOf(browser, PHONE)];
  await pages(desktop, "desktop");
  await buys(desktop, "desktop", "anna@example.com");
  await pages(phone, "phone");
  await buys(phone, "phone", "bela@example.com");
  await partnersPage(tour, desktop, "desktop");
  await partnersPage(tour, phone, "phone");
  await blockedWindow(tour, desktop, "desktop");
  await everyRail(tour, desktop, "desktop");
  await everyRail(tour, phone, "phone");
  const dark = await contextOf(browser, { ...PHONE, colorScheme: "dark" });
  await dark.addCookies(await phone.cookies());
  await everyRail(tour, dark, "arabic-phone-dark", "?locale=ar");
  await troubles(tour, desktop, "desktop");
  const draw = await sellsSoon();
  await results(browser, desktop, draw);
  await looks(browser, draw);
  await plain(browser);
}

/** Returns a page with all pictures. */
function indexOf(files: readonly string[]): string {
  const figures = files.map(
    (file) =>
      `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>What people see</title>
<style>main { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start } img { max-inline-size: 24rem; max-block-size: 30rem; border: 1px solid #8888 }</style>
<h1>What people see</h1>
<main>
${figures.join("\n")}
</main>
</html>
`;
}

async function contextOf(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

async function shot(page: Page, name: string): Promise<void> {
  // Below the top, Chromium leaves parts of a frame of another site unpainted.
  await page.evaluate("scrollTo(0, 0), document.fonts.ready.then(() => undefined)");
  const file = `${String(taken.length + 1).padStart(2, "0")}-${name}.png`;
  await page.screenshot({ path: join(folder, file), fullPage: true });
  taken.push(file);
}

/** Opens a path of the service and takes its picture. */
async function look(page: Page, path: string, name: string): Promise<void> {
  await page.goto(service.base + path);
  await page.waitForLoadState("networkidle");
  await shot(page, name);
}

/** Calls the API and returns the answer's `data`. */
async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(service.base + path, {
    method,
    headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text).data;
}

interface Created {
  readonly id: number;
}

async function competition(more: object): Promise<Created> {
  const [prize] = await call<readonly Created[]>("GET", "/api/v1/prizes");
  const now = Date.now();
  const body = {
    prizeId: prize!.id,
    title: "A weekend in Zürich",
    description: "Two nights, **breakfast** and a view of the lake.\n\n- train from anywhere\n- museum pass",
    ticketPriceUSDCents: 500,
    maxTickets: 50,
    startDate: new Date(now - 60_000).toISOString(),
    endDate: new Date(now + SELLS_MS).toISOString(),
    ...more,
  };
  const created = await call<Created>("POST", "/api/v1/competitions", body);
  await call("PATCH", `/api/v1/competitions/${created.id}`, { status: "active" });
  return created;
}

/** Opens a competition with three buyers, which closes in a moment. */
async function sellsSoon(): Promise<number> {
  const { id } = await competition({ payment: { fiatCurrency: "USD" } });
  for (const [buyer, quantity] of [3, 1, 2].entries()) {
    const skillPass = await passed();
    const body = { competitionId: id, quantity, buyer: { email: `early-${buyer}@example.com` }, skillPass };
    const session = await call<{ readonly id: string }>("POST", "/api/v1/checkout/sessions", body);
    await settle(service, session.id);
  }
  return id;
}

/** Answers the question, if the demo has one. */
async function passed(): Promise<string | undefined> {
  interface Question {
    readonly required: boolean;
    readonly question: { readonly id: number; readonly options: readonly string[] } | null;
  }
  const { required, question } = await call<Question>("GET", "/api/v1/entry-question");
  if (!required || question === null) return undefined;
  const body = { questionId: question.id, answerIndex: question.options.indexOf(ANSWER) };
  return (await call<{ readonly pass: string }>("POST", "/api/v1/entry-question/verify", body)).pass;
}

async function pages(context: BrowserContext, name: string): Promise<void> {
  const page = await context.newPage();
  await look(page, "/", `${name}-home`);
  await look(page, "/demo", `${name}-demo`);
  await look(page, "/embed/demo", `${name}-grid`);
  await page.locator("h2 a").first().click();
  await page.waitForLoadState("networkidle");
  await shot(page, `${name}-competition`);
  await look(page, "/embed/nobody", `${name}-unavailable`);
  await page.close();
}

/** Buys from the partner's page to the ticket numbers, and opens them again. */
async function buys(context: BrowserContext, name: string, email: string): Promise<void> {
  const host = await context.newPage();
  await host.goto(`${service.base}/demo`);
  const frame = host.frameLocator("iframe").first();
  const [checkout] = await Promise.all([
    context.waitForEvent("page"),
    press(frame.locator("a[data-buy]").first()),
  ]);
  await checkout.waitForLoadState("networkidle");
  await shot(checkout, `${name}-checkout-stranger`);
  await choose(checkout, 2);
  await checkout.locator("input[type=email]").fill(email);
  await shot(checkout, `${name}-checkout`);
  await press(checkout.locator("form.order .button"));
  const code = checkout.locator("input[autocomplete=one-time-code]");
  await code.waitFor();
  await shot(checkout, `${name}-code`);
  await code.fill(await codeFor(email));
  await press(checkout.locator("form:has(input[autocomplete=one-time-code]) button").first());
  await checkout.waitForURL(/\/orders\/|\/pay/);
  await checkout.waitForLoadState("networkidle");
  await shot(checkout, `${name}-payment`);
  await pays(checkout);
  await checkout.locator("[data-tickets]").waitFor();
  await shot(checkout, `${name}-result`);
  await frame.locator("text=You are in").first().waitFor();
  await shot(host, `${name}-demo-after`);
  await look(checkout, "/tickets/demo", `${name}-tickets`);
  await checkout.close();
  await host.close();
}

/** Fills in the order form. After a purchase the page has that order, and a link to buy more tickets. */
async function choose(page: Page, quantity: number): Promise<void> {
  const more = page.locator('a[href*="more=yes"]');
  await page.locator("#quantity").or(more).first().waitFor();
  if ((await more.count()) > 0) await press(more.first());
  await page.locator("#quantity").fill(String(quantity));
  const answer = page.getByText(ANSWER, { exact: true });
  if ((await answer.count()) > 0) await answer.click();
}

/** Pays on any rail: on its own page, in a frame in ours, or by fields. */
async function pays(page: Page): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    for (const place of [page, ...page.frames()]) {
      const button = place.getByRole("button", { name: /^(Pay|ادفع)/ });
      if ((await button.count()) === 0) continue;
      return press(button.first());
    }
    await pause(250);
  }
  throw new Error(`nothing to pay with at ${page.url()}`);
}

async function codeFor(email: string): Promise<string> {
  for (let tries = 0; tries < 60; tries += 1) {
    const address = `${service.base}/sandbox/mailbox?to=${encodeURIComponent(email)}`;
    const { data } = await (await fetch(address, { headers: { Accept: "application/json" } })).json();
    const code = /\b(\d{4} ?\d{4})\b/.exec(data[0]?.text ?? "")?.[1];
    if (code) return code;
    await pause(250);
  }
  throw new Error(`no mail for ${email}`);
}

async function results(browser: Browser, context: BrowserContext, draw: number): Promise<void> {
  const page = await context.newPage();
  const path = `/embed/demo/competition/${draw}/results`;
  const documentPath = `/embed/demo/competition/${draw}/draw.json`;
  const until = async (status: string) => {
    for (let tries = 0; tries < 240; tries += 1) {
      const answer = await fetch(service.base + documentPath);
      if (answer.ok && (await answer.json()).data.status === status) return;
      await pause(250);
    }
    throw new Error(`competition ${draw} is not ${status}`);
  };
  await until("committed").catch(() => undefined);
  await look(page, `${path}?look=1`, "desktop-result-committed");
  await fetch(`${service.base}/sandbox/chain/mine`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ blocks: 100 }),
  });
  await until("drawn");
  await pause(1_500);
  await look(page, `${path}?look=2`, "desktop-result-drawn");
  await verified(page, "desktop-result-verified");
  const phone = await (await contextOf(browser, PHONE)).newPage();
  await phone.goto(`${service.base}${path}?look=3`);
  await verified(phone, "phone-result-verified");
  const cancelled = await competition({
    title: "A bicycle",
    endDate: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await call("POST", `/api/v1/competitions/${cancelled.id}/cancel`);
  await look(page, `/embed/demo/competition/${cancelled.id}`, "desktop-cancelled");
  await look(page, `/embed/demo/competition/${cancelled.id}/results`, "desktop-result-cancelled");
}

async function verified(page: Page, name: string): Promise<void> {
  await press(page.locator("button[data-part]"));
  await page.locator("#verification > .verdict:is(.passed, .failed)").waitFor();
  await shot(page, name);
}

/** Walks through the same pages in other looks. */
async function looks(browser: Browser, draw: number): Promise<void> {
  const places = {
    grid: "/embed/demo",
    competition: "/embed/demo/competition/1",
    checkout: "/checkout/demo/1",
    result: `/embed/demo/competition/${draw}/results`,
  };
  const kinds = {
    dark: { options: { ...DESKTOP, colorScheme: "dark" as const }, query: "" },
    arabic: { options: DESKTOP, query: "?locale=ar" },
    "arabic-phone-dark": { options: { ...PHONE, colorScheme: "dark" as const }, query: "?locale=ar" },
    "320px": { options: NARROW, query: "?locale=de" },
  };
  for (const [kind, { options, query }] of Object.entries(kinds)) {
    const page = await (await contextOf(browser, options)).newPage();
    for (const [name, path] of Object.entries(places)) await look(page, path + query, `${kind}-${name}`);
    await page.close();
  }
}

/** Walks through pages without scripts. */
async function plain(browser: Browser): Promise<void> {
  const context = await contextOf(browser, { ...DESKTOP, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [name, path] of [
    ["competition", "/embed/demo/competition/1"],
    ["checkout", "/checkout/demo/1"],
  ] as const) {
    await page.goto(service.base + path);
    const file = `${String(taken.length + 1).padStart(2, "0")}-no-script-${name}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: true });
    taken.push(file);
  }
}

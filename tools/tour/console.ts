import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Tour } from "./paying.ts";

/** Links by which the demo's people sign in, once each. */
export interface ConsoleLinks {
  readonly operator: string;
  readonly member: string;
}

interface Look {
  readonly name: string;
  readonly options: BrowserContextOptions;
}

const ORGANISATION = [
  ["overview", ""],
  ["competitions", "/competitions"],
  ["competition", "/competitions/1"],
  ["orders", "/orders"],
  ["refunds", "/refunds"],
  ["winners", "/winners"],
  ["buyers", "/buyers"],
  ["webhooks", "/webhooks"],
  ["events", "/events"],
  ["keys", "/keys"],
  ["quickstart", "/quickstart"],
  ["widget", "/widget"],
  ["rails", "/rails"],
  ["draw-account", "/draw-account"],
  ["prizes", "/prizes"],
  ["questions", "/questions"],
  ["affiliates", "/affiliates"],
  ["disputes", "/disputes"],
  ["finance", "/finance"],
  ["team", "/team"],
  ["left-behind", "/team?leaver=1"],
  ["audit", "/audit"],
  ["settings", "/settings"],
] as const;

/** Pages about all organisations. */
const SERVICE = [
  ["health", "/health"],
  ["search", "/search"],
  ["organisations", "/organisations"],
  ["all-refunds", "/refunds"],
  ["all-disputes", "/disputes"],
  ["all-draws", "/draws"],
  ["operators", "/operators"],
] as const;

/** Windows that a page opens. */
const WINDOWS = [
  ["issue-key", "/o/demo/keys", "Issue a key"],
  ["new-organisation", "/organisations", "New organisation"],
  ["new-competition", "/o/demo/competitions", "New competition"],
  ["import-prizes", "/o/demo/prizes", "Import from CSV"],
  ["set-up-rail", "/o/demo/rails", "Set up a rail account"],
  ["header-search", "/o/demo/orders", "Search"],
] as const;

/** Signs in by the links that the start prints, as operator and as member, and takes a picture of every page. */
export async function consolePages(
  tour: Tour,
  browser: Browser,
  links: ConsoleLinks,
  looks: readonly Look[],
) {
  const [first, ...others] = looks;
  const operator = await browser.newContext(first!.options);
  const page = await operator.newPage();
  await page.goto(links.operator.replace(/link#.*/, "sign-in"));
  await settled(page);
  await tour.shot(page, "console-sign-in");
  await page.goto(links.operator);
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  const console = new URL(links.operator).href.replace(/\/link#.*/, "");
  await walk(tour, page, console, first!.name);
  const state = await operator.storageState();
  for (const { name, options } of others) {
    const context = await browser.newContext({ ...options, storageState: state });
    await walk(tour, await context.newPage(), console, name);
    await context.close();
  }
  const member = await (await browser.newContext(first!.options)).newPage();
  await member.goto(links.member);
  await member.getByRole("navigation", { name: "Pages" }).waitFor();
  await settled(member);
  await tour.shot(member, "console-member-first-page");
}

async function walk(tour: Tour, page: Page, console: string, name: string): Promise<void> {
  const pages = ORGANISATION.map(([what, path]) => [what, `/o/demo${path}`] as const);
  for (const [what, path] of [...SERVICE, ...pages, ["me", "/me"]] as const) {
    await page.goto(console + path);
    await settled(page);
    if (what === "search") await search(page, "early-1@example.com");
    await tour.shot(page, `${name}-console-${what}`);
  }
  await page.goto(`${console}/o/demo/orders`);
  await page.getByRole("table", { name: "Orders" }).getByRole("link").first().click();
  await page.getByRole("heading", { level: 1, name: /^Order of/ }).waitFor();
  await settled(page);
  await tour.shot(page, `${name}-console-order`);
  for (const [what, path, button] of WINDOWS) {
    await page.goto(console + path);
    await settled(page);
    await page.getByRole("button", { name: button }).first().click();
    await page.getByRole("dialog").waitFor();
    await tour.shot(page, `${name}-console-${what}`);
  }
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel("Find a purchase").fill(text);
  await page.locator("#content").getByRole("button", { name: "Search" }).click();
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
}

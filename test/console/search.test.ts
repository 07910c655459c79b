import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { faultsIn } from "../support/browser/faults.ts";
import { opened } from "../support/opened.ts";
import { button, ConsoleRig } from "./support/console-rig.ts";

const EMAIL = "anna@shop.example";
let order: string;
let lot: number;

const rig = opened(() => ConsoleRig.open(browser));
const browser = openBrowser();
beforeAll(async () => {
  lot = (await rig.partner.lot({ title: "A weekend in Basel", maxTickets: 400 })).id;
  const { json } = await rig.partner.checkout(lot, { quantity: 3, buyer: { email: EMAIL } });
  order = json.data.id;
  await rig.partner.provider(order, { outcome: "paid" });
  await rig.partner.checkout(lot, { quantity: 2, buyer: { email: EMAIL } });
});

const field = (page: Page) => page.getByRole("combobox", { name: "Search" });
const hits = (page: Page) => page.getByRole("option");

/** Counts clicks on what the test finds. */
class Clicks {
  count = 0;
  async on(target: ReturnType<typeof button>): Promise<void> {
    this.count += 1;
    await target.click();
  }
}

for (const width of [1_280, 390])
  it(`at ${width} px support opens the search on any page by a key, knows the order by its line, and refunds it in three clicks`, async () => {
    const { json } = await rig.partner.checkout(lot, {
      quantity: 1,
      buyer: { email: `w${width}@shop.example` },
    });
    await rig.partner.provider(json.data.id, { outcome: "paid" });
    const page = await rig.signedIn({ operatorRole: "support" });
    await page.setViewportSize({ width, height: 900 });
    await rig.look(page, "/o/acme/winners");
    await page.keyboard.press("/");
    await expect.poll(() => page.evaluate("document.activeElement.role")).toBe("combobox");
    await page.keyboard.type(`w${width}@shop.example`);
    const hit = hits(page).filter({ hasText: "Order" });
    for (const text of ["A weekend in Basel", "1 ticket", "$25.00", "paid", "acme"])
      await hit.getByText(text).first().waitFor();
    expect(new URL(page.url()).search).toBe("");
    const clicks = new Clicks();
    await clicks.on(hit);
    await page.getByRole("heading", { level: 1, name: `Order of w${width}@shop.example` }).waitFor();
    await clicks.on(button(page, "Refund"));
    await page.getByLabel("Reason").fill("asked for it");
    await clicks.on(button(page, "Refund $25.00"));
    await page.getByText("refunded", { exact: true }).first().waitFor();
    expect(clicks.count).toBeLessThanOrEqual(3);
    expect(rig.strange).toEqual([]);
  });

it("arrows choose, Enter opens, Escape closes and gives the focus back, and a slash in a field is a slash", async () => {
  const page = await rig.signedIn({ operatorRole: "auditor" });
  await rig.look(page, "/health");
  await button(page, "Search").focus();
  await page.keyboard.press("Control+k");
  await field(page).fill(EMAIL);
  await expect.poll(() => hits(page).count()).toBe(3);
  const chosen = () => page.getByRole("option", { selected: true }).innerText();
  expect(await chosen()).toMatch(/^Buyer/);
  await page.keyboard.press("ArrowUp");
  expect(await chosen()).toMatch(/3 tickets, 1 to 3/);
  await page.keyboard.press("ArrowUp");
  expect(await chosen()).toMatch(/2 tickets[^,]/);
  await page.keyboard.press("Escape");
  await field(page).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Search");
  await page.keyboard.press("Control+k");
  await expect.poll(() => page.evaluate("document.activeElement.role")).toBe("combobox");
  await page.keyboard.type("a/b");
  expect(await field(page).inputValue()).toBe("a/b");
  await field(page).fill(`competition ${lot} ticket 2`);
  await expect.poll(() => hits(page).count()).toBe(1);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: `Order of ${EMAIL}` }).waitFor();
  await rig.look(page, "/o/acme/audit");
  await button(page, /^Filter/).click();
  await page.getByLabel("Actor").focus();
  await page.keyboard.type("/");
  expect(await field(page).count()).toBe(0);
  expect(rig.strange).toEqual([]);
});

it("a member searches the own organisation from every page, and a viewer by all but an e-mail", async () => {
  const sent: string[] = [];
  const asMember = async (memberRole: "finance" | "viewer") => {
    const page = await rig.signedIn({ memberRole });
    page.on("request", (request) => void sent.push(request.url()));
    await rig.look(page, "/me");
    await button(page, "Search").click();
    await page.getByRole("dialog", { name: "Search Partner acme" }).waitFor();
    return page;
  };
  const finance = await asMember("finance");
  await field(finance).fill(EMAIL);
  await expect.poll(() => hits(finance).count()).toBe(3);
  await hits(finance).filter({ hasText: EMAIL }).first().waitFor();
  const viewer = await asMember("viewer");
  await viewer.getByText("an e-mail finds nothing").waitFor();
  await field(viewer).fill(EMAIL);
  await viewer.getByText("No results.").waitFor();
  await field(viewer).fill(order);
  await hits(viewer).filter({ hasText: "a***@s***.example" }).getByText("3 tickets, 1 to 3").waitFor();
  await button(viewer, "Show all results").click();
  await viewer.getByRole("heading", { level: 2, name: `Results for ${order}` }).waitFor();
  await viewer.getByRole("cell", { name: "A weekend in Basel" }).waitFor();
  expect(sent.filter((url) => url.includes("anna") || url.includes(order))).toEqual([]);
  expect(rig.strange).toEqual([]);
});

it("the open search has no fault that axe finds", async () => {
  const page = await rig.signedIn({ operatorRole: "owner" });
  await rig.look(page, "/health");
  await button(page, "Search").click();
  await field(page).fill(EMAIL);
  await expect.poll(() => hits(page).count()).toBe(3);
  for (const width of [1_280, 390])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await faultsIn(page, "everything", "[role=dialog]"), `${width} ${colorScheme}`).toEqual([]);
    }
  expect(rig.strange).toEqual([]);
});

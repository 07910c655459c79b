import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import type { Json } from "../../support/service/service.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";
import { button, ConsoleRig } from "../support/console-rig.ts";

const rig = opened(() => ConsoleRig.open(browser));
const browser = openBrowser();
beforeAll(() => rig.asToken("PATCH", "", { timeZone: "Europe/Zurich" }));

const rows = (page: Page) =>
  page.getByRole("table", { name: "Rows of the file" }).getByRole("row").allInnerTexts();
const list = (path: string) => rig.asToken("GET", path) as Promise<Json[]>;

it("prizes are imported from a file, whose faults are shown by line and corrected in the window", async () => {
  const page = await rig.signedIn({ memberRole: "manager" });
  const before = (await list("/prizes")).length;
  await rig.look(page, "/o/acme/prizes");
  await button(page, "Import from CSV").click();
  const dialog = page.getByRole("dialog", { name: "Import prizes from CSV" });
  await dialog.getByText("Columns and template").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download the template" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("prizes.csv");
  const template = await readFile(await download.path(), "utf8");

  // As a spreadsheet of Windows writes it.
  const file = { name: "prizes.csv", mimeType: "text/csv" };
  const buffer = Buffer.from(
    "name;value_usd;condition\r\nCaf\xe9 table;1.000,50;new\r\nBike;80;new\r\n",
    "latin1",
  );
  await page.locator("input[type=file]").setInputFiles({ ...file, buffer });
  const content = dialog.getByLabel("Content");
  await expect.poll(() => content.inputValue()).toContain("Café table;1.000,50");
  await button(page, "Preview").click();
  await dialog.getByText("1 row of 2 must be corrected.").waitFor();
  expect((await rows(page))[1]).toMatch(/^2\s+Café table\s+has a fault\s+value_usd must be an amount/);
  expect(await button(page, "Import 2 prizes").count()).toBe(0);

  await content.fill((await content.inputValue()).replace("1.000,50", "1000,50"));
  await button(page, "Preview").click();
  await dialog.getByText("2 prizes can be imported.").waitFor();
  expect((await list("/prizes")).length).toBe(before);
  await button(page, "Import 2 prizes").dblclick();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "Café table" }).waitFor();
  const [bike, table] = await list("/prizes");
  expect([table!.name, table!.retailValueUSDCents, bike!.name]).toEqual(["Café table", 100_050, "Bike"]);
  expect((await list("/prizes")).length).toBe(before + 2);

  await button(page, "Import from CSV").click();
  await content.fill(template);
  await button(page, "Preview").click();
  await button(page, "Import 1 prize").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "City bike" }).waitFor();
  expect(rig.strange).toEqual([]);
});

it("competitions are imported as drafts on a phone, and a file that is none is refused with the reason", async () => {
  const page = await rig.signedIn({ memberRole: "manager" });
  await page.setViewportSize({ width: 390, height: 900 });
  await rig.look(page, "/o/acme/competitions");
  await button(page, "Import from CSV").click();
  const dialog = page.getByRole("dialog", { name: "Import competitions from CSV" });
  const content = dialog.getByLabel("Content");
  await content.fill("title,prize\nA,1");
  await button(page, "Preview").click();
  await dialog.getByText("the column ticket_price_usd is missing").first().waitFor();
  const head = "title,prize,ticket_price_usd,max_tickets,opens,closes";
  await content.fill(`${head}\nWin,${rig.partner.prizeId},2.50,100,2030-01-01,2030-01-31 18:00`);
  await button(page, "Preview").click();
  await button(page, "Import 1 competition").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Win", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Win" }).waitFor();
  const [{ state, endDate }] = (await list("/competitions")) as [Json];
  expect([state, endDate]).toEqual(["draft", "2030-01-31T17:00:00.000Z"]);
  const viewer = await rig.signedIn({ memberRole: "viewer" });
  for (const path of ["/o/acme/competitions", "/o/acme/prizes"]) {
    await rig.look(viewer, path);
    expect(await button(viewer, "Import from CSV").count(), path).toBe(0);
  }
  expect(rig.strange).toEqual([]);
});

it("a competition's page shows what it took and lost, its orders, what buyers get, and who changed it", async () => {
  const { id: lot } = await rig.partner.lot({ title: "A weekend in Basel" });
  const other = await rig.partner.lot({ title: "Another" });
  await rig.sold(other.id, 2);
  const returned = await rig.sold(lot, 1);
  await rig.sold(lot, 3);
  await rig.asToken("POST", `/orders/${returned}/refund`, { reason: "sorry" });
  await expect
    .poll(async () => (await rig.asToken("GET", `/orders/${returned}`)).refundState)
    .toBe("succeeded");
  await rig.asToken("PATCH", `/competitions/${lot}`, { description: "Two nights" });
  const page = await rig.signedIn({ memberRole: "owner" });
  await rig.look(page, `/o/acme/competitions/${lot}`);
  const sales = page.getByRole("region", { name: "Sales" });
  const figure = (label: string) => sales.locator(".stat", { hasText: label });
  await figure("Gross").getByText("$100.00").waitFor();
  await figure("Refunded").getByText("$25.00").waitFor();
  await figure("Net").getByText("$75.00").waitFor();
  await figure("Paid orders").getByText("of 2 checkout sessions").waitFor();
  const image = page.getByRole("img", { name: "Share image" });
  await expect.poll(() => image.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(1_200);
  await page.getByRole("region", { name: "Activity" }).getByText("competition changed").waitFor();

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page, /^Copy address .*\/embed\/acme\/competition/).click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
    `${rig.service.baseUrl}/embed/acme/competition/${lot}`,
  );
  await button(page, "Preview the receipt").click();
  const receipt = page.getByRole("dialog", { name: "Receipt" });
  await receipt.getByText("Your tickets for A weekend in Basel").waitFor();
  await receipt.getByText("$50.00").waitFor();
  await receipt.getByRole("button", { name: "Close" }).last().click();

  await sales.getByRole("link", { name: "View paid orders" }).click();
  await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
  await expect.poll(() => page.getByRole("table", { name: "Orders" }).getByRole("row").count()).toBe(3);
  await page.goBack();
  await page.getByRole("link", { name: "Competitions of Partner acme" }).click();
  await page.getByRole("heading", { level: 1, name: "Competitions" }).waitFor();
  expect(rig.strange).toEqual([]);
});

it("settings show a colour before it is saved, and a bar that stays in view while changes are not saved", async () => {
  const page = await rig.signedIn({ memberRole: "manager" });
  await rig.look(page, "/o/acme/settings");
  const preview = page.locator(".accent-card .mantine-Button-root");
  const colour = () => preview.evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(await colour()).toBe("rgb(67, 56, 202)");
  const bar = page.getByRole("region", { name: "Changes" });
  await page.evaluate("scrollTo(0, 0)");
  await expect(bar.getByText("All changes are saved.").count()).resolves.toBe(1);
  await page.getByLabel("Accent colour").fill("#aa2200");
  await page.keyboard.press("Escape");
  await expect.poll(colour).toBe("rgb(170, 34, 0)");
  await page.evaluate("scrollTo(0, 0)");
  const { y, height } = (await bar.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(900);
  await button(page, "Save").click();
  await page.getByText("The new settings apply from now on.").waitFor();
  expect((await rig.asToken("GET", "")).theme.accent).toBe("#aa2200");
  const address = `${rig.service.baseUrl}/embed/acme`;
  expect(await page.getByRole("link", { name: "Open the buyers' page" }).getAttribute("href")).toBe(address);
  expect((await rig.service.call("GET", "/embed/acme")).status).toBe(200);
  expect(rig.strange).toEqual([]);
});

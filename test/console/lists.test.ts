import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { faultsIn } from "../support/browser/faults.ts";
import { opened } from "../support/opened.ts";
import { button, ConsoleRig } from "./support/console-rig.ts";

let lot: number;
/** Orders of 3, 1 and 2 tickets at 25 dollars; the last is not paid. */
let orders: string[];

const rig = opened(() => ConsoleRig.open(browser));
const browser = openBrowser();
beforeAll(async () => {
  lot = (await rig.partner.lot({ title: "A weekend in Basel", maxTickets: 400 })).id;
  orders = [await rig.sold(lot, 3), await rig.sold(lot, 1)];
  const { json } = await rig.partner.checkout(lot, { quantity: 2 });
  orders.push(json.data.id);
});

const table = (page: Page, name: string) => page.getByRole("table", { name });
const rows = (page: Page, name = "Orders") => table(page, name).getByRole("row");
const query = (page: Page) =>
  Object.fromEntries(
    [...new URL(page.url()).searchParams].map(([name, value]) => [name, value.replaceAll('"', "")]),
  );

async function filter(page: Page, label: string, value: string): Promise<void> {
  await button(page, /^Filter/).click();
  const field = page.getByRole("dialog", { name: "Filter" }).getByRole("textbox", { name: label });
  await field.fill(value);
  await field.press("Enter");
  await button(page, "Done").click();
}

it("orders are filtered by amount and day, the address keeps it, a view names it, and the export has the same rows", async () => {
  const page = await rig.signedIn({ memberRole: "owner" });
  await rig.look(page, "/o/acme/orders");
  await expect.poll(() => rows(page).count()).toBe(4);
  await filter(page, "Amount from", "50");
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(query(page)).toEqual({ minAmount: "50" });
  await page.reload();
  await expect.poll(() => rows(page).count()).toBe(3);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as CSV" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv.match(/^cs_\w+/gm)).toEqual([orders[2], orders[0]]);

  await button(page, "Views").click();
  await page.getByRole("menuitem", { name: "Save this filter as a view" }).click();
  await page.getByLabel("Name").fill("Large orders");
  await button(page, "Save").click();
  await button(page, "Remove the filter Amount from: 50").click();
  await expect.poll(() => rows(page).count()).toBe(4);
  await rig.look(page, "/o/acme/orders");
  await button(page, "Views").click();
  await page.getByRole("menuitem", { name: "Large orders", exact: true }).click();
  await expect.poll(() => query(page)).toEqual({ minAmount: "50" });
  await expect.poll(() => rows(page).count()).toBe(3);

  const today = await page.evaluate("new Date().toLocaleDateString('sv')");
  await rig.look(page, `/o/acme/orders?since=${today}&until=${today}`);
  await expect.poll(() => rows(page).count()).toBe(4);
  await rig.look(page, "/o/acme/orders?until=2020-01-01");
  await page.getByText("No matching orders").waitFor();
  await rig.look(page, "/o/acme/orders?since=nonsense&minAmount=x");
  await expect.poll(() => rows(page).count()).toBe(4);
  expect(rig.strange).toEqual([]);
});

it("refunds are filtered by rail and state, a view keeps both, and the export has the same rows", async () => {
  const page = await rig.signedIn({ memberRole: "owner" });
  const [refund] = await rig.service.sql(
    `insert into refund (organisation_id, order_id, payment_id, rail_account_id, key, amount, currency, reason, state, created_at,
       updated_at, requested_at)
     select t.organisation_id, t.id, y.id, t.rail_account_id, 'kept', y.amount, y.currency, 'late', 'failed', now(), now(), now()
     from ticket_order t join payment y on y.organisation_id = t.organisation_id and y.order_id = t.id
     where t.id = $1 returning id::int`,
    orders[0],
  );
  await rig.look(page, "/o/acme/refunds");
  await expect.poll(() => rows(page, "Refunds").count()).toBe(2);
  await rig.look(page, "/o/acme/refunds?rail=qr");
  await page.getByText("No matching refunds").waitFor();
  await rig.look(page, "/o/acme/refunds?rail=redirect&state=failed");
  await expect.poll(() => rows(page, "Refunds").count()).toBe(2);
  await button(page, "Views").click();
  await page.getByRole("menuitem", { name: "Save this filter as a view" }).click();
  await page.getByLabel("Name").fill("Failed redirects");
  await button(page, "Save").click();
  await button(page, "Views").click();
  await page.getByRole("menuitem", { name: "All", exact: true }).click();
  await expect.poll(() => query(page)).toEqual({});
  await button(page, "Views").click();
  await page.getByRole("menuitem", { name: "Failed redirects", exact: true }).click();
  await expect.poll(() => query(page)).toEqual({ rail: "redirect", state: "failed" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as CSV" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv.match(/^\d+/gm)).toEqual([String(refund!.id)]);
  await rig.service.sql("delete from refund where id = $1", refund!.id);
  expect(rig.strange).toEqual([]);
});

it("columns are chosen, an id is on one line and copied whole", async () => {
  const page = await rig.signedIn({ memberRole: "owner" });
  await rig.look(page, "/o/acme/orders");
  await button(page, "Columns").click();
  await page.getByRole("checkbox", { name: "Competition" }).uncheck();
  await page.keyboard.press("Escape");
  expect(await page.getByRole("columnheader", { name: "Competition" }).count()).toBe(0);
  await page.reload();
  await rows(page).first().waitFor();
  expect(await page.getByRole("columnheader", { name: "Competition" }).count()).toBe(0);
  expect(await page.getByRole("columnheader", { name: "Order" }).count()).toBe(1);
  const { height } = (await rows(page).nth(1).boundingBox())!;
  expect(height).toBeLessThan(60);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page, `Copy order ${orders[0]}`).click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(orders[0]);
  expect(rig.strange).toEqual([]);
});

for (const width of [1_280, 390])
  it(`at ${width} px several orders are refunded after a preview with count and sum, with a result for each`, async () => {
    const own = [await rig.sold(lot, 2), await rig.sold(lot, 1)];
    const page = await rig.signedIn({ memberRole: "finance" });
    await page.setViewportSize({ width, height: 900 });
    await rig.look(page, "/o/acme/orders?status=paid");
    for (const id of own) await page.getByRole("checkbox", { name: new RegExp(`order ${id}`) }).check();
    await button(page, "Refund 2 orders").click();
    const dialog = page.getByRole("dialog", { name: "Refund 2 orders" });
    await dialog.getByText("$75.00 is sent back for 2 charged orders. 3 tickets of 2 orders").waitFor();
    expect(await dialog.getByRole("button", { name: "Refund 2 orders" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Reason").fill("the draw was wrong");
    // One of them is refunded by a colleague meanwhile.
    await rig.asToken("POST", `/orders/${own[0]}/refund`, { reason: "first" });
    await dialog.getByRole("button", { name: "Refund 2 orders" }).dblclick();
    await dialog.getByText("1 done, 1 unchanged").waitFor();
    expect(await rows(page, "Results").count()).toBe(3);
    for (const id of own) expect((await rig.asToken("GET", `/orders/${id}`)).refunds).toHaveLength(1);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect.poll(() => page.getByRole("region", { name: "Selection" }).count()).toBe(0);
    expect(rig.strange).toEqual([]);
  });

it("notes are written on an order, shown with the buyer's, and deleted; the activity says who did it", async () => {
  const page = await rig.signedIn({ memberRole: "owner" });
  await rig.look(page, `/o/acme/orders/${orders[0]}`);
  await page.getByLabel("New note").fill("<b>called</b> twice");
  await button(page, "Add note").click();
  const note = page.getByRole("article").filter({ hasText: "<b>called</b> twice" });
  await note.waitFor();
  await page.getByRole("region", { name: "Activity" }).getByText("note added").waitFor();
  const { accountId } = await rig.asToken("GET", `/orders/${orders[0]}`);
  await rig.look(page, `/o/acme/buyers/${accountId}`);
  await note.getByText("an order").waitFor();
  await note.getByRole("button", { name: /^Delete note/ }).click();
  await note.waitFor({ state: "detached" });
  const viewer = await rig.signedIn({ memberRole: "viewer" });
  await rig.look(viewer, `/o/acme/orders/${orders[0]}`);
  await viewer.getByText("No notes.").waitFor();
  expect(await viewer.getByLabel("New note").count()).toBe(0);
  expect(await viewer.getByRole("region", { name: "Activity" }).count()).toBe(0);
  expect(rig.strange).toEqual([]);
});

it("a refund that has not left says what to do on its order's page, which says what it belongs to", async () => {
  const order = await rig.sold(lot, 1);
  await rig.asToken("POST", `/orders/${order}/refund`, { reason: "sorry" });
  await expect.poll(async () => (await rig.asToken("GET", `/orders/${order}`)).refundState).toBe("succeeded");
  const isIn = (state: string) =>
    rig.service.sql(
      "update refund set state = $1, succeeded_at = null, due_at = null, last_error = 'no_money', note = null where order_id = $2",
      state,
      order,
    );
  const page = await rig.signedIn({ memberRole: "finance" });
  await isIn("manual");
  await rig.look(page, `/o/acme/orders/${order}`);
  await page.getByText("refund by hand", { exact: true }).first().waitFor();
  await page.getByText("$25.00 must be refunded by hand").waitFor();
  expect(await button(page, "Try again").count()).toBe(0);
  await button(page, "Mark as refunded").click();
  await page.getByRole("dialog").getByLabel("Note").fill("cash, receipt 7");
  await button(page, "Mark as refunded").last().click();
  await page.getByText("refunded", { exact: true }).first().waitFor();
  await isIn("failed");
  await page.reload();
  await page.getByText("The refund of $25.00 failed").waitFor();
  await button(page, "Try again").click();
  await page.getByText("refunded", { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Orders of Partner acme" }).click();
  await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
  expect(rig.strange).toEqual([]);
});

it("the open filter, the columns and a selection have no fault that axe finds", async () => {
  const page = await rig.signedIn({ operatorRole: "owner" });
  for (const width of [1_280, 390])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await rig.look(page, "/o/acme/orders?minAmount=10");
      await page.getByRole("checkbox").nth(1).check();
      expect(await faultsIn(page, "everything", "#content"), `selection ${width}`).toEqual([]);
      await button(page, /^Filter/).click();
      const open = page.getByRole("dialog", { name: "Filter" });
      await open.waitFor();
      expect(await faultsIn(page), `filter ${width} ${colorScheme}`).toEqual([]);
    }
  expect(rig.strange).toEqual([]);
});

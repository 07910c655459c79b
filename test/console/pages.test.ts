import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, vi } from "vitest";
import { snippetOf } from "../../web/snippet/snippet.ts";
import { faultsIn } from "../support/browser/faults.ts";
import { button, ConsoleRig } from "./support/console-rig.ts";
import { LOOKS } from "./support/looks.ts";
import { type Opener, throughWindow, unreachedIn } from "./support/keyboard.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened, prepared } from "../support/opened.ts";

const TITLE = "<img src=x onerror=alert(1)> A weekend";

const PATIENCE = { timeout: 60_000, interval: 100 };

/** Windows, by the page that they open from. */
const WINDOWS: Readonly<Record<string, readonly Opener[]>> = {
  "/organisations": [{ button: "New organisation" }],
  "/o/acme/competitions": [{ button: "New competition" }, { button: "Import from CSV" }],
  "/o/acme/prizes": [{ button: "Import from CSV" }],
  "/o/acme/webhooks": [{ button: "Register an endpoint" }],
  "/o/acme/keys": [{ button: "Issue a key" }],
  "/o/acme/rails": [{ button: "Set up a rail account" }],
  "/o/acme/team": [{ button: "Invite a member" }],
  "/operators": [{ button: "Invite an operator" }],
  "/me": [{ button: "Change your name" }],
};
/** Windows of an endpoint's and of a competition's page. */
const MENUS: Readonly<Record<string, readonly Opener[]>> = {
  webhooks: [{ button: "More", item: "Replace the secret" }, { button: "Replay all failed" }],
  competitions: [{ button: "More", item: "Cancel the competition" }, { button: "Preview the receipt" }],
};

/** The page of a person who may see everything. */
let owner: Page;
const rig = opened(() => ConsoleRig.open(browser));
const things = prepared(() => filled(rig));
const browser = openBrowser();
beforeAll(async () => {
  owner = await rig.signedIn({ operatorRole: "owner" });
});

/** Expects no fault that axe finds, wide and narrow, light and dark. */
async function expectNoFault(page: Page, what: string, within: string): Promise<void> {
  for (const { width, colorScheme, only } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await faultsIn(page, only, within), `${what} ${width} ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1_280, height: 900 });
}

/** Returns buttons of tables that cannot be pressed without scrolling sideways, on a desktop and on a small laptop. */
async function hiddenActs(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (const width of [1_280, 1_024]) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".table-box button")]
        .filter((button) => {
          button.scrollIntoView({ block: "center", inline: "nearest" });
          button.closest(".table-box")!.scrollLeft = 0;
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const box = button.closest(".table-box")!.getBoundingClientRect();
          const atCentre = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return left < box.left - 1 || right > box.right + 1 || !button.contains(atCentre);
        })
        .map((button) => button.ariaLabel ?? button.textContent),
    );
    hidden.push(...found.map((name) => `${width}: ${name}`));
  }
  await page.setViewportSize({ width: 1_280, height: 900 });
  return hidden;
}

/** Creates one of everything that pages show, and entries that need attention. */
async function filled(of: ConsoleRig) {
  const { id: lot } = await of.partner.lot({ title: TITLE, maxTickets: 20 });
  const endpoint = await of.asToken("POST", "/webhook-endpoints", { url: of.receiver.url });
  const order = await of.sold(lot, 2);
  await of.partner.addQuestion();
  await of.partner.addAffiliate("anna");
  await of.receiver.arrived(2);
  const failed = () => of.asToken("GET", `/webhook-endpoints/${endpoint.id}/deliveries`);
  await vi.waitUntil(
    async () => (await failed()).every((one: { state: string }) => one.state === "failed"),
    PATIENCE,
  );
  const [delivery] = await failed();
  const { accountId } = await of.asToken("GET", `/orders/${order}`);
  const { id: halted } = await of.partner.lot({ title: TITLE });
  await of.asToken("POST", `/orders/${await of.sold(lot)}/refund`, { reason: "sorry" });
  await vi.waitUntil(async () => (await of.asToken("GET", "/refunds"))[0].state === "succeeded", PATIENCE);
  const { pool } = of.service.database;
  await pool.query("update lot set halted_at = now() where id = $1", [halted]);
  await pool.query("update refund set state = 'manual', succeeded_at = null");
  const [refund] = await of.asToken("GET", "/refunds");
  return { lot, endpoint, order, delivery, accountId, refund };
}

type Filled = Awaited<ReturnType<typeof filled>>;

/** Every page, by the part of the navigation that it belongs to. */
const PAGES: Readonly<Record<string, (things: Filled) => readonly string[]>> = {
  sales: ({ lot, order, accountId, refund }) =>
    [
      "",
      "/competitions",
      `/competitions/${lot}`,
      "/prizes",
      "/orders",
      `/orders/${order}`,
      "/refunds",
      `/refunds/${refund.id}`,
      "/refunds?tab=unmatched",
      "/disputes",
      "/finance",
      "/winners",
      "/buyers",
      `/buyers/${accountId}`,
      "/affiliates",
      "/affiliates/anna",
      "/questions",
    ].map((path) => `/o/acme${path}`),
  developers: ({ endpoint, delivery }) =>
    [
      "/webhooks",
      `/webhooks/${endpoint.id}`,
      `/deliveries/${delivery.id}`,
      "/events",
      `/deliveries/${delivery.id}?tab=curl`,
      `/events/${delivery.eventId}`,
      "/keys",
      "/quickstart",
      "/widget",
    ].map((path) => `/o/acme${path}`),
  organisation: ({ order }) =>
    [
      "/rails",
      "/rails?tab=notifications",
      "/team",
      "/draw-account",
      "/audit",
      "/settings",
      `/search#${order}`,
      // Wider than a phone.
      `/search#${"W".repeat(60)}`,
    ].map((path) => `/o/acme${path}`),
  service: () => [
    "/organisations",
    "/search#buyer",
    "/refunds",
    "/disputes",
    "/draws",
    "/audit",
    "/operators",
    "/me",
  ],
};

it("what surrounds a page, and an address of none, break no policy and have no fault that axe finds", async () => {
  for (const path of ["/health", "/nowhere"]) {
    await rig.look(owner, path);
    await expectNoFault(owner, path, "html");
  }
  expect(rig.strange).toEqual([]);
});

for (const [part, pathsOf] of Object.entries(PAGES))
  it(`${part}: every page breaks no policy, calls no other host, works by the keyboard alone, and has no fault that axe finds`, async () => {
    for (const path of pathsOf(things)) {
      const [at, text] = path.split("#") as [string, string?];
      if (text === undefined) await rig.visit(owner, at);
      else await rig.search(owner, at, text);
      await expectNoFault(owner, path, "#content");
      expect(await unreachedIn(owner, "#content"), path).toEqual([]);
      expect(await hiddenActs(owner), path).toEqual([]);
      const [, kind] = /^\/o\/acme\/(\w+)\/\d+$/.exec(path) ?? [];
      for (const opener of WINDOWS[path] ?? MENUS[kind ?? ""] ?? [])
        await throughWindow(owner, opener, () =>
          expectNoFault(owner!, `${path} ${opener.button}`, "[role=dialog]"),
        );
    }
    expect(rig.strange).toEqual([]);
  });

it("others' texts are texts, and what waits in any organisation is shown to operators", async () => {
  await rig.look(owner, `/o/acme/competitions/${things.lot}`);
  expect(await owner.getByRole("heading", { level: 1 }).innerText()).toBe(TITLE);
  await rig.look(owner, `/o/acme/deliveries/${things.delivery.id}`);
  expect(await owner.getByText("<img src=x onerror=alert(1)> bad signature").count()).toBeGreaterThan(0);
  expect(await owner.locator("img").count()).toBe(0);
  await rig.look(owner, "/refunds");
  await owner.getByRole("link", { name: "acme, refund" }).waitFor();
  await rig.look(owner, "/draws");
  await owner.getByRole("row", { name: TITLE }).getByText("halted").waitFor();
  expect(rig.strange).toEqual([]);
});

it("lists are downloaded as files: orders as CSV, the audit as lines of JSON", async () => {
  const page = owner;
  const downloaded = async (path: string, name: string): Promise<string> => {
    await rig.visit(page, path);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name }).click(),
    ]);
    return readFile(await download.path(), "utf8");
  };
  const orders = await downloaded("/o/acme/orders", "Export as CSV");
  expect(orders.split("\n").filter((line) => line.includes(things.order))).toHaveLength(1);
  for (const path of ["/o/acme/audit", "/audit"]) {
    const lines = (await downloaded(path, "Export all as JSON Lines")).trimEnd().split("\n");
    expect(lines.length, path).toBeGreaterThan(2);
    for (const line of lines) JSON.parse(line);
  }
  expect(rig.strange).toEqual([]);
});

it("a rare entry of a long list is found by loading more, and is not reported as missing before", async () => {
  const page = owner;
  const rows = await rig.service
    .sql(`insert into audit (organisation_id, actor_kind, actor_id, action, subject, facts, request_id, at)
     select id, 'operator', 'operator', case n when 0 then 'rare.act' else 'usual.act' end, 'x', '{}', 'x', now()
     from organisation, generate_series(0, 20000) n where slug = 'acme' order by n returning organisation_id`);
  expect(rows).toHaveLength(20_001);
  await rig.look(page, "/o/acme/audit?action=rare.act");
  await page.getByText("No matches so far").waitFor();
  expect(await page.getByText("No changes yet").count()).toBe(0);
  await button(page, "Load more").click();
  await page.getByRole("cell", { name: "rare act" }).waitFor();
  await rig.look(page, "/o/acme/audit");
  await page.getByRole("link", { name: "usual act" }).first().click();
  await button(page, "Remove the filter Action: usual.act").waitFor();
  await rig.look(page, "/o/acme/audit?action=no.act&actor=person:900000000000");
  await button(page, "Load more").click();
  await page.getByText("No matching audit entries").waitFor();
  expect(rig.strange).toEqual([]);
});

it("the preview of a price uses only currencies that have a rate", async () => {
  await rig.asToken("PATCH", "", { fiatCurrency: "EUR", rates: {} });
  await rig.look(owner, "/o/acme/competitions");
  await button(owner, "New competition").first().click();
  await owner.getByLabel("Ticket price in USD").fill("5");
  await owner.getByText("Buyers cannot pay in EUR").waitFor();
  expect(await owner.getByText("A ticket costs about $5.00").count()).toBe(1);
  await rig.asToken("PATCH", "", { fiatCurrency: "USD" });
  expect(rig.strange).toEqual([]);
});

it("a member sees the own organisation alone, without what the role does not allow", async () => {
  const viewer = await rig.signedIn({ memberRole: "viewer" });
  await rig.look(viewer, "/");
  await viewer.getByRole("heading", { level: 1, name: "Partner acme" }).waitFor();
  expect(new URL(viewer.url()).pathname).toBe("/admin/o/acme");
  const pages = await viewer.getByRole("navigation", { name: "Pages" }).getByRole("link").allInnerTexts();
  expect(pages).toContain("Orders");
  for (const hidden of ["Organisations", "API keys", "Webhooks", "Payment rails", "Audit"])
    expect(pages).not.toContain(hidden);
  await rig.look(viewer, "/o/somebody-else");
  await viewer.getByText("Page not found").waitFor();
  expect(rig.strange).toEqual([]);
});

it("around the page the keyboard reaches all, past it by the first stop, and on a phone by the menu", async () => {
  const page = await rig.signedIn({ operatorRole: "owner" });
  await rig.look(page, "/o/acme");
  expect(await unreachedIn(page, "body")).toEqual([]);
  await rig.look(page, "/o/acme");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("content");
  await page.setViewportSize({ width: 390, height: 900 });
  await button(page, "Pages").press("Enter");
  await page.getByRole("link", { name: "Winners" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Winners" }).waitFor();
  await button(page, "Your account").press("Enter");
  await page.getByRole("menuitem", { name: "Passkeys and devices" }).press("Enter");
  await page.getByRole("heading", { level: 2, name: "Devices" }).waitFor();
  await button(page, /Use (dark|light) colours/).press("Enter");
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(rig.strange).toEqual([]);
});

it("the widget's page writes the lines of the choice in its address, pinned to the present build, and says what was copied", async () => {
  const { lot } = things;
  await rig.visit(owner, `/o/acme/widget?competition=${lot}&locale=ar&scheme=dark&affiliate=anna`);
  const verbatim = (name: string) => owner.locator(`pre[aria-label="${name}"]`);
  const { "widget.js": file } = (await rig.service.call("GET", "/embed.json")).json;
  const choice = {
    base: rig.service.baseUrl,
    slug: "acme",
    name: TITLE,
    competition: String(lot),
    locale: "ar",
    scheme: "dark",
    affiliate: "anna",
  };
  const lines = snippetOf(choice, file);
  await expect.poll(() => verbatim("Pinned script tag").textContent(), PATIENCE).toBe(lines.pinned);
  expect(await verbatim("Script tag").textContent()).toBe(lines.tag);
  expect(await verbatim("Content Security Policy").textContent()).toBe(lines.policy);
  await owner.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await owner.getByRole("button", { name: "Copy Script tag" }).focus();
  await owner.keyboard.press("Enter");
  await owner.getByRole("status").filter({ hasText: "Copied" }).first().waitFor();
  expect(await owner.evaluate("navigator.clipboard.readText()")).toBe(lines.tag);
  await owner.getByLabel("Affiliate code").fill("");
  await expect.poll(() => verbatim("Script tag").textContent(), PATIENCE).not.toContain("anna");
});

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DrawRig, FAR_BLOCKS } from "../../lot-draws/draw-rig.ts";
import { cutOffIn, faultsIn } from "../../support/browser/faults.ts";
import { press } from "../../support/browser/browser.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";

const rig = opened(() => DrawRig.open({ environment: { PUBLIC_REQUESTS_PER_MINUTE: "10000" } }));
const browser = openBrowser();

const addressOf = (lotId: number, query = "") =>
  `${rig.service.baseUrl}/embed/${rig.partner.organisation.slug}/competition/${lotId}/results${query}`;

/** Keeps, in each document, the phases of the draw that were shown, the numbers that passed by, and what was announced. */
const WATCH = `
  globalThis.seen = { phases: [], numbers: [], announced: [] };
  new MutationObserver((changes) => {
    for (const { type, target } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      if (type === "attributes") seen.phases.push(element.dataset.playing);
      else if (element?.matches("[data-ticket] span")) seen.numbers.push(element.textContent);
      else if (element?.matches("[data-announced]")) seen.announced.push(element.textContent);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ["data-playing"] });`;

interface Seen {
  readonly phases: readonly string[];
  readonly numbers: readonly string[];
  readonly announced: readonly string[];
}
const seenIn = (page: Page) => page.evaluate("seen") as Promise<Seen>;

/** Opens the page of a draw that is awaited, and lets the block arrive that decides it. */
async function watched(page: Page, lotId: number): Promise<void> {
  await page.addInitScript(WATCH);
  await page.goto(addressOf(lotId));
  await page.getByText("the draw is committed to block").waitFor();
  await rig.chain.mine(FAR_BLOCKS);
  await rig.turn(lotId);
  rig.service.clock.advance(2_000);
}

it("a draw that ends while one watches is shown step by step, to the published ticket and winner, and verified", async () => {
  const lotId = await rig.committed(3, 40, 7);
  const page = await browser.newPage({ reducedMotion: "no-preference" });
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await watched(page, lotId);
  await page.locator("main[data-playing=ticket] [data-ticket] span").waitFor();
  // The page says the published number from the beginning; what passes by is for the eyes alone.
  expect(await page.locator("[data-ticket] span").getAttribute("aria-hidden")).toBe("true");
  await page.locator(".seal").getByText("Verified in your browser").waitFor();
  const { ticketNumber } = (await rig.document(lotId)).winner!;
  const { phases, numbers, announced } = await seenIn(page);
  expect(phases).toEqual(["arrival", "ticket", "over"]);
  expect(numbers.length).toBeGreaterThan(10);
  for (const number of numbers) {
    expect(Number(number)).toBeGreaterThanOrEqual(1);
    expect(Number(number)).toBeLessThanOrEqual(50);
  }
  expect(announced).toEqual([`Ticket ${ticketNumber} has won. Winner: b***@e***.com`]);
  expect(await page.locator("[data-ticket]").textContent()).toBe(String(ticketNumber));
  expect(await page.locator(".winner dd").textContent()).toBe("b***@e***.com");
  expect(await page.locator("details[open]").count()).toBe(0);
  expect(complaints).toEqual([]);

  // The result is history for those who come later, and after a reload.
  await page.reload();
  await page.locator(".seal").getByText("Verified in your browser").waitFor();
  expect(await seenIn(page)).toEqual({ phases: [], numbers: [], announced: [] });
  await page.close();
});

it("without motion, the same result is there at once and announced once", async () => {
  const lotId = await rig.committed(5);
  const page = await browser.newPage({ reducedMotion: "reduce" });
  await watched(page, lotId);
  await page.locator(".seal").getByText("Verified in your browser").waitFor();
  const { phases, numbers, announced } = await seenIn(page);
  expect([phases, numbers]).toEqual([[], []]);
  expect(announced).toEqual([expect.stringMatching(/^Ticket \d has won\. Winner: /)]);
  await page.close();
});

it("a draw that does not verify says so at the head of the page, with the check that failed", async () => {
  const lotId = await rig.drawn(3, 1);
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ viewport: { width: 320, height: 900 }, colorScheme });
    await page.route("**/entries.json*", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('"last":3', '"last":2'),
      });
    });
    await page.goto(addressOf(lotId));
    const seal = page.locator(".seal.broken");
    await seal.waitFor();
    expect(await seal.textContent()).toContain("Number of tickets");
    await page.locator("[data-check=tickets].failed").waitFor();
    expect([...(await faultsIn(page)), ...(await cutOffIn(page))], colorScheme).toEqual([]);
    await page.unrouteAll();
    await press(page.getByRole("button", { name: "Verify again" }));
    await page.locator(".seal:not(.broken)").getByText("Verified in your browser").waitFor();
    expect([...(await faultsIn(page)), ...(await cutOffIn(page))], colorScheme).toEqual([]);
    await page.close();
  }
});

it("a long list is read only at the press of a button, as any list where the reader saves data", async () => {
  const lotId = await rig.drawn(2, 2);
  const reads: string[] = [];
  const open = async (script = "") => {
    const page = await browser.newPage();
    await page.addInitScript(script);
    page.on("request", (request) => {
      if (/entries\.json/.test(request.url())) reads.push(request.url());
    });
    return page;
  };
  const saving = await open("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
  await saving.goto(addressOf(lotId));
  await press(saving.getByRole("button", { name: "Verify in this browser" }));
  await saving.locator(".seal").getByText("Verified in your browser").waitFor();
  expect(reads.length).toBe(1);
  await saving.close();

  // The record promises two ranges, and its list does not end.
  reads.length = 0;
  const endless = await open();
  await endless.route("**/entries.json*", (route) => {
    const after = Number(new URL(route.request().url()).searchParams.get("after") ?? 0);
    const data = Array.from({ length: 10_000 }, (_, at) => {
      const number = after + at + 1;
      return { first: number, last: number, orderHash: "5".repeat(64) };
    });
    return route.fulfill({ json: { data }, headers: { Link: `<x>; rel="next"` } });
  });
  await endless.goto(addressOf(lotId));
  await endless.waitForResponse(/entries\.json/);
  await endless.locator("[data-checked]").waitFor({ state: "hidden" });
  expect(reads.length).toBe(1);
  expect(await endless.locator(".seal").textContent()).toBe("");
  await endless.close();

  reads.length = 0;
  await rig.rows("update lot_commitment set ranges = 5001, total_tickets = 5001 where lot_id = $1", lotId);
  rig.service.clock.advance(2_000);
  const long = await open();
  await long.goto(addressOf(lotId, "?look=long"));
  await long.getByText("This list has 5,001 entries").waitFor();
  await long.getByRole("button", { name: "Verify in this browser" }).waitFor();
  expect(reads).toEqual([]);
  await long.close();
});

it("without scripts the page is whole, and loads again while the draw is awaited", async () => {
  const lotId = await rig.committed(4);
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(addressOf(lotId));
  await page.getByText("the draw is committed to block").waitFor();
  const { ticketsRoot } = (await rig.document(lotId)).commitment!;
  await page.getByText(ticketsRoot).waitFor();
  expect(await page.locator("meta[http-equiv=refresh]").getAttribute("content")).toBe("30");
  await rig.chain.mine(FAR_BLOCKS);
  await rig.turn(lotId);
  rig.service.clock.advance(2_000);
  await page.goto(addressOf(lotId, "?look=drawn"));
  expect(await page.locator(".winner dd").isVisible()).toBe(true);
  expect(await page.locator("meta[http-equiv=refresh]").count()).toBe(0);
  await press(page.getByText("How the winner was drawn"));
  await page.getByText("keccak256(blockHash, competitionId) mod totalTickets").waitFor();
  await page.close();
});

it("the result is shared by the device's menu, and where there is none its address is copied", async () => {
  const lotId = await rig.drawn(2);
  const shared = await browser.newPage();
  await shared.addInitScript("navigator.share = async (what) => { globalThis.shared = what; };");
  await shared.goto(addressOf(lotId, "?locale=de"));
  await press(shared.getByText("Dieses Ergebnis teilen"));
  await expect.poll(() => shared.evaluate("globalThis.shared?.url")).toBe(addressOf(lotId));
  await shared.close();

  const context = await browser.newContext();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  await page.goto(addressOf(lotId));
  await press(page.getByText("Share this result"));
  await page.getByText("The link is copied.").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(addressOf(lotId));
  await context.close();
});

it("until entries close, the page of the result sells: it is the card with its button", async () => {
  const lot = await rig.partner.lot({ title: "Bicycle" });
  const page = await browser.newPage({ viewport: { width: 320, height: 900 } });
  await page.goto(addressOf(lot.id));
  await page.getByText("Entries are not closed yet.").waitFor();
  expect(await page.locator("h1").textContent()).toBe("Bicycle");
  expect(await page.locator("a[data-buy]").isVisible()).toBe(true);
  await page.locator(".clock .rest").filter({ hasText: /\d/ }).waitFor();
  expect([...(await faultsIn(page)), ...(await cutOffIn(page))]).toEqual([]);
  await rig.close(lot.id);
  rig.service.clock.advance(2_000);
  // The page has gone on.
  await page.locator("main[data-state=closing], main[data-state=retired]").waitFor();
  await page.close();
});

import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { faultsIn } from "../../support/browser/faults.ts";
import { it } from "../../support/browser/in-browser.ts";
import { framesOf, Shop } from "../../support/browser/shop.ts";
import { Partner } from "../../support/builders/partner.ts";
import { opened, prepared } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";

const HOUR_MS = 3_600_000;

const shop = opened(() => Shop.open());
const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));

it("a card in a partner's page gives its reader the start or the draw for the calendar", async () => {
  const { slug } = partner.organisation;
  const startAt = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS);
  const later = await partner.lot({ title: "Watch", startAt });
  const open = await partner.lot({ title: "Ring" });
  for (const [event, { id }, summary] of [
    ["start", later, "Entries open: Watch"],
    ["draw", open, "Draw: Ring"],
  ] as const) {
    shop.page(
      `<script src="${service.baseUrl}/widget.js" data-org="${slug}" data-competition="${id}"></script>`,
    );
    const visit = await shop.visit({ acceptDownloads: true, locale: "en-GB" });
    const [frame] = await framesOf(visit.page, `/embed/${slug}/competition/${id}`);
    const [download] = await Promise.all([
      visit.page.waitForEvent("download"),
      frame!.locator(`a[href*="/${event}.ics"]`).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${event}-${id}.ics`);
    expect(await readFile(await download.path(), "utf8")).toContain(`SUMMARY:${summary}\r\n`);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  }
});

it("a card whose sale has not begun is free of faults", async () => {
  const { slug } = partner.organisation;
  const { id } = await partner.lot({ startAt: new Date(Date.now() + HOUR_MS) });
  service.clock.advance(2_000);
  shop.page("");
  const { page, close } = await shop.visit({ viewport: { width: 320, height: 900 } });
  await page.goto(`${service.baseUrl}/embed/${slug}/competition/${id}`);
  expect(await page.locator("a[download]").count()).toBe(1);
  expect(await faultsIn(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await faultsIn(page, "colours")).toEqual([]);
  await close();
});

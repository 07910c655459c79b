import { expect } from "vitest";
import { faultsIn } from "../../support/browser/faults.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";

const service = opened(() => TestService.open());
const browser = openBrowser();

/** Long tables, code, drawings, numbers at the right, lists of fields. */
const PAGES = ["", "quickstart", "concepts", "performance", "api/prizes"];

it("the documents have no fault that axe finds and never scroll sideways, on a phone and a desktop, light and dark", async () => {
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [390, 1_280]) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const complaints: string[] = [];
      const abroad: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${service.baseUrl}/`) && !url.startsWith("data:")) abroad.push(url);
      });
      // In the dark the same page has other colours alone.
      const only = colorScheme === "light" ? "everything" : "colours";
      for (const path of PAGES) {
        await page.goto(`${service.baseUrl}/docs/${path}`);
        expect(await faultsIn(page, only), `${path}, ${width} px, ${colorScheme}`).toEqual([]);
      }
      expect([complaints, abroad]).toEqual([[], []]);
      await page.close();
    }
});

it("a drawing is shown at a size that can be read, with its source", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  await page.goto(`${service.baseUrl}/docs/concepts`);
  const drawing = page.locator("figure img").first();
  await drawing.scrollIntoViewIfNeeded();
  expect(await drawing.evaluate("document.querySelector('figure img').naturalWidth")).toBeGreaterThan(400);
  expect((await drawing.boundingBox())!.width).toBeGreaterThan(400);
  await page.getByText("The diagram as text").first().click();
  expect(await page.locator("figure pre").first().textContent()).toContain("stateDiagram-v2");
  await page.close();
});

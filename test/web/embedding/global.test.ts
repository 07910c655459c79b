import { describe, expect } from "vitest";
import { Shop } from "../../support/browser/shop.ts";
import { TestService } from "../../support/service/service.ts";
import { opened } from "../../support/opened.ts";
import { it } from "../../support/browser/in-browser.ts";

const shop = opened(() => Shop.open());
const service = opened(() => TestService.open());

describe("the global of embed.js", () => {
  const script = () => `<script src="${service.baseUrl}/embed.js"></script>`;
  const namesakes = [
    `<div id="Service"></div>`,
    `<section id="Service"></section><section id="Service"></section>`,
    `<form name="Service"></form>`,
    `<img name="Service" alt="">`,
    `<iframe name="Service"></iframe>`,
    `<object name="Service"></object>`,
    `<embed name="Service">`,
  ];

  it.each(namesakes)("is there on a page with %s, and gives the name back to it", async (namesake) => {
    shop.page(namesake + script());
    const { page, complaints, close } = await shop.visit();
    expect(await page.evaluate("typeof Service.lot")).toBe("function");
    expect(
      await page.evaluate(
        "{ const mine = Service.noConflict(); typeof mine.lot + typeof window.Service.lot }",
      ),
    ).toBe("functionundefined");
    expect(complaints).toEqual([]);
    await close();
  });

  it("comes before an element that is added later, is loaded twice without harm, and leaves a Service of the page's own alone", async () => {
    shop.page(script() + script() + namesakes[0]!);
    const { page, complaints, close } = await shop.visit();
    expect(await page.evaluate("typeof Service.lot")).toBe("function");
    expect(complaints).toEqual([]);
    await close();
    for (const own of [
      "var Service = { mine: true }",
      "window.Service = { mine: true }",
      "function Service() {}",
      "Service = null",
    ]) {
      shop.page(`<script>${own}</script>${script()}`);
      const foreign = await shop.visit();
      expect(await foreign.page.evaluate("typeof Service?.lot"), own).toBe("undefined");
      expect(foreign.complaints, own).toEqual([expect.stringContaining("which is unchanged")]);
      await foreign.close();
    }
  });
});

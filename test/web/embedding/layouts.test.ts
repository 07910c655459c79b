import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { fits, framesOf, Shop } from "../../support/browser/shop.ts";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";
import { opened } from "../../support/opened.ts";
import { it } from "../../support/browser/in-browser.ts";
import { eventually } from "../../support/eventually.ts";

let tag: string;
let path: string;
const shop = opened(() => Shop.open());
const service = opened(() => TestService.open());
beforeAll(async () => {
  const partner = await Partner.add(service);
  const { slug } = partner.organisation;
  const lot = await partner.lot({ title: "A diver's watch" });
  tag = `<script src="${service.baseUrl}/widget.js" data-org="${slug}" data-competition="${lot.id}"></script>`;
  path = `/embed/${slug}/competition/${lot.id}`;
});

const WIDTHS = [1_280, 390, 320];
/** Of the page's width, where nothing else takes room. */
const MOST_OF_IT = 0.8;
/** Where content is as narrow as it may be. */
const LEAST_PX = 160;

/** Ways in which CSS lays a box out, and the least part of the page's width that a frame gets there. */
const LAYOUTS: readonly (readonly [markup: string, part?: number])[] = [
  [`<div>TAG</div>`],
  [`<span>TAG</span>`],
  [`<p>TAG</p>`],
  [`<div style="display: contents">TAG</div>`],
  [`<div style="display: inline-block">TAG</div>`],
  [`<div style="display: flow-root">TAG</div>`],
  [`<div style="display: flex">TAG</div>`],
  [`<div style="display: flex; justify-content: center; align-items: center">TAG</div>`],
  [`<div style="display: flex; justify-content: center"><div>TAG</div></div>`],
  [`<div style="display: flex; flex-wrap: wrap; justify-content: center">TAG</div>`],
  [`<div style="display: flex"><div style="flex: none">TAG</div></div>`],
  [`<div style="display: flex"><nav style="flex: none">Menu</nav>TAG</div>`],
  [`<div style="display: flex; flex-direction: column">TAG</div>`],
  [`<div style="display: flex; flex-direction: column; align-items: center">TAG</div>`],
  [`<div style="display: inline-flex">TAG</div>`],
  [`<div style="display: grid">TAG</div>`],
  [`<div style="display: grid; place-items: center">TAG</div>`],
  [`<div style="display: grid; place-content: center">TAG</div>`],
  [`<div style="display: grid; grid-template-columns: auto auto"><p>Text</p><div>TAG</div></div>`],
  [`<div style="display: grid; grid-template-columns: 1fr 1fr"><div>TAG</div></div>`, 0.45],
  [`<div style="display: grid; grid-template-columns: max-content">TAG</div>`],
  [`<div style="display: grid; grid-template-columns: fit-content(100%)">TAG</div>`],
  [`<div style="display: grid; grid-template-columns: min-content">TAG</div>`, 0],
  [`<div style="display: inline-grid">TAG</div>`],
  [`<div style="display: table">TAG</div>`],
  [`<table><tr><td>Text</td><td>TAG</td></tr></table>`],
  [`<table style="table-layout: fixed; width: 100%"><tr><td>TAG</td></tr></table>`],
  [`<div style="float: left">TAG</div>`],
  [`<div dir="rtl" style="float: right">TAG</div>`],
  [`<div style="position: absolute">TAG</div>`],
  [`<div style="position: absolute; left: 50%; transform: translateX(-50%)">TAG</div>`, 0.45],
  [`<div style="position: fixed">TAG</div>`],
  [`<div style="position: sticky; top: 0">TAG</div>`],
  [`<div style="width: fit-content">TAG</div>`],
  [`<div style="width: fit-content; max-width: 75%; margin: auto">TAG</div>`, 0.7],
  [`<div style="width: max-content">TAG</div>`],
  [`<div style="width: min-content">TAG</div>`, 0],
  [`<div style="columns: 2">TAG</div>`, 0.4],
  [`<div style="zoom: 1.5">TAG</div>`],
  [`<div style="transform: scale(0.5)">TAG</div>`, 0.4],
  [`<div style="writing-mode: vertical-rl">TAG</div>`],
  [`<div style="container-type: inline-size">TAG</div>`],
  [`<ul><li>TAG</li></ul>`],
  [`<details open><summary>More</summary>TAG</details>`],
  [`<dialog open>TAG</dialog>`],
  [`<fieldset>TAG</fieldset>`],
  [`<center>TAG</center>`],
  [`<figure style="margin: 0">TAG<figcaption>Text</figcaption></figure>`],
];
const AT_ONCE = 12;

/** Important rules of themes for what is on their pages. */
const THEMES = [
  "iframe { height: 150px !important }",
  "iframe { width: 50px !important }",
  "iframe { max-width: 200px !important; max-height: 100px !important }",
  "iframe { min-width: 3000px !important; min-height: 3000px !important }",
  "iframe { inline-size: 50px !important; block-size: 150px !important; max-block-size: 100px !important }",
  "iframe { aspect-ratio: 16 / 9 !important; height: auto !important; width: 100% !important }",
  "iframe { position: absolute !important; inset: 0 !important; width: 100% !important; height: 100% !important }",
  "iframe { border: 20px solid !important; padding: 20px !important; margin: 20px !important }",
  "iframe { float: right !important; display: inline !important; transform: scale(0.1) !important; scale: 0.1 !important }",
  "iframe { zoom: 0.1 !important; box-sizing: content-box !important; contain: size !important; rotate: 90deg !important }",
  "div { display: flex !important; width: 50px !important; height: 10px !important; padding: 9px !important; float: left !important }",
  "div > div { display: none !important } body { text-align: center; font-size: 0; line-height: 0 }",
];

/** Returns how wide each frame is on the screen, and how far the page scrolls sideways. */
async function measured(page: Page): Promise<{ widths: number[]; sideways: number }> {
  return (await page.evaluate(`({
    widths: [...document.querySelectorAll("iframe")].map((frame) => Math.round(frame.getBoundingClientRect().width)),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  })`)) as { widths: number[]; sideways: number };
}

it("a frame is as wide as there is room and as high as its page in every layout, and the page does not scroll sideways", async () => {
  for (let from = 0; from < LAYOUTS.length; from += AT_ONCE) {
    const layouts = LAYOUTS.slice(from, from + AT_ONCE);
    const sections = layouts.map(
      ([markup]) =>
        `<section style="contain: layout; min-height: 1px">${markup.replace("TAG", tag)}</section>`,
    );
    shop.page(sections.join(""));
    const { page, complaints, close } = await shop.visit({ viewport: { width: 1_280, height: 12_000 } });
    const frames = await framesOf(page, path, layouts.length);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 12_000 });
      for (const frame of frames) await eventually(() => fits(frame));
      const { widths, sideways } = await measured(page);
      for (const [at, [markup, part = MOST_OF_IT]] of layouts.entries())
        expect(widths[at], `${markup} at ${width}`).toBeGreaterThanOrEqual(
          part === 0 ? LEAST_PX : part * width,
        );
      expect(sideways, `from ${layouts[0]![0]} at ${width}`).toBe(0);
    }
    expect(complaints).toEqual([]);
    await close();
  }
});

it("important rules of a theme for frames and boxes change nothing of a frame's size", async () => {
  shop.page(tag);
  const { page, close } = await shop.visit();
  const [frame] = await framesOf(page, path);
  const before = await measured(page);
  for (const theme of THEMES) {
    await page.evaluate(`{
      document.querySelector("style")?.remove();
      document.head.append(Object.assign(document.createElement("style"), { textContent: ${JSON.stringify(theme)} }));
    }`);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))");
    expect((await measured(page)).widths, theme).toEqual(before.widths);
    await eventually(() => fits(frame!));
  }
  await close();
});

it("a frame that is shown later, as in a tab or a window that opens, has its height then", async () => {
  shop.page(
    `<div id="a" hidden>${tag}</div><dialog id="b">${tag}</dialog><details id="c"><summary>More</summary>${tag}</details>`,
  );
  const { page, close } = await shop.visit();
  await eventually(
    () =>
      page.frames().filter((frame) => new URL(frame.url() || "about:blank").pathname === path).length === 3,
  );
  await page.evaluate("a.hidden = false; b.showModal(); c.open = true");
  await framesOf(page, path, 3);
  expect((await measured(page)).widths.every((width) => width > 1_000)).toBe(true);
  await close();
});

import { beforeAll, expect } from "vitest";
import { framesOf, Shop } from "../../support/browser/shop.ts";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";
import type { Page } from "playwright-core";
import { opened } from "../../support/opened.ts";
import { it } from "../../support/browser/in-browser.ts";
import { eventually } from "../../support/eventually.ts";

let slug: string;
let tag: string;
let path: string;
const shop = opened(() => Shop.open());
const service = opened(() => TestService.open());
beforeAll(async () => {
  const partner = await Partner.add(service);
  slug = partner.organisation.slug;
  const lot = await partner.lot({ title: "A diver's watch" });
  tag = `<script src="${service.baseUrl}/widget.js" data-org="${slug}" data-competition="${lot.id}"></script>`;
  path = `/embed/${slug}/competition/${lot.id}`;
});

/** Scripts that were put in by markup do not run: libraries replace them by others, which do. */
const RUN_SCRIPTS = `globalThis.runScripts = (root) => {
  for (const old of root.querySelectorAll("script")) {
    const script = document.createElement("script");
    for (const { name, value } of old.attributes) script.setAttribute(name, value);
    old.replaceWith(script);
  }
};`;
const SETTLED = "new Promise((done) => setTimeout(done, 200))";

/** Each is done to a page with one widget in `#place`, which has it as before then. */
const SWAPS: Readonly<Record<string, string>> = {
  "a body that is cloned and put back, its scripts run again (Turbo)": `
    const snapshot = document.body.cloneNode(true);
    document.body.replaceWith(document.createElement("body"));
    await ${SETTLED};
    runScripts(snapshot);
    document.body.replaceWith(snapshot);`,
  "a body that is cloned and put back, as it is": `
    const snapshot = document.body.cloneNode(true);
    document.body.replaceWith(document.createElement("body"));
    await ${SETTLED};
    document.body.replaceWith(snapshot);`,
  "a body whose clone takes its place at once": `document.body.replaceWith(document.body.cloneNode(true));`,
  "markup that is kept and put back, its scripts run again (htmx)": `
    const markup = place.innerHTML;
    place.innerHTML = "";
    await ${SETTLED};
    place.innerHTML = markup;
    runScripts(place);`,
  "markup that is kept and put back, as it is": `
    const markup = place.innerHTML;
    place.innerHTML = "<p>Another page</p>";
    await ${SETTLED};
    place.innerHTML = markup;`,
  "markup that replaces itself": `place.innerHTML = place.innerHTML;`,
  "nodes that are taken out and put back": `
    const nodes = [...place.childNodes];
    place.replaceChildren();
    await ${SETTLED};
    place.replaceChildren(...nodes);`,
  "nodes that are replaced by themselves": `place.replaceChildren(...place.childNodes);`,
  "a fragment that keeps them meanwhile (keep-alive)": `
    const fragment = new DocumentFragment();
    fragment.append(...place.childNodes);
    await ${SETTLED};
    place.append(fragment);`,
  "the tag alone, taken out and put back": `
    const tag = place.querySelector("script");
    tag.remove();
    await ${SETTLED};
    place.append(tag);`,
  "the tag alone, moved": `
    const other = document.createElement("div");
    place.append(other);
    other.append(place.querySelector("script"));`,
  "the tag alone, moved behind its frame": `place.append(place.querySelector("script"));`,
  "a parent that is moved": `
    const other = document.createElement("section");
    document.body.prepend(other);
    other.append(place);`,
  "a clone of the tag in its place": `
    const tag = place.querySelector("script");
    tag.replaceWith(tag.cloneNode());`,
  "a patch that takes out what the server's markup lacks (morphing)": `
    for (const node of [...place.childNodes]) if (node.nodeName !== "SCRIPT") node.remove();`,
  "many such patches": `
    for (let times = 0; times < 5; times += 1) {
      for (const node of [...place.childNodes]) if (node.nodeName !== "SCRIPT") node.remove();
      await ${SETTLED};
    }`,
  "a document that is written again": `
    const markup = document.documentElement.outerHTML;
    document.open();
    document.write("<!doctype html>" + markup);
    document.close();`,
};

/** Waits for as many tags as live frames, each behind its tag, and each heard. */
async function eachLives(page: Page, count: number): Promise<void> {
  await framesOf(page, path, count);
  expect(await page.evaluate(`document.querySelectorAll("iframe").length`)).toBe(count);
  const tags = `[...document.querySelectorAll("script[data-org]")]`;
  expect(
    await page.evaluate(`${tags}.map((tag) => tag.nextElementSibling?.querySelectorAll("iframe").length)`),
  ).toEqual(Array.from({ length: count }, () => 1));
  // What a frame says is heard by its own tag, and a tag's change by its frame.
  await page.evaluate(`globalThis.heard = []; for (const tag of ${tags})
    tag.addEventListener("raffle:state", () => heard.push(tag), { once: true })`);
  await page.evaluate(`for (const tag of ${tags}) tag.dataset.affiliate = "again"`);
  await eventually(async () => (await page.evaluate("new Set(heard).size")) === count);
  await framesOf(page, path, count);
}

it.each(Object.entries(SWAPS))("%s shows one widget, which lives", async (_name, swap) => {
  shop.page(`<div id="place">${tag}</div>`);
  const { page, complaints, close } = await shop.visit({ before: RUN_SCRIPTS });
  await framesOf(page, path);
  await page.evaluate(`(async () => { ${swap} })()`);
  await page.evaluate(SETTLED);
  await eachLives(page, 1);
  // Chromium dislikes that way by principle.
  expect(complaints.filter((text) => !text.includes("document.write"))).toEqual([]);
  await close();
});

it("a clone that is put in besides, as carousels do, has its own live widget", async () => {
  shop.page(`<div id="place">${tag}</div>`);
  const { page, close } = await shop.visit();
  await framesOf(page, path);
  await page.evaluate("document.body.append(place.cloneNode(true), place.cloneNode(true))");
  await eachLives(page, 3);
  await close();
});

it("markup of a page that was saved with its widget shows one, also where the tag is in the head", async () => {
  shop.page(`<div id="place">${tag}</div>`);
  const { page, close } = await shop.visit();
  await framesOf(page, path);
  const saved = (await page.evaluate("document.documentElement.outerHTML")) as string;
  shop.file("/saved", `<!doctype html>${saved}`);
  await page.goto(`${shop.origin}/saved`);
  await eachLives(page, 1);
  await close();

  shop.page("", { head: tag });
  const inHead = await shop.visit();
  await framesOf(inHead.page, path);
  await inHead.page.evaluate("document.body.replaceWith(document.body.cloneNode(true))");
  await inHead.page.evaluate(SETTLED);
  await framesOf(inHead.page, path);
  expect(await inHead.page.evaluate("document.querySelectorAll('iframe').length")).toBe(1);
  await inHead.close();
});

it("a page that takes the frame away whenever it comes gets its way, and stays usable", async () => {
  shop.page(`<div id="place">${tag}</div>`);
  const { page, close } = await shop.visit();
  await framesOf(page, path);
  await page.evaluate(`{
    const away = () => { for (const node of [...place.children]) if (node.nodeName !== "SCRIPT") node.remove() };
    new MutationObserver(away).observe(place, { childList: true });
    away();
  }`);
  await page.evaluate(SETTLED);
  expect(await page.evaluate("document.querySelectorAll('iframe').length")).toBe(0);
  await close();
});

it("a target of the SDK whose page was cloned shows one frame after the next call", async () => {
  shop.page(`<div id="place"></div><script src="${service.baseUrl}/embed.js"></script>`);
  const { page, close } = await shop.visit();
  const mount = `Service.lot("#place", { host: "${service.baseUrl}", org: "${slug}", lot: ${path.split("/").at(-1)} })`;
  await page.evaluate(`globalThis.handle = ${mount}`);
  await framesOf(page, path);
  await page.evaluate(`{
    const snapshot = document.body.cloneNode(true);
    handle.unmount();
    document.body.replaceWith(snapshot);
    globalThis.handle = ${mount};
  }`);
  await framesOf(page, path);
  expect(await page.evaluate("document.querySelectorAll('iframe').length")).toBe(1);
  await page.evaluate("handle.unmount()");
  expect(await page.evaluate("place.outerHTML")).toBe('<div id="place"></div>');
  await close();
});

// A headless Chromium keeps no pages for the way back: it freezes one as if it did.
it("a page that was frozen and resumed, and one that was left by a link and restored, have one live widget", async () => {
  shop.page(`<div id="place">${tag}</div>`);
  shop.page("Another", { path: "/other" });
  const { page, close } = await shop.visit();
  await framesOf(page, path);
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await new Promise((resolve) => void setTimeout(resolve, 500));
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await page.evaluate(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`);
  await eachLives(page, 1);
  await page.goto(`${shop.origin}/other`);
  await page.goBack();
  await eachLives(page, 1);
  await close();
});

it("widgets that are gone leave nothing behind that grows", async () => {
  shop.page(`<div id="place">${tag}</div>`);
  const { page, close } = await shop.visit();
  await framesOf(page, path);
  const session = await page.context().newCDPSession(page);
  const counted = async () => {
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage");
    return session.send("Memory.getDOMCounters");
  };
  const mounts = `(async () => {
    for (let times = 0; times < 30; times += 1) {
      const clone = place.cloneNode(true);
      document.body.append(clone);
      await new Promise((done) => setTimeout(done, 5));
      clone.remove();
      await new Promise((done) => setTimeout(done, 5));
    }
  })()`;
  await page.evaluate(mounts);
  const before = await counted();
  await page.evaluate(mounts);
  await eventually(async () => {
    const after = await counted();
    return (
      after.documents <= before.documents + 1 &&
      after.nodes <= before.nodes + 40 &&
      after.jsEventListeners <= before.jsEventListeners + 4
    );
  });
  expect(await page.evaluate("document.querySelectorAll('iframe').length")).toBe(1);
  await close();
});

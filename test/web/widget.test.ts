import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { OLDEST_BROWSER } from "../support/browser/oldest-browser.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";
import { LocalServer } from "../support/receivers/local-server.ts";
import { eventually } from "../support/eventually.ts";

/** Everything is in sight: what is not, browsers do not draw. */
const SCREEN = { width: 1_280, height: 4_000 };
const WIDTHS = [320, 390, 768, 1280];

/** What the shop's page is made of, and under which policy. */
let body = "";
let policy = "";
const rig = opened(() => DrawRig.open());
const browser = openBrowser();
const shop = opened(() =>
  LocalServer.listen((_request, response) => {
    if (policy !== "") response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>${body}`,
    );
  }),
);

const strict = (base: string) =>
  `default-src 'none'; script-src ${base}; frame-src ${base}; style-src 'self'; img-src data:; require-trusted-types-for 'script'`;

interface Visit {
  readonly page: Page;
  /** What the browser complained of. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** Opens the shop's page with what stands in it. */
async function visit(
  content: string,
  options: { readonly policy?: string; readonly javaScript?: boolean } = {},
): Promise<Visit> {
  body = content;
  policy = options.policy ?? "";
  const context = await browser.newContext({
    javaScriptEnabled: options.javaScript ?? true,
    viewport: SCREEN,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  // Before any of the page's own scripts, and past its policy.
  await page.addInitScript(OLDEST_BROWSER);
  await page.addInitScript(`
    globalThis.heard = [];
    addEventListener("raffle:state", ({ detail }) => heard.push(detail));
  `);
  await page.goto(shop.localOrigin);
  return { page, complaints, close: () => context.close() };
}

const tag = (attributes: string) => `<script src="${rig.service.baseUrl}/widget.js" ${attributes}></script>`;

/** The frame that shows this path, once it has told how high it is. */
async function frameOf(page: Page, path: string): Promise<Frame> {
  let found: Frame | undefined;
  await eventually(async () => {
    found = page.frames().find((frame) => new URL(frame.url() || "about:blank").pathname === path);
    return found !== undefined && (await fits(found).catch(() => false));
  });
  return found!;
}

/** Whether the frame is exactly as high as what it shows, with nothing to scroll. */
async function fits(frame: Frame): Promise<boolean> {
  const element = await frame.frameElement();
  const outer = Number(
    await element.evaluate((frame) => (frame as unknown as { clientHeight: number }).clientHeight),
  );
  const [inner, scroll] = (await frame.evaluate(
    "[Math.ceil(document.body.getBoundingClientRect().height), document.documentElement.scrollHeight - innerHeight]",
  )) as [number, number];
  return outer === Math.max(120, inner) && scroll <= 0;
}

it("a tag shows the grid or one competition under a strict policy, as high as it is, and goes with its tag", async () => {
  const { slug } = rig.partner.organisation;
  const lot = await rig.partner.lot({
    title: "A diver's watch",
    maxTickets: 20,
    description: "Steel. ".repeat(20),
  });
  await rig.partner.lot({ title: "Another" });
  const gridPath = `/embed/${slug}`;
  const lotPath = `${gridPath}/competition/${lot.id}`;
  const { page, complaints, close } = await visit(
    tag(`data-org="${slug}"`) +
      tag(`id="one" data-org="${slug}" data-competition="${lot.id}" data-locale="de"`),
    { policy: strict(rig.service.baseUrl) },
  );
  const [grid, one] = [await frameOf(page, gridPath), await frameOf(page, lotPath)];
  expect(await grid.locator("article").count()).toBe(2);
  expect(await one.locator("h1").textContent()).toBe("A diver's watch");
  expect(await one.locator(".clock .rest").textContent()).toMatch(/\d/);
  expect(await one.locator(".line").textContent()).toContain("0 von 20 Losen verkauft");
  expect(await one.locator("time").textContent()).toMatch(/MEZ|UTC|GMT/);
  const titled = await (await one.frameElement()).getAttribute("title");
  expect(titled).toBe("A diver's watch");
  // A tag that comes later: the page has a policy of its own for what it adds.
  await page.evaluate(`
    const later = document.createElement("script");
    const allow = trustedTypes.createPolicy("shop", { createScriptURL: (address) => address });
    later.src = allow.createScriptURL(${JSON.stringify(`${rig.service.baseUrl}/widget.js`)});
    Object.assign(later.dataset, { org: ${JSON.stringify(slug)}, competition: ${JSON.stringify(String(lot.id))}, scheme: "dark" });
    later.id = "later";
    document.body.append(later);
  `);
  await eventually(() => {
    const later = page.frames().find((frame) => frame.url().includes("scheme=dark"));
    return later !== undefined && fits(later).catch(() => false);
  });
  expect(await page.evaluate("heard")).toContainEqual({ state: "open", competitionId: lot.id });

  for (const width of WIDTHS) {
    await page.setViewportSize({ ...SCREEN, width });
    for (const frame of [grid, one]) await eventually(() => fits(frame));
  }
  await one.evaluate(
    "document.body.append(Object.assign(document.createElement('hr'), { id: 'more' }), 'x '.repeat(3000))",
  );
  await eventually(() => fits(one));
  await one.evaluate("document.body.lastChild.remove()");
  await eventually(() => fits(one));
  // As a hundred competitions below each other.
  await one.evaluate("document.body.style.minHeight = '66000px'");
  await eventually(() => fits(one));
  await one.evaluate("document.body.style.minHeight = ''");
  await eventually(() => fits(one));

  await page.evaluate(`document.getElementById("later").remove()`);
  await eventually(() => page.frames().length === 3);
  expect(complaints).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  await close();
});

it("messages of another window, another version or another type change nothing, neither in the page nor in a frame", async () => {
  const { slug } = rig.partner.organisation;
  const lot = await rig.partner.lot({ title: "Spoken to" });
  const { page, complaints, close } = await visit(
    tag(`data-org="${slug}"`) + tag(`id="one" data-org="${slug}" data-competition="${lot.id}"`),
  );
  const grid = await frameOf(page, `/embed/${slug}`);
  const one = await frameOf(page, `/embed/${slug}/competition/${lot.id}`);
  const before = await heights(page);
  const forged = { raffle: 1, type: "height", height: 9000 };
  await page.evaluate(`postMessage(${JSON.stringify(forged)}, "*")`);
  // Of the right window, in another version; of another window, in the right one.
  await one.evaluate(`parent.postMessage(${JSON.stringify({ ...forged, raffle: 2 })}, "*")`);
  await one.evaluate(`parent.postMessage({ raffle: 1, type: "height", height: "9000" }, "*")`);
  await grid.evaluate(`parent.frames[1].postMessage({ raffle: 1, type: "hello", scheme: "dark" }, "*")`);
  await page.evaluate(`frames[1].postMessage({ raffle: 2, type: "hello", scheme: "dark" }, "*")`);
  await page.evaluate("new Promise((done) => setTimeout(done, 100))");
  expect(await heights(page)).toEqual(before);
  expect(await one.evaluate("document.documentElement.dataset.scheme ?? null")).toBeNull();
  await page.evaluate(`document.getElementById("one").dataset.scheme = "dark"`);
  await eventually(async () => (await one.evaluate("document.documentElement.dataset.scheme")) === "dark");

  expect(complaints).toEqual([]);
  await close();
});

const heights = (page: Page) =>
  page.evaluate("[...document.querySelectorAll('iframe')].map(({ clientHeight }) => clientHeight)");

it("a frame shows a sale and another state by itself, and counts down by the service's clock where the viewer's is an hour wrong", async () => {
  const { slug } = rig.partner.organisation;
  const endAt = new Date(Date.now() + 2 * 3_600_000);
  const lot = await rig.partner.lot({ title: "Live", maxTickets: 7, endAt });
  const page = await browser.newPage();
  await page.addInitScript("const now = Date.now; Date.now = () => now() + 3_600_000;");
  await page.goto(`${rig.service.baseUrl}/embed/${slug}/competition/${lot.id}`);
  const rest = page.locator(".clock .rest");
  await rest.waitFor();
  await eventually(async () => /^1h 5\dm/.test((await rest.textContent()) ?? ""));
  await rig.sell(lot.id, 3);
  await page.getByText("3 of 7 tickets sold").waitFor();
  await eventually(async () => (await page.locator("[data-live=left]").textContent()) === "4 tickets left");
  await eventually(async () => (await page.locator("[data-live=said]").textContent()) === "4 tickets left");
  await rig.cancel(lot.id);
  // As when its tab is seen again: it asks at once.
  await eventually(async () => {
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))").catch(() => undefined);
    return page.getByText("This competition was cancelled").isVisible();
  });
  await page.close();
});

it("without scripts a page is whole, its time names UTC, and its links lead on", async () => {
  const { slug } = rig.partner.organisation;
  const lot = await rig.partner.lot({ title: "Plain" });
  // The snapshot of before is over.
  rig.service.clock.advance(2_000);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${rig.service.baseUrl}/embed/${slug}`);
  await page.getByRole("link", { name: "Plain" }).click();
  expect(new URL(page.url()).pathname).toBe(`/embed/${slug}/competition/${lot.id}`);
  expect(await page.locator("time").textContent()).toContain("UTC");
  expect(await page.locator(".clock").isVisible()).toBe(false);
  await page.getByRole("link", { name: "All competitions" }).click();
  expect(await page.locator("h1").textContent()).toBe("Live competitions");
  await context.close();
});

it("an organisation that names who may frame it is framed by nobody else, one that names none also by a page in a file", async () => {
  const { slug } = rig.partner.organisation;
  await rig.partner.change({ embedOrigins: ["https://shop.example"] });
  rig.service.clock.advance(2_000);
  const refused = await visit(tag(`data-org="${slug}"`));
  await eventually(() => refused.complaints.some((text) => text.includes("frame-ancestors")));
  await refused.close();
  await rig.partner.change({ embedOrigins: [shop.localOrigin] });
  rig.service.clock.advance(2_000);
  const { page, close } = await visit(tag(`data-org="${slug}"`));
  await frameOf(page, `/embed/${slug}`);
  await close();
  await rig.partner.change({ embedOrigins: [] });
  rig.service.clock.advance(2_000);
  const folder = await mkdtemp(join(tmpdir(), "shop-"));
  const file = join(folder, "index.html");
  await writeFile(file, `<!doctype html><title>Shop</title><body>${tag(`data-org="${slug}"`)}`);
  const first = await browser.newPage();
  await first.goto(pathToFileURL(file).href);
  await frameOf(first, `/embed/${slug}`);
  await first.close();
  await rm(folder, { recursive: true });
});

it("a tag without an organisation is one complaint, and nothing is thrown", async () => {
  const { page, complaints, close } = await visit(tag(""));
  await eventually(() => complaints.length > 0);
  expect(complaints).toEqual(["raffle widget: its script tag has no data-org"]);
  expect(page.frames().length).toBe(1);
  await close();
});

it("the SDK shows a competition and a result, names wrong options, takes away what it put, and leaves a foreign Service alone", async () => {
  const { slug } = rig.partner.organisation;
  const { baseUrl } = rig.service;
  const drawn = await rig.drawn(2);
  const { json: files } = await rig.service.call("GET", "/embed.json");
  const pinned = files["embed.js"];
  const { page, complaints, close } = await visit(
    `<div id="a"><b>before</b></div><div id="b"></div>
    <script src="${pinned.url}" integrity="${pinned.integrity}" crossorigin></script>`,
  );
  const options = (more: object) => JSON.stringify({ host: baseUrl, org: slug, ...more });
  await page.evaluate(`globalThis.handle = Service.results("#a", ${options({ lot: drawn })})`);
  const results = await frameOf(page, `/embed/${slug}/competition/${drawn}/results`);
  expect(await results.locator(".winner dd").textContent()).toBe("b***@e***.com");
  await results.locator(".seal").getByText("Verified in your browser").waitFor();
  await page.evaluate(`globalThis.grid = Service.lot(document.querySelector("#b"), ${options({})})`);
  await frameOf(page, `/embed/${slug}`);
  const thrown = (call: string) =>
    page.evaluate(`(() => { try { ${call} } catch (error) { return error.name + ": " + error.message } })()`);
  expect(await thrown(`Service.lot("#none", ${options({})})`)).toMatch(
    /^TypeError: Service\.lot: target must be/,
  );
  for (const [name, value] of Object.entries({ host: " ", org: "NO!", lot: "7", scheme: "pink", locale: 1 }))
    expect(await thrown(`Service.lot("#b", ${options({ [name]: value })})`)).toContain(
      `TypeError: Service.lot: ${name} `,
    );
  expect(await thrown(`Service.results("#b", ${options({})})`)).toContain("TypeError: Service.results: lot ");
  expect(await thrown(`Service.lot("#b", ${options({ colour: 1 })})`)).toContain("unknown option colour");
  await page.evaluate("handle.unmount(); handle.unmount(); grid.unmount()");
  expect(
    await page.evaluate(
      "document.body.querySelector('#a').outerHTML + document.querySelector('#b').outerHTML",
    ),
  ).toBe('<div id="a"><b>before</b></div><div id="b"></div>');
  expect(
    await page.evaluate("const mine = Service.noConflict(); [typeof mine.lot, typeof window.Service]"),
  ).toEqual(["function", "undefined"]);
  const names = await page.evaluate(
    `import("${files["embed.esm.js"].url}").then((module) => Object.keys(module).sort())`,
  );
  expect(names).toEqual(["checkout", "lot", "open", "results"]);
  expect(complaints).toEqual([]);
  await page.evaluate(`window.Service = { mine: true }; new Promise((loaded) => {
    const script = document.createElement("script");
    Object.assign(script, { src: "${baseUrl}/embed.js", onload: loaded });
    document.body.append(script);
  })`);
  expect(await page.evaluate("window.Service")).toEqual({ mine: true });
  expect(complaints).toEqual([expect.stringContaining("which is unchanged")]);
  await close();
});

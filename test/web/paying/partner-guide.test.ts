import { readFile } from "node:fs/promises";
import type { Frame, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened, prepared } from "../../support/opened.ts";
import { LocalServer } from "../../support/receivers/local-server.ts";

const GUIDE = new URL("../../../docs/widget.md", import.meta.url);

let lotId: number;
const files = new Map<string, { readonly type: string; readonly body: string }>();
let policy = "";
/** The guide with the addresses of this service, organisation and competition. */
let guide: string;
const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));
const browser = openBrowser();
const shop = opened(() =>
  LocalServer.listen(({ url }, response) => {
    const { type, body } = files.get(url!) ?? { type: "text/plain", body: "" };
    response.setHeader("Content-Type", `${type}; charset=utf-8`);
    if (type === "text/html") response.setHeader("Content-Security-Policy", policy);
    response.end(body);
  }),
);
beforeAll(async () => {
  lotId = (await partner.lot({ title: "Of the guide" })).id;
  await partner.addAffiliate("jo");
  guide = (await readFile(GUIDE, "utf8"))
    .replaceAll("https://raffles.example", service.baseUrl)
    .replaceAll('"raffles.example"', JSON.stringify(service.baseUrl))
    .replaceAll("your-slug", partner.organisation.slug)
    .replaceAll("lot: 7", `lot: ${lotId}`)
    .replaceAll(`${partner.organisation.slug}/7`, `${partner.organisation.slug}/${lotId}`)
    .replaceAll("/competition/7", `/competition/${lotId}`);
});

/** The first block of code of this language that has this in it. */
function example(language: "html" | "js", having: string): string {
  const blocks = [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  const found = blocks.find(([, of, text]) => of === language && text!.includes(having));
  expect(found, having).toBeDefined();
  return found![2]!;
}

/** The one policy that the guide names for every page, and scripts of the shop's own. */
function guidePolicy(): string {
  const [, line] = /A Content Security Policy needs\s+```\n(.*)\n```/.exec(guide)!;
  return `default-src 'none'; ${line!.replace("script-src", "script-src 'self'")}; img-src data:`;
}

async function onShop(
  body: string,
  visit: (page: Page, frame: (path: string) => Promise<Frame>) => Promise<void>,
): Promise<void> {
  policy = guidePolicy();
  const html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>${body}`;
  files.set("/", { type: "text/html", body: html });
  const context = await browser.newContext({ viewport: { width: 1_280, height: 3_000 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  try {
    await page.goto(`${shop.localOrigin}/`);
    await visit(page, async (path) => {
      const at = () => page.frames().find((each) => new URL(each.url() || "about:blank").pathname === path);
      await expect.poll(() => at() !== undefined).toBe(true);
      await at()!.locator("h1, h2").first().waitFor();
      return at()!;
    });
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

it("the guide's tag and modules work on a page of another origin under the policy that it names", async () => {
  const { slug } = partner.organisation;
  const own = (path: string, body: string) => files.set(path, { type: "text/javascript", body });
  own("/heard.js", example("js", "raffle:paid"));
  await onShop(`${example("html", "data-org")}<script src="/heard.js"></script>`, async (page, frame) => {
    const grid = await frame(`/embed/${slug}`);
    await grid.getByText("Of the guide").first().waitFor();
    const said = page.waitForEvent("console");
    // What the widget's script says of a purchase, of which another test is.
    await page.evaluate(
      `document.querySelector("script[data-org]").dispatchEvent(new CustomEvent("raffle:paid", { detail: { quantity: 2, competitionId: ${lotId} } }))`,
    );
    expect((await said).text()).toBe(`2 tickets of competition ${lotId}`);
  });

  own(
    "/sdk.js",
    `${example("js", "embed.esm.js").replace("7 });", `${lotId} });`)}; globalThis.shown = shown; lot("#other", { host: ${JSON.stringify(service.baseUrl)}, org: "${slug}", affiliate: "jo", lot: ${lotId}, scheme: "dark" });`.replace(
      "shown.unmount();",
      "",
    ),
  );
  await onShop(
    `<div id="place"></div><div id="result"></div><div id="other"></div><script>0</script>`.replace(
      "<script>0</script>",
      `<script type="module" src="/sdk.js"></script>`,
    ),
    async (page, frame) => {
      await frame(`/embed/${slug}/competition/${lotId}/results`);
      await frame(`/embed/${slug}/competition/${lotId}`);
      const links = async () =>
        (
          await Promise.all(
            page
              .frames()
              .map((each) =>
                each
                  .locator("a[data-buy]")
                  .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? "")),
              ),
          )
        ).flat();
      await expect.poll(async () => (await links()).some((href) => href.includes("affiliate=jo"))).toBe(true);
      await page.evaluate("shown.unmount()");
      expect(await page.evaluate("document.querySelector('#place').innerHTML")).toBe("");
    },
  );
});

it("the guide's pinned script is one that browsers accept, and the addresses that it names are there", async () => {
  const { json } = await service.call("GET", "/embed.json");
  const { url, integrity } = json["embed.js"];
  const pinned = example("html", "integrity=")
    .replace(/src="[^"]*"/, `src="${url}"`)
    .replace(/integrity="[^"]*"/, `integrity="${integrity}"`);
  expect(example("html", "integrity=")).toContain(`src="${service.baseUrl}/assets/embed-`);
  await onShop(pinned, async (page) => {
    expect(await page.evaluate("Object.keys(Service).sort()")).toEqual([
      "checkout",
      "lot",
      "noConflict",
      "open",
      "results",
    ]);
  });

  const widget = json["widget.js"];
  const pinnedTag = `<script src="${widget.url}" integrity="${widget.integrity}" crossorigin="anonymous" data-org="${partner.organisation.slug}"></script>`;
  await onShop(pinnedTag, async (_page, frame) => {
    await frame(`/embed/${partner.organisation.slug}`);
  });

  // Addresses that the guide names beside its examples.
  for (const [, named] of guide.matchAll(/`(\S+:\/\/127\.0\.0\.1:\d+\/(?:embed|checkout)[^`…]*)`/g)) {
    const { pathname } = new URL(named!);
    expect((await service.call("GET", pathname)).status, named).toBe(200);
  }
  const types = (await service.call("GET", "/embed.esm.d.ts")).text;
  for (const name of ["lot", "results", "checkout"])
    expect(types).toContain(`export declare function ${name}(`);
});

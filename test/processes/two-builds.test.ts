import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Launched, sharedBrowser } from "../support/browser/browser.ts";
import { Partner } from "../support/builders/partner.ts";
import { createDatabase } from "../support/database/database.ts";
import { buildNextVersion, type NextVersion } from "../support/service/next-version.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

/** Every script and style that a page names. */
const NAMED = /(?:src|href)="[^"]*(\/assets\/[^"]+)"/g;

let setUp: TestService;
let path: string;
let launched: Launched;
/** Its pages look and work a little otherwise. */
let nextVersion: NextVersion;
/** The address for buyers: one process serves files, the other everything else. */
let front: Server;
let base: string;
let [files, rest]: [ServiceProcess | null, ServiceProcess | null] = [null, null];

const database = opened(createDatabase);
beforeAll(async () => {
  [setUp, launched, nextVersion] = await Promise.all([
    TestService.open({ databaseUrl: database.url }),
    sharedBrowser(),
    buildNextVersion({
      migrations: {},
      web: {
        "web/styles/page.css": "\n.card { outline: 3px dotted rgb(1, 2, 3); }\n",
        "web/browser/framed.ts": '\ndocument.documentElement.dataset.build = "next";\n',
        "web/browser/global/embed-global.ts": '\ndocument.documentElement.dataset.embed = "next";\n',
      },
    }),
  ]);
  const partner = await Partner.add(setUp, { slug: "shop" });
  path = `/embed/shop/competition/${(await partner.lot()).id}`;
  front = createServer(async (request, response) => {
    const { url = "/" } = request;
    const answer = await fetch((url.startsWith("/assets/") ? files : rest)!.origin + url);
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers)
      if (!/^(content-(encoding|length)|transfer-encoding|connection)$/.test(name))
        response.setHeader(name, value);
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  base = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await launched?.browser?.close();
  await killProcesses();
  front?.closeAllConnections();
  front?.close();
  await setUp?.stop();
  await nextVersion?.remove();
});

const start = (command?: NextVersion["command"]) =>
  ServiceProcess.start(database.url, { command, environment: { BASE_URL: base } });
/** Returns the files that a process's page links, by name without the hash. */
async function assetsOf(service: ServiceProcess): Promise<Map<string, string>> {
  const { text } = await service.call("GET", path);
  const named = [...text.matchAll(NAMED)].map(([, asset]) => asset!);
  return new Map(named.map((asset) => [asset.replace(/-[0-9a-f]{16}\./, "."), asset]));
}

it("while two builds serve, and after the first is gone, pages of either find their files at the other, and pinned scripts stay what they were", async ({
  skip,
}) => {
  const [former, next] = [await start(), await start(nextVersion.command)];
  const [its, others] = [await assetsOf(former), await assetsOf(next)];
  expect([...others.keys()]).toEqual([...its.keys()]);
  for (const plain of ["/assets/page.css", "/assets/framed.js"])
    expect(others.get(plain)).not.toBe(its.get(plain));
  for (const [asset, own, other] of [
    ...[...its.values()].map((asset) => [asset, former, next] as const),
    ...[...others.values()].map((asset) => [asset, next, former] as const),
  ]) {
    const [expected, found] = [await own.call("GET", asset), await other.call("GET", asset)];
    expect([found.status, found.headers.get("Cache-Control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect(found.headers.get("Content-Type")).toBe(expected.headers.get("Content-Type"));
    expect(found.text).toBe(expected.text);
  }
  const { url, integrity } = (await former.call("GET", "/embed.json")).json["embed.js"];
  const current = (await next.call("GET", "/embed.json")).json["embed.js"];
  expect(current.url).not.toBe(url);

  const build = async (page: ServiceProcess, assets: ServiceProcess) => {
    [rest, files] = [page, assets];
    return launched.browser ? shown(launched.browser, { url, integrity }) : null;
  };
  const outcomes = [await build(former, next), await build(next, former)];
  await former.stop();
  // It never served them before, and the process that made them is gone.
  const fresh = await start(nextVersion.command);
  const { pathname } = new URL(url);
  const kept = await fresh.call("GET", pathname);
  expect(`sha384-${hash("sha384", kept.text, "base64")}`).toBe(integrity);
  outcomes.push(await build(next, fresh));
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const formerly = { outline: "none", build: null, pinned: "function", embed: null, complaints: [] };
  const now = { ...formerly, outline: "dotted", build: "next" };
  expect(outcomes).toEqual([formerly, now, now]);
});

/** Returns a page's look, and the effect of a script that a partner has pinned. */
async function shown(
  browser: NonNullable<Launched["browser"]>,
  pinned: { readonly url: string; readonly integrity: string },
): Promise<object> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(base + path);
  const look = `({
    outline: getComputedStyle(document.querySelector(".card")).outlineStyle,
    build: document.documentElement.dataset.build ?? null,
  })`;
  const page1 = (await page.evaluate(look)) as object;
  await page.route("**/shop", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
        <script src="${pinned.url}" integrity="${pinned.integrity}" crossorigin></script>`,
    }),
  );
  await page.goto(`${base}/shop`);
  const embed = `({
    pinned: typeof globalThis.Service?.lot,
    embed: document.documentElement.dataset.embed ?? null,
  })`;
  const page2 = (await page.evaluate(embed)) as object;
  await page.close();
  return { ...page1, ...page2, complaints };
}

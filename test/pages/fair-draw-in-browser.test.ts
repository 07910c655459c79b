import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { expect } from "vitest";
import { FAIR_DRAW_VECTORS, fairDrawVectors } from "../support/draws/fair-draw-vectors.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";
import { LocalServer } from "../support/receivers/local-server.ts";

const ROOT = new URL("../../", import.meta.url);
const SERVED =
  /^\/(?:src\/(?:fair-draws|shared(?:\/\w+)?)|node_modules\/(?:@noble\/hashes|canonicalize\/lib))\/[\w-]+\.(?:ts|js)$/;
/** Import map in place of a bundler. */
const PAGE = `<!doctype html><title>Draw</title><script type="importmap">
{ "imports": {
  "@noble/hashes/": "/node_modules/@noble/hashes/",
  "canonicalize": "/node_modules/canonicalize/lib/canonicalize.js"
} }
</script>
<script type="module">
  const { readJson } = await import("/src/shared/json.ts");
  globalThis.fairDraw = { ...(await import("/src/fair-draws/fair-draw.ts")), readJson };
</script>`;

const browser = openBrowser();
const server = opened(() => LocalServer.listen((request, response) => void serve(request, response)));

async function serve({ url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url === "/vectors") return void response.end(await readFile(FAIR_DRAW_VECTORS));
  if (url === "/") return void response.setHeader("content-type", "text/html").end(PAGE);
  if (!SERVED.test(url)) return void response.writeHead(404).end();
  const source = await readFile(new URL(`.${url}`, ROOT), "utf8");
  response.setHeader("content-type", "text/javascript");
  response.end(url.endsWith(".ts") ? stripTypeScriptTypes(source) : source);
}

/** Runs in the page. */
const DRAW_ALL = `(async () => {
  const { serverSeedHash, candidatesHash, winnerIndices, readJson } = fairDraw;
  const text = await (await fetch("/vectors")).text();
  const vectors = readJson(text, { maxDepth: 103, exchangeable: true });
  return vectors.map(({ serverSeed, clientSeed, nonce, candidates, pick }) => {
    const { range, prefix } = candidates;
    const list = range ? Array.from({ length: range }, (_, i) => (prefix ? prefix + i : i)) : candidates;
    const inputs = { clientSeed, nonce, candidatesHash: candidatesHash(list), candidateCount: list.length, pick };
    const hashes = { serverSeedHash: serverSeedHash(serverSeed), candidatesHash: inputs.candidatesHash };
    return { ...hashes, winnerIndices: winnerIndices(serverSeed, inputs) };
  });
})()`;

it("a browser draws every vector of fair-draw-v1 with the code of the server", async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${server.origin}/`);
  await page.waitForFunction("globalThis.fairDraw");
  const drawn = (await page.evaluate(DRAW_ALL)) as typeof fairDrawVectors;
  expect(complaints).toEqual([]);
  expect(drawn).toHaveLength(fairDrawVectors.length);
  for (const [index, vector] of fairDrawVectors.entries()) {
    const { serverSeedHash, candidatesHash, winnerIndices, winnerIndicesHash } = vector;
    const found = drawn[index]!;
    expect(found, vector.name).toMatchObject({ serverSeedHash, candidatesHash });
    expect(found.winnerIndices.slice(0, 10), vector.name).toEqual(winnerIndices.slice(0, 10));
    const expected = winnerIndicesHash ?? hash("sha256", JSON.stringify(winnerIndices), "hex");
    expect(hash("sha256", JSON.stringify(found.winnerIndices), "hex"), vector.name).toBe(expected);
  }
});

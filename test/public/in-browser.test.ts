import { readFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { expect } from "vitest";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";
import { LocalServer } from "../support/receivers/local-server.ts";

const ROOT = new URL("../../", import.meta.url);
const SERVED = /^\/node_modules\/@noble\/hashes\/[\w-]+\.js$/;
const PAGE = `<!doctype html><title>Shop</title><script type="importmap">
{ "imports": { "@noble/hashes/": "/node_modules/@noble/hashes/" } }
</script>
<script type="module">
  const { keccak_256 } = await import("@noble/hashes/sha3.js");
  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (byte) => Number.parseInt(byte, 16));
  const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  globalThis.winnerIndex = (blockHash, id, total) => {
    const input = bytesOf(blockHash.slice(2) + id.toString(16).padStart(64, "0"));
    return Number(BigInt("0x" + hexOf(keccak_256(input))) % BigInt(total));
  };
</script>`;

const rig = opened(() => DrawRig.open());
const browser = openBrowser();
const shop = opened(() => LocalServer.listen((request, response) => void serve(request, response)));

async function serve({ url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url === "/") return void response.setHeader("content-type", "text/html").end(PAGE);
  if (!SERVED.test(url)) return void response.writeHead(404).end();
  const source = await readFile(new URL(`.${url}`, ROOT), "utf8");
  response.setHeader("content-type", "text/javascript");
  response.end(source);
}

/** Runs in the page of the shop, which is of another origin than the service. */
const verifying = (draw: string, keyed: string) => `(async () => {
  const answer = await fetch(${JSON.stringify(draw)});
  const { data: document } = await answer.json();
  const tag = answer.headers.get("ETag");
  const again = await fetch(${JSON.stringify(draw)}, { headers: { "If-None-Match": tag } });
  const { commitment, winner } = document;
  const entries = [];
  let next = ${JSON.stringify(draw.replace(".json", "/entries.json?limit=2"))};
  while (next) {
    const page = await fetch(next);
    entries.push(...(await page.json()).data);
    const link = /<([^>]+)>/.exec(page.headers.get("Link") ?? "");
    next = link && new URL(link[1], page.url).href;
  }
  const tickets = entries.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i));
  const index = winnerIndex(winner.blockHash, document.competitionId, commitment.totalTickets);
  return {
    again: again.status,
    ranges: entries.length,
    tickets: tickets.length,
    computed: tickets[index],
    keyed: await fetch(${JSON.stringify(keyed)}).then(({ status }) => status, ({ name }) => name),
  };
})()`;

it("a page of another origin reads a draw and computes its winner, and cannot read the partner API", async () => {
  const lotId = await rig.drawn(3, 1, 4, 1, 5);
  const { winner } = await rig.document(lotId);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${shop.origin}/`);
  await page.waitForFunction("globalThis.winnerIndex");
  const { baseUrl } = rig.service;
  const draw = `${baseUrl}/embed/${rig.partner.organisation.slug}/competition/${lotId}/draw.json`;
  const found = await page.evaluate(verifying(draw, `${baseUrl}/api/v1/competitions/${lotId}/draw`));
  expect(complaints).toEqual([]);
  expect(found).toEqual({
    again: 304,
    ranges: 5,
    tickets: 14,
    computed: winner!.ticketNumber,
    keyed: "TypeError",
  });
});

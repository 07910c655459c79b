import type { Page } from "playwright-core";
import { expect } from "vitest";
import { nodeSha256 } from "../../../src/lot-draws/node-sha256.ts";
import type { DrawEntry } from "../../../src/lot-draws/lot-draw-document.ts";
import { inclusionProof, leafHash } from "../../../src/lot-draws/tickets-tree.ts";
import { DrawRig } from "../../lot-draws/draw-rig.ts";
import { press } from "../../support/browser/browser.ts";
import { OLDEST_BROWSER } from "../../support/browser/oldest-browser.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";

const browser = openBrowser();
const rig = opened(() => DrawRig.open({ environment: { EXPLORER_URL: "https://explorer.example/" } }));

let looks = 0;
/** Each time another, which no cache has kept. */
const addressOf = (lotId: number) =>
  `${rig.service.baseUrl}/embed/${rig.partner.organisation.slug}/competition/${lotId}/results?look=${(looks += 1)}`;

/** A page that keeps what its browser complained of. */
async function openPage(): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  await page.addInitScript(OLDEST_BROWSER);
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}

/** Presses the button and waits for the verdict. @returns the checks that failed, and the verdict */
async function verified(page: Page): Promise<{ failed: string[]; passed: string[]; verdict: string }> {
  await press(page.locator("button[data-part]"));
  await page.locator("#verification > .verdict:is(.passed, .failed)").waitFor();
  const names = (kind: string) =>
    page
      .locator(`#verification > .checks > .${kind}`)
      .evaluateAll((items) =>
        items.map((item) => (item as unknown as { dataset: { check: string } }).dataset.check),
      );
  const verdict = await page.locator("#verification > .verdict").textContent();
  return { failed: await names("failed"), passed: await names("passed"), verdict: verdict ?? "" };
}

it("a results page names each check of its draw with its values, and finds one's tickets", async () => {
  const lotId = await rig.sold(3, 1);
  const order = await rig.sell(lotId, 2);
  await rig.close(lotId);
  await rig.turn(lotId);
  const { page, complaints } = await openPage();
  await page.goto(addressOf(lotId));
  expect(await verified(page)).toEqual({
    failed: [],
    passed: ["status", "entries", "ranges", "tickets", "root"],
    verdict: "What is published so far matches. The winner is not decided yet.",
  });

  await rig.chain.mine(2_000);
  await rig.turn(lotId);
  rig.service.clock.advance(2_000);
  const { commitment, winner } = await rig.document(lotId);
  await page.goto(addressOf(lotId));
  const { failed, passed, verdict } = await verified(page);
  expect(failed).toEqual([]);
  expect(passed).toEqual("page status entries ranges tickets root index entry ticket".split(" "));
  expect(verdict).toBe(`Everything matches: ticket ${winner!.ticketNumber} won.`);
  expect(await page.locator("[data-check=root] code").textContent()).toBe(commitment!.ticketsRoot);
  // A check without a value says its name and whether it fits, in the page's words alone.
  const ordered = (await page.locator("[data-check=entries]").textContent())!;
  expect(ordered.replaceAll(/\s+/g, " ")).toBe("Ticket ranges ascend and none overlaps another Matches");
  const explorer = page.locator("#verification a");
  expect(await explorer.getAttribute("href")).toBe(
    `https://explorer.example/block/${commitment!.blockNumber}`,
  );
  await page.locator("#verification").getByText("No wallet was found").waitFor();

  const entries: DrawEntry[] = (
    await rig.service.call("GET", new URL(addressOf(lotId)).pathname.replace("results", "draw/entries.json"))
  ).json.data;
  const own = entries.at(-1)!;
  const find = async (text: string) => {
    await page.fill("#own", text);
    await page.press("#own", "Enter");
    await page.locator(".own .verdict:is(.passed, .failed)").waitFor();
    return page.locator(".own .verdict").textContent();
  };
  expect(await find(` \u200f${order}\u200e `)).toBe(
    `In the list that was drawn from: ${own.first}–${own.last}.`,
  );
  expect(await find("cs_nobody")).toBe("No ticket of this order is in the list.");
  const leaves = entries.map(({ first, last, orderHash }) => leafHash(first, last, orderHash, nodeSha256));
  const position = entries.length - 1;
  const path = inclusionProof(leaves, position, nodeSha256);
  const proof = { competitionId: lotId, entry: own, position, ranges: entries.length, path };
  expect(await find(JSON.stringify(proof))).toContain(`${own.first}–${own.last}`);
  const other = { ...proof, entry: { ...own, first: own.first - 1 } };
  expect(await find(JSON.stringify(other))).toBe("This proof does not belong to this draw.");
  expect(await find("{")).toBe("This proof does not belong to this draw.");
  expect(complaints).toEqual([]);
  await page.close();
});

/** The next digit, so that nothing but the value is wrong. */
const flipped = (text: string, at: number) =>
  text.slice(0, at) + ((Number.parseInt(text[at]!, 16) + 1) % 16).toString(16) + text.slice(at + 1);

it("one flipped digit in entries or record makes a named check fail", async () => {
  const lotId = await rig.drawn(3, 2, 4);
  const { page } = await openPage();
  type Change = (text: string) => string;
  const changes: Readonly<Record<string, readonly [file: string, change: Change, failing: string]>> = {
    order: ["entries.json", (text) => flipped(text, text.indexOf('"orderHash":"') + 13 + 40), "root"],
    range: ["entries.json", (text) => text.replace('"last":3', '"last":2'), "tickets"],
    overlap: ["entries.json", (text) => text.replace('"first":4', '"first":3'), "entries"],
    gibberish: ["entries.json", (text) => text.replace(/"orderHash":"./, '"orderHash":"x'), "entries"],
    root: ["draw.json", (text) => flipped(text, text.indexOf('"ticketsRoot":"') + 15), "root"],
    hash: ["draw.json", (text) => flipped(text, text.indexOf('"blockHash":"0x') + 20), "page"],
    index: [
      "draw.json",
      (text) => text.replace(/"winnerIndex":(\d)/, (_, n) => `"winnerIndex":${9 - n}`),
      "index",
    ],
    ticket: [
      "draw.json",
      (text) => text.replace(/"ticketNumber":(\d)/, (_, n) => `"ticketNumber":${11 - n}`),
      "ticket",
    ],
    total: ["draw.json", (text) => text.replace('"totalTickets":9', '"totalTickets":8'), "tickets"],
    form: ["draw.json", (text) => text.replace('"blockHash":"0x', '"blockHash":"0y'), "document"],
    other: [
      "draw.json",
      (text) => text.replace(`"competitionId":${lotId}`, '"competitionId":999'),
      "document",
    ],
  };
  for (const [name, [file, change, failing]] of Object.entries(changes)) {
    await page.route(`**/${file}*`, async (route) => {
      const answer = await route.fetch();
      const before = await answer.text();
      const body = change(before);
      expect(body, name).not.toBe(before);
      await route.fulfill({ response: answer, body });
    });
    await page.goto(addressOf(lotId));
    const { failed, verdict } = await verified(page);
    expect(failed, name).toContain(failing);
    expect(verdict, name).toContain("is not consistent");
    await page.unrouteAll();
  }
  await page.route("**/draw.json", (route) => route.abort());
  await page.goto(addressOf(lotId));
  expect((await verified(page)).verdict).toContain("could not be read");
  await page.unrouteAll();
  expect((await verified(page)).failed).toEqual([]);
  await page.close();
});

it("a record is read as others read it: names are what they are, however they are spelled, and none comes twice", async () => {
  const lotId = await rig.drawn(3, 2, 4);
  const { page } = await openPage();
  const cases: readonly [file: string, from: string, to: string, failing: readonly string[]][] = [
    ["draw.json", '"totalTickets":9', '"totalTickets":8,"totalTickets":9', ["document"]],
    ["entries.json", '"last":', String.raw`"last":7,"l\u0061st":`, ["document"]],
    ["entries.json", '"last":', String.raw`"l\u0061st":`, []],
  ];
  for (const [file, from, to, failing] of cases) {
    await page.route(`**/${file}*`, async (route) => {
      const answer = await route.fetch();
      const before = await answer.text();
      expect(before).toContain(from);
      await route.fulfill({ response: answer, body: before.replaceAll(from, to) });
    });
    await page.goto(addressOf(lotId));
    // Some browsers take a name that is spelled with escapes for one that stood in its place before.
    await page.evaluate(String.raw`JSON.parse('{"first":1,"l\\\\u0":0}')`);
    expect((await verified(page)).failed, to).toEqual(failing);
    await page.unrouteAll();
  }
  await page.close();
});

/** Announces a wallet as EIP-6963 has it, whose node says this. */
const announced = (name: string, chainId: number, hash: string | null) => `
  const provider = { request: async ({ method, params }) => method === "eth_chainId" ? "0x${chainId.toString(16)}"
    : ${hash === null ? "null" : `({ number: params[0], hash: "${hash}" })`} };
  const tell = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", {
    detail: Object.freeze({ info: { name: ${JSON.stringify(name)}, uuid: ${JSON.stringify(name)} }, provider }) }));
  addEventListener("eip6963:requestProvider", tell);
  tell();`;

it("the block is compared through the viewer's wallet, on the right chain", async () => {
  const lotId = await rig.drawn(2);
  const { chainId, winner } = await rig.document(lotId);
  const { page, complaints } = await openPage();
  const wrong = flipped(winner!.blockHash, 9);
  for (const [name, chain, hash] of [
    ["Good", chainId, winner!.blockHash],
    ["Lying", chainId, wrong],
    ["Elsewhere", 1, wrong],
    ["Behind", chainId, null],
  ] as const)
    await page.addInitScript(`{${announced(name, chain, hash)}}`);
  await page.addInitScript(`globalThis.ethereum = { request: () => Promise.reject(new Error("no")) }`);
  await page.goto(addressOf(lotId));
  await verified(page);
  const ask = async (name: string) => {
    await page.getByRole("button", { name: `Ask ${name}` }).click();
    const told = page.locator(".more section:first-child > [role=status]");
    await told.filter({ hasText: name }).waitFor();
    const failed = await page
      .locator(".more .checks .failed")
      .evaluateAll((items) =>
        items.map((item) => (item as unknown as { dataset: { check: string } }).dataset.check),
      );
    return { told: await told.textContent(), failed };
  };
  expect(await ask("Good")).toEqual({ told: "Good knows this block with the same hash.", failed: [] });
  expect(await ask("Lying")).toEqual({
    told: "Lying does not know this block with this hash.",
    failed: ["block"],
  });
  expect(await page.locator(".more [data-check=block] dd").allTextContents()).toEqual([
    winner!.blockHash,
    wrong,
  ]);
  expect((await ask("Elsewhere")).told).toContain(`Switch it to chain ${chainId}`);
  expect((await ask("Behind")).failed).toEqual(["block"]);
  expect(await page.getByRole("button", { name: "Ask" }).count()).toBe(4);
  expect(complaints).toEqual([]);
  await page.close();
  const { page: plain } = await openPage();
  await plain.addInitScript(`globalThis.ethereum = { request: () => Promise.reject(new Error("no")) }`);
  await plain.goto(addressOf(lotId));
  await verified(plain);
  await plain.getByRole("button", { name: "Ask Wallet of this browser" }).click();
  await plain.getByText("Wallet of this browser gave no answer about this block.").waitFor();
  await plain.close();
});

it("a draw by a verifiable random number is computed from its seed, and its transaction is linked", async () => {
  const lotId = await rig.drawn(5);
  const { winner } = await rig.document(lotId);
  const { ticketNumber, winnerIndex } = winner!;
  const proof = {
    method: "vrf",
    seed: String(5n * 10n ** 60n + BigInt(winnerIndex)),
    winnerIndex,
    totalTickets: 5,
    vrfRequestId: "77",
    fulfillmentTx: `0x${"ab".repeat(32)}`,
    blockNumber: null,
  };
  const { page, complaints } = await openPage();
  const show = async (shown: object) => {
    await rig.rows("update winner set proof = $2 where lot_id = $1", lotId, JSON.stringify(shown));
    rig.service.clock.advance(2_000);
    await page.goto(addressOf(lotId));
    return verified(page);
  };
  const good = await show(proof);
  expect(good.failed).toEqual([]);
  expect(good.passed).toEqual("index entries ranges tickets root total ticket".split(" "));
  expect(good.verdict).toBe(`Everything matches: ticket ${ticketNumber} won.`);
  expect(await page.locator("#verification a").first().getAttribute("href")).toBe(
    `https://explorer.example/tx/${proof.fulfillmentTx}`,
  );
  expect(await page.locator("[data-check=index] strong").textContent()).toBe("Index that the seed gives");
  const bad = await show({ ...proof, seed: flipped(proof.seed, 60) });
  expect(bad.failed).toContain("index");
  expect(complaints).toEqual([]);
  await page.close();
});

it("verifying is done by keyboard, the verdict is said, and a list of 100,000 ranges leaves the page alive", async () => {
  const lotId = await rig.drawn(2, 2);
  const { page } = await openPage();
  const RANGES = 100_000;
  const hash = "5".repeat(64);
  await page.route("**/entries.json*", (route) => {
    const after = Number(new URL(route.request().url()).searchParams.get("after") ?? 0);
    const data = Array.from({ length: 10_000 }, (_, at) => ({
      first: after + at + 1,
      last: after + at + 1,
      orderHash: hash,
    }));
    const more = after + 10_000 < RANGES;
    return route.fulfill({ json: { data }, headers: more ? { Link: `<x>; rel="next"` } : {} });
  });
  await page.goto(addressOf(lotId));
  await page.evaluate(`globalThis.turns = 0; setInterval(() => (globalThis.turns += 1), 0)`);
  await page.locator("button[data-part]").focus();
  await page.keyboard.press("Enter");
  await page.locator("#verification > .verdict.failed").waitFor({ timeout: 60_000 });
  // The page had its turn again and again while the list was read.
  expect(Number(await page.evaluate("globalThis.turns"))).toBeGreaterThan(20);
  const ranges = page.locator("[data-check=ranges] dd");
  expect(await ranges.allTextContents()).toEqual(["2", "100000"]);
  expect(await page.locator("#verification > [role=status]").textContent()).toContain(
    "Number of ticket ranges",
  );
  expect(await page.evaluate("document.activeElement.textContent")).toContain("Verify again");
  await page.close();
});

import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, inject, it } from "vitest";
import { drawOnChain } from "../../tools/chain/draw-on-chain.ts";
import type { DrawEntry, LotDrawDocument } from "../../src/lot-draws/lot-draw-document.ts";
import { documentLine, entryLine } from "../../src/lot-draws/lot-draw-file.ts";
import { checkOnchainDraw, type OnchainDraw } from "../../src/lot-draws/vrf/onchain-draw-check.ts";
import { firstWord, provenOutput, vrfInput, vrfKeyHash } from "../../src/lot-draws/vrf/vrf-proof.ts";
import type { Hex } from "../../ports/chain.ts";
import { PLAIN } from "../support/service/compile-cache.ts";
import { RaffleBench } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

it("the published vector of a proven number gives its output, and none with another bit in any part", async () => {
  const vector = JSON.parse(
    await readFile(new URL("../vectors/vrf-proof.json", import.meta.url), "utf8"),
  ) as Record<string, Hex> & { tickets: number; ticket: number };
  const number = (name: string) => BigInt(vector[name] as Hex);
  const parts = ["publicKeyX", "publicKeyY", "gammaX", "gammaY", "c", "s", "preSeed", "blockHash"];
  const outputWith = (changed: string | null) => {
    const value = (name: string) => (name === changed ? number(name) ^ 1n : number(name));
    const proof = {
      publicKey: [value("publicKeyX"), value("publicKeyY")],
      gamma: [value("gammaX"), value("gammaY")],
      c: value("c"),
      s: value("s"),
    } as const;
    const blockHash = `0x${value("blockHash").toString(16).padStart(64, "0")}`;
    return provenOutput(proof, vrfInput(value("preSeed"), blockHash));
  };
  expect(outputWith(null)).toBe(number("output"));
  for (const part of parts) expect(outputWith(part), part).toBeNull();
  expect(vrfKeyHash([number("publicKeyX"), number("publicKeyY")])).toBe(number("keyHash"));
  expect(firstWord(number("output"))).toBe(number("seed"));
  expect(Number(number("seed") % BigInt(vector.tickets)) + 1).toBe(vector.ticket);
});

const hex = (number: bigint) => `0x${number.toString(16).padStart(64, "0")}` as const;

/** Returns the document that the service publishes. */
function documentOf(
  { contract, request, drawn }: OnchainDraw,
  lotId: bigint,
  entries: readonly DrawEntry[],
): LotDrawDocument {
  const at = "2026-01-01T00:00:00.000Z";
  const { ticket, transactionHash, blockNumber } = drawn!;
  return {
    competitionId: Number(lotId),
    status: "drawn",
    chainId: 31_337,
    commitment: null,
    voidedCommitments: [],
    winner: null,
    method: "vrf",
    contract,
    request: {
      vrfRequestId: String(request!.requestId),
      tickets: request!.tickets,
      requestTx: request!.transactionHash,
      requestedAt: at,
    },
    answer: {
      seed: hex(drawn!.seed),
      winnerIndex: ticket - 1,
      ticketNumber: ticket,
      fulfillmentTx: transactionHash,
      blockNumber,
      entry: entries.find(({ first, last }) => first <= ticket && ticket <= last)!,
      drawnAt: at,
    },
  };
}

describe("npm run verify, given contract, lot and node alone", () => {
  let lotId: bigint;
  let draw: OnchainDraw;
  const bench = opened(() => RaffleBench.open());
  beforeAll(async () => {
    let requestId: bigint;
    ({ lotId, requestId } = await bench.requested([3, 1, 5, 2]));
    await bench.chain.answer(requestId);
    ({ draw } = await drawOnChain({ contract: contract(), lotId, rpc: bench.chain.url, fromBlock: 0 }));
  });

  const contract = () => bench.chain.raffle.address.toLowerCase() as Hex;
  const verify = async (rpc: string, ...more: string[]) => {
    const args = [
      join(inject("bundles"), "verify.js"),
      "--contract",
      contract(),
      "--rpc",
      rpc,
      "--lot",
      String(lotId),
      ...more,
    ];
    const ended = run(process.execPath, args, { cwd: ROOT, env: PLAIN });
    const { stdout } = await ended.catch((error: { stdout: string }) => error);
    return { code: ended.child.exitCode, stdout };
  };
  const failures = (changed: Partial<OnchainDraw>) =>
    checkOnchainDraw({ ...draw, ...changed })
      .filter(({ passed }) => !passed)
      .map(({ name }) => name);

  it("exits 0 for a draw that fits, and 1 when a node changes a digit of its seed", async () => {
    const { code, stdout } = await verify(bench.chain.url);
    expect(stdout).toContain(`verified: ticket ${draw.drawn!.ticket} of ${draw.drawn!.winner} won`);
    expect(code).toBe(0);
    const seed = draw.drawn!.seed.toString(16).padStart(64, "0");
    const changed = `${seed.slice(0, -1)}${seed.endsWith("0") ? "1" : "0"}`;
    const lying = await lyingNode(bench.chain.url, seed, changed);
    try {
      const refused = await verify(`http://127.0.0.1:${(lying.address() as AddressInfo).port}`);
      expect(refused.stdout).toMatch(/FAILED: seed/);
      expect(refused.code).toBe(1);
    } finally {
      lying.closeAllConnections();
      lying.close();
    }
  });

  it("is said by a program of another language, too, which shares nothing with the service", async ({
    skip,
  }) => {
    const { error } = spawnSync("python3", ["--version"]);
    if (error) return skip(`there is no Python: ${error.message}`);
    const verified = async (rpc: string) => {
      const script = join(ROOT, "test/raffle-contract/verify_on_chain.py");
      const ended = run("python3", ["-B", script, rpc, contract(), String(lotId)]);
      const { stdout } = await ended.catch((failed: { stdout: string }) => failed);
      return [ended.child.exitCode, stdout.trim()];
    };
    const { ticket, winner, seed } = draw.drawn!;
    const coordinator = bench.chain.coordinator.address.toLowerCase();
    const expected = `verified: ticket ${ticket} of ${winner} won; coordinator ${coordinator}`;
    expect(await verified(bench.chain.url)).toEqual([0, expected]);
    // The output that the coordinator logs, a coordinate in the proof, the seed.
    const other = (digits: string) => `${digits.slice(0, -1)}${digits.endsWith("0") ? "1" : "0"}`;
    const word = (number: bigint) => number.toString(16).padStart(64, "0");
    const place = draw.answerInput!.indexOf(word(draw.coordinatorRequest!.preSeed));
    const gamma = draw.answerInput!.slice(place - 4 * 64, place - 3 * 64);
    for (const [digits, what] of [
      [word(draw.fulfilled!.output), "proof"],
      [gamma, "proof"],
      [word(seed), "seed"],
    ] as const) {
      const lying = await lyingNode(bench.chain.url, digits, other(digits));
      const { port } = lying.address() as AddressInfo;
      expect(await verified(`http://127.0.0.1:${port}`)).toEqual([1, `FAILED: ${what}`]);
      lying.closeAllConnections();
      lying.close();
    }
  });

  it("compares a draw file with the contract: a changed seed, entry or answer exits 1", async () => {
    const { request, drawn, purchases } = draw;
    const entries = purchases.map(({ first, last, transactionHash }) => {
      const orderHash = createHash("sha256").update(transactionHash).digest("hex");
      return { first, last, orderHash };
    });
    const { ticket, transactionHash } = drawn!;
    const document = documentOf(draw, lotId, entries);
    const text = documentLine(document) + entries.map((entry) => entryLine(entry)).join("");
    const folder = await mkdtemp(join(tmpdir(), "verify-chain-"));
    const verdict = async (name: string, content: string, ...more: string[]) => {
      const file = join(folder, name);
      await writeFile(file, content);
      const ended = run(process.execPath, [join(inject("bundles"), "verify.js"), file, ...more], {
        cwd: ROOT,
        env: PLAIN,
      });
      const { stdout } = await ended.catch((error: { stdout: string }) => error);
      return { code: ended.child.exitCode, last: stdout.trim().split("\n").at(-1) };
    };
    // Adding the number of tickets keeps the winner, so that nothing but the chain shows it.
    const other = hex(drawn!.seed + BigInt(request!.tickets));
    const loser = entries.find(({ first, last }) => ticket < first || ticket > last)!;
    const moved = `${loser.orderHash.slice(0, -1)}${loser.orderHash.endsWith("0") ? "1" : "0"}`;
    const node = ["--rpc", bench.chain.url];
    try {
      const [alone, complete, seed, entry, answer] = await Promise.all([
        verdict("alone", text),
        verdict("whole", text, ...node),
        verdict("seed", text.replace(hex(drawn!.seed), other), ...node),
        verdict("entry", text.replaceAll(loser.orderHash, moved), ...node),
        verdict("answer", text.replace(transactionHash, request!.transactionHash), ...node),
      ]);
      expect(alone).toEqual({
        code: 0,
        last: expect.stringContaining(`ticket ${ticket} won; that the seed`),
      });
      expect(complete).toEqual({
        code: 0,
        last: expect.stringContaining(`ticket ${ticket} won; compare contract`),
      });
      expect(seed).toEqual({ code: 1, last: "FAILED: answer.seed" });
      expect(entry).toEqual({ code: 1, last: "FAILED: chain.entries" });
      expect(answer).toEqual({ code: 1, last: "FAILED: answer.fulfillmentTx" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("finds each thing that was changed", () => {
    const { purchases, request, coordinatorRequest: vrf, drawn, fulfilled, answerInput, terms } = draw;
    expect(failures({})).toEqual([]);
    const without = (place: number) => purchases.filter((_, other) => other !== place);
    expect(failures({ purchases: without(1) })).toContain("purchases");
    expect(failures({ purchases: without(3) })).toContain("tickets");
    const [first, ...rest] = purchases;
    expect(failures({ purchases: [{ ...first!, last: first!.last - 1 }, ...rest] })).toContain("purchases");
    expect(failures({ purchases: [{ ...first!, blockNumber: request!.blockNumber + 1 }, ...rest] })).toEqual(
      expect.arrayContaining(["purchases"]),
    );
    expect(failures({ purchases: [{ ...first!, cost: first!.cost - 1n }, ...rest] })).toEqual(["terms"]);
    expect(failures({ terms: { ...terms!, maxTickets: 10 } })).toEqual(["tickets"]);
    expect(failures({ terms: null })).toContain("terms");
    expect(failures({ request: { ...request!, tickets: 10 } })).toContain("tickets");
    expect(failures({ coordinatorRequest: { ...vrf!, sender: drawn!.winner } })).toEqual(["request"]);
    expect(failures({ coordinatorRequest: { ...vrf!, keyHash: vrf!.keyHash ^ 1n } })).toEqual([
      "request",
      "proof",
    ]);
    expect(failures({ coordinatorRequest: { ...vrf!, preSeed: vrf!.preSeed ^ 1n } })).toEqual([
      "request",
      "proof",
    ]);
    expect(failures({ coordinatorRequest: { ...vrf!, blockHash: `0x${"12".repeat(32)}` } })).toEqual([
      "proof",
    ]);
    expect(failures({ coordinator: drawn!.winner })).toEqual(["request", "proof"]);
    expect(failures({ fulfilled: { ...fulfilled!, success: false } })).toEqual(["proof"]);
    expect(failures({ fulfilled: { ...fulfilled!, output: fulfilled!.output ^ 1n } })).toEqual([
      "proof",
      "seed",
    ]);
    expect(failures({ drawn: { ...drawn!, seed: drawn!.seed ^ 1n } })).toContain("seed");
    expect(failures({ drawn: { ...drawn!, ticket: drawn!.ticket + 1 } })).toEqual(["ticket"]);
    expect(failures({ drawn: { ...drawn!, winner: contract() } })).toEqual(["winner"]);
    expect(failures({ drawn: null })).toEqual(["answer"]);
    expect(failures({ request: null })).toEqual(["request"]);
    // Any digit of public key, gamma, c or s.
    for (let digit = 2 + 8; digit < 2 + 8 + 6 * 64; digit += 37) {
      const other = answerInput![digit] === "0" ? "1" : "0";
      const input = `${answerInput!.slice(0, digit)}${other}${answerInput!.slice(digit + 1)}` as Hex;
      expect(failures({ answerInput: input }), String(digit)).toEqual(["proof"]);
    }
    // An answer in a batch has the proof elsewhere.
    expect(failures({ answerInput: `0x${"ab".repeat(101)}${answerInput!.slice(2)}` })).toEqual([]);
  });

  async function lyingNode(url: string, from: string, to: string): Promise<Server> {
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const headers = { "content-type": "application/json" };
      const answer = await fetch(url, { method: "POST", headers, body });
      response.end((await answer.text()).replaceAll(from, to));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return server;
  }
});

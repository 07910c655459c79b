import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, inject, it } from "vitest";
import type { Call } from "../../../clients/cli/src/command.ts";
import { VERIFY_COMMANDS } from "../../../clients/cli/src/commands/verify.ts";
import { Output } from "../../../clients/cli/src/output.ts";
import type { Hex } from "../../../ports/chain.ts";
import {
  Candidates,
  checkFairDraw,
  FairDrawAnswer,
  FairDrawCommitment,
  readAs,
} from "../../../src/fair-draws/fair-draw-check.ts";
import { checkLotDraw } from "../../../src/lot-draws/lot-draw-check.ts";
import type { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import { readDrawFile } from "../../../src/lot-draws/lot-draw-file.ts";
import { candidatesOf, fairDrawVector } from "../../support/draws/fair-draw-vectors.ts";
import { drawFile, drawOf, drawVector } from "../../support/draws/lot-draw-vectors.ts";
import { opened } from "../../support/opened.ts";
import { PLAIN } from "../../support/service/compile-cache.ts";
import { profileFolder, raffle } from "../support/command-line.ts";

const VECTOR = drawVector("three ranges");
const { document, entries } = drawOf(VECTOR);
const folder = profileFolder();

/** Served texts, by path. */
const texts = new Map<string, string>();
const pages = opened(
  async () => {
    const server = createServer(async (request, response) => {
      const { method } = request.method === "POST" ? JSON.parse(await text(request)) : { method: "" };
      const body = texts.get(`${request.url!.split("?")[0]}${method}`);
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return server;
  },
  (server) => server.close(),
);
const origin = () => `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;

const onChain: LotDrawDocument = {
  ...document,
  commitment: null,
  winner: null,
  method: "vrf",
  contract: `0x${"Ab".repeat(20)}`,
  request: {
    vrfRequestId: "77",
    tickets: VECTOR.totalTickets,
    requestTx: `0x${"1".repeat(64)}`,
    requestedAt: "2026-11-20T12:00:00.000Z",
  },
  answer: {
    seed: `0x${(VECTOR.winnerIndex + VECTOR.totalTickets).toString(16).padStart(64, "0")}` as Hex,
    winnerIndex: VECTOR.winnerIndex,
    ticketNumber: VECTOR.ticketNumber,
    fulfillmentTx: `0x${"2".repeat(64)}`,
    blockNumber: 1_205,
    entry: document.winner!.entry,
    drawnAt: "2026-11-20T12:03:00.000Z",
  },
};

const fair = fairDrawVector("three of five");
const candidates = candidatesOf(fair.candidates);
const { serverSeedHash, serverSeed, clientSeed, nonce, candidatesHash, pick, winnerIndices } = fair;
const proof = { alg: "fair-draw-v1", serverSeedHash, serverSeed, clientSeed, nonce, candidatesHash, pick };
const proven = {
  answer: {
    result: { winners: winnerIndices.map((index) => candidates[index]), winnerIndices },
    proof: { ...proof, candidateCount: candidates.length, winnerIndices },
  },
  candidates,
  commitment: { serverSeedHash, algorithm: "fair-draw-v1" },
};

interface Verdict {
  readonly verified: boolean;
  /** Empty: the draw cannot be read. */
  readonly checks: readonly (readonly [name: string, passed: boolean])[];
}

const verdictOf = (checks: readonly { readonly name: string; readonly passed: boolean }[]): Verdict => ({
  verified: checks.every(({ passed }) => passed),
  checks: checks.map(({ name, passed }) => [name, passed]),
});
const UNREADABLE: Verdict = { verified: false, checks: [] };

let count = 0;
/** Writes a file. @returns its path */
async function file(content: string): Promise<string> {
  const path = join(folder.path, `${(count += 1)}`);
  await writeFile(path, content);
  return path;
}

/** The verdict of `raffle verify`. */
async function byRaffle(source: string, options: Call["options"] = {}): Promise<Verdict> {
  const lines: string[] = [];
  const output = new Output(
    (line) => void lines.push(line),
    () => undefined,
    true,
  );
  const call = { arguments: [source], options, output } as unknown as Call;
  const verified = await VERIFY_COMMANDS[0]!.run(call).then(
    () => true,
    () => false,
  );
  const found = lines.map((line) => JSON.parse(line)).filter(({ name }) => name !== undefined);
  return { ...verdictOf(found), verified };
}

/** The verdict of `npm run verify` on a draw file. */
async function byService(content: string): Promise<Verdict> {
  try {
    const draw = await readDrawFile(
      (async function* () {
        yield content;
      })(),
    );
    const { method, contract } = draw.document;
    if (method === "vrf" && contract === undefined) return UNREADABLE;
    return verdictOf(await checkLotDraw(draw.document, draw.entries));
  } catch {
    return UNREADABLE;
  }
}

function proofByService({ answer, candidates: list, commitment }: typeof proven): Verdict {
  try {
    const [one, two, three] = [answer, list, commitment].map((value) => JSON.stringify(value) ?? "");
    const commit = readAs(FairDrawCommitment, three!);
    return verdictOf(checkFairDraw(readAs(FairDrawAnswer, one!), readAs(Candidates, two!), commit));
  } catch {
    return UNREADABLE;
  }
}

/** Yields copies of a value in each of which one member is another, is of another type, or is missing. */
function* falsified<T>(value: T, path = ""): Generator<readonly [name: string, value: T]> {
  if (typeof value !== "object" || value === null) return;
  const copy = () => structuredClone(value) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) {
    const here = `${path}.${name}`;
    if (typeof member === "number") yield [`${here} + 1`, { ...copy(), [name]: member + 1 } as T];
    if (typeof member === "string") yield [`${here} altered`, { ...copy(), [name]: altered(member) } as T];
    yield [
      `${here} of another type`,
      withMember(copy(), name, typeof member === "string" ? 7 : "seven") as T,
    ];
    const { [name]: _, ...rest } = copy();
    yield [`${here} missing`, (Array.isArray(value) ? value.toSpliced(Number(name), 1) : rest) as T];
    for (const [inner, changed] of falsified(member, here))
      yield [inner, withMember(copy(), name, changed) as T];
  }
}

function withMember(parent: Record<string, unknown>, name: string, value: unknown): unknown {
  if (Array.isArray(parent)) return parent.with(Number(name), value);
  return { ...parent, [name]: value };
}

function altered(member: string): string {
  if (member.endsWith("Z")) return member.replace("12:0", "13:0");
  return member.slice(0, -1) + (member.endsWith("1") ? "2" : "1");
}

describe("raffle verify has the verdict and the checks of npm run verify for", () => {
  const expectAlike = async (content: string, name: string): Promise<Verdict> => {
    const expected = await byService(content);
    const found = await byRaffle(await file(content));
    expect(found.verified, name).toBe(expected.verified);
    // One of them may refuse the form of what the other only finds wrong.
    if (expected.checks.length > 0 && found.checks.length > 0) expect(found, name).toEqual(expected);
    return found;
  };

  it.each<[string, LotDrawDocument]>([
    ["a draw by a block", document],
    ["a draw by a block with a voided commitment", withVoided()],
    ["what is committed", { ...document, status: "committed", winner: null }],
    ["a draw by a random number of a chain", onChain],
    ["what is requested on a chain", { ...onChain, status: "committed", answer: null }],
  ])("%s, also falsified in each member", async (_, genuine) => {
    const { verified } = await expectAlike(drawFile({ document: genuine, entries }), "genuine");
    expect(verified).toBe(true);
    for (const [name, changed] of falsified({ document: genuine, entries }))
      if (changed.document !== undefined && Array.isArray(changed.entries))
        await expectAlike(fileOf(changed), name);
  });

  it("one without a commitment, a request or an entry", async () => {
    const nothing = { status: "waiting", commitment: null, winner: null } as const;
    const cases = [{ ...document, ...nothing }, { ...onChain, request: null, answer: null }, document];
    for (const waiting of cases) {
      const { verified } = await expectAlike(drawFile({ document: waiting, entries: [] }), waiting.status);
      expect(verified).toBe(false);
    }
  });

  it("a draw file with other bytes", async () => {
    const content = drawFile({ document, entries });
    const cases = [
      content.slice(0, -1),
      content.slice(0, -9),
      "",
      content.replace(":", ": "),
      content.replace("[", "[ "),
      `${content}\n`,
      content.replaceAll("\n", "\r\n"),
      content.replace('"chainId"', '"chainId":1,"chainId"'),
      content.replace('"status"', '"st\\u0061tus"'),
    ];
    for (const changed of cases) expect((await expectAlike(changed, changed)).verified).toBe(false);
  });

  it("a fair draw, also falsified in each member", async () => {
    const expectFair = async (files: typeof proven, name: string) => {
      const expected = proofByService(files);
      const [source, list, commitment] = await Promise.all(
        [files.answer, files.candidates, files.commitment].map((value) => file(JSON.stringify(value) ?? "")),
      );
      const found = await byRaffle(source!, { candidates: list, commitment });
      if (expected.checks.length === 0) expect(found.verified, name).toBe(false);
      else expect(found, name).toEqual(expected);
      return found.verified;
    };
    expect(await expectFair(proven, "genuine")).toBe(true);
    for (const [name, changed] of falsified(proven)) expect(await expectFair(changed, name)).toBe(false);
  });
});

function withVoided(): LotDrawDocument {
  const voided = { ...document.commitment!, blockNumber: 1_100, voidedAt: "2026-11-20T12:00:30.000Z" };
  return { ...document, voidedCommitments: [voided] };
}

/** A draw file of what may be no draw. */
function fileOf({ document: first, entries: rest }: { document: unknown; entries: DrawEntry[] }): string {
  const lines = rest.map(({ first: from, last, orderHash }) => JSON.stringify([from, last, orderHash]));
  return [first === undefined ? "" : JSON.stringify(first), ...lines, ""].join("\n");
}

it("prints what npm run verify prints of a falsified draw, and exits as it does", async () => {
  const winner = { ...document.winner!, ticketNumber: 2, winnerIndex: 1 };
  const path = await file(drawFile({ document: { ...document, winner }, entries }));
  const script = spawn(process.execPath, [join(inject("bundles"), "verify.js"), path], { env: PLAIN });
  const [printed, [status]] = await Promise.all([text(script.stdout), once(script, "exit")]);
  const { exit, stdout, stderr } = await raffle(["verify", path]);
  const names = (lines: string) => lines.match(/^ {2}(passed|FAILED) {2}\S+/gm);
  expect([exit, names(stdout)]).toEqual([status, names(printed)]);
  expect(exit).toBe(1);
  expect(stderr).toBe("FAILED: winner.winnerIndex, winner.ticketNumber\n");
  expect(printed).toContain("FAILED: winner.winnerIndex, winner.ticketNumber");
});

describe("raffle verify of an address", () => {
  const path = `/embed/acme/competition/${VECTOR.competitionId}/draw`;
  const serve = () => {
    texts.set(`${path}.json`, JSON.stringify({ data: document }));
    texts.set(`${path}/entries.json`, JSON.stringify({ data: entries }));
    texts.set("/nodeeth_chainId", JSON.stringify({ result: "0x7a69" }));
    texts.set(
      "/nodeeth_getBlockByNumber",
      JSON.stringify({ result: { number: "0x4b5", hash: VECTOR.blockHash } }),
    );
    return `${origin()}${path}.json`;
  };

  it("keeps a draw file that verifies alone, and overwrites none", async () => {
    const url = serve();
    const kept = join(folder.path, "kept.ndjson");
    expect(await byRaffle(url, { save: kept })).toMatchObject({ verified: true });
    expect(await readFile(kept, "utf8")).toBe(drawFile({ document, entries }));
    expect(await byRaffle(kept)).toMatchObject({ verified: true });
    const again = await raffle(["verify", url, "--save", kept]);
    expect([again.exit, again.stderr]).toEqual([2, expect.stringContaining("EEXIST")]);
    expect(await readFile(kept, "utf8")).toBe(drawFile({ document, entries }));
    texts.set(`${path}/entries.json`, "[]");
    const half = join(folder.path, "half.ndjson");
    expect(await byRaffle(url, { save: half })).toMatchObject({ verified: false });
    expect(existsSync(half)).toBe(false);
  });

  it("compares the chain and the block with a node", async () => {
    const options = { rpc: `${origin()}/node` };
    const url = serve();
    const { verified, checks } = await byRaffle(url, options);
    expect(verified).toBe(true);
    expect(checks.at(-2)).toEqual(["chainId", true]);
    expect(checks.at(-1)).toEqual(["winner.blockHash", true]);
    texts.set("/nodeeth_chainId", JSON.stringify({ result: "0x1" }));
    expect((await byRaffle(url, options)).checks).toContainEqual(["chainId", false]);
    for (const [answer, last] of [
      [{ result: { number: "0x4b5", hash: `0x${"1".repeat(64)}` } }, ["winner.blockHash", false]],
      [{ result: null }, ["winner.blockHash", false]],
      [{ result: { number: "0x1", hash: VECTOR.blockHash } }, ["chainId", true]],
      [{ error: { message: "busy" } }, ["chainId", true]],
    ] as const) {
      serve();
      texts.set("/nodeeth_getBlockByNumber", JSON.stringify(answer));
      const seen = await byRaffle(url, options);
      expect([seen.verified, seen.checks.at(-1)]).toEqual([false, last]);
    }
  });

  it("fails for the draw of another competition", async () => {
    const url = serve();
    for (const end of [".json", "/entries.json"])
      texts.set(`/competition/9/draw${end}`, texts.get(path + end)!);
    const { verified, checks } = await byRaffle(`${new URL(url).origin}/competition/9/draw.json`);
    expect([verified, checks[0]]).toEqual([false, ["competitionId", false]]);
  });
});

it("says what an option is for, with 2", async () => {
  const path = await file(drawFile({ document, entries }));
  const chain = await file(drawFile({ document: onChain, entries }));
  for (const [words, reason] of [
    [[path, "--save", "x"], "read from their address"],
    [[path, "--rpc", "node"], "not an http address"],
    [[chain, "--rpc", "http://127.0.0.1:9/"], `npm run verify -- ${chain} --rpc`],
    [["none.ndjson"], "cannot be read"],
    [["http://127.0.0.1:9/api/v1/competitions/3/draw"], "no address"],
  ] as const) {
    const { exit, stderr } = await raffle(["verify", ...words], { env: { RAFFLE_CONFIG_DIR: folder.path } });
    expect([exit, stderr]).toEqual([2, expect.stringContaining(reason)]);
  }
});

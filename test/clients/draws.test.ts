import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, it } from "vitest";
import { DrawError } from "../../clients/typescript/src/draws.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { opened } from "../support/opened.ts";
import { candidatesOf, fairDrawVector, fairDrawVectors } from "../support/draws/fair-draw-vectors.ts";
import { drawOf, drawVector, drawVectors } from "../support/draws/lot-draw-vectors.ts";
import { describeClients } from "./support/clients.ts";

const PAGE_SIZE = 50;

/** Texts that are served, by path. */
const texts = new Map<string, string>();
const pages = opened(
  async () => {
    const server = createServer((request, response) => {
      const { pathname, search } = new URL(request.url!, "http://pages");
      const found = texts.get(pathname + search) ?? texts.get(pathname);
      expect(request.headers).not.toHaveProperty("authorization");
      const after = /after=(\d+)/.exec(search)?.[1] ?? "0";
      const more = texts.has(`${pathname}?after=${Number(after) + 1}`);
      const link = more ? { Link: `<${pathname}?after=${Number(after) + 1}>; rel="next"` } : {};
      response.writeHead(found === undefined ? 404 : 200, { "Content-Type": "application/json", ...link });
      response.end(found ?? '{"error":"not_found"}');
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return server;
  },
  (server) => server.close(),
);
let origin: string;
beforeAll(() => void (origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`));

type Draw = ReturnType<typeof drawOf>;
let count = 0;

/** Publishes a draw in pages. @returns its address */
function published({
  document,
  entries,
}: {
  readonly document: object;
  readonly entries: Draw["entries"];
}): string {
  const path = `/${(count += 1)}/draw`;
  texts.set(`${path}.json`, JSON.stringify({ data: document }));
  for (let at = 0; at === 0 || at * PAGE_SIZE < entries.length; at += 1) {
    const page = JSON.stringify({ data: entries.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE) });
    texts.set(`${path}/entries.json${at === 0 ? "" : `?after=${at}`}`, page);
  }
  return `${origin}${path}.json`;
}

/** Publishes an answer to a reveal, with its list. @returns its address */
function publishedProof(answer: unknown): string {
  const path = `/${(count += 1)}/proof.json`;
  texts.set(path, typeof answer === "string" ? answer : JSON.stringify(answer));
  return origin + path;
}

function proofOf(vector: (typeof fairDrawVectors)[number], winnerIndices = vector.winnerIndices) {
  const candidates = candidatesOf(vector.candidates);
  const { serverSeedHash, serverSeed, clientSeed, nonce, candidatesHash, pick } = vector;
  const inputs = { clientSeed, nonce, candidatesHash, candidateCount: candidates.length, pick };
  return {
    candidates,
    result: { winners: winnerIndices.map((index) => candidates[index]), winnerIndices },
    proof: { alg: "fair-draw-v1", serverSeedHash, serverSeed, ...inputs, winnerIndices },
  };
}

describeClients((client) => {
  const fault = async (verified: Promise<unknown>): Promise<DrawError> => {
    const error = await verified.then(
      () => expect.unreachable("it is not verified"),
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DrawError);
    return error as DrawError;
  };
  const { document, entries } = drawOf(drawVector("three ranges"));
  const winner = document.winner!;
  const commitment = document.commitment!;

  const NOTHING = { commitment: null, winner: null, request: null, answer: null };

  it("verifies each draw that another program computed", async () => {
    for (const vector of drawVectors) {
      const draw = await client.verifyDraw(published(drawOf(vector)));
      expect(draw, vector.name).toEqual({
        kind: "competition",
        ticketNumber: vector.ticketNumber,
        winnerIndices: [],
        compare: {
          chainId: 31_337,
          "commitment.blockNumber": 1_205,
          "winner.blockHash": vector.blockHash,
        },
      });
    }
  });

  it("verifies what is committed", async () => {
    const committed = { ...document, status: "committed", winner: null };
    const draw = await client.verifyDraw(published({ document: committed, entries }));
    expect(draw).toMatchObject({ ticketNumber: null, compare: { "commitment.blockNumber": 1_205 } });
  });

  it.each<[name: string, change: object, entries: Draw["entries"], code: string, member: string | null]>([
    [
      "another root",
      { commitment: { ...commitment, ticketsRoot: "0".repeat(64) } },
      entries,
      "mismatch",
      "commitment.ticketsRoot",
    ],
    ["more ranges", { commitment: { ...commitment, ranges: 4 } }, entries, "mismatch", "commitment.ranges"],
    [
      "another ticket",
      { winner: { ...winner, ticketNumber: 4 } },
      entries,
      "mismatch",
      "winner.ticketNumber",
    ],
    [
      "another position",
      { winner: { ...winner, winnerIndex: 5 } },
      entries,
      "mismatch",
      "winner.winnerIndex",
    ],
    ["another order", { winner: { ...winner, entry: entries[1] } }, entries, "mismatch", "winner.entry"],
    ["another status", { status: "committed" }, entries, "mismatch", "status"],
    [
      "no commitment",
      { status: "waiting", commitment: null, winner: null },
      entries,
      "nothing_committed",
      "commitment",
    ],
    ["ranges out of order", {}, entries.toReversed(), "mismatch", "entries"],
    ["a range too few", {}, entries.slice(1), "mismatch", "commitment.ranges"],
    ["a further member", { later: 1 }, entries, "unreadable", "document"],
    [
      "a ticket that is text",
      { winner: { ...winner, ticketNumber: "3" } },
      entries,
      "unreadable",
      "winner.ticketNumber",
    ],
    [
      "a random number of a chain",
      { status: "waiting", method: "vrf", contract: `0x${"ab".repeat(20)}`, ...NOTHING },
      [],
      "on_chain",
      null,
    ],
  ])("refuses a draw with %s", async (_, change, listed, code, member) => {
    const url = published({ document: { ...document, ...change }, entries: listed });
    expect(await fault(client.verifyDraw(url))).toMatchObject({ code, member });
  });

  it("verifies each fair draw that another program computed", async () => {
    const short = fairDrawVectors.filter(({ winnerIndicesHash }) => winnerIndicesHash === undefined);
    expect(short.length).toBeGreaterThan(40);
    for (const vector of short) {
      const { serverSeedHash, winnerIndices } = vector;
      const url = publishedProof(proofOf(vector));
      const draw = { kind: "list", ticketNumber: null, winnerIndices };
      const compare = { "proof.serverSeedHash": serverSeedHash };
      expect(await client.verifyDraw(url), vector.name).toEqual({ ...draw, compare });
      const committed = { serverSeedHash, algorithm: "fair-draw-v1" };
      expect(await client.verifyDraw(url, { commitment: committed })).toEqual({ ...draw, compare: {} });
    }
  });

  it("refuses a fair draw whose commitment, seed, list, number or winners are others", async () => {
    const fair = proofOf(fairDrawVector("three of five"));
    const { proof, result, candidates } = fair;
    const other = { serverSeedHash: "0".repeat(64), algorithm: "fair-draw-v1" };
    const check = async (answer: unknown) => (await fault(client.verifyDraw(publishedProof(answer)))).member;
    expect(await fault(client.verifyDraw(publishedProof(fair), { commitment: other }))).toMatchObject({
      code: "mismatch",
      member: "commitment.serverSeedHash",
    });
    const changed = (change: object) => ({ ...fair, proof: { ...proof, ...change } });
    expect(await check(changed({ alg: "fair-draw-v2" }))).toBe("proof.alg");
    expect(await check(changed({ serverSeed: "0".repeat(64) }))).toBe("proof.serverSeedHash");
    expect(await check(changed({ candidateCount: 6 }))).toBe("proof.candidateCount");
    expect(await check(changed({ nonce: "1" }))).toBe("proof.winnerIndices");
    expect(await check(changed({ pick: 6 }))).toBe("proof.pick");
    expect(await check(changed({ pick: true }))).toBe("proof.pick");
    expect(await check({ ...fair, candidates: candidates.toReversed() })).toBe("proof.candidatesHash");
    expect(await check({ ...fair, result: { ...result, winnerIndices: [4, 3, 0] } })).toBe(
      "result.winnerIndices",
    );
    expect(await check({ ...fair, result: { ...result, winners: ["eve"] } })).toBe("result.winners");
    expect(await check({ ...fair, candidates: undefined })).toBe("candidates");
  });

  it.each([
    ["a name twice", '{"a": 1, "\\u0061": 1}'],
    ["an integer that some readers round", "9007199254740992"],
    ["a number without end", "1e400"],
    ["half of a character", '"\\ud800"'],
    ["a comma at the end", "[1,]"],
    ["a line break in a text", '"\n"'],
    ["too many levels", `${"[".repeat(102)}${"]".repeat(102)}`],
  ])("refuses a list with %s", async (_, candidate) => {
    const fair = proofOf(fairDrawVector("three of five"));
    const json = JSON.stringify({ ...fair, candidates: ["here"] }).replace('"here"', candidate);
    expect(await fault(client.verifyDraw(publishedProof(json)))).toMatchObject({ code: "unreadable" });
  });

  it("throws the refusal where no draw is", async () => {
    await expect(client.verifyDraw(`${origin}/none/draw.json`)).rejects.toMatchObject({ status: 404 });
  });

  it("verifies what a service publishes", async () => {
    const rig = await DrawRig.open();
    try {
      const lotId = await rig.drawn(2, 7, 1);
      const { slug } = rig.partner.organisation;
      const { winner: drawn } = await rig.document(lotId);
      const url = `${rig.service.baseUrl}/embed/${slug}/competition/${lotId}/draw.json`;
      expect(await client.verifyDraw(url)).toMatchObject({
        ticketNumber: drawn!.ticketNumber,
        compare: { "winner.blockHash": drawn!.blockHash },
      });
    } finally {
      await rig.stop();
    }
  });
});

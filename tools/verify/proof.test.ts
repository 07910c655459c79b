import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { candidatesHash, winnerIndices as winnersOf } from "../../src/fair-draws/fair-draw.ts";
import { candidatesOf, fairDrawVector } from "../../test/support/draws/fair-draw-vectors.ts";
import { PLAIN } from "../../test/support/service/compile-cache.ts";

const SCRIPT = join(inject("bundles"), "verify.js");
const { candidates: list, name: _, winnerIndices, ...inputs } = fairDrawVector("entries as a shop has them");
const candidates = candidatesOf(list);
const PROOF = {
  result: { winners: winnerIndices.map((index) => candidates[index]), winnerIndices },
  proof: { alg: "fair-draw-v1", ...inputs, candidateCount: candidates.length, winnerIndices },
  costCents: 10,
};
const COMMITMENT = {
  drawId: "6f1c1d34-6e43-4cf4-9a35-6fdf3a4c6a51",
  serverSeedHash: inputs.serverSeedHash,
  algorithm: "fair-draw-v1",
  maxProofTtlSec: 60,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "verify-proof-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  return name;
}

function verify(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...parameters], {
    cwd: folder,
    env: PLAIN,
    encoding: "utf8",
  });
  return { status, output: stdout, errors: stderr };
}

/** Returns the answer to a reveal of one winner out of this list. */
function drawnFrom(list: readonly unknown[]): object {
  const { serverSeed, serverSeedHash, clientSeed, nonce } = inputs;
  const drawn = {
    clientSeed,
    nonce,
    candidatesHash: candidatesHash(list),
    candidateCount: list.length,
    pick: 1,
  };
  const indices = winnersOf(serverSeed, drawn);
  return {
    result: { winners: indices.map((index) => list[index]), winnerIndices: indices },
    proof: { alg: "fair-draw-v1", serverSeed, serverSeedHash, ...drawn, winnerIndices: indices },
  };
}

describe("npm run verify with the proof of a fair draw", () => {
  it("computes it again from one file, and says what else is to be compared", () => {
    const { status, output } = verify(fileOf("proof.json", { ...PROOF, candidates }));
    expect(output).toContain(
      'fair draw of 2 out of 3, client seed "client seed of: entries as a shop has them"',
    );
    expect(output).toContain(
      "verified: drawn were [0,2]; compare with the commitment: serverSeedHash ab3e5aa8",
    );
    expect(output).not.toContain("FAILED");
    expect(status).toBe(0);
  });

  it("takes the list and the commitment from separate files", () => {
    const proof = fileOf("bare.json", PROOF);
    const parameters = ["--candidates", fileOf("list.json", candidates)];
    const commitment = ["--commitment", fileOf("commit.json", COMMITMENT)];
    expect(verify(proof, ...parameters)).toMatchObject({ status: 0 });
    const { status, output } = verify(proof, ...parameters, ...commitment);
    expect(output).toMatch(/passed {2}commitment\.serverSeedHash/);
    expect(output).toMatch(/verified: drawn were \[0,2\]\n$/);
    expect(status).toBe(0);
  });

  it("fails and names the checks when the list is another", () => {
    const other = fileOf("other.json", candidates.toReversed());
    const { status, output } = verify(fileOf("proof.json", { ...PROOF, candidates }), "--candidates", other);
    expect(output).toContain("FAILED: proof.candidatesHash, result.winners\n");
    expect(output).not.toContain("verified");
    expect(status).toBe(1);
  });

  it("reads names that are spelled with escapes as they are, after any other text in the list", () => {
    const text = String.raw`[{"id":1,"\\u0":0},0,{"id":1,"\u0438\u043c\u044f":"Anna"}]`;
    const confused = [{ id: 1, "\\u0": 0 }, 0, { id: 1, "\\u0": "Anna" }];
    const real = [...confused.slice(0, 2), { id: 1, имя: "Anna" }];
    const parameters = ["--candidates", fileOf("escaped.json", text)];
    expect(verify(fileOf("real.json", drawnFrom(real)), ...parameters)).toMatchObject({ status: 0 });
    const { status, output } = verify(fileOf("confused.json", drawnFrom(confused)), ...parameters);
    expect(output).toContain("FAILED: proof.candidatesHash");
    expect(status).toBe(1);
  });

  it("fails when the seed is not the one that was committed to", () => {
    const other = fileOf("commit.json", { ...COMMITMENT, serverSeedHash: "0".repeat(64) });
    const proof = fileOf("proof.json", { ...PROOF, candidates });
    const { status, output } = verify(proof, "--commitment", other);
    expect(output).toContain("FAILED: commitment.serverSeedHash\n");
    expect(status).toBe(1);
  });

  it.each([
    ["has no list", PROOF, "candidates: "],
    ["is not whole", JSON.stringify(PROOF).slice(0, -1), "Not valid JSON"],
    ["is another answer", { error: "draw_already_revealed" }, "proof: "],
    ["can be read in two ways", '{"proof":1,"proof":2}', "twice in one object"],
  ])("fails when the file %s, and names it", (_, content, sentence) => {
    const { status, errors } = verify(fileOf("proof.json", content));
    expect(errors).toContain("proof.json cannot be used");
    expect(errors).toContain(sentence);
    expect(status).toBe(1);
  });

  it.each([
    ["a node", ["--rpc", "http://127.0.0.1:9"], "no block decides a fair draw"],
    ["a file to keep it in", ["--save", "kept"], "--save is for draws that are read from their address"],
  ])("called with %s exits with 2", (_, parameters, sentence) => {
    const { status, errors } = verify(fileOf("proof.json", { ...PROOF, candidates }), ...parameters);
    expect(errors).toContain(sentence);
    expect(status).toBe(2);
  });

  it("called with a list for a draw at an address exits with 2", () => {
    const address = "http://127.0.0.1:9/api/v1/competitions/1/draw";
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, address, "--candidates", "list.json"], {
      cwd: folder,
      env: { ...PLAIN, API_KEY: "sk_0123456789" },
      encoding: "utf8",
    });
    expect(stderr).toContain("--candidates and --commitment are for the proof of a fair draw");
    expect(status).toBe(2);
  });
});

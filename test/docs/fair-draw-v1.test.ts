import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { DrawWords } from "../../src/fair-draws/fair-draw.ts";
import {
  candidatesOf,
  FAIR_DRAW_VECTORS,
  fairDrawVector,
  fairDrawVectors,
} from "../support/draws/fair-draw-vectors.ts";

const page = readFileSync(new URL("../../docs/fair-draw-v1.md", import.meta.url), "utf8");

const { error: noPython } = spawnSync("python3", ["--version"]);
if (noPython) console.warn(`The documented Python is not run: ${noPython.message}`);
const needsPython = ({ skip }: TestContext) => {
  if (noPython) skip(`no python3: ${noPython.message}`);
};

describe("the worked example of docs/fair-draw-v1.md", () => {
  const { candidates, winnerIndices, serverSeed, ...vector } = fairDrawVector("three of five");
  const { clientSeed, nonce, candidatesHash, pick } = vector;
  const list = canonicalize(candidates)!;

  it("has the values of the vector, and of every step between", () => {
    const inputs = [clientSeed, nonce, candidatesHash, 5, pick];
    const words = new DrawWords(serverSeed, { clientSeed, nonce, candidatesHash, candidateCount: 5, pick });
    const block = Array.from({ length: 8 }, () => words.next().toString(16).padStart(8, "0")).join("");
    const steps = [
      `${vector.serverSeedHash}\n${Buffer.from(list).toString("hex")}\n${candidatesHash}\n`,
      `(${Buffer.byteLength(list)} bytes)`,
      `${canonicalize(["fair-draw-v1", ...inputs, 0])!}\n${block}\n`,
      `(${Buffer.byteLength(canonicalize(["fair-draw-v1", ...inputs, 0])!)} bytes)`,
      `\`winnerIndices\` is \`${JSON.stringify(winnerIndices)}\``,
    ];
    for (const step of steps) expect(page).toContain(step);
  });

  it("has a row of its table for each winner, and each follows from the words", () => {
    const row = /^\| (\d) \| `(\w{8})` = (\d+) \| (\d) \| (\d+) \| (\d) \| (\d) \| ([\d ]+) \|$/gm;
    const positions = [0, 1, 2, 3, 4];
    const words = new DrawWords(serverSeed, { clientSeed, nonce, candidatesHash, candidateCount: 5, pick });
    const rows = [...page.matchAll(row)];
    expect(rows).toHaveLength(pick);
    for (const [k, [, ...cells]] of rows.entries()) {
      const word = words.next();
      const m = 5 - k;
      const j = k + (word % m);
      [positions[k], positions[j]] = [positions[j]!, positions[k]!];
      const hex = word.toString(16).padStart(8, "0");
      const found = [k, hex, word, m, 2 ** 32 - (2 ** 32 % m), word % m, j, positions.join(" ")];
      expect(cells).toEqual(found.map(String));
    }
  });

  it("counts the vectors as they are", () => {
    expect(page).toContain(`[${fairDrawVectors.length} vectors](#test-vectors)`);
    expect(page).toContain(`has ${fairDrawVectors.length} draws`);
  });
});

describe("the Python of docs/fair-draw-v1.md", () => {
  const vector = fairDrawVector("entries as a shop has them");
  const candidates = candidatesOf(vector.candidates);
  const { serverSeedHash, serverSeed, clientSeed, nonce, candidatesHash, pick, winnerIndices } = vector;
  const winners = winnerIndices.map((index) => candidates[index]);
  const inputs = { clientSeed, nonce, candidatesHash, candidateCount: candidates.length, pick };
  const proof = { alg: "fair-draw-v1", serverSeedHash, serverSeed, ...inputs, winnerIndices };
  const result = { winners, winnerIndices };

  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "fair-draw-"));
    const [, script = ""] = /^```python\n([\s\S]*?)^```$/m.exec(page)!;
    writeFileSync(join(folder, "fair_draw.py"), script);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function python(parameters: readonly string[]) {
    const { status, stdout, stderr, error } = spawnSync("python3", parameters, {
      cwd: folder,
      env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: "1" },
      encoding: "utf8",
    });
    if (error) throw error;
    return { status, output: stdout + stderr };
  }

  function checked(answer: unknown, list: unknown = candidates, hashAtCommit = serverSeedHash) {
    const files = {
      "proof.json": answer,
      "list.json": list,
      "commit.json": { serverSeedHash: hashAtCommit, algorithm: "fair-draw-v1" },
    };
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
    }
    return python(["fair_draw.py", ...Object.keys(files)]);
  }

  it("draws every vector", (context) => {
    needsPython(context);
    const program = `
import sys
from fair_draw import draw, jcs, read, sha256
for vector in read(sys.argv[1]):
    listed = vector["candidates"]
    if isinstance(listed, dict):
        prefix = listed.get("prefix")
        listed = [i if prefix is None else f"{prefix}{i}" for i in range(listed["range"])]
    drawn = draw(vector["serverSeed"], vector["clientSeed"], vector["nonce"], listed, vector["pick"])
    print(jcs([sha256(vector["serverSeed"]), sha256(jcs(listed)), drawn[:10], sha256(jcs(drawn))]))
`;
    const { status, output } = python(["-c", program, fileURLToPath(FAIR_DRAW_VECTORS)]);
    expect(status, output).toBe(0);
    const expected = fairDrawVectors.map((one) => [
      one.serverSeedHash,
      one.candidatesHash,
      one.winnerIndices.slice(0, 10),
      one.winnerIndicesHash ?? hash("sha256", JSON.stringify(one.winnerIndices), "hex"),
    ]);
    const lines = output.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(expected);
  });

  it("verifies a proof, and tells who was drawn", (context) => {
    needsPython(context);
    const { status, output } = checked({ result, proof, costCents: 10 });
    expect(output).toBe("verified: drawn were [0, 2]\n");
    expect(status).toBe(0);
  });

  it("fails where something does not fit", (context) => {
    needsPython(context);
    const zeros = "0".repeat(64);
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const faults: readonly (readonly [string, () => ReturnType<typeof checked>])[] = [
      ["alg", () => checked({ result, proof: { ...proof, alg: "fair-draw-v2" } })],
      ["commitment.serverSeedHash", () => checked({ result, proof }, candidates, zeros)],
      ["serverSeedHash", () => checked({ result, proof: { ...proof, serverSeed: zeros } })],
      ["serverSeed", () => checked({ result, proof: { ...proof, serverSeed: "seed" } })],
      ["candidateCount", () => checked({ result, proof }, [...candidates, null])],
      ["candidatesHash", () => checked({ result, proof }, candidates.toReversed())],
      ["so many", () => checked({ result, proof: { ...proof, pick: 4 } })],
      ["so many", () => checked({ result, proof: { ...proof, pick: true } })],
      ["winnerIndices", () => checked({ result, proof: { ...proof, clientSeed: "another" } })],
      ["winnerIndices", () => checked({ result, proof: { ...proof, winnerIndices: [false, 2] } })],
      ["clientSeed", () => checked({ result, proof: { ...proof, clientSeed: "🎟".repeat(201) } })],
      ["clientSeed", () => checked({ result, proof: { ...proof, clientSeed: 5 } })],
      ["nonce", () => checked({ result, proof: { ...proof, nonce: "é".repeat(81) } })],
      ["result.winnerIndices", () => checked({ result: { ...result, winnerIndices: [0, 1] }, proof })],
      ["result.winners", () => checked({ result: { ...result, winners: [null, null] }, proof })],
      ["it cannot be read", () => checked({ result })],
      ["it cannot be read", () => checked({ result, proof }, "\ufeff[0,0,0]")],
      ["it cannot be read", () => checked({ result, proof }, `${"[".repeat(1e5)}${"]".repeat(1e5)}`)],
      ["a candidate is nested deeper", () => checked({ result, proof }, `[0,0,${nested(101)}]`)],
      ["candidatesHash", () => checked({ result, proof }, `[0,0,${nested(100)}]`)],
      ["the candidates are no list", () => checked({ result, proof }, '{"0":0,"1":0,"2":0}')],
      ["an object has a name twice", () => checked({ result, proof }, '[{"a":1,"a":2}]')],
      ["an object has a name twice", () => checked({ result, proof }, String.raw`[{"a":1,"\u0061":2}]`)],
      ["9007199254740992", () => checked({ result, proof }, "[9007199254740992,0,0]")],
      ["1e+20", () => checked({ result, proof }, "[1e20,0,0]")],
      ["9007199254740992", () => checked({ result, proof }, "[9007199254740991.5,0,0]")],
      ["1000000000000000000000", () => checked({ result, proof }, "[1000000000000000000000,0,0]")],
      ["a number is too large", () => checked({ result, proof }, "[1e400,0,0]")],
      ["NaN is no JSON", () => checked({ result, proof }, "[NaN,0,0]")],
    ];
    for (const [what, run] of faults) {
      const { status, output } = run();
      expect(output).toContain(`FAILED: ${what}`);
      expect(output).not.toContain("verified");
      expect(status, what).toBe(1);
    }
  });
});

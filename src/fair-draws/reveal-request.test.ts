import { describe, expect, it } from "vitest";
import { hash } from "node:crypto";
import { candidatesOf, fairDrawVector, fairDrawVectors } from "../../test/support/draws/fair-draw-vectors.ts";
import { candidatesHash, winnerIndices } from "./fair-draw.ts";
import { checkFairDraw, FairDrawAnswer, readAs } from "./fair-draw-check.ts";
import { InvalidRequest } from "../shared/problem.ts";
import { computeDraw } from "./reveal-request.ts";

const SEED = hash("sha256", "a seed", "hex");
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const bodyOf = (candidates: string, { clientSeed = "s", nonce = "0", pick = 1 } = {}) =>
  Buffer.from(`{"candidates":${candidates},${JSON.stringify({ clientSeed, nonce, pick }).slice(1)}`);

describe("the reveal's body", () => {
  const storable = fairDrawVectors.filter(({ clientSeed, nonce }) => !(clientSeed + nonce).includes("\0"));

  it("cannot store one of the vectors: its client seed has a U+0000", () => {
    const others = fairDrawVectors.filter((vector) => !storable.includes(vector));
    expect(others.map(({ name }) => name)).toEqual(["a client seed that must be escaped"]);
    expect(() => computeDraw(bodyOf("[1]", others[0]), SEED)).toThrow("clientSeed: must not contain U+0000");
  });

  it.each(storable)("takes the vector as it draws it: $name", (vector) => {
    const candidates = candidatesOf(vector.candidates);
    const { inputs, winnerIndices: drawn } = computeDraw(
      bodyOf(JSON.stringify(candidates), vector),
      vector.serverSeed,
    );
    expect(inputs.candidatesHash).toBe(vector.candidatesHash);
    expect(drawn.slice(0, 10)).toEqual(vector.winnerIndices.slice(0, 10));
  });

  it("takes a candidate of 100 lists in each other, and not of 101, as the algorithm's page says", () => {
    const { candidates } = fairDrawVector("100 lists in each other");
    expect(JSON.stringify(candidates)).toBe(`[${nested(100)},1]`);
    expect(computeDraw(bodyOf(`[${nested(100)},1]`), SEED).winnerIndices).toHaveLength(1);
    expect(() => computeDraw(bodyOf(`[1,${nested(101)}]`), SEED)).toThrow(
      expect.objectContaining({
        code: InvalidRequest.code,
        facts: { issues: [expect.objectContaining({ code: "too_deep" })] },
      }),
    );
  });

  it.each([nested(100), '{"a":1e21}', "-9007199254740991", "1.7976931348623157e308", "5e-324", '"\\u0000"'])(
    "makes an answer that a verifier reads, of the candidate %s",
    (candidate) => {
      const { inputs, winnersJson, ...drawn } = computeDraw(bodyOf(`[${candidate}]`), SEED);
      const proof = {
        ...inputs,
        alg: "fair-draw-v1",
        serverSeed: SEED,
        serverSeedHash: hash("sha256", SEED, "hex"),
        ...drawn,
      };
      const winners = Buffer.from(winnersJson).toString();
      const answer = readAs(
        FairDrawAnswer,
        `{"result":{"winners":${winners},"winnerIndices":[0]},"proof":${JSON.stringify(proof)}}`,
      );
      const checks = checkFairDraw(answer, [JSON.parse(candidate)], null);
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
      expect(proof.candidatesHash).toBe(candidatesHash([JSON.parse(candidate)]));
      expect(proof.winnerIndices).toEqual(winnerIndices(SEED, proof));
    },
  );
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { candidatesOf, fairDrawVector, fairDrawVectors } from "../../test/support/draws/fair-draw-vectors.ts";
import { ALGORITHM, winnerIndices } from "./fair-draw.ts";
import {
  Candidates,
  checkFairDraw,
  FairDrawAnswer,
  FairDrawCommitment,
  readAs,
  printable,
} from "./fair-draw-check.ts";

const VECTOR = fairDrawVector("entries as a shop has them");
const CANDIDATES = candidatesOf(VECTOR.candidates);
const { serverSeedHash } = VECTOR;
const COMMITMENT = { serverSeedHash, algorithm: ALGORITHM };
const ANSWER = answerOf(VECTOR);

/** Returns the vector in the form of a reveal's answer. */
function answerOf({
  serverSeed,
  serverSeedHash,
  clientSeed,
  nonce,
  candidatesHash,
  pick,
  ...vector
}: typeof VECTOR) {
  const candidates = candidatesOf(vector.candidates);
  const candidateCount = candidates.length;
  const inputs = { clientSeed, nonce, candidatesHash, candidateCount, pick };
  const indices = winnerIndices(serverSeed, inputs);
  const proof = { alg: ALGORITHM, serverSeedHash, serverSeed, ...inputs, winnerIndices: indices };
  return { result: { winners: indices.map((index) => candidates[index]), winnerIndices: indices }, proof };
}

function failuresOf(
  answer: FairDrawAnswer,
  candidates = CANDIDATES,
  commitment: FairDrawCommitment | null = COMMITMENT,
) {
  return checkFairDraw(answer, candidates, commitment)
    .filter(({ passed }) => !passed)
    .map(({ name }) => name);
}

describe("checkFairDraw", () => {
  it.each(fairDrawVectors)("finds nothing wrong with: $name", (vector) => {
    const { serverSeedHash } = vector;
    const answer = FairDrawAnswer.parse(answerOf(vector));
    expect(
      failuresOf(answer, candidatesOf(vector.candidates), { serverSeedHash, algorithm: ALGORITHM }),
    ).toEqual([]);
  });

  const { proof, result } = ANSWER;
  const ZEROS = "0".repeat(64);
  it.each<[string, FairDrawAnswer, string[]]>([
    [
      "another algorithm",
      { result, proof: { ...proof, alg: "fair-draw-v2" } },
      ["proof.alg", "commitment.algorithm"],
    ],
    [
      "another hash of the seed",
      { result, proof: { ...proof, serverSeedHash: ZEROS } },
      ["commitment.serverSeedHash", "proof.serverSeedHash"],
    ],
    [
      "another seed",
      { result, proof: { ...proof, serverSeed: ZEROS } },
      ["proof.serverSeedHash", "proof.winnerIndices", "result.winnerIndices", "result.winners"],
    ],
    [
      "another client seed",
      { result, proof: { ...proof, clientSeed: "mine" } },
      ["proof.winnerIndices", "result.winnerIndices", "result.winners"],
    ],
    [
      "another nonce",
      { result, proof: { ...proof, nonce: "1" } },
      ["proof.winnerIndices", "result.winnerIndices", "result.winners"],
    ],
    [
      "another hash of the list",
      { result, proof: { ...proof, candidatesHash: ZEROS } },
      ["proof.candidatesHash", "proof.winnerIndices", "result.winnerIndices", "result.winners"],
    ],
    ["more drawn than there are", { result, proof: { ...proof, pick: 4 } }, ["proof.pick"]],
    [
      "winners in another order",
      { result, proof: { ...proof, winnerIndices: proof.winnerIndices.toReversed() } },
      ["proof.winnerIndices"],
    ],
    [
      "a winner less",
      { result: { ...result, winnerIndices: result.winnerIndices.slice(1) }, proof },
      ["result.winnerIndices"],
    ],
    [
      "a winner who is another",
      { result: { ...result, winners: [result.winners[0], CANDIDATES[1]] }, proof },
      ["result.winners"],
    ],
  ])("names what does not fit: %s", (_, answer, names) => {
    expect(failuresOf(answer)).toEqual(names);
  });

  it("notices another list, a longer one, and one in another order", () => {
    const more = [...CANDIDATES, "late"];
    expect(failuresOf(ANSWER, more)).toContain("proof.candidateCount");
    expect(failuresOf(ANSWER, CANDIDATES.toReversed())).toContain("proof.candidatesHash");
  });

  it("notices a seed that is not the one committed to, when the commitment is given", () => {
    const other = answerOf(fairDrawVector("literals"));
    const list = candidatesOf(fairDrawVector("literals").candidates);
    expect(failuresOf(other, list, null)).toEqual([]);
    expect(failuresOf(other, list)).toEqual(["commitment.serverSeedHash"]);
  });

  it("does not mind the order of names in a winner", () => {
    const reordered = result.winners.map((winner) =>
      Object.fromEntries(Object.entries(winner!).toReversed()),
    );
    expect(JSON.stringify(reordered)).not.toBe(JSON.stringify(result.winners));
    expect(failuresOf({ result: { ...result, winners: reordered }, proof })).toEqual([]);
  });
});

describe("readAs", () => {
  it("reads an answer, a commitment and a list, and leaves out what is not checked", () => {
    expect(readAs(FairDrawAnswer, JSON.stringify({ ...ANSWER, costCents: 10 }))).toEqual(ANSWER);
    expect(readAs(FairDrawCommitment, JSON.stringify({ drawId: "x", ...COMMITMENT }))).toEqual(COMMITMENT);
    expect(readAs(Candidates, JSON.stringify(CANDIDATES))).toEqual(CANDIDATES);
  });

  it.each([
    ["half of a proof", JSON.stringify({ result: ANSWER.result }), "proof: "],
    [
      "a client seed that is too long",
      JSON.stringify({ ...ANSWER, proof: { ...ANSWER.proof, clientSeed: "🎲".repeat(201) } }),
      "proof.clientSeed: must have at most 200 characters",
    ],
    [
      "an upper-case seed",
      JSON.stringify({ ...ANSWER, proof: { ...ANSWER.proof, serverSeed: "A".repeat(64) } }),
      "proof.serverSeed: must be 64 lower-case hexadecimal digits",
    ],
    ["a name twice", '{"result":1,"result":2}', "twice in one object"],
  ])("refuses %s", (_, json, sentence) => {
    expect(() => readAs(FairDrawAnswer, json)).toThrow(sentence);
  });

  it("refuses a list of none and one of too many", () => {
    expect(() => readAs(Candidates, "[]")).toThrow("Unexpected content");
    expect(() => readAs(Candidates, JSON.stringify(Array(10_001).fill(0)))).toThrow("Unexpected content");
  });

  it("refuses a candidate of more than 100 lists and objects in each other, wherever the list stands", () => {
    const nested = (levels: number) =>
      `[0,${'{"a":['.repeat(levels / 2)}${"[]".repeat(levels % 2)}${"]}".repeat(levels / 2)}]`;
    const inAnswer = z.object({ candidates: Candidates });
    expect(readAs(Candidates, nested(100))).toHaveLength(2);
    expect(readAs(inAnswer, `{"candidates":${nested(100)}}`).candidates).toHaveLength(2);
    expect(() => readAs(Candidates, nested(101))).toThrow("deeper than 100");
    expect(() => readAs(inAnswer, `{"candidates":${nested(101)}}`)).toThrow("deeper than 100");
  });
});

describe("printable", () => {
  it("cuts what is long and spells what cannot be seen", () => {
    expect(printable("é\u001b[2J\u202e\u2028")).toBe(String.raw`"é\u001b[2J\u{202e}\u{2028}"`);
    expect(printable("s".repeat(1_000))).toHaveLength(200);
    expect(printable(undefined)).toBe("missing");
  });
});

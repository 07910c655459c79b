import { createHmac, hash } from "node:crypto";
import { readFileSync } from "node:fs";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vectorsText } from "../../test/support/draws/fair-draw-cases.ts";
import {
  candidatesOf,
  FAIR_DRAW_VECTORS,
  fairDrawVectors,
} from "../../test/support/draws/fair-draw-vectors.ts";
import {
  ALGORITHM,
  below,
  candidatesHash,
  type DrawInputs,
  DrawWords,
  MAX_CANDIDATES,
  serverSeedHash,
  type Sha256Hex,
  winnerIndices,
} from "./fair-draw.ts";

const sha256WithNode: Sha256Hex = (text) => hash("sha256", text, "hex");

const SEED = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const INPUTS: DrawInputs = {
  clientSeed: "partner:2026-10-11",
  nonce: "0",
  candidatesHash: candidatesHash(["alice", "bob", "carol", "dave", "eve"]),
  candidateCount: 5,
  pick: 3,
};

/** Computes winners with node:crypto, without optimisations. */
function slowWinnerIndices(serverSeed: string, inputs: DrawInputs): number[] {
  const { clientSeed, nonce, candidateCount, pick } = inputs;
  const words: number[] = [];
  let blocks = 0;
  const nextWord = (): number => {
    if (words.length === 0) {
      const message = [ALGORITHM, clientSeed, nonce, inputs.candidatesHash, candidateCount, pick, blocks];
      const block = createHmac("sha256", serverSeed).update(canonicalize(message)!).digest();
      for (let offset = 0; offset < 32; offset += 4) words.push(block.readUInt32BE(offset));
      blocks += 1;
    }
    return words.shift()!;
  };
  const remaining = Array.from({ length: candidateCount }, (_, position) => position);
  const winners: number[] = [];
  while (winners.length < pick) {
    const unfair = 2 ** 32 % remaining.length;
    let word = nextWord();
    while (word >= 2 ** 32 - unfair) word = nextWord();
    const chosen = word % remaining.length;
    winners.push(remaining[chosen]!);
    remaining[chosen] = remaining[0]!;
    remaining.shift();
  }
  return winners;
}

describe.each(fairDrawVectors)("the vector: $name", (vector) => {
  const { serverSeed, clientSeed, nonce, pick } = vector;
  const list = candidatesOf(vector.candidates);

  it("has our hashes, with noble and with node:crypto", () => {
    expect(serverSeedHash(serverSeed)).toBe(vector.serverSeedHash);
    expect(sha256WithNode(serverSeed)).toBe(vector.serverSeedHash);
    expect(candidatesHash(list)).toBe(vector.candidatesHash);
    expect(candidatesHash(list, sha256WithNode)).toBe(vector.candidatesHash);
  });

  it("has our winners, with noble and with node:crypto", () => {
    const inputs = {
      clientSeed,
      nonce,
      candidatesHash: vector.candidatesHash,
      candidateCount: list.length,
      pick,
    };
    const indices = winnerIndices(serverSeed, inputs);
    expect(indices).toHaveLength(pick);
    expect(slowWinnerIndices(serverSeed, inputs)).toEqual(indices);
    if (vector.winnerIndicesHash) {
      expect(sha256WithNode(JSON.stringify(indices))).toBe(vector.winnerIndicesHash);
      expect(indices.slice(0, 10)).toEqual(vector.winnerIndices);
    } else {
      expect(indices).toEqual(vector.winnerIndices);
    }
  });
});

describe("the vectors", () => {
  it("are what their cases say, each with a separate name", () => {
    expect(readFileSync(FAIR_DRAW_VECTORS, "utf8")).toBe(vectorsText());
    expect(new Set(fairDrawVectors.map(({ name }) => name)).size).toBe(fairDrawVectors.length);
    expect(fairDrawVectors.length).toBeGreaterThanOrEqual(50);
  });

  it.each(["the first word is passed over", "a later word is passed over"])(
    "notice when %s and is not",
    (name) => {
      const vector = fairDrawVectors.find((one) => one.name === name)!;
      const { serverSeed, clientSeed, nonce, pick } = vector;
      const candidateCount = candidatesOf(vector.candidates).length;
      const words = new DrawWords(serverSeed, {
        clientSeed,
        nonce,
        candidatesHash: vector.candidatesHash,
        candidateCount,
        pick,
      });
      let wordsDrawn = 0;
      const counted = { next: () => ((wordsDrawn += 1), words.next()) };
      for (let drawn = 0; drawn < pick; drawn += 1) below(candidateCount - drawn, counted);
      expect(wordsDrawn).toBe(pick + 1);
    },
  );
});

describe("below", () => {
  const wordsOf = (...words: number[]) => ({ next: () => words.shift()! });
  const LAST = 2 ** 32 - 1;

  it("passes over the words at the end that have no whole round", () => {
    // 2^32 is 1 modulo 3 and 5, and 4 modulo 6.
    expect(below(3, wordsOf(LAST, 1))).toBe(1);
    expect(below(3, wordsOf(LAST - 1, 1))).toBe(2);
    expect(below(6, wordsOf(LAST, LAST - 1, LAST - 2, LAST - 3, 8))).toBe(2);
    expect(below(6, wordsOf(LAST - 4, 0))).toBe(5);
    expect(below(5, wordsOf(LAST, LAST, LAST, 4))).toBe(4);
  });

  it("takes every word where the bound divides them all", () => {
    expect(below(1, wordsOf(LAST))).toBe(0);
    expect(below(2, wordsOf(LAST))).toBe(1);
    expect(below(4096, wordsOf(LAST))).toBe(4095);
  });
});

describe("winnerIndices", () => {
  const text = (maxLength: number) => fc.string({ unit: "binary", maxLength });
  const draws = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat()).chain(([candidateCount, some]) =>
    fc.record({
      serverSeed: fc
        .uint8Array({ minLength: 32, maxLength: 32 })
        .map((bytes) => Buffer.from(bytes).toString("hex")),
      inputs: fc.record({
        clientSeed: text(200),
        nonce: text(80),
        candidatesHash: fc.string().map(sha256WithNode),
        candidateCount: fc.constant(candidateCount),
        pick: fc.constant((some % candidateCount) + 1),
      }),
    }),
  );

  it("are the requested number of different positions of the list, the same each time", () => {
    fc.assert(
      fc.property(draws, ({ serverSeed, inputs }) => {
        const indices = winnerIndices(serverSeed, inputs);
        expect(indices).toHaveLength(inputs.pick);
        expect(new Set(indices).size).toBe(inputs.pick);
        expect(indices.every((index) => index >= 0 && index < inputs.candidateCount)).toBe(true);
        expect(winnerIndices(serverSeed, { ...inputs })).toEqual(indices);
        expect(slowWinnerIndices(serverSeed, inputs)).toEqual(indices);
      }),
    );
  });

  it("are all positions when all are drawn", () => {
    for (const candidateCount of [1, 2, 255, 256, 257, MAX_CANDIDATES]) {
      const indices = winnerIndices(SEED, { ...INPUTS, candidateCount, pick: candidateCount });
      expect(indices.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: candidateCount }, (_, at) => at),
      );
    }
  });

  it("hang on every input: change one, and the words are others", () => {
    fc.assert(
      fc.property(draws, ({ serverSeed, inputs }) => {
        const draw = { serverSeed, ...inputs, candidateCount: 61 };
        const others = [
          { ...draw, serverSeed: sha256WithNode(serverSeed) },
          { ...draw, clientSeed: draw.clientSeed === "" ? "other" : "" },
          { ...draw, nonce: draw.nonce === "" ? "0" : "" },
          { ...draw, candidatesHash: sha256WithNode(draw.candidatesHash) },
          { ...draw, candidateCount: 62 },
          { ...draw, pick: draw.pick + 1 },
        ];
        const blocks = [draw, ...others].map(({ serverSeed, ...changed }) => {
          const words = new DrawWords(serverSeed, changed);
          return Array.from({ length: 8 }, () => words.next()).join();
        });
        expect(new Set(blocks).size).toBe(7);
      }),
    );
  });

  it("does not mix up texts that look alike when they are joined", () => {
    const pairs = [
      ["ab", "c"],
      ["a", "bc"],
      ["abc", ""],
      ["", "abc"],
      ['a","', "bc"],
      ["a", '","bc'],
      ["0", ""],
      ["", "0"],
    ] as const;
    const words = pairs.map(([clientSeed, nonce]) =>
      new DrawWords(SEED, { ...INPUTS, clientSeed, nonce }).next(),
    );
    expect(new Set(words).size).toBe(pairs.length);
  });

  it("takes no input that is out of range", () => {
    const wrong: readonly Partial<DrawInputs>[] = [
      { candidateCount: 0 },
      { candidateCount: 10_001 },
      { candidateCount: 5.5 },
      { candidateCount: Number.NaN },
      { pick: 0 },
      { pick: 6 },
      { pick: 1.5 },
      { pick: -1 },
      { candidatesHash: "" },
      { candidatesHash: INPUTS.candidatesHash.toUpperCase() },
      { candidatesHash: `${INPUTS.candidatesHash}\n` },
      { clientSeed: "s".repeat(201) },
      { clientSeed: "\ud83c" },
      { nonce: "n".repeat(81) },
      { nonce: "\udfb2" },
    ];
    for (const change of wrong) {
      expect(() => winnerIndices(SEED, { ...INPUTS, ...change }), JSON.stringify(change)).toThrow(
        "invariant broken",
      );
    }
    for (const seed of ["", SEED.toUpperCase(), SEED.slice(1), `${SEED}\n`]) {
      expect(() => winnerIndices(seed, INPUTS)).toThrow("invariant broken");
      expect(() => serverSeedHash(seed)).toThrow("invariant broken");
    }
  });
});

describe("candidatesHash", () => {
  it("is that of the canonical list for any candidates, with noble and with node:crypto", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ stringUnit: "binary" })), (list) => {
        const expected = sha256WithNode(canonicalize(list)!);
        expect(candidatesHash(list)).toBe(expected);
        expect(candidatesHash(list, sha256WithNode)).toBe(expected);
      }),
    );
  });

  it("does not hang on the order of names, and does on that of candidates", () => {
    expect(candidatesHash([{ a: 1, b: 2 }])).toBe(candidatesHash([{ b: 2, a: 1 }]));
    expect(candidatesHash([1, 2])).not.toBe(candidatesHash([2, 1]));
  });

  it("throws at what JSON of other languages cannot say", () => {
    for (const wrong of ["\ud800", { "\udc00": 1 }, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => candidatesHash(["fine", wrong])).toThrow("is not allowed");
    }
  });
});

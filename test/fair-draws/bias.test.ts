import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { amount } from "../support/depth.ts";
import { chanceOfCounts } from "../support/draws/chi-squared.ts";
import { below, DrawWords, MAX_CANDIDATES, winnerIndices } from "../../src/fair-draws/fair-draw.ts";

const SERVER_SEED = hash("sha256", "draws are fair", "hex");
const CANDIDATES_HASH = hash("sha256", "whoever takes part", "hex");
const WORDS = amount("random numbers below each size", { usual: 200_000, deep: 1_000_000 });
/** Whole draws are slower than words: each begins its own HMAC. */
const DRAWS = amount("fair draws of one out of each size", { usual: 10_000, deep: 50_000 });
const ORDERS = amount("fair draws of the order of four", { usual: 6_000, deep: 24_000 });
const SIZES = [2, 3, 7, 1000, 9999];

const inputsOf = (candidateCount: number, clientSeed = "bias") => ({
  clientSeed,
  nonce: "0",
  candidatesHash: CANDIDATES_HASH,
  candidateCount,
  pick: 1,
});

/** The first words of one draw, with which all sizes are tried. */
const firstWords = Uint32Array.from({ length: WORDS * 1.01 }, wordsOfOneDraw());

function wordsOfOneDraw(): () => number {
  const words = new DrawWords(SERVER_SEED, inputsOf(MAX_CANDIDATES));
  return () => words.next();
}

describe("fair-draw-v1 gives each candidate the same chance", () => {
  it.each(SIZES)(`in ${WORDS} numbers below %i`, (candidateCount) => {
    let used = 0;
    const words = { next: () => firstWords[used++]! };
    const won = Array.from({ length: candidateCount }, () => 0);
    for (let draw = 0; draw < WORDS; draw += 1) won[below(candidateCount, words)]! += 1;
    expect(used).toBeLessThanOrEqual(firstWords.length);
    expect(chanceOfCounts(won)).toBeGreaterThan(0.001);
  });

  it.each(SIZES)(`in ${DRAWS} draws of one out of %i, each with its own client seed`, (candidateCount) => {
    const won = Array.from({ length: candidateCount }, () => 0);
    for (let draw = 0; draw < DRAWS; draw += 1) {
      won[winnerIndices(SERVER_SEED, inputsOf(candidateCount, `bias ${draw}`))[0]!]! += 1;
    }
    expect(chanceOfCounts(won)).toBeGreaterThan(0.001);
  });

  it("at every place: all orders of four come equally often", () => {
    const orders = new Map<string, number>();
    for (let draw = 0; draw < ORDERS; draw += 1) {
      const order = winnerIndices(SERVER_SEED, { ...inputsOf(4, `orders ${draw}`), pick: 4 }).join();
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    expect(chanceOfCounts([...orders.values()])).toBeGreaterThan(0.001);
  });
});

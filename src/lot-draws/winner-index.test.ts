import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { chanceOfCounts } from "../../test/support/draws/chi-squared.ts";
import { winnerIndex } from "./winner-index.ts";

const SEED = "lots are drawn fairly";
const DRAWS = 100_000;
const COMPARED = 2_000;

const block = (number: number): Hex => `0x${hash("sha256", `${SEED} ${number}`, "hex")}`;

describe("winnerIndex", () => {
  // Indices of more tickets, divisible by each of the sizes: a hash is computed once for all of them.
  const indices = Array.from({ length: DRAWS }, (_, number) => winnerIndex(block(number), 42, 21_000));

  it.each([2, 3, 7, 1000, 21_000])("gives each of %i tickets the same chance", (tickets) => {
    const won = Array.from({ length: tickets }, () => 0);
    for (const index of indices) won[index % tickets]! += 1;
    expect(chanceOfCounts(won)).toBeGreaterThan(0.001);
    for (const [number, index] of indices.slice(0, COMPARED).entries())
      expect(winnerIndex(block(number), 42, tickets)).toBe(index % tickets);
  });

  it("is another for another competition and the same block", () => {
    const indices = [1, 2, 3, 4, 5].map((lotId) => winnerIndex(block(1), lotId, 1_000_000));
    expect(new Set(indices).size).toBe(5);
  });

  it("takes only a whole hash, an id and a number of tickets", () => {
    const good = block(1);
    expect(() => winnerIndex(good.slice(0, -1) as Hex, 1, 1)).toThrow("invariant broken");
    expect(() => winnerIndex(good.toUpperCase() as Hex, 1, 1)).toThrow("invariant broken");
    for (const wrong of [0, -1, 1.5, 2 ** 53, Number.NaN]) {
      expect(() => winnerIndex(good, wrong, 1)).toThrow("invariant broken");
      expect(() => winnerIndex(good, 1, wrong)).toThrow("invariant broken");
    }
  });
});

import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { winnerIndex } from "./winner-index.ts";

const SEED = "lots are drawn fairly";
const DRAWS = 100_000;

const block = (number: number): Hex => `0x${hash("sha256", `${SEED} ${number}`, "hex")}`;

describe("winnerIndex", () => {
  it.each([2, 3, 7, 1000])("gives each of %i tickets the same chance", (tickets) => {
    const won = Array.from({ length: tickets }, () => 0);
    for (let number = 0; number < DRAWS; number += 1) won[winnerIndex(block(number), 42, tickets)]! += 1;
    const expected = DRAWS / tickets;
    const statistic = won.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquaredTail(statistic, tickets - 1)).toBeGreaterThan(0.001);
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

describe("the chi-squared tail of these tests", () => {
  it.each([
    [3.841, 1, 0.05],
    [13.816, 2, 0.001],
    [12.592, 6, 0.05],
    [22.458, 6, 0.001],
    [1.237, 6, 0.975],
    [1073.643, 999, 0.05],
    [1142.848, 999, 0.001],
  ])("is that of the tables at %f with %i degrees of freedom", (statistic, freedom, tail) => {
    expect(chiSquaredTail(statistic, freedom) / tail).toBeCloseTo(1, 2);
  });

  it("finds a ticket that has the chance of 1.1 tickets of 7", () => {
    const expected = DRAWS / 7;
    const won = [1.1, ...Array.from({ length: 6 }, () => 5.9 / 6)].map((weight) => weight * expected);
    const statistic = won.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquaredTail(statistic, 6)).toBeLessThan(0.001);
  });
});

/** Upper tail: the regularized incomplete gamma function Q(k/2, x/2), by its series or its continued fraction. */
function chiSquaredTail(statistic: number, freedom: number): number {
  const a = freedom / 2;
  const x = statistic / 2;
  if (x <= 0) return 1;
  const scale = Math.exp(-x + a * Math.log(x) - logGammaOfHalves(freedom));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; term > sum * 1e-15; n += 1) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - sum * scale;
  }
  // Lentz's method.
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 10_000; n += 1) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return scale * fraction;
}

/** ln Γ(halves / 2), exactly by Γ(z + 1) = z Γ(z) from Γ(1) = 1 or Γ(1/2) = √π. */
function logGammaOfHalves(halves: number): number {
  let sum = halves % 2 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let z = halves % 2 === 0 ? 1 : 0.5; z < halves / 2; z += 1) sum += Math.log(z);
  return sum;
}

import { describe, expect, it } from "vitest";
import { chanceOfCounts, chiSquaredTail } from "./chi-squared.ts";

describe("the chi-squared tail", () => {
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
    const expected = 100_000 / 7;
    const won = [1.1, ...Array.from({ length: 6 }, () => 5.9 / 6)].map((weight) => weight * expected);
    expect(chanceOfCounts(won)).toBeLessThan(0.001);
  });
});

import { describe, expect, it } from "vitest";
import { commission } from "./commission.ts";

describe("a commission", () => {
  it.each([
    [2_500, 1_000, 250],
    [999, 1_000, 99],
    [9_999, 1, 0],
    [10_000, 1, 1],
    [19_999, 1, 1],
    [7_500, 333, 249],
    [2_500, 10_000, 2_500],
    [2_500, 0, 0],
    [0, 10_000, 0],
  ])("of %i cents at %i hundredths of a per cent is %i cents, rounded down", (price, bps, cents) => {
    expect(commission(price, bps)).toBe(cents);
  });

  it("is exact where a product of numbers would not be", () => {
    expect(Math.floor((9_007_199_254_740_941 * 9_999) / 10_000)).toBe(9_006_298_534_815_467);
    expect(commission(9_007_199_254_740_941, 9_999)).toBe(9_006_298_534_815_466);
    expect(commission(Number.MAX_SAFE_INTEGER, 10_000)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

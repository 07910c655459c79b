import { describe, expect, it } from "vitest";
import { amountIn } from "./depth.ts";

const AMOUNTS = { usual: 20, deep: 60, variable: "FUZZ_RUNS" };
const taken = (environment: Record<string, string>) => amountIn(environment, "requests", AMOUNTS).taken;

describe("the depth of a run", () => {
  it("is usual, unless DEPTH says deep", () => {
    expect([taken({}), taken({ DEPTH: "usual" }), taken({ DEPTH: "deep" })]).toEqual([20, 20, 60]);
  });

  it("gives way to the variable of one number", () => {
    expect([taken({ FUZZ_RUNS: "3000" }), taken({ FUZZ_RUNS: "5", DEPTH: "deep" })]).toEqual([3_000, 5]);
  });

  it("and its variables are refused where they say nothing", () => {
    expect(() => taken({ DEPTH: "deeper" })).toThrow("DEPTH is usual or deep, not deeper");
    for (const wrong of ["", "0", "-1", "1.5", "many"])
      expect(() => taken({ FUZZ_RUNS: wrong })).toThrow("FUZZ_RUNS is a whole number above 0");
  });
});

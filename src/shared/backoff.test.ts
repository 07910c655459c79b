import { expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

it("a wait doubles with each failure, up to the longest, and stays there however many follow", () => {
  expect([0, 1, 2, 3, 4, 2_000].map((failures) => backoffMs(250, 2_000, failures))).toEqual([
    250, 500, 1_000, 2_000, 2_000, 2_000,
  ]);
});

it("a wait is never shorter than the first, nor longer than the longest", () => {
  expect(backoffMs(250, 2_000, -1)).toBe(250);
  expect(backoffMs(250, 100, 0)).toBe(100);
});

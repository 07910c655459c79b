import { expect, it } from "vitest";
import { SystemClock } from "./system-clock.ts";

it("tells the machine's time, and never the same object twice", () => {
  const clock = new SystemClock();
  const before = Date.now();
  const told = clock.now();
  expect(told.getTime()).toBeGreaterThanOrEqual(before);
  expect(told.getTime()).toBeLessThanOrEqual(Date.now());
  expect(clock.now()).not.toBe(told);
});

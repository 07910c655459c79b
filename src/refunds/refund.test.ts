import { expect, it } from "vitest";
import { isGivenUp, waitMs } from "./refund.ts";

it("a rail is asked again after ever longer waits, from ten seconds to six hours", () => {
  const waits = Array.from({ length: 15 }, (_, tries) => waitMs(tries + 1));
  expect(waits.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000]);
  expect(waits.at(-1)).toBe(6 * 3_600_000);
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
});

it("what nobody answered is given up after days, what the rail works on after weeks", () => {
  const daysUntil = (accepted: boolean) => {
    let ms = 0;
    for (let tries = 1; !isGivenUp(tries, accepted); tries++) ms += waitMs(tries);
    return ms / 86_400_000;
  };
  expect(daysUntil(false)).toBeGreaterThan(2);
  expect(daysUntil(false)).toBeLessThan(4);
  expect(daysUntil(true)).toBeGreaterThan(10);
  expect(daysUntil(true)).toBeLessThan(15);
});

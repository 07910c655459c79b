import { expect, test } from "vitest";
import { AddressBudgets } from "./address-budgets.ts";

function opened(perMinute: number, most?: number) {
  let now = 1_000_000;
  const budgets = new AddressBudgets({ perMinute, most, clock: { now: () => new Date(now) } });
  return { budgets, pass: (ms: number) => (now += ms) };
}

test("an address may make as many requests at once as in a minute, and what is spent comes back by and by", () => {
  const { budgets, pass } = opened(3);
  const left = () => {
    const { allowed, remaining, retryAfterSec, resetAt } = budgets.spend("a");
    return [allowed, remaining, retryAfterSec, resetAt];
  };
  expect([left(), left(), left(), left()]).toEqual([
    [true, 2, 0, 1_020],
    [true, 1, 0, 1_040],
    [true, 0, 0, 1_060],
    [false, 0, 20, 1_060],
  ]);
  pass(19_001);
  expect(left()).toEqual([false, 0, 1, 1_060]);
  pass(999);
  expect(left()).toEqual([true, 0, 0, 1_080]);
  pass(3_600_000);
  expect(left()).toEqual([true, 2, 0, 4_640]);
});

test.each([1, 7, 120, 100_000])("of %i requests a minute none is lost by rounding", (perMinute) => {
  const { budgets } = opened(perMinute);
  for (let left = perMinute - 1; left >= 0; left -= 1)
    expect(budgets.spend("a")).toMatchObject({ allowed: true, limit: perMinute, remaining: left });
  expect(budgets.spend("a").allowed).toBe(false);
});

test("addresses have budgets of their own, and no more of them are remembered than it says", () => {
  const { budgets } = opened(1, 2);
  const allowed = (address: string) => budgets.spend(address).allowed;
  expect(["a", "b", "a", "b"].map(allowed)).toEqual([true, true, false, false]);
  // The refusal of b was the last word of either, so a is the one that is forgotten.
  expect(["c", "b", "a"].map(allowed)).toEqual([true, false, true]);
});

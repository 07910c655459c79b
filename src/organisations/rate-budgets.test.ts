import { expect, test } from "vitest";
import { RateBudgets } from "./rate-budgets.ts";

const NOW_MS = Date.UTC(2026, 0, 1);

function opened(...options: ConstructorParameters<typeof RateBudgets>) {
  const budgets = new RateBudgets(...options);
  /** Returns how many of ten tries are allowed at this second. */
  const taken = (key: string, sec: number) =>
    Array.from({ length: 10 }, () => budgets.spend(key, NOW_MS + sec * 1_000).allowed).filter(Boolean).length;
  return { budgets, taken };
}

test("a key may do so much at once, and then as much as time gives back", () => {
  const { taken } = opened({ perMinute: 12, atOnce: 3 });
  expect([0, 4, 5, 600].map((sec) => taken("a", sec))).toEqual([3, 0, 1, 3]);
});

test("a burst may be as large as a minute's budget, and its answers say what is left and when to come again", () => {
  const { budgets } = opened({ perMinute: 3 });
  const spent = (ms: number) => {
    const { allowed, remaining, retryAfterSec, resetAt } = budgets.spend("a", NOW_MS + ms);
    return [allowed, remaining, retryAfterSec, resetAt - NOW_MS / 1_000];
  };
  expect([0, 0, 0, 0].map(spent)).toEqual([
    [true, 2, 0, 20],
    [true, 1, 0, 40],
    [true, 0, 0, 60],
    [false, 0, 20, 60],
  ]);
  expect(spent(19_001)).toEqual([false, 0, 1, 60]);
  expect(spent(20_000)).toEqual([true, 0, 0, 80]);
  expect(spent(3_620_000)).toEqual([true, 2, 0, 3_640]);
});

test("what is owed returns before the next unit can be spent", () => {
  const { budgets } = opened({ perMinute: 3 });
  expect(budgets.spend("a", NOW_MS).remaining).toBe(2);
  expect([0, 0, 0].map((ms) => budgets.owe("a", NOW_MS + ms))).toMatchObject([
    { allowed: true, remaining: 1, retryAfterSec: 0 },
    { allowed: true, remaining: 0, retryAfterSec: 0 },
    { allowed: true, remaining: 0, retryAfterSec: 0, resetAt: NOW_MS / 1_000 + 80 },
  ]);
  expect(budgets.spend("a", NOW_MS)).toMatchObject({ allowed: false, retryAfterSec: 40 });
  expect(budgets.spend("a", NOW_MS + 39_000).allowed).toBe(false);
  expect(budgets.spend("a", NOW_MS + 40_000).allowed).toBe(true);
});

test("asking how long to wait spends nothing", () => {
  const { budgets } = opened({ perMinute: 1 });
  expect([budgets.waitSec("a", NOW_MS), budgets.waitSec("a", NOW_MS)]).toEqual([0, 0]);
  budgets.spend("a", NOW_MS);
  expect([0, 1_500, 59_999, 60_000].map((ms) => budgets.waitSec("a", NOW_MS + ms))).toEqual([60, 59, 1, 0]);
});

test.each([1, 7, 120, 700, 100_000])("of %i a minute none is lost by rounding", (perMinute) => {
  const { budgets } = opened({ perMinute });
  for (let expectedRest = perMinute - 1; expectedRest >= 0; expectedRest -= 1) {
    const { allowed, remaining } = budgets.spend("a", NOW_MS);
    if (!allowed || remaining !== expectedRest)
      expect({ allowed, remaining }).toEqual({ allowed: true, remaining: expectedRest });
  }
  expect(budgets.spend("a", NOW_MS).allowed).toBe(false);
});

test("a clock that is set back gives nothing and takes nothing, and the key continues when it has caught up", () => {
  const { taken } = opened({ perMinute: 60, atOnce: 1 });
  expect([100, 10, 101].map((sec) => taken("a", sec))).toEqual([1, 0, 1]);
  const { budgets } = opened({ perMinute: 60, atOnce: 2 });
  expect([100, 10, 10].map((sec) => budgets.spend("a", NOW_MS + sec * 1_000).allowed)).toEqual([
    true,
    true,
    false,
  ]);
});

test("keys have separate budgets, and no more of them are remembered than the limit", () => {
  const { budgets } = opened({ perMinute: 1, most: 2 });
  const allowed = (key: string) => budgets.spend(key, NOW_MS).allowed;
  expect(["a", "b", "a", "b"].map(allowed)).toEqual([true, true, false, false]);
  // The refusal of b was the last use of either, so a is dropped.
  expect(["c", "b", "a"].map(allowed)).toEqual([true, false, true]);
});

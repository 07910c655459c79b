import { expect, it } from "vitest";
import { LookUpBudget } from "./look-up-budget.ts";

const at = (sec: number) => new Date(Date.UTC(2026, 0, 1) + sec * 1_000);
const taken = (budget: LookUpBudget, key: string, sec: number, tries = 10) =>
  Array.from({ length: tries }, () => budget.take(key, at(sec))).filter(Boolean).length;

it("a key may do so much at once, and then as much as time gives back", () => {
  const budget = new LookUpBudget({ perMinute: 12, atOnce: 3 });
  expect(taken(budget, "a", 0)).toBe(3);
  expect(taken(budget, "a", 4)).toBe(0);
  expect(taken(budget, "a", 5)).toBe(1);
  expect(taken(budget, "a", 600)).toBe(3);
});

it("keys do not share", () => {
  const budget = new LookUpBudget({ perMinute: 12, atOnce: 1 });
  expect(taken(budget, "a", 0)).toBe(1);
  expect(taken(budget, "b", 0)).toBe(1);
});

it("a clock that is put back gives nothing, and the key goes on when it has caught up", () => {
  const budget = new LookUpBudget({ perMinute: 60, atOnce: 1 });
  expect(taken(budget, "a", 100)).toBe(1);
  expect(taken(budget, "a", 10)).toBe(0);
  expect(taken(budget, "a", 101)).toBe(1);
});

it("forgets the key that was met first, for the ten thousand and first", () => {
  const budget = new LookUpBudget({ perMinute: 1, atOnce: 1 });
  for (let key = 0; key <= 10_000; key++) expect(budget.take(`${key}`, at(0))).toBe(true);
  expect(budget.take("1", at(0))).toBe(false);
  expect(budget.take("0", at(0))).toBe(true);
});

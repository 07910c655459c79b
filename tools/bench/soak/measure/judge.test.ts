import { describe, expect, it } from "vitest";
import { judge, type Rule, type Sample } from "./judge.ts";

const MB = 1e6;
const DAY_MS = 86_400_000;
const HEAP: Rule = { measure: "heap", unit: "bytes", share: 0.1, slack: 16 * MB };
const ROWS: Rule = {
  measure: "rows",
  unit: "per session",
  share: 0.3,
  slack: 0.05,
  perSessionOfDays: Infinity,
};

/** Returns samples every ten seconds, in which a week passes and a hundred sessions begin. */
function series(measure: string, values: readonly (number | undefined)[]): Sample[] {
  return values.map((value, n) => ({
    atMs: n * 10_000,
    businessMs: n * 7 * DAY_MS,
    sessions: 1_000 + n * 100,
    measures: value === undefined ? {} : { [measure]: value },
  }));
}

const looks = (valueOf: (n: number) => number | undefined) =>
  Array.from({ length: 40 }, (_, n) => valueOf(n));

describe("what stays as it is", () => {
  it("holds however it swings", () => {
    const swinging = series(
      "heap",
      looks((n) => (n % 2 === 0 ? 60 : 90) * MB),
    );
    expect(judge(HEAP, swinging)).toMatchObject({ before: 90 * MB, after: 90 * MB, wrong: null });
  });

  it("holds when it grows while it warms up, and not afterwards", () => {
    const warming = series(
      "heap",
      looks((n) => Math.min(40 + 10 * n, 130) * MB),
    );
    expect(judge(HEAP, warming).wrong).toBeNull();
  });

  it("holds when a few looks are far off", () => {
    const rare = series(
      "heap",
      looks((n) => (n % 10 === 9 ? 900 : 60) * MB),
    );
    expect(judge(HEAP, rare)).toMatchObject({ highest: 900 * MB, wrong: null });
  });
});

describe("what grows", () => {
  it("is reported with both medians and the allowed value", () => {
    const leaking = series(
      "heap",
      looks((n) => (60 + 2 * n) * MB),
    );
    expect(judge(HEAP, leaking).wrong).toBe("heap grew from 90.0 MB to 130.0 MB; up to 115.0 MB is allowed.");
  });

  it("is found among samples without a value", () => {
    const leaking = series(
      "heap",
      looks((n) => (n % 3 === 0 ? undefined : (60 + 2 * n) * MB)),
    );
    expect(judge(HEAP, leaking).wrong).toMatch(/^heap grew/);
  });

  it("is found although what it began with was more", () => {
    const sinking = series(
      "heap",
      looks((n) => (n < 10 ? 500 : 50 + 2 * n) * MB),
    );
    expect(judge(HEAP, sinking).wrong).toMatch(/^heap grew/);
  });

  it("is also a single value above what is ever allowed", () => {
    const rule = { ...HEAP, measure: "oldest", unit: "ms", most: 60_000 } as const;
    const once = series(
      "oldest",
      looks((n) => (n === 30 ? 61_000 : 10)),
    );
    expect(judge(rule, once).wrong).toBe("oldest reached 61 s; at most 60 s is allowed.");
  });
});

describe("a table", () => {
  it("holds as long as it has as many rows for a session", () => {
    const selling = series(
      "rows",
      looks((n) => 2 * (1_000 + n * 100)),
    );
    expect(judge(ROWS, selling)).toMatchObject({ before: 2, after: 2, wrong: null });
  });

  it("grows when sessions leave more and more rows", () => {
    const growing = series(
      "rows",
      looks((n) => 1_000 + n * n * 10),
    );
    expect(judge(ROWS, growing).wrong).toMatch(/^rows grew from .* per session to .* per session/);
  });

  it("that is pruned holds while it has the rows of that time, and grows when nothing is pruned any more", () => {
    const rule = { ...ROWS, perSessionOfDays: 35 };
    const pruned = series(
      "rows",
      looks((n) => 2 * Math.min(1_000 + n * 100, 500)),
    );
    expect(judge(rule, pruned).wrong).toBeNull();
    const unpruned = series(
      "rows",
      looks((n) => 2 * (1_000 + n * 100)),
    );
    expect(judge(rule, unpruned).wrong).toMatch(/^rows grew/);
  });

  it("is not judged by a handful of sessions", () => {
    const few = series("rows", [0, 90, 1, 2, 3, 4, 5, 6, 700, 800, 900, 999]).map((sample, n) => {
      return { ...sample, sessions: n };
    });
    expect(judge(ROWS, few)).toMatchObject({ before: null, after: null, wrong: null });
  });
});

it("too few looks judge nothing, and say so", () => {
  expect(judge(HEAP, series("heap", [1, 2, 3, 900 * MB, 901 * MB]))).toMatchObject({
    before: null,
    after: null,
    wrong: null,
  });
  expect(judge(HEAP, [])).toMatchObject({ highest: null, wrong: null });
});

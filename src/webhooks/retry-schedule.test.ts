import { describe, expect, it } from "vitest";
import { MAX_ATTEMPTS, nextStep, WAITS_SEC } from "./retry-schedule.ts";

const now = new Date("2026-10-11T12:00:00Z");
const waitSec = (attempts: number, chance: number) => {
  const next = nextStep(503, attempts, now, () => chance);
  return next.state === "pending" ? (next.dueAt.getTime() - now.getTime()) / 1000 : null;
};

describe("an answer", () => {
  it.each([200, 201, 204, 299])("%i delivers", (status) => {
    expect(nextStep(status, 1, now, () => 0.5)).toEqual({ state: "delivered" });
  });

  it.each([400, 401, 404, 409, 429, 499])("%i is final", (status) => {
    expect(nextStep(status, 1, now, () => 0.5)).toEqual({ state: "failed", disable: null });
  });

  it("410 is final and disables the endpoint", () => {
    expect(nextStep(410, 1, now, () => 0.5)).toEqual({
      state: "failed",
      disable: "The endpoint answered 410 Gone.",
    });
  });

  it.each([null, 300, 301, 307, 500, 502, 599])("%s is tried again", (status) => {
    expect(nextStep(status, 1, now, () => 0.5)).toEqual({
      state: "pending",
      dueAt: new Date("2026-10-11T12:00:05Z"),
    });
  });
});

describe("the waits", () => {
  it("are 5 s, 30 s, 2, 5, 15, 30 min, 1, 2, 2 h, and ten attempts end it", () => {
    const waits = Array.from({ length: MAX_ATTEMPTS }, (_, index) => waitSec(index + 1, 0.5));
    expect(waits).toEqual([5, 30, 120, 300, 900, 1800, 3600, 7200, 7200, null]);
    expect(nextStep(null, 10, now, () => 0.5)).toEqual({ state: "failed", disable: null });
    const hours = WAITS_SEC.reduce((sum: number, wait) => sum + wait, 0) / 3600;
    expect(hours).toBeCloseTo(6, 0);
  });

  it("are up to a tenth shorter or longer", () => {
    expect(waitSec(1, 0)).toBe(4.5);
    expect(waitSec(1, 1)).toBe(5.5);
    expect(waitSec(9, 0)).toBe(6480);
  });
});

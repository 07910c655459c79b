import { expect, it } from "vitest";
import { isGivenUp, outageWaitMs, reachOf, waitMs } from "./refund.ts";

it("a rail is queried again after ever longer waits, from ten seconds to six hours", () => {
  const waits = Array.from({ length: 15 }, (_, tries) => waitMs(tries + 1));
  expect(waits.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000]);
  expect(waits.at(-1)).toBe(6 * 3_600_000);
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
});

it("a refund without an answer is given up after days, one that the rail works on after weeks", () => {
  const daysUntil = (accepted: boolean) => {
    let ms = 0;
    for (let tries = 1; !isGivenUp(tries, accepted, ms); tries++) ms += waitMs(tries);
    return ms / 86_400_000;
  };
  expect(daysUntil(false)).toBeGreaterThan(2);
  expect(daysUntil(false)).toBeLessThan(4);
  expect(daysUntil(true)).toBeGreaterThan(10);
  expect(daysUntil(true)).toBeLessThan(15);
});

it("during an outage the next try comes soon after its end, and nothing is given up early for it", () => {
  const minute = 60_000;
  let waited = 0;
  for (let tries = 1; waited < 24 * 60 * minute; tries++) {
    const wait = outageWaitMs(tries, waited);
    expect(wait).toBeLessThanOrEqual(Math.max(30_000, waited / 20) + 1);
    expect(isGivenUp(tries, false, waited)).toBe(false);
    waited += wait;
  }
});

it("an answer tells whether the rail answered, may have received the call, or was never called", () => {
  const unknown = (reason: string) => reachOf({ outcome: "unknown", reason });
  expect(["not_found", "refused"].map(unknown)).toEqual(["answered", "answered"]);
  expect(["no_answer", "unreadable"].map(unknown)).toEqual(["unanswered", "unanswered"]);
  expect(["not_sent", "circuit_open", "too_many_calls"].map(unknown)).toEqual(Array(3).fill("not_sent"));
  expect(reachOf({ outcome: "unsupported" })).toBe("answered");
});

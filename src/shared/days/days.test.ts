import { describe, expect, it } from "vitest";
import { instantOf, isTimeZone, lastDays } from "./days.ts";

const HOUR_MS = 3_600_000;
const days = (zone: string, now: string, count = 7) => lastDays(zone, new Date(now), count);
const hours = (zone: string, now: string) =>
  days(zone, now).map(({ from, until }) => (until.getTime() - from.getTime()) / HOUR_MS);

describe("the last days of a time zone", () => {
  it("are each there once on the days after clocks change, and meet without a gap", () => {
    for (const [zone, now, changed, long] of [
      ["Europe/Zurich", "2026-03-30T08:00:00Z", "2026-03-29", 23],
      ["Europe/Zurich", "2026-10-26T08:00:00Z", "2026-10-25", 25],
      ["Europe/Zurich", "2026-03-29T22:30:00Z", "2026-03-29", 23],
      ["America/New_York", "2026-11-02T04:30:00Z", "2026-11-01", 25],
      // Clocks change at midnight: the day begins at one, or twice.
      ["America/Santiago", "2026-09-08T12:00:00Z", "2026-09-06", 23],
      ["America/Santiago", "2026-04-07T12:00:00Z", "2026-04-04", 25],
      ["Australia/Lord_Howe", "2026-10-06T00:00:00Z", "2026-10-04", 23.5],
      ["Asia/Kathmandu", "2026-10-06T00:00:00Z", "2026-10-04", 24],
      ["UTC", "2026-03-30T08:00:00Z", "2026-03-29", 24],
    ] as const) {
      const found = days(zone, now);
      expect(new Set(found.map(({ day }) => day)).size).toBe(7);
      for (const [at, { until }] of found.slice(0, -1).entries()) expect(found[at + 1]!.from).toEqual(until);
      const today = new Date(now).toLocaleDateString("en-CA", { timeZone: zone });
      expect(found.at(-1)!.day).toBe(today);
      expect(found.at(-1)!.from.getTime()).toBeLessThanOrEqual(Date.parse(now));
      expect(found.at(-1)!.until.getTime()).toBeGreaterThan(Date.parse(now));
      expect([zone, changed, hours(zone, now)[found.findIndex(({ day }) => day === changed)]]).toEqual([
        zone,
        changed,
        long,
      ]);
    }
  });

  it("begin at local midnight", () => {
    expect(days("Europe/Zurich", "2026-03-29T22:30:00Z", 2)).toEqual([
      {
        day: "2026-03-29",
        from: new Date("2026-03-28T23:00:00Z"),
        until: new Date("2026-03-29T22:00:00Z"),
      },
      {
        day: "2026-03-30",
        from: new Date("2026-03-29T22:00:00Z"),
        until: new Date("2026-03-30T22:00:00Z"),
      },
    ]);
  });
});

it("names of time zones are known, others are not", () => {
  expect(["UTC", "Europe/Zurich", "Asia/Kolkata"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["", "Europe/Nowhere", "'; drop", "x".repeat(1_000)].map(isTimeZone)).toEqual(Array(4).fill(false));
});

describe("a local time", () => {
  it.each([
    ["Europe/Zurich", "2026-07-01T18:30", "2026-07-01T16:30:00.000Z"],
    ["Europe/Zurich", "2026-12-01T18:30:15", "2026-12-01T17:30:15.000Z"],
    ["UTC", "2026-12-01T18:30", "2026-12-01T18:30:00.000Z"],
    ["Asia/Kathmandu", "2026-12-01T00:00", "2026-11-30T18:15:00.000Z"],
    ["America/New_York", "2026-11-01T00:30", "2026-11-01T04:30:00.000Z"],
    ["America/New_York", "2026-11-01T02:00", "2026-11-01T07:00:00.000Z"],
    // Repeated: the first.
    ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z"],
    // Skipped.
    ["Europe/Zurich", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z"],
    ["Europe/Zurich", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
  ])("in %s, %s, is %s", (zone, local, instant) => {
    expect(instantOf(zone, local).toISOString()).toBe(instant);
  });
});

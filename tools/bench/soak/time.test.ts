import { expect, it } from "vitest";
import { SoakTime } from "./time.ts";

const START = Date.parse("2026-11-22T12:00:00Z");
const time = new SoakTime(START, 20_000, 60);
const at = (seconds: number) => time.at(START + seconds * 1_000).toISOString();

it("passes faster, and leaves out the rest of each week", () => {
  expect([0, 1, 19, 20, 21, 40].map(at)).toEqual([
    "2026-11-22T12:00:00.000Z",
    "2026-11-22T12:01:00.000Z",
    "2026-11-22T12:19:00.000Z",
    "2026-11-29T12:00:00.000Z",
    "2026-11-29T12:01:00.000Z",
    "2026-12-06T12:00:00.000Z",
  ]);
});

it("tells when it showed something, of what was left out the end of its week", () => {
  const secondsOf = (text: string) => (time.machineMs(new Date(text)) - START) / 1_000;
  expect([0, 7, 19.5, 20, 33].map((seconds) => secondsOf(at(seconds)))).toEqual([0, 7, 19.5, 20, 33]);
  expect(secondsOf("2026-11-25T00:00:00Z")).toBe(20);
});

it("is the same in a process that reads it from its environment", () => {
  expect(SoakTime.of(time.environment).at(START + 50_000)).toEqual(time.at(START + 50_000));
});

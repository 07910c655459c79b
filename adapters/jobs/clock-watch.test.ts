import { Registry } from "prom-client";
import { beforeEach, describe, expect, it } from "vitest";
import type { ClockOffset } from "../../ports/clock.ts";
import { ClockWatch } from "./clock-watch.ts";

const registry = new Registry();
let lines: string[];
let next: ClockOffset | null | Error;
let measured: number;
let watch: ClockWatch;
const clock = {
  disturbed: false,
  async measure() {
    measured++;
    if (next instanceof Error) throw next;
    return next;
  },
};

beforeEach(() => {
  registry.clear();
  lines = [];
  measured = 0;
  clock.disturbed = false;
  const writer = (level: string) => (facts: object, message: string) =>
    void lines.push(`${level} ${JSON.stringify(facts)} ${message}`);
  const log = { debug: writer("debug"), info: writer("info"), warn: writer("warn"), error: writer("error") };
  watch = new ClockWatch({ clock, log, registry });
});

async function compared(offsetMs: number, errorMs = 1) {
  lines = [];
  next = { offsetMs, errorMs };
  await watch.compare();
  return { usable: watch.usable, lines };
}

const offset = async () => /^clock_offset_seconds (.*)$/m.exec(await registry.metrics())![1];

describe("the machine's clock and the database's", () => {
  it.each([0, 2_000, -2_000])("are alike when they differ by %i ms", async (offsetMs) => {
    expect(await compared(offsetMs)).toEqual({ usable: true, lines: [] });
  });

  it.each([2_100, -2_100, 10_000, -10_000])("are warned of when they differ by %i ms", async (offsetMs) => {
    const { usable, lines } = await compared(offsetMs);
    expect(usable).toBe(true);
    expect(lines).toEqual([`warn {"offsetMs":${offsetMs}} clocks of machine and database differ`]);
  });

  it.each([10_100, -10_100, 3_600_000])("are of no use when they differ by %i ms", async (offsetMs) => {
    const { usable, lines } = await compared(offsetMs);
    expect(usable).toBe(false);
    expect(lines).toEqual([expect.stringMatching(/^error .* too far apart; background tasks paused$/)]);
    expect(await offset()).toBe(String(offsetMs / 1_000));
  });

  it("are of use again when they agree", async () => {
    await compared(60_000);
    const { usable, lines } = await compared(5);
    expect(usable).toBe(true);
    expect(lines).toEqual([
      'info {"offsetMs":5} clocks of machine and database agree again; background tasks resumed',
    ]);
  });

  it("are judged only by what the measurement is certain of", async () => {
    expect((await compared(14_000, 5_000)).usable).toBe(true);
    expect((await compared(16_000, 5_000)).usable).toBe(false);
  });

  it("keep their last judgement while the database cannot be reached, or answers slowly", async () => {
    await compared(60_000);
    next = null;
    await watch.compare();
    next = new Error("away");
    await expect(watch.compare()).rejects.toThrow("away");
    expect(watch.usable).toBe(false);
  });
});

describe("comparing", () => {
  it("is due at first, then not before a minute is over or the clock was set", async () => {
    next = { offsetMs: 0, errorMs: 1 };
    await watch.compareWhenDue();
    await watch.compareWhenDue();
    expect(measured).toBe(1);
    clock.disturbed = true;
    await watch.compareWhenDue();
    expect(measured).toBe(2);
  });
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "../../../test/support/database/database.ts";
import { Database } from "./database.ts";
import type { Statement } from "../statements/statement.ts";
import { DatabaseClock } from "./database-clock.ts";
import { opened } from "../../../test/support/opened.ts";

const HOUR_MS = 3_600_000;
/** More than a query takes on a busy machine, and less than the differences tested here. */
const ABOUT_MS = 20_000;

let database: Database;
const created = opened(createDatabase);
beforeAll(async () => {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  database = await Database.open({ url: created.url, poolSize: 2, log });
});
afterAll(async () => {
  await database.close();
});

/** A machine whose clocks a test sets. */
function machine() {
  const set = { wallMs: 0, steadyMs: 0 };
  return {
    set,
    wall: () => Date.now() + set.wallMs,
    steady: () => performance.now() + set.steadyMs,
  };
}

async function databaseMs(): Promise<number> {
  const { rows } = await database.pool.query<{ now: Date }>("select clock_timestamp() as now");
  return rows[0]!.now.getTime();
}

/** Returns the lead of a clock over the database's. */
async function aheadMs(clock: DatabaseClock): Promise<number> {
  return clock.now().getTime() - (await databaseMs());
}

it("returns the database's time after a measurement, regardless of the machine's clock", async () => {
  for (const wallMs of [HOUR_MS, -HOUR_MS]) {
    const clocks = machine();
    clocks.set.wallMs = wallMs;
    const clock = new DatabaseClock(database, clocks);
    expect(Math.abs((await aheadMs(clock)) - wallMs)).toBeLessThan(ABOUT_MS);
    const { offsetMs, errorMs } = (await clock.measure())!;
    expect(Math.abs(offsetMs - wallMs)).toBeLessThanOrEqual(errorMs + ABOUT_MS);
    expect(Math.abs(await aheadMs(clock))).toBeLessThan(ABOUT_MS);
  }
});

it("is not moved by a machine's clock that is set, and notices it until it measures again", async () => {
  const clocks = machine();
  const clock = new DatabaseClock(database, clocks);
  await clock.measure();
  expect(clock.disturbed).toBe(false);
  clocks.set.wallMs = HOUR_MS;
  expect(Math.abs(await aheadMs(clock))).toBeLessThan(ABOUT_MS);
  expect(clock.disturbed).toBe(true);
  await clock.measure();
  expect(clock.disturbed).toBe(false);
});

it("is late after its machine has slept, never early, and right again when it has measured", async () => {
  const clocks = machine();
  const clock = new DatabaseClock(database, clocks);
  await clock.measure();
  clocks.set.steadyMs = -HOUR_MS;
  expect(Math.abs((await aheadMs(clock)) + HOUR_MS)).toBeLessThan(ABOUT_MS);
  expect(clock.disturbed).toBe(true);
  await clock.measure();
  expect(Math.abs(await aheadMs(clock))).toBeLessThan(ABOUT_MS);
});

it("ignores a slow answer, except for the first", async () => {
  const clocks = machine();
  const slow = {
    async queryAlone<Row extends object>(statement: Statement): Promise<Row[]> {
      const rows = await database.queryAlone<Row>(statement);
      clocks.set.steadyMs += 30_000;
      return rows;
    },
  };
  const clock = new DatabaseClock(slow, clocks);
  expect((await clock.measure())!.errorMs).toBeGreaterThanOrEqual(15_000);
  const before = clock.now().getTime();
  expect(await clock.measure()).toBeNull();
  expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(90_000);
});

it("never gives out the same object twice", () => {
  const clock = new DatabaseClock(database);
  expect(clock.now()).not.toBe(clock.now());
});

import { describe, expect, it } from "vitest";
import { createDatabase } from "../../../test/support/database/database.ts";
import { openPool } from "../../../test/support/builders/organisations.ts";
import { Collector, rowReader } from "./collector.ts";
import { Turns } from "./turns.ts";
import { opened } from "../../../test/support/opened.ts";

const clone = opened(createDatabase);
const db = opened(() => openPool(clone.url));

const HALVES = {
  name: "halves",
  text: "select 100 / n as half from unnest($1::integer[]) with ordinality q (n, i) order by i",
};

/** Returns 100 / n by the database, which refuses 0. The calls are recorded. */
function halving(options: { readonly turns?: Turns; readonly most?: number } = {}) {
  const calls: number[][] = [];
  const collector = new Collector<number, number>(db, { name: "halves", ...options }, async (numbers) => {
    calls.push([...numbers]);
    return (await db.query<{ half: number }>(HALVES, [numbers])).map(({ half }) => half);
  });
  return { collector, calls };
}

describe("the collector", () => {
  it("sends a single item at once", async () => {
    const { collector, calls } = halving();
    expect(await collector.one(4)).toBe(25);
    expect(calls).toEqual([[4]]);
  });

  it("shares a call between simultaneous items, each with its own answer", async () => {
    const { collector, calls } = halving();
    expect(await Promise.all([1, 2, 4, 5].map((n) => collector.one(n)))).toEqual([100, 50, 25, 20]);
    expect(calls).toEqual([[1, 2, 4, 5]]);
  });

  it("holds items that arrive during the calls for the next, in batches no larger than allowed", async () => {
    const { collector, calls } = halving({ turns: new Turns(1), most: 3 });
    const first = collector.one(1);
    await new Promise((resolve) => setImmediate(resolve));
    const rest = [2, 4, 5, 10, 20].map((n) => collector.one(n));
    expect(await Promise.all([first, ...rest])).toEqual([100, 50, 25, 20, 10, 5]);
    expect(calls).toEqual([[1], [2, 4, 5], [10, 20]]);
  });

  it("shares its turn with another collector: their calls never run at the same time", async () => {
    const turns = new Turns(1);
    const log: string[] = [];
    const sharing = (name: string) =>
      new Collector<number, number>(db, { name, turns }, async (numbers) => {
        log.push(`${name} begins with ${numbers.length}`);
        const answers = await db.query<{ half: number }>(HALVES, [numbers]);
        log.push(`${name} ends`);
        return answers.map(({ half }) => half);
      });
    const [one, other] = [sharing("one"), sharing("other")];
    const first = one.one(1);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, other.one(2), one.one(4), other.one(5)]);
    expect(log).toEqual([
      "one begins with 1",
      "one ends",
      "other begins with 2",
      "other ends",
      "one begins with 1",
      "one ends",
    ]);
  });

  it("sends items that wait for a turn before answered callers continue", async () => {
    const turns = new Turns(1);
    const log: string[] = [];
    const [one, other] = ["one", "other"].map(
      (name) =>
        new Collector<number, number>(db, { name, turns }, async (numbers) => {
          log.push(`${name} is called`);
          return (await db.query<{ half: number }>(HALVES, [numbers])).map(({ half }) => half);
        }),
    );
    const first = one!.one(1).then(() => log.push("one goes on"));
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, other!.one(2).then(() => log.push("other goes on"))]);
    expect(log).toEqual(["one is called", "other is called", "one goes on", "other goes on"]);
  });

  it("runs a failed batch item by item, so that a bad item spoils no other", async () => {
    const { collector, calls } = halving();
    const [good, bad, better] = await Promise.allSettled([1, 0, 2].map((n) => collector.one(n)));
    expect([good, better]).toEqual([
      { status: "fulfilled", value: 100 },
      { status: "fulfilled", value: 50 },
    ]);
    expect(bad).toMatchObject({ status: "rejected", reason: { code: "22012" } });
    expect(calls).toEqual([[1, 0, 2], [1], [0], [2]]);
  });

  it("does not hammer a database that is away with the items of a batch", async () => {
    let calls = 0;
    const collector = new Collector<number, number>(db, { name: "away" }, () => {
      calls++;
      return Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    });
    const ends = await Promise.allSettled([1, 2, 3].map((n) => collector.one(n)));
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(calls).toBe(1);
    await expect(collector.one(4)).rejects.toThrow("ECONNREFUSED");
  });

  it("stays inside a unit of work", async () => {
    const write = {
      name: "collected-write",
      text: "insert into failure_budget select unnest($1::text[]), 1",
    };
    const collector = new Collector<string, void>(db, { name: write.name }, async (addresses) => {
      await db.query(write, [addresses]);
      return addresses.map(() => undefined);
    });
    const undone = db.run(async () => {
      await collector.one("10.0.0.1");
      throw new Error("roll back");
    });
    await Promise.allSettled([undone, collector.one("10.0.0.2")]);
    const { rows } = await db.pool.query("select address from failure_budget order by address");
    expect(rows).toEqual([{ address: "10.0.0.2" }]);
  });
});

describe("a row reader", () => {
  const statement = {
    name: "doubles",
    text: `select item, n * 2 as double from unnest($1::integer[], $2::text[]) with ordinality q (n, word, item) where n > 0`,
  };

  it("answers each list of values with its row, or with null", async () => {
    const read = rowReader<{ double: number }>(db, statement);
    const before = db.roundTrips;
    const rows = await Promise.all([read(1, "a"), read(0, null), read(3, null)]);
    expect(rows.map((row) => row?.double ?? null)).toEqual([2, null, 6]);
    expect(db.roundTrips - before).toBe(1);
  });

  it("answers more lists than fit into a call, equal or not, repeatedly", async () => {
    const read = rowReader<{ double: number }>(db, statement);
    for (let round = 0; round < 5; round++) {
      const requests = Array.from({ length: 180 }, (_, i) => 1 + (i % 50));
      const rows = await Promise.all(requests.map((n) => read(n, "same")));
      expect(rows.map((row) => row!.double)).toEqual(requests.map((n) => 2 * n));
    }
  });

  it("reads equal lists once, and again for callers after it has begun", async () => {
    const read = rowReader<{ item: string; double: number }>(db, statement);
    const before = db.roundTrips;
    const [one, same] = await Promise.all([read(1, "a"), read(1, "a")]);
    expect(same).toBe(one);
    expect(await read(1, "a")).not.toBe(one);
    expect(db.roundTrips - before).toBe(2);
  });
});

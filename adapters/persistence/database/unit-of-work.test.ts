import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { SILENT } from "../../../test/support/builders/organisations.ts";
import { createDatabase } from "../../../test/support/database/database.ts";
import { Database } from "./database.ts";
import { opened } from "../../../test/support/opened.ts";

const TRANSACTION = { name: "transaction", text: "select pg_current_xact_id()::text as id" };

const created = opened(createDatabase);
const database = opened(() => Database.open({ url: created.url, poolSize: 3, log: SILENT }));

const transaction = async () => (await database.query<{ id: string }>(TRANSACTION))[0]!.id;

it("is open only for callers inside, also in nested calls", async () => {
  expect(database.open).toBe(false);
  const seen = await database.run(async () => {
    await delay(1);
    return [database.open, await database.run(async () => database.open), database.open];
  });
  expect(seen).toEqual([true, true, true]);
  expect(database.open).toBe(false);
  const begun = Promise.withResolvers<void>();
  const unit = database.run(() => begun.promise);
  expect(database.open).toBe(false);
  begun.resolve();
  await unit;
});

it("is one transaction, also for nested calls", async () => {
  const ids = await database.run(async () => [
    await transaction(),
    await database.run(transaction),
    await transaction(),
  ]);
  expect(new Set(ids).size).toBe(1);
  expect(await transaction()).not.toBe(ids[0]);
});

it.each(["committed", "rolled back"])(
  "is over for work that was begun inside and continues after it was %s",
  async (end) => {
    const ended = Promise.withResolvers<void>();
    let later: Promise<[boolean, string]> | undefined;
    let id = "";
    const unit = database.run(async () => {
      id = await transaction();
      later = ended.promise.then(async () => [database.open, await transaction()]);
      if (end === "rolled back") throw new Error(end);
    });
    await unit.catch(() => {});
    ended.resolve();
    const [open, other] = await later!;
    expect(open).toBe(false);
    expect(other).not.toBe(id);
  },
);

it("what is to run after the commit runs outside, once it has committed, and not at all when it rolls back", async () => {
  const ran: string[] = [];
  await database.run(async () => {
    database.afterCommit(() => ran.push(`committed, ${database.open ? "inside" : "outside"}`));
    expect(ran).toEqual([]);
  });
  const failed = database.run(async () => {
    database.afterCommit(() => ran.push("rolled back"));
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(ran).toEqual(["committed, outside"]);
});

it("whose work continues after a failed statement raises, and has changed nothing", async () => {
  const table = { name: "kept", text: "create table kept (id integer)" };
  const count = { name: "kept-tables", text: "select count(*)::int from pg_class where relname = 'kept'" };
  const ran: string[] = [];
  const swallowing = database.run(async () => {
    database.afterCommit(() => ran.push("committed"));
    await database.query(table);
    await database.query({ name: "failing", text: "select 1 / 0" }).catch(() => {});
    return "done";
  });
  await expect(swallowing).rejects.toMatchObject({
    message: "a unit of work fails when one of its statements does",
    cause: { message: "division by zero" },
  });
  expect(ran).toEqual([]);
  expect(await database.query(count)).toEqual([{ count: 0 }]);
  // The connection is as good as before.
  const { idleCount, totalCount } = database.pool;
  expect(idleCount).toBe(totalCount);
  expect(await database.run(transaction)).toMatch(/^\d+$/);
});

it("that lost a deadlock is run again, also where its work hides the failure, and is committed once", async () => {
  const lock = (key: number) =>
    database.query({ name: `lock-${key}`, text: `select pg_advisory_xact_lock(${key})` });
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const runs: string[] = [];
  const ran: string[] = [];
  const unit = (name: string, keys: [number, number], mine: typeof first, others: typeof first) =>
    database.run(async () => {
      runs.push(name);
      database.afterCommit(() => ran.push(name));
      await lock(keys[0]);
      mine.resolve();
      await others.promise;
      await lock(keys[1]).catch(() => {
        throw new Error("another failure");
      });
      return name;
    });
  const names = await Promise.all([unit("a", [1, 2], first, second), unit("b", [2, 1], second, first)]);
  expect(names).toEqual(["a", "b"]);
  expect(runs).toHaveLength(3);
  expect(ran.toSorted()).toEqual(["a", "b"]);
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DatabaseProxy } from "../../test/setup/database-proxy.ts";
import { createDatabase, type TestDatabase } from "../../test/setup/database.ts";
import { isDatabaseDown } from "../http/database-down.ts";
import { Database } from "./database.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const one = { name: "one", text: "select 1 as one" };

describe("a pool of two connections to a database that goes away", () => {
  let own: TestDatabase;
  let proxy: DatabaseProxy;
  let database: Database;

  beforeEach(async () => {
    own = await createDatabase();
    proxy = await DatabaseProxy.open(own.url);
    database = await Database.open({ url: proxy.url, poolSize: 2, log, answerMs: 300 });
  });

  afterEach(async () => {
    await database.close();
    await proxy.close();
    await own.drop();
  });

  /** @returns for each try, whether the database was found to be away; null: it answered */
  const outcomes = (...tries: Promise<unknown>[]) =>
    Promise.all(tries.map((answer) => answer.then(() => null, isDatabaseDown)));
  const transaction = () => database.run(() => database.query(one));

  it("finds out that connections hang, also in transactions, and is whole again afterwards", async () => {
    await Promise.all([database.query(one), database.query(one)]);
    proxy.stall();
    expect(await outcomes(database.query(one), transaction())).toEqual([true, true]);
    await proxy.mend();
    expect(await outcomes(transaction(), transaction(), database.query(one))).toEqual([null, null, null]);
  });

  it("loses none of them to transactions that were cut off", async () => {
    const cutOff = (tries: number) =>
      Array.from({ length: tries }, () =>
        database.run(async () => {
          await database.query(one);
          begun.resolve();
          await cut.promise;
          await database.query(one);
        }),
      );
    const begun = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<void>();
    const tries = cutOff(2);
    await begun.promise;
    await proxy.cut();
    cut.resolve();
    expect(await outcomes(...tries)).toEqual([true, true]);
    await proxy.mend();
    expect(await outcomes(transaction(), transaction())).toEqual([null, null]);
  });
});

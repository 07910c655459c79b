import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DatabaseProxy } from "../../../test/support/database/database-proxy.ts";
import { createDatabase, type TestDatabase } from "../../../test/support/database/database.ts";
import { Problem } from "../../../src/shared/problem.ts";
import { Database } from "./database.ts";
import { migrate } from "../schema/migrate.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const one = { name: "one", text: "select 1 as one" };

const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === "unavailable";

describe("a pool of two connections to a database that goes away", () => {
  let own: TestDatabase;
  let proxy: DatabaseProxy;
  let database: Database;

  beforeEach(async () => {
    own = await createDatabase();
    proxy = await DatabaseProxy.open(own.url);
    database = await Database.open({ url: proxy.url, poolSize: 2, log, answerMs: 1_500 });
  });

  afterEach(async () => {
    await database.close();
    await proxy.close();
    await own.drop();
  });

  /** @returns for each try, whether the database was found to be away; null: it answered */
  const outcomes = (...tries: Promise<unknown>[]) =>
    Promise.all(tries.map((answer) => answer.then(() => null, isUnavailable)));
  const transaction = () => database.run(() => database.query(one));

  it("detects hanging connections, also in transactions, and recovers completely", async () => {
    await Promise.all([database.query(one), database.query(one)]);
    proxy.stall();
    expect(await outcomes(database.query(one), transaction())).toEqual([true, true]);
    await proxy.mend();
    expect(await outcomes(transaction(), transaction(), database.query(one))).toEqual([null, null, null]);
  });

  it("loses none of them to interrupted transactions", async () => {
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

describe("connection settings in a URL", () => {
  let own: TestDatabase;
  beforeEach(async () => {
    own = await createDatabase();
  });
  afterEach(() => own.drop());

  const withParameter = (name: string, value: string) => {
    const url = new URL(own.url);
    url.searchParams.set(name, value);
    return url.href;
  };

  it("apply to the whole pool", async () => {
    const url = withParameter("application_name", "named");
    const database = await Database.open({ url, poolSize: 2, log });
    const text = "select current_setting('application_name') as name";
    const statement = { name: "application-name", text };
    expect(await database.query(statement)).toEqual([{ name: "named" }]);
    expect(await database.run(() => database.query(statement))).toEqual([{ name: "named" }]);
    await database.close();
  });

  it("prevent plain text if they require TLS", async () => {
    // The tests' server has no TLS.
    const url = withParameter("sslmode", "verify-full");
    const database = await Database.open({ url, poolSize: 2, log });
    await expect(database.query(one)).rejects.toMatchObject({
      cause: { message: "The server does not support SSL connections" },
    });
    await database.close();
    await expect(migrate(url)).rejects.toThrow(/does not support SSL/);
  });
});

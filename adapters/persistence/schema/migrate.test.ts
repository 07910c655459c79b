import { inspect } from "node:util";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { ask } from "../../../test/support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../../../test/support/database/database.ts";
import { migration } from "../../../test/support/database/migrations.ts";
import { type Build, THIS_BUILD } from "./build.ts";
import { migrate } from "./migrate.ts";
import { dumpSchema } from "./schema-dump.ts";
import { sqlFunction } from "./sql-functions.ts";

const { migrations, functions: FUNCTIONS } = THIS_BUILD;
const NEWER = [...migrations, migration("9998-shelf", "create table shelf ()")];

/** Returns this build's functions, with another text for one of them. */
const withText = (name: string, change: (text: string) => string) => ({
  functions: FUNCTIONS.map((each) => (each.name === name ? sqlFunction(name, change(each.text)) : each)),
});
const WITH_OTHER_LIST = withText("number_list", (text) => text.replace("','", "', '"));

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

/** Returns every function with the transaction that wrote it. */
const functions = () =>
  ask<{ name: string; written: string }>(
    database.url,
    `select proname as name, xmin::text as written from pg_proc
     where pronamespace = 'public'::regnamespace order by 1`,
  );
const ticketNumbers = async () =>
  (await ask<{ n: string }>(database.url, "select number_list(1, 3) as n"))[0]!.n;

describe("starting on a database", () => {
  it("that has all of it changes nothing", async () => {
    const before = await functions();
    await migrate(database.url);
    expect(await functions()).toEqual(before);
  });

  it("applies the functions whose text has changed, and no others", async () => {
    const before = await functions();
    await migrate(database.url, { build: WITH_OTHER_LIST });
    expect(await ticketNumbers()).toBe("1, 2, 3");
    const after = await functions();
    expect(after.filter(({ written }, index) => written !== before[index]!.written)).toMatchObject([
      { name: "number_list" },
    ]);
  });

  it("restores a dropped function", async () => {
    await ask(database.url, "drop function number_list");
    await migrate(database.url);
    expect(await ticketNumbers()).toBe("1,2,3");
  });

  it("applies all functions or none", async () => {
    const before = await functions();
    const broken = withText("waiting_endpoints", () => "create or replace function waiting_endpoints(");
    const build = {
      functions: [
        ...WITH_OTHER_LIST.functions.filter(({ name }) => name === "number_list"),
        ...broken.functions.filter(({ name }) => name !== "number_list"),
      ],
    };
    await expect(migrate(database.url, { build })).rejects.toThrow(/syntax error/);
    expect(await functions()).toEqual(before);
    expect(await ticketNumbers()).toBe("1,2,3");
  });

  it("adds an overload, and keeps the former one for processes that still call it", async () => {
    const build = withText(
      "number_list",
      (text) => `${text}
create or replace function number_list(first integer, quantity integer, separator text) returns text
language sql immutable as $$
  select string_agg(n::text, separator order by n) from generate_series(first, first + quantity - 1) n
$$;
`,
    );
    await migrate(database.url, { build });
    expect(await ask(database.url, "select number_list(1, 3) as old, number_list(1, 3, '-') as new")).toEqual(
      [{ old: "1,2,3", new: "1-2-3" }],
    );
  });

  it("that is empty, by three processes at once, makes the schema once", async () => {
    const admin = new Client({ connectionString: inject("databaseAdminUrl") });
    await admin.connect();
    const url = new URL(database.url);
    url.pathname += "_empty";
    const name = url.pathname.slice(1);
    await admin.query(`create database ${name}`);
    try {
      await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)]);
      expect(await dumpSchema(url.href)).toBe(await dumpSchema(database.url));
      expect(await ask(url.href, "select name from sql_function where replaced_at is not null")).toEqual([]);
      expect(await ask(url.href, "select name from migration order by name")).toEqual(
        migrations.map((each) => ({ name: each.name })),
      );
    } finally {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    }
  });
});

it("a migration that fails changes nothing, and its error has no row's values", async () => {
  const failing = migration(
    "9998-shelf",
    "create table shelf (height integer check (height > 0), note text); insert into shelf values (0, 'private word')",
  );
  const error: unknown = await migrate(database.url, {
    build: { migrations: [...migrations, failing] },
  }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: "23514",
    message: expect.stringMatching(/violates check constraint "[^"]+"$/),
  });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("private word");
  await migrate(database.url);
});

describe("a build is refused, and changes nothing,", () => {
  const refused = async (build: Partial<Build>, sentence: RegExp) => {
    const before = [await functions(), await dumpSchema(database.url)];
    await expect(migrate(database.url, { build })).rejects.toMatchObject({
      name: "UnfitDatabase",
      message: expect.stringMatching(sentence),
    });
    expect([await functions(), await dumpSchema(database.url)]).toEqual(before);
  };

  it("if the database has migrations unknown to it", async () => {
    await migrate(database.url, { build: { migrations: NEWER } });
    await refused(WITH_OTHER_LIST, /^the database is newer than this build.*migrations 9998-shelf:/);
    await migrate(database.url, { build: { migrations: NEWER } });
  });

  it("if another build has replaced its functions, until their rows are deleted", async () => {
    await migrate(database.url, { build: WITH_OTHER_LIST });
    // The build has another migration, too, which must not run first.
    await refused(
      { migrations: NEWER },
      /newer than this build, whose functions number_list another build has replaced: start that build, or delete/,
    );
    await ask(database.url, "delete from sql_function where name = 'number_list'");
    await migrate(database.url);
    expect(await ticketNumbers()).toBe("1,2,3");
  });

  it("if a development version made the database, whose migrations were recorded otherwise", async () => {
    await ask(
      database.url,
      `drop table migration; create table migration (name text primary key, sha256 text not null)`,
    );
    await refused(WITH_OTHER_LIST, /made by a development version.*: use a new, empty database$/);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "../../../test/support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../../../test/support/database/database.ts";
import { migration } from "../../../test/support/database/migrations.ts";
import { THIS_BUILD } from "./build.ts";
import { migrate } from "./migrate.ts";
import { dumpSchema } from "./schema-dump.ts";

let database: TestDatabase;
let lines: { message: string; foreign?: readonly string[] }[];
beforeEach(async () => {
  database = await createDatabase();
  lines = [];
});
afterEach(() => database.drop());

const log = {
  info: (facts: object, message: string) => void lines.push({ message, ...facts }),
  warn: (facts: object, message: string) => void lines.push({ message, ...facts }),
};
const start = () => migrate(database.url, { log });

/** Returns the refusal's message, line by line. */
async function faults(): Promise<string[]> {
  const error = await start().then(
    () => null,
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ name: "UnfitDatabase" });
  const [first, ...differences] = error!.message.split("\n- ");
  expect(first).toBe("the database is not what this build's migrations and functions make of one:");
  const [last, advice] = differences.pop()!.split("\n");
  expect(advice).toMatch(/^It was changed by other means\. Undo that, as docs\/operators\/upgrades\.md/);
  return [...differences, last!];
}

const OTHER_LIST = `create or replace function number_list(first integer, quantity integer) returns text
  language sql immutable as 'select null::text'`;

describe("a start is refused, with the name and definition of each fault, after a change of", () => {
  it.each([
    [
      "a column's type",
      "alter table prize alter column description type varchar(99)",
      /^column prize\.description is character varying\(99\), not text$/,
    ],
    [
      "a column's default",
      "alter table lot_stock alter column sold drop default",
      /^column lot_stock\.sold is integer not null, not integer not null default 0$/,
    ],
    [
      "a column's nullability",
      "alter table lot alter column end_at drop not null",
      /^column lot\.end_at is timestamp with time zone, not timestamp with time zone not null$/,
    ],
    ["a table, by one column more", "alter table lot add column note text", /^column lot\.note was added$/],
    [
      "a table, by one column less",
      "alter table ticket_order drop column return_url",
      /^column ticket_order\.return_url is missing: text$/,
    ],
    [
      "a table, by one constraint more",
      "alter table prize add constraint short check (length(category) < 5)",
      /^constraint prize\.short was added$/,
    ],
    [
      "a table, by one constraint less",
      "alter table lot_stock drop constraint lot_never_oversold",
      /^constraint lot_stock\.lot_never_oversold is missing: CHECK \(/,
    ],
    [
      "what a column may hold",
      "alter domain entry_quantity drop constraint entry_quantity_check",
      /^domain entry_quantity is integer, not integer CHECK \(/,
    ],
    [
      "a record, by one member less",
      "alter type placement drop attribute locale cascade",
      /^type placement is \(id text, .+, not \(id text, .+, locale text, metadata jsonb\)$/,
    ],
    [
      "a foreign key's trigger, by disabling it",
      "alter table credit_entry disable trigger all",
      /^constraint credit_entry\.\w+_fkey is FOREIGN KEY .+ \/\* disabled \*\/, not FOREIGN KEY .+\)$/,
    ],
    [
      "an index, by dropping it",
      "drop index ticket_order_rail_cancel",
      /^index ticket_order_rail_cancel is missing: CREATE INDEX ticket_order_rail_cancel ON ticket_order USING .+$/,
    ],
    [
      "an index, by making another of its name",
      "drop index lot_closing; create index lot_closing on lot (start_at)",
      /^index lot_closing is CREATE INDEX .+ \(start_at\), not CREATE INDEX .+ \(end_at\) WHERE .+$/,
    ],
    [
      "an index, by invalidating it",
      "update pg_index set indisvalid = false where indexrelid = 'lot_closing'::regclass",
      /^index lot_closing is .+ \/\* disabled \*\/, not CREATE INDEX .+$/,
    ],
    [
      "a trigger, by dropping it",
      "drop trigger event_added on event",
      /^trigger event\.event_added is missing: CREATE TRIGGER event_added AFTER INSERT ON event .+$/,
    ],
    [
      "a trigger, by disabling it",
      "alter table event disable trigger event_added",
      /^trigger event\.event_added is CREATE TRIGGER .+ \/\* disabled \*\/, not CREATE TRIGGER .+$/,
    ],
    ["the tables, by dropping one", "drop table write_check", /^table write_check is missing$/],
    [
      "a table, by taking a partition away",
      "alter table event detach partition event_slot_3",
      /^partition event_slot_3 is missing: FOR VALUES IN \('3'\)$/,
    ],
    ["a table's persistence", "alter table audit set unlogged", /^table audit is unlogged, not logged$/],
    ["a function", OTHER_LIST, /^function number_list has another text; to give it this build's, delete/],
    [
      "a function's properties",
      "alter function number_list(integer, integer) volatile",
      /^function number_list\(first integer, quantity integer\) is text, not text immutable$/,
    ],
  ])("%s", async (_, change, difference) => {
    await ask(database.url, change);
    const differences = await faults();
    expect(differences.filter((line) => !difference.test(line))).toEqual([]);
    expect(differences.length).toBeGreaterThan(0);
    // The next start finds the same.
    expect(await faults()).toEqual(differences);
  });

  it("more than twenty things, of which it names twenty", async () => {
    const columns = Array.from({ length: 25 }, (_, n) => `add column note_${n} text`);
    await ask(database.url, `alter table lot ${columns.join(", ")}`);
    const differences = await faults();
    expect(differences).toHaveLength(21);
    expect(differences.at(-1)).toBe("and 5 more");
  });
});

describe("a start is not refused", () => {
  it("once the change is undone", async () => {
    await ask(database.url, "alter table lot add column note text; drop index ticket_order_rail_cancel");
    const [missing] = await faults();
    const definition = missing!.replace("index ticket_order_rail_cancel is missing: ", "");
    await ask(database.url, `alter table lot drop column note; ${definition}`);
    await start();
    expect(lines).toEqual([]);
  });

  it("once a function's rows are deleted from sql_function, which gives it its text back", async () => {
    await ask(database.url, OTHER_LIST);
    expect(await faults()).toHaveLength(1);
    await ask(database.url, "delete from sql_function where name = 'number_list'");
    await start();
    expect(await ask(database.url, "select number_list(1, 2) as n")).toEqual([{ n: "1,2" }]);
  });

  it("for the operator's additions, which each start names in one line", async () => {
    await ask(
      database.url,
      `create index lot_by_price on lot (price_cents);
       create table report (day date primary key, organisation_id bigint references organisation, note text);
       create index on report (note);
       create view sales as select lot_id, sold from lot_stock;
       create materialized view yesterday as select 1 as n;
       create function doubled(n integer) returns integer language sql as 'select 2 * n';
       create function noted() returns trigger language plpgsql as 'begin return new; end';
       create trigger lot_noted before update on lot for each row execute function noted();
       alter table lot set (autovacuum_vacuum_cost_delay = 1);
       create schema operator;
       create table operator.lot (note text)`,
    );
    await start();
    await start();
    const line = {
      message: "the database holds what this build did not make",
      foreign: [
        expect.stringMatching(/^options of lot: .*autovacuum_vacuum_cost_delay=1/),
        "index lot_by_price",
        "trigger lot.lot_noted",
        "table report",
        "view sales",
        "view yesterday",
        "function doubled(n integer)",
        "function noted()",
      ],
    };
    expect(lines).toEqual([line, line]);
  });

  it("with its tables in a schema of their role", async () => {
    const name = `owner_${crypto.randomUUID().slice(0, 8)}`;
    await ask(database.url, `create role ${name} login password '${name}'`);
    await ask(database.url, `create database ${name}`);
    const url = new URL(database.url);
    url.pathname = name;
    await ask(url.href, `create schema authorization ${name}`);
    [url.username, url.password] = [name, name];
    try {
      await migrate(url.href);
      await migrate(url.href, { log });
      expect(
        await ask(url.href, "select 'lot'::regclass::oid = to_regclass($1) as there", [`${name}.lot`]),
      ).toEqual([{ there: true }]);
      expect(lines).toEqual([]);
    } finally {
      await ask(database.url, `drop database ${name} with (force)`);
      await ask(database.url, `drop role ${name}`);
    }
  });
});

it("a migration that was edited after it had been applied is refused by what it would have made", async () => {
  const build = (column: string, schema: string | null) => ({
    migrations: [
      ...THIS_BUILD.migrations,
      migration("9998-note", `alter table lot add column ${column} text`),
    ],
    schema,
  });
  await migrate(database.url, { build: build("note", null) });
  const schema = await dumpSchema(database.url);
  await migrate(database.url, { build: build("note", schema) });
  const edited = build("remark", schema.replace("  note text", "  remark text"));
  for (const _ of [1, 2])
    await expect(migrate(database.url, { build: edited })).rejects.toMatchObject({
      name: "UnfitDatabase",
      message: expect.stringMatching(
        /\n- column lot\.remark is missing: text\n- column lot\.note was added\n/,
      ),
    });
  await migrate(database.url, { build: build("note", schema) });
});

it("a newer database is refused as such, even with other differences", async () => {
  const migrations = [
    ...THIS_BUILD.migrations,
    migration("9998-note", "alter table lot add column note text"),
  ];
  await migrate(database.url, { build: { migrations, schema: null } });
  await expect(start()).rejects.toThrow(/^the database is newer than this build, .* 9998-note: /);
});

import { describe, expect, it } from "vitest";
import { dumpSchema } from "../../adapters/persistence/schema/schema-dump.ts";
import { migrate } from "../../adapters/persistence/schema/migrate.ts";
import { tableChanges } from "../../adapters/persistence/orm/table-changes.ts";
import { THIS_BUILD } from "../../adapters/persistence/schema/build.ts";
import { createDatabase } from "../../test/support/database/database.ts";
import { migration } from "../../test/support/database/migrations.ts";
import { opened } from "../../test/support/opened.ts";
import { draftsOf, fileOf, listWith } from "./draft.ts";

const database = opened(createDatabase);
const drafts = (...statements: string[]) => draftsOf(statements, new Set(["event"]));

/** Statements of the ORM for one change of each kind. */
const CHANGES = [
  'create table "shelf" ("id" bigint generated always as identity not null, "organisation_id" bigint not null, primary key ("id"))',
  'create index "shelf_of" on "shelf" ("organisation_id")',
  'alter table "prize" add "shelf_id" bigint null, add "grade" text not null default \'none\'',
  'alter table "prize" alter column "brand" set not null',
  'drop index "lot_halted"',
  'alter table "lot" drop constraint "lot_price_cents_check"',
  'alter table "prize" add constraint "prize_shelf" foreign key ("shelf_id") references "shelf" ("id") on update no action on delete no action',
  'create index "lot_by_price" on "lot" ("price_cents") where status = \'active\'',
  'alter table "lot" add constraint "lot_title_key" unique ("organisation_id", "title")',
  'alter table "lot" add constraint "lot_price_cents_check" check (price_cents >= 0)',
  'alter table "shelf" add constraint "shelf_organisation" foreign key ("organisation_id") references "organisation" ("id")',
];

it("nothing is drafted where the tables are as the entities describe them", async () => {
  const { statements, partitioned } = await tableChanges(database.url);
  expect(draftsOf(statements, partitioned)).toEqual([]);
  expect(partitioned).toContain("event");
});

describe("a draft", () => {
  it("has new tables in one transaction, changes of each table in another, constraints in two, and each index apart", () => {
    expect(drafts(...CHANGES.map((each) => `${each};`))).toEqual([
      {
        base: "Migration",
        subject: "tables",
        statements: [0, 1, 10].map((at) => CHANGES[at]),
      },
      {
        base: "Migration",
        subject: "prize",
        statements: [
          CHANGES[2],
          'alter table "prize" add constraint prize_brand_is_not_null check (brand is not null) not valid',
          `${CHANGES[6]} not valid`,
        ],
      },
      {
        base: "Migration",
        subject: "lot",
        statements: [CHANGES[5], `${CHANGES[9]} not valid`],
      },
      {
        base: "Migration",
        subject: "validate",
        statements: [
          'alter table "prize" validate constraint prize_brand_is_not_null',
          'alter table "prize" validate constraint prize_shelf',
          'alter table "lot" validate constraint lot_price_cents_check',
        ],
      },
      {
        base: "Migration",
        subject: "prize",
        statements: [CHANGES[3], 'alter table "prize" drop constraint prize_brand_is_not_null'],
      },
      {
        base: "IndexMigration",
        subject: "lot_halted",
        statements: ["drop index concurrently if exists lot_halted"],
      },
      {
        base: "IndexMigration",
        subject: "lot_by_price",
        statements: [
          'create index concurrently if not exists lot_by_price on "lot" ("price_cents") where status = \'active\'',
        ],
      },
      {
        base: "IndexMigration",
        subject: "lot_title_key",
        statements: [
          'create unique index concurrently if not exists lot_title_key on "lot" ("organisation_id", "title")',
        ],
      },
      {
        base: "Migration",
        subject: "lot",
        statements: ['alter table "lot" add constraint lot_title_key unique using index lot_title_key'],
      },
    ]);
  });

  it("makes of the tables what the statements say", async () => {
    const migrations = drafts(...CHANGES).map(({ subject, statements }, at) =>
      migration(`${9_000 + at}-${subject}`, statements.join(";\n")),
    );
    const before = await dumpSchema(database.url);
    await migrate(database.url, {
      build: { migrations: [...THIS_BUILD.migrations, ...migrations], schema: null },
    });
    const [was, is] = [before, await dumpSchema(database.url)].map((dump) => dump.split("\n"));
    const added = is!.filter((line) => !was!.includes(line)).map((line) => line.trim().replace(/[,;]$/, ""));
    expect(added.sort()).toEqual([
      "CREATE INDEX lot_by_price ON lot USING btree (price_cents) WHERE (status = 'active'::text)",
      "CREATE INDEX shelf_of ON shelf USING btree (organisation_id)",
      "brand text not null",
      "constraint lot_price_cents_check CHECK ((price_cents >= 0))",
      "constraint lot_title_key UNIQUE (organisation_id, title)",
      "constraint prize_shelf FOREIGN KEY (shelf_id) REFERENCES shelf(id)",
      "constraint shelf_organisation FOREIGN KEY (organisation_id) REFERENCES organisation(id)",
      "constraint shelf_pkey PRIMARY KEY (id)",
      "create table shelf (",
      "grade text not null default 'none'::text",
      "shelf_id bigint",
    ]);
  });

  it("is written as a class, and listed", () => {
    expect(fileOf("0002-sold-by", "Migration", ["select '`\\${'", "select 2"])).toBe(
      `import { Migration } from "../schema/migration.ts";

export default class SoldBy extends Migration {
  override readonly sql = \`
    select '\\\`\\\\\\\${';
    select 2;
  \`;
}
`,
    );
    expect(listWith("const LIST = [\n  1,\n];\n", "0002-sold-by")).toBe(
      'const LIST = [\n  1,\n  { name: "0002-sold-by", load: () => import("./0002-sold-by.ts") },\n];\n',
    );
  });
});

describe("a draft is refused that", () => {
  it.each([
    ["drops a column", ['alter table "prize" drop column "brand"']],
    [
      "drops the column id and adds it again",
      ['alter table "prize" drop column "id"', 'alter table "prize" add "id" bigint not null'],
    ],
    ["drops a table", ['drop table if exists "prize" cascade']],
    ["renames", ['alter table "prize" rename column "brand" to "maker"']],
    ["rebuilds the table", ['alter table "prize" alter column "brand" type bigint using ("brand"::bigint)']],
    ["rebuilds the table", ['alter table "prize" set schema "tmp"']],
    ["rebuilds the table", ['alter table "prize" add "n" bigint generated always as identity not null']],
    ["rebuilds the table", ['alter table "prize" add "n" bigserial not null']],
    ["rebuilds the table", ['alter table "prize" add "a" text null, add "n" uuid default gen_random_uuid()']],
    [
      "adds a column without a value",
      ['alter table "prize" add "a" text default \'\', add "n" text not null'],
    ],
    ["makes an index in a transaction", ['alter table "prize" add primary key ("organisation_id", "id")']],
    [
      "makes an index in a transaction",
      ['alter table "prize" add constraint "k" exclude using gist ("a" with &&)'],
    ],
    ["makes an index in a transaction", ['alter table "prize" add constraint "k" unique ("a") deferrable']],
    ["concerns a table with partitions", ['create index "event_by_type" on "event" ("type")']],
    ["concerns a table with partitions", ['alter table "event" add constraint "k" check (slot > 0)']],
    ["concerns a table with partitions", ['alter table "event" add constraint "k" unique ("slot", "id")']],
  ])("%s: %s", (reason, statements) => {
    expect(() => drafts(...statements)).toThrow(
      new RegExp(String.raw`^the draft ${reason}\b[^]+\n  ${RegExp.escape(statements[0]!)}$`),
    );
  });

  it.each([
    'alter table "prize" add "at" timestamptz not null default now()',
    'alter table "prize" add "n" bigint not null default -1, add "b" boolean not null default true',
    'alter table "prize" add constraint "k" check (brand is not null or generated)',
    'alter table "prize" alter column "brand" drop not null',
    'alter table "prize" alter column "n" set default nextval(\'n\')',
  ])("is none of these: %s", (statement) => {
    expect(drafts(statement)[0]!.statements[0]).toContain(statement);
  });
});

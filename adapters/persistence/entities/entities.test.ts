import { MikroORM } from "@mikro-orm/postgresql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "../../../test/support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../../../test/support/database/database.ts";
import type { Columns } from "../orm/entity.ts";
import { dumpSchema } from "../schema/schema-dump.ts";
import { COMPARISON, DISCOVERY, ENTITIES, INDESCRIBABLE } from "./all.ts";
import { TicketRangeRow } from "./checkout.ts";
import { LotRow, PrizeRow } from "./lots.ts";
import { ChainAttemptRow } from "./onchain.ts";
import { ApiKeyRow, OrganisationRow } from "./organisations.ts";

const AT = new Date(0);

let database: TestDatabase;
let orm: MikroORM;
beforeEach(async () => {
  database = await createDatabase();
  orm = new MikroORM({
    entities: ENTITIES,
    dbName: new URL(database.url).pathname.slice(1),
    clientUrl: database.url,
    ensureDatabase: false,
    discovery: DISCOVERY,
    schemaGenerator: COMPARISON,
  });
});
afterEach(async () => {
  await orm.close();
  await database.drop();
});

/** Changes to the migrated database, each with the statement that would take it back. */
const PLANTED: readonly (readonly [change: string, difference: RegExp])[] = [
  ["create table note (text text)", /drop table .*"note"/],
  ["alter table prize drop column brand", /"prize" add "brand" text null/],
  ["alter table entry_pass add spent boolean", /"entry_pass" drop column "spent"/],
  ["alter table lot alter title type varchar(99)", /"lot" alter column "title" type text/],
  ["alter table asset alter body drop not null", /"asset" alter column "body" set not null/],
  ["alter table passkey alter used_at set not null", /"passkey" alter column "used_at" drop not null/],
  ["alter table lot_stock alter sold set default 1", /"lot_stock" alter column "sold" set default 0/],
  ["alter table mail alter state drop default", /"mail" alter column "state" set default 'waiting'/],
  ["alter table rail_account alter id drop identity", /"rail_account" alter column "id"/],
  ["alter table person drop constraint person_email_check", /"person" add constraint "person_email_check"/],
  ["alter table winner add constraint early check (ticket_number < 9)", /"winner" drop constraint "early"/],
  [
    `alter table deposit drop constraint deposit_amount_cents_check,
      add constraint deposit_amount_cents_check check (amount_cents > 9)`,
    /"deposit" add constraint "deposit_amount_cents_check" check \(amount_cents > 0\)/,
  ],
  [
    "alter table refund drop constraint refund_organisation_id_order_id_fkey",
    /"refund" add constraint "refund_organisation_id_order_id_fkey" foreign key/,
  ],
  ["alter table login add foreign key (hash) references buyer_session", /drop constraint "login_hash_fkey"/],
  [
    `alter table question_turn drop constraint question_turn_organisation_id_question_id_fkey,
      add constraint question_turn_organisation_id_question_id_fkey foreign key (organisation_id, question_id)
        references entry_question (organisation_id, id) on delete cascade`,
    /"question_turn" add constraint .* on delete set null \(question_id\)/,
  ],
  [
    "alter table affiliate drop constraint affiliate_organisation_id_code_key",
    /"affiliate" add constraint "affiliate_organisation_id_code_key" unique/,
  ],
  [
    `alter table account_link drop constraint account_link_pkey,
      add primary key (account_id, organisation_id, other_id)`,
    /"account_link" add primary key \("organisation_id", "account_id", "other_id"\)/,
  ],
  ["drop index notice_due", /create index "notice_due"/],
  ["drop index invitation_open", /create unique index invitation_open/],
  [
    "drop index login_old; create index login_old on login (created_at)",
    /create index "login_old".*"seen_at"/,
  ],
  [
    "drop index lot_over; create index lot_over on lot (organisation_id, end_at) where status = 'ended'",
    /create index "lot_over" .* where status in \('ended', 'cancelled'\)/,
  ],
];

const run = (statements: readonly string[]) => ask(database.url, statements.join(";\n"));

/** Returns the statements that would make the database what the entities describe. */
async function differences(): Promise<string[]> {
  const sql = await orm.schema.getUpdateSchemaSQL({ safe: false, wrap: false });
  return sql.split(/;\s*/).filter((statement) => statement !== "");
}

/** Returns the columns, constraints and indexes of a dump: no storage, and no order. */
function parts(dump: string): string[] {
  const tables = dump.split(/^create (?:unlogged )?table /m).slice(1);
  const found = tables.flatMap((table) => {
    const lines = table.split("\n").filter((line) => /^( |-- partition|CREATE (UNIQUE )?INDEX)/.test(line));
    const [name] = /^\w+/.exec(table)!;
    return lines.map((line) => `${name} ${line.replace(/( storage external)?,?$| with \(.*\)$/, "").trim()}`);
  });
  return found.toSorted();
}

const OWN_TABLES = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relname <> 'migration'`;

describe("the entities", () => {
  it("describe all tables and columns", async () => {
    const found = await ask<{ name: string }>(
      database.url,
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where ${OWN_TABLES} and a.attnum > 0 and not a.attisdropped`,
    );
    const described = [...orm.getMetadata().getAll().values()].flatMap(({ tableName, props }) =>
      props.filter(({ kind }) => kind === "scalar").map(({ fieldNames }) => `${tableName}.${fieldNames[0]}`),
    );
    expect(described.toSorted()).toEqual(found.map(({ name }) => name).toSorted());
  });

  it("find the migrated database as they describe it", async () => {
    await run(INDESCRIBABLE.map(([change]) => change));
    expect(await differences()).toEqual([]);
  });

  it("find what was changed by other means", async () => {
    await run(PLANTED.map(([change]) => change));
    const found = await differences();
    const unseen = PLANTED.filter(([, difference]) => !found.some((statement) => difference.test(statement)));
    expect(unseen).toEqual([]);
  });

  it("make the tables that the migrations make", async () => {
    await run(INDESCRIBABLE.map(([change]) => change));
    const migrated = parts(await dumpSchema(database.url));
    const domains = await ask<{ change: string }>(
      database.url,
      `select format('alter table %s alter %I type %s', c.relname, a.attname, t.typname) as change
        from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
        where ${OWN_TABLES} and t.typtype = 'd'`,
    );
    await run(ENTITIES.map(({ tableName }) => `drop table ${tableName} cascade`));
    await orm.schema.create();
    await run(domains.map(({ change }) => change));
    expect(parts(await dumpSchema(database.url))).toEqual(migrated);
  });
});

describe("a query of entities", () => {
  const sent = (query: { toQuery(): { sql: string; params: readonly unknown[] } }) => {
    const { sql, params } = query.toQuery();
    return [sql, ...params];
  };

  it("reads and writes the columns of a foreign key", () => {
    const em = orm.em.fork();
    const range: Partial<Columns<typeof TicketRangeRow>> = { lotId: 5, first: 2, follows: 1, orderId: null };
    expect(sent(em.qb(TicketRangeRow).update(range).where({ organisationId: 1, last: 9 }))).toEqual([
      'update "ticket_range" set "lot_id" = ?, "first" = ?, "follows" = ?, "order_id" = ? ' +
        'where "organisation_id" = ? and "last" = ?',
      5,
      2,
      1,
      null,
      1,
      9,
    ]);
    expect(
      sent(em.qb(LotRow, "l").select(["id", "prizeId"]).where({ organisationId: 1, prizeId: 5 })),
    ).toEqual([
      'select "l"."id", "l"."prize_id" from "lot" as "l" where "l"."organisation_id" = ? and "l"."prize_id" = ?',
      1,
      5,
    ]);
  });

  it("joins over all columns of a foreign key", () => {
    const joined = orm.em.fork().qb(LotRow, "l").innerJoin("l.prize", "p").leftJoin("l.organisation", "g");
    expect(sent(joined.select(["l.id", "p.name", "g.slug"]))).toEqual([
      'select "l"."id", "p"."name", "g"."slug" from "lot" as "l" ' +
        'inner join "prize" as "p" on "l"."organisation_id" = "p"."organisation_id" and "l"."prize_id" = "p"."id" ' +
        'left join "organisation" as "g" on "l"."organisation_id" = "g"."id"',
    ]);
  });

  it("inserts what a record has, and asks for the rest", () => {
    const prize: Omit<Columns<typeof PrizeRow>, "id"> = {
      organisationId: 1,
      category: "watch",
      name: null,
      brand: "Brand",
      model: "Model",
      referenceNumber: null,
      condition: "new",
      yearManufactured: null,
      retailValueCents: 5,
      description: null,
      imageUrls: [],
      createdAt: AT,
    };
    const [sql, ...values] = sent(orm.em.fork().qb(PrizeRow).insert(prize));
    expect(sql).toMatch(
      /^insert into "prize" \("organisation_id", "category", .*\) values .* returning "id"$/,
    );
    expect(values).toEqual(Object.values(prize));
  });

  it("sends JSON as text, other values as the driver takes them", () => {
    const em = orm.em.fork();
    const key = new Uint8Array([1]);
    const changes = { embedOrigins: [" a", "null"], rates: { EUR: "1.1" }, createdAt: AT };
    expect(sent(em.qb(OrganisationRow).update(changes)).slice(1)).toEqual([
      [" a", "null"],
      '{"EUR":"1.1"}',
      AT,
    ]);
    expect(sent(em.qb(ApiKeyRow).update({ hash: key }).where({ hash: key })).slice(1)).toEqual([key, key]);
    expect(sent(em.qb(ChainAttemptRow).update({ tip: 10n ** 30n })).slice(1)).toEqual([10n ** 30n]);
  });
});

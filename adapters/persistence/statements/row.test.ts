import { globSync } from "node:fs";
import { Client, type Connection, type Submittable } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../../../test/support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../../../test/support/database/database.ts";
import {
  bigint,
  bytes,
  flag,
  int,
  int4,
  int8,
  int8s,
  json,
  row,
  rows,
  rowsOf,
  text,
  texts,
  time,
  together,
} from "./row.ts";
import { statements } from "./statement.ts";

describe("a row", () => {
  const LINE = row("line i", { id: int8(), soldAt: time().orNull });
  const SALE = row("sale s", {
    id: int8(),
    title: text("name").orNull,
    price: { amount: int8("price_cents"), currency: text() },
    paid: flag(),
    tags: texts(),
    facts: json<{ a: number }>(),
    key: bytes(),
    count: int4({ sql: "count(*)" }),
    tickets: together({ first: int4(), last: int4() }),
    lines: rowsOf(LINE, { sql: "x.lines" }),
  });

  it("lists its columns, each named after its alias", () => {
    expect(SALE.columns).toBe(
      "s.id as s_id, s.name as s_name, s.price_cents as s_price_cents, s.currency as s_currency, " +
        "s.paid as s_paid, s.tags as s_tags, s.facts as s_facts, s.key as s_key, count(*) as s_count, " +
        "s.first as s_first, s.last as s_last, x.lines as s_lines",
    );
  });

  const read = {
    s_id: "7",
    s_name: null,
    s_price_cents: "1900",
    s_currency: "USD",
    s_paid: true,
    s_tags: ["a"],
    s_facts: { a: 1 },
    s_key: Buffer.from([1]),
    s_count: 3,
    s_first: null,
    s_last: null,
    s_lines: null,
  };
  const record = {
    id: 7,
    title: null,
    price: { amount: 1900, currency: "USD" },
    paid: true,
    tags: ["a"],
    facts: { a: 1 },
    key: Buffer.from([1]),
    count: 3,
    tickets: null,
    lines: [],
  };

  it("makes a record from the driver's values", () => {
    expect(SALE.record(read)).toEqual(record);
    const lines = [
      { id: 1, sold_at: "2026-01-02T03:04:05.678Z" },
      { id: 2, sold_at: null },
    ];
    expect(SALE.record({ ...read, s_first: 1, s_last: 2, s_lines: lines })).toEqual({
      ...record,
      tickets: { first: 1, last: 2 },
      lines: [
        { id: 1, soldAt: new Date("2026-01-02T03:04:05.678Z") },
        { id: 2, soldAt: null },
      ],
    });
  });

  it("is null where a left join found nothing", () => {
    expect(SALE.recordOrNull({ ...read, s_id: null })).toBeNull();
    expect(SALE.recordOrNull(read)).toEqual(record);
  });

  it("refuses a number that a double would round", () => {
    expect(int("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
    for (const id of ["9007199254740993", "1.5", "", "NaN"].filter(Boolean))
      expect(() => SALE.record({ ...read, s_id: id })).toThrow("a safe integer");
  });

  it("takes amounts of any size as bigint, which JSON could not carry, and lists of ids as safe integers", () => {
    const BLOCK = row("block b", { units: bigint(), tip: bigint().orNull, forks: int8s() });
    const units = 2n ** 256n - 1n;
    const block = { b_units: String(units), b_tip: null, b_forks: ["7", "9007199254740991"] };
    expect(BLOCK.record(block)).toEqual({ units, tip: null, forks: [7, Number.MAX_SAFE_INTEGER] });
    expect(() => BLOCK.record({ ...block, b_forks: ["9007199254740993"] })).toThrow("a safe integer");
    expect(() => BLOCK.ofJson({ units: 1, tip: null, forks: [] })).toThrow("not read from JSON");
  });

  it("names the columns of changed members, and refuses unknown ones", () => {
    const changes = { title: null, price: { amount: 5, currency: "EUR" } };
    expect(JSON.parse(SALE.changes(changes))).toEqual({ name: null, price_cents: 5, currency: "EUR" });
    expect(() => SALE.changes({ other: 1 } as object)).toThrow("a member that a row has");
  });

  it("reads each column once", () => {
    expect(() => row("sale s", { one: text("name"), two: text("name") })).toThrow("each column once");
  });
});

/** PostgreSQL's description of a statement, without running it. */
interface Described {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

class Description implements Submittable {
  readonly #text: string;
  readonly #done = Promise.withResolvers<readonly Described[]>();
  #fields: readonly Described[] = [];

  constructor(statement: string) {
    this.#text = statement;
  }

  get fields(): Promise<readonly Described[]> {
    return this.#done.promise;
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as {
      parse(query: object): void;
      describe(what: object): void;
      sync(): void;
    };
    wire.parse({ name: "", text: this.#text, types: [] });
    wire.describe({ type: "S", name: "" });
    wire.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Described[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#done.reject(error);
  }

  handleReadyForQuery(): void {
    this.#done.resolve(this.#fields);
  }
}

describe("the rows and statements of the stores", () => {
  interface Column {
    readonly table: string;
    readonly tableId: number;
    readonly number: number;
    readonly name: string;
    readonly type: string;
    readonly nullable: boolean;
  }
  let database: TestDatabase;
  let client: Client;
  let columns: readonly Column[];
  let types: ReadonlyMap<number, string>;
  const ours = () =>
    rows().filter(({ table }) => table === null || !["line", "sale", "block"].includes(table));

  beforeAll(async () => {
    for (const file of globSync("../**/*.ts", { cwd: import.meta.dirname }))
      if (!file.endsWith(".test.ts")) await import(new URL(file, import.meta.url).href);
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    columns = await ask<Column & Record<string, unknown>>(
      database.url,
      `select c.relname as table, c.oid::int as "tableId", a.attnum::int as number, a.attname as name,
        t.typname as type, not a.attnotnull as nullable
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type d on d.oid = a.atttypid
      -- A domain arrives as what it is of.
      join pg_type t on t.oid = case d.typtype when 'd' then d.typbasetype else d.oid end
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
    );
    const typeNames = await ask<{ id: number; name: string }>(
      database.url,
      "select oid::int as id, typname as name from pg_type",
    );
    types = new Map(typeNames.map(({ id, name }) => [id, name]));
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it("read columns that exist, with their type and nullability", () => {
    const wrong = ours().flatMap(({ table, fields }) =>
      (table === null ? [] : fields).flatMap(({ name, types: read, nullable, plain }) => {
        if (!plain) return [];
        const column = columns.find((each) => each.table === table && each.name === name);
        if (column && read.includes(column.type) && column.nullable === nullable) return [];
        return [`${table}.${name}: ${column ? `${column.type}, nullable: ${column.nullable}` : "missing"}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(ours().length).toBeGreaterThan(15);
  });

  it("agree about each result: PostgreSQL accepts every statement, and returns the columns read", async () => {
    const wrong: string[] = [];
    const described = new Set<object>();
    for (const { name, text: sql } of statements()) {
      const description = new Description(sql);
      client.query(description);
      const results = await description.fields;
      for (const read of ours().filter((each) => sql.includes(each.columns))) {
        described.add(read);
        for (const field of read.fields) {
          const found = results.filter((result) => result.name === field.column);
          const [result] = found;
          if (!result || found.length > 1) {
            // Parts whose results are only used inside the statement.
            wrong.push(`${name}: ${field.column} is answered ${found.length} times`);
            continue;
          }
          const type = types.get(result.dataTypeID)!;
          const source = columns.find(
            (each) => each.tableId === result.tableID && each.number === result.columnID,
          );
          if (!field.types.includes(type)) wrong.push(`${name}: ${field.column} is ${type}`);
          if (source?.nullable && !field.nullable) wrong.push(`${name}: ${field.column} may be null`);
        }
      }
    }
    expect(wrong).toEqual([]);
    // The others are read as JSON within a result, or are a part of another row.
    const unread = ours().filter((each) => !described.has(each) && each.table === null);
    expect(unread).toEqual([]);
  });
});

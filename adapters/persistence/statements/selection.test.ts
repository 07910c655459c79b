import { globSync } from "node:fs";
import { Client, type Connection, type Submittable } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../../../test/support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../../../test/support/database/database.ts";
import { PrizeRow } from "../entities/lots.ts";
import {
  bigint,
  bytes,
  flag,
  int4,
  int8,
  int8s,
  json,
  readers,
  relation,
  rowsOf,
  selection,
  time,
  together,
} from "./selection.ts";
import { statements } from "./statement.ts";

describe("a selection", () => {
  const LINE = relation("tl", { id: int8(), soldAt: time().orNull });
  const PRIZE = selection(PrizeRow, "tp", ["id", "imageUrls"], {
    title: "name",
    worth: { cents: "retailValueCents", paid: flag({ sql: "true" }) },
    facts: json<{ a: number }>({ sql: "'{}'::jsonb" }),
    key: bytes({ sql: "null" }),
    count: int4({ sql: "count(*)" }),
    made: together({ year: "yearManufactured", at: "createdAt" }),
    lines: rowsOf(LINE, { sql: "x.lines" }),
  });

  it("lists its columns, each named after its alias", () => {
    expect(PRIZE.columns).toBe(
      "tp.id as tp_id, tp.image_urls as tp_image_urls, tp.name as tp_name, tp.retail_value_cents as tp_retail_value_cents, " +
        "true as tp_paid, '{}'::jsonb as tp_facts, null as tp_key, count(*) as tp_count, " +
        "tp.year_manufactured as tp_year_manufactured, tp.created_at as tp_created_at, x.lines as tp_lines",
    );
  });

  const read = {
    tp_id: 7,
    tp_image_urls: ["a"],
    tp_name: null,
    tp_retail_value_cents: 1900,
    tp_paid: true,
    tp_facts: { a: 1 },
    tp_key: Buffer.from([1]),
    tp_count: 3,
    tp_year_manufactured: null,
    tp_created_at: new Date(0),
    tp_lines: null,
  };
  const record = {
    id: 7,
    imageUrls: ["a"],
    title: null,
    worth: { cents: 1900, paid: true },
    facts: { a: 1 },
    key: Buffer.from([1]),
    count: 3,
    made: null,
    lines: [],
  };

  it("makes a record from the driver's values", () => {
    expect(PRIZE.record(read)).toEqual(record);
    const lines = [
      { id: 1, sold_at: "2026-01-02T03:04:05.678Z" },
      { id: 2, sold_at: null },
    ];
    expect(PRIZE.record({ ...read, tp_year_manufactured: 1999, tp_lines: lines })).toEqual({
      ...record,
      made: { year: 1999, at: new Date(0) },
      lines: [
        { id: 1, soldAt: new Date("2026-01-02T03:04:05.678Z") },
        { id: 2, soldAt: null },
      ],
    });
  });

  it("is null where a left join found nothing", () => {
    expect(PRIZE.recordOrNull({ ...read, tp_id: null })).toBeNull();
    expect(PRIZE.recordOrNull(read)).toEqual(record);
  });

  it("takes amounts of any size as bigint, which JSON could not carry, and sums as safe integers", () => {
    const BLOCK = relation("tb", { units: bigint(), tip: bigint().orNull, sum: int8(), forks: int8s() });
    const units = 2n ** 256n - 1n;
    const block = { tb_units: String(units), tb_tip: null, tb_sum: "7", tb_forks: [7] };
    expect(BLOCK.record(block)).toEqual({ units, tip: null, sum: 7, forks: [7] });
    expect(() => BLOCK.record({ ...block, tb_sum: "9007199254740993" })).toThrow("a safe integer");
    expect(() => BLOCK.ofJson({ units: 1, tip: null, forks: [] })).toThrow("not read from JSON");
  });

  it("reads each column once, and only members that the entity has", () => {
    expect(() => selection(PrizeRow, "tp", ["name"], { title: "name" })).toThrow("each column once");
    expect(() => selection(PrizeRow, "tp", ["nonsense" as "name"])).toThrow("an entity has the member");
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

describe("the selections and statements of the stores", () => {
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
  /** The definitions of this file are of no statement. */
  const ours = () => readers().filter(({ columns }) => !/\bt[plb]_/.test(columns));

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
          if (field.types.length > 0 && !field.types.includes(type))
            wrong.push(`${name}: ${field.column} is ${type}`);
          if (source?.nullable && !field.nullable) wrong.push(`${name}: ${field.column} may be null`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(described.size).toBeGreaterThan(40);
  });
});

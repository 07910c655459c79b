import { invariant } from "../../../src/shared/invariant.ts";
import { int } from "./int.ts";
import type { ColumnName, Columns, Entity, RelationName } from "../orm/entity.ts";

/** The conversion of a driver's value into the record's: numeric arrives as text, in JSON times do, too. */
type Reading = "as it is" | "number" | "bigint" | "time" | Reader;

/** A value that is computed, or read from a relation without an entity: its types and its source. */
class Field<T> {
  readonly types: readonly string[];
  readonly reading: Reading;
  /** A column of the relation, by default with the record's name, or an expression. */
  readonly source: Source | undefined;
  readonly nullable: boolean;
  declare readonly value: T;

  constructor(types: readonly string[], reading: Reading, source?: Source, nullable = false) {
    this.types = types;
    this.reading = reading;
    this.source = source;
    this.nullable = nullable;
  }

  get orNull(): Field<T | null> {
    return new Field<T | null>(this.types, this.reading, this.source, true);
  }
}

/** Members that are null all together, which the first one shows. */
class Together<S> {
  readonly shape: S;

  constructor(shape: S) {
    this.shape = shape;
  }
}

type Source = string | { readonly sql: string };
/** The members of a record: the name of an entity's member, a field, or nested members. */
type Part<E extends Entity> = ColumnName<E> | Field<unknown> | Together<Shape<E>> | Shape<E>;
interface Shape<E extends Entity> {
  readonly [name: string]: Part<E>;
}
type ValueOf<E extends Entity, P> =
  P extends ColumnName<E>
    ? Columns<E>[P]
    : P extends Field<infer T>
      ? T
      : P extends Together<infer S>
        ? Present<E, S> | null
        : RecordOf<E, P>;
/** Members that are null all together: where one is present, each column is. */
type Present<E extends Entity, S> = {
  -readonly [Name in keyof S]: S[Name] extends ColumnName<E>
    ? NonNullable<Columns<E>[S[Name]]>
    : ValueOf<E, S[Name]>;
};
type RecordOf<E extends Entity, S> = { -readonly [Name in keyof S]: ValueOf<E, S[Name]> };
type Selected<E extends Entity, N extends ColumnName<E>, S> = {
  [Name in N | keyof S]: Name extends keyof S
    ? ValueOf<E, S[Name]>
    : Name extends ColumnName<E>
      ? Columns<E>[Name]
      : never;
};

/** int8, or a sum of such: a safe integer, such as an id or an amount in its minor unit. */
export const int8 = <T extends number = number>(source?: Source): Field<T> =>
  new Field<T>(["int8", "numeric"], "number", source);
export const int8s = (source?: Source): Field<number[]> => new Field<number[]>(["_int8"], "as it is", source);
/** numeric without decimals, of any size. Not within `rowsOf`: in JSON it is a double before it can be read. */
export const bigint = (source?: Source): Field<bigint> => new Field<bigint>(["numeric"], "bigint", source);
export const int4 = (source?: Source): Field<number> => new Field<number>(["int4"], "as it is", source);
export const text = <T extends string = string>(source?: Source): Field<T> =>
  new Field<T>(["text"], "as it is", source);
export const texts = <T extends string = string>(source?: Source): Field<T[]> =>
  new Field<T[]>(["_text"], "as it is", source);
export const flag = (source?: Source): Field<boolean> => new Field<boolean>(["bool"], "as it is", source);
export const time = (source?: Source): Field<Date> => new Field<Date>(["timestamptz"], "time", source);
export const bytes = (source?: Source): Field<Uint8Array> =>
  new Field<Uint8Array>(["bytea"], "as it is", source);
/** JSON that this service wrote: rows contain no foreign JSON. */
export const json = <T>(source?: Source): Field<T> => new Field<T>(["json", "jsonb"], "as it is", source);
/** Rows of another table, as `json_agg(to_json(…))` writes them; null: none. */
export const rowsOf = <R>(of: Reader<R>, source: Source): Field<R[]> => new Field<R[]>(["json"], of, source);
export const together = <const S>(shape: S): Together<S> => new Together(shape);

/** A value that is read: its place in the record, and the name that its column has in the result. */
interface ReadField {
  readonly path: readonly string[];
  /** The name of its column, if `plain`. */
  readonly name: string;
  /** The name in the result. */
  readonly column: string;
  readonly sql: string;
  readonly types: readonly string[];
  readonly nullable: boolean;
  /** True for a column of a relation without an entity, which PostgreSQL's description has to confirm. */
  readonly plain: boolean;
  readonly reading: Reading;
}

export interface Reader<R = unknown> {
  /** The columns for a select list, each with the alias as prefix, so that rows of several tables can be combined. */
  readonly columns: string;
  readonly fields: readonly ReadField[];
  record(row: object): R;
  /** Returns the record; null if the first column is, for example after a left join without a match. */
  recordOrNull(row: object): R | null;
  /** Returns the record of a row that `to_json` wrote, by its column names. */
  ofJson(value: object): R;
}

/** The members that are read of an entity and of its joins. `alias` is the table's in statements. */
export interface Selection<E extends Entity, R> extends Reader<R> {
  readonly entity: E;
  readonly alias: string;
  readonly joins: Joins<E>;
}

/** Relations that a list of `Rows` joins, by alias. One that may be missing has a question mark behind its name. */
type Joins<E extends Entity> = Readonly<Record<string, RelationName<E> | `${RelationName<E>}?`>>;

const READERS: Reader[] = [];

/**
 * Defines the members of a record that is read of an entity.
 * @param alias the table's in the statements
 * @param names members that the record has under the entity's own names
 * @param others members with another name, expressions, or nested members
 * @param joins relations that `Rows` joins, for expressions that read them
 */
export function selection<E extends Entity, const N extends ColumnName<E>, const S extends Shape<E> = {}>(
  entity: E,
  alias: string,
  names: readonly N[],
  others: S = {} as S,
  joins: Joins<E> = {},
): Selection<E, Selected<E, N, S>> {
  const shape = { ...Object.fromEntries(names.map((name) => [name, name])), ...others };
  const reader = readerOf<Selected<E, N, S>>(shape, alias, entity);
  return Object.assign(reader, { entity, alias, joins });
}

/** Defines what is read of the result of a function or a part of a statement. */
export function relation<const S extends Shape<never>>(alias: string, shape: S): Reader<RecordOf<never, S>> {
  return readerOf<RecordOf<never, S>>(shape, alias, null);
}

/** Returns the definitions of all loaded modules. */
export function readers(): readonly Reader[] {
  return READERS;
}

/** Returns the name of a member's column. */
export const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Read = (row: Record<string, unknown>) => unknown;

function readerOf<R>(shape: object, alias: string, entity: Entity | null): Reader<R> {
  const fields = fieldsOf(shape, alias, entity);
  const columns = fields.map(({ column }) => column);
  invariant(new Set(columns).size === columns.length, "a selection reads each column once");
  const record = reading(shape, fields, false);
  let ofJson: Read | undefined;
  const reader = {
    columns: fields.map(({ sql, column }) => `${sql} as ${column}`).join(", "),
    fields,
    record,
    recordOrNull: (row: Record<string, unknown>) => (row[columns[0]!] === null ? null : record(row)),
    ofJson: (value: Record<string, unknown>) => (ofJson ??= reading(shape, fields, true))(value),
  };
  READERS.push(reader as Reader);
  return reader as Reader<R>;
}

/** Returns the fields in the order in which `reading` meets them. */
function fieldsOf(
  shape: object,
  alias: string,
  entity: Entity | null,
  before: readonly string[] = [],
  isTogether = false,
): ReadField[] {
  return Object.entries(shape).flatMap(([name, part]): ReadField | ReadField[] => {
    const path = [...before, name];
    if (typeof part === "string") return columnField(entity!, alias, part, path);
    if (part instanceof Field) return expressionField(part, alias, path, isTogether);
    if (part instanceof Together) return fieldsOf(part.shape, alias, entity, path, true);
    return fieldsOf(part, alias, entity, path, isTogether);
  });
}

function columnField(entity: Entity, alias: string, member: string, path: readonly string[]): ReadField {
  const property = entity.meta.properties[member] as {
    readonly columnType?: string;
    readonly nullable?: boolean;
  };
  invariant(property, "an entity has the member that is read of it");
  const name = columnOf(member);
  const conversions: Readonly<Record<string, Reading>> = { timestamptz: "time", "numeric(78,0)": "bigint" };
  return {
    path,
    name,
    column: `${alias}_${name}`,
    sql: `${alias}.${name}`,
    types: [],
    nullable: property.nullable === true,
    plain: false,
    reading: conversions[property.columnType ?? ""] ?? "as it is",
  };
}

function expressionField(
  { source, types, nullable, reading }: Field<unknown>,
  alias: string,
  path: readonly string[],
  isTogether: boolean,
): ReadField {
  const name = columnOf(typeof source === "string" ? source : path.at(-1)!);
  const isPlain = typeof source !== "object";
  const sql = isPlain ? `${alias}.${name}` : source.sql;
  return {
    path,
    name,
    column: `${alias}_${name}`,
    sql,
    types,
    nullable: nullable || isTogether,
    plain: isPlain && !isTogether,
    reading,
  };
}

/** Returns what makes a record of a row. Each begins as a copy with all members: adding them takes V8 twice as long. */
function reading(shape: object, fields: readonly ReadField[], isJson: boolean): Read {
  let next = 0;
  const members = (part: object): Read => {
    const empty = Object.fromEntries(Object.keys(part).map((name) => [name, null]));
    const [names, columns]: [string[], string[]] = [[], []];
    const others: (readonly [string, Read])[] = [];
    for (const [name, inner] of Object.entries(part)) {
      const source = member(inner);
      if (typeof source === "string") {
        names.push(name);
        columns.push(source);
      } else others.push([name, source]);
    }
    return (row) => {
      const record: Record<string, unknown> = Object.assign({}, empty);
      for (let i = 0; i < names.length; i++) record[names[i]!] = row[columns[i]!];
      for (const [name, read] of others) record[name] = read(row);
      return record;
    };
  };
  const member = (part: unknown): string | Read => {
    if (typeof part === "string" || part instanceof Field) return valueOf(fields[next++]!, isJson);
    if (!(part instanceof Together)) return members(part as object);
    const { name, column } = fields[next]!;
    const first = isJson ? name : column;
    const inner = members(part.shape as object);
    return (row) => (row[first] === null ? null : inner(row));
  };
  return members(shape);
}

/** Returns how a value is read; a column's name: as it is. */
function valueOf({ name, column, reading }: ReadField, isJson: boolean): string | Read {
  const from = isJson ? name : column;
  if (typeof reading === "object")
    return (row) => ((row[from] as object[] | null) ?? []).map((item) => reading.ofJson(item));
  invariant(!isJson || reading !== "bigint", "a bigint is not read from JSON");
  if (reading === "as it is" || (reading === "time" && !isJson)) return from;
  const convert = { number: int, bigint: BigInt, time: (text: string) => new Date(text) }[reading];
  return (row) => (row[from] === null ? null : convert(row[from] as string));
}

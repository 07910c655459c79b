import { invariant } from "../../../src/shared/invariant.ts";
import { int } from "./int.ts";
export { int };

/** The conversion of a driver's value into the record's: int8 and numeric arrive as text, in JSON times do, too. */
type Reading = "as it is" | "number" | "numbers" | "bigint" | "time" | RowDefinition;

/** One value of a record: the types of its column, and its source. */
class Field<T> {
  readonly types: readonly string[];
  readonly reading: Reading;
  /** A column of the row's table, by default with the record's name, or an expression. */
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
class Together<S extends Shape> {
  readonly shape: S;

  constructor(shape: S) {
    this.shape = shape;
  }
}

type Source = string | { readonly sql: string };
interface Shape {
  readonly [name: string]: Field<unknown> | Together<Shape> | Shape;
}
type RecordOf<S> =
  S extends Field<infer T>
    ? T
    : S extends Together<infer Inner>
      ? RecordOf<Inner> | null
      : { -readonly [Name in keyof S]: RecordOf<S[Name]> };

/** int8, or a sum of such: a safe integer, such as an id or an amount in its minor unit. */
export const int8 = <T extends number = number>(source?: Source): Field<T> =>
  new Field<T>(["int8", "numeric"], "number", source);
export const int8s = (source?: Source): Field<number[]> => new Field<number[]>(["_int8"], "numbers", source);
/** numeric without decimals, of any size. Not within `rowsOf`: in JSON it is a double before it can be read. */
export const bigint = (source?: Source): Field<bigint> => new Field<bigint>(["numeric"], "bigint", source);
export const int4 = (source?: Source): Field<number> => new Field<number>(["int4"], "as it is", source);
export const text = <T extends string = string>(source?: Source): Field<T> =>
  new Field<T>(["text"], "as it is", source);
export const texts = <T extends string = string>(source?: Source): Field<T[]> =>
  new Field<T[]>(["_text"], "as it is", source);
export const uuid = <T extends string = string>(source?: Source): Field<T> =>
  new Field<T>(["uuid"], "as it is", source);
export const flag = (source?: Source): Field<boolean> => new Field<boolean>(["bool"], "as it is", source);
export const time = (source?: Source): Field<Date> => new Field<Date>(["timestamptz"], "time", source);
export const bytes = (source?: Source): Field<Uint8Array> =>
  new Field<Uint8Array>(["bytea"], "as it is", source);
/** JSON that this service wrote: rows contain no foreign JSON. */
export const json = <T>(source?: Source): Field<T> => new Field<T>(["json", "jsonb"], "as it is", source);
/** Rows of another table, as `json_agg(to_json(…))` writes them; null: none. */
export const rowsOf = <R>(of: Row<R>, source: Source): Field<R[]> =>
  new Field<R[]>(["json"], of as Row<unknown>, source);
export const together = <const S extends Shape>(shape: S): Together<S> => new Together(shape);

/** A field in a row that is read: its place in the record, and the name that its column has in the result. */
interface ReadField {
  /** The name of its column, if `plain`. */
  readonly name: string;
  readonly path: string;
  readonly column: string;
  readonly types: readonly string[];
  readonly nullable: boolean;
  /** True for a column of the row's table, not an expression or a member that is null together. */
  readonly plain: boolean;
}

interface RowDefinition {
  /** The columns for a select list, each with the alias as prefix, so that rows of several tables can be combined. */
  readonly columns: string;
  readonly fields: readonly ReadField[];
  /** null: its results do not come from a table. */
  readonly table: string | null;
  ofJson(value: object): unknown;
}

export interface Row<R> extends RowDefinition {
  record(row: object): R;
  /** Returns the record; null if the first column is, for example after a left join without a match. */
  recordOrNull(row: object): R | null;
  /** Returns the members present, by column name, as JSON, for `changed`. */
  changes(members: Changes<R>): string;
  /** Returns the record of a row that `to_json` wrote, by its column names. */
  ofJson(value: object): R;
}

type Changes<R> = { readonly [Name in keyof R]?: Unchangeable<R[Name]> };
type Unchangeable<T> = T extends (infer Item)[] ? readonly Item[] : T extends object ? Readonly<T> : T;

const ROWS: RowDefinition[] = [];

/**
 * Defines once the columns read from one table, their types and their record. Reading is compiled to one object
 * literal, since it is done for each row of each answer.
 * @param from the table and its alias in the statements, such as `lot l`; an alias alone means another relation
 */
export function row<const S extends Shape>(from: string, shape: S): Row<RecordOf<S>> {
  const [alias, table = null] = from.split(" ").toReversed() as [string, string?];
  const reads = fieldsOf(shape, alias);
  const record = compiled(shape, (path) => reads.get(path)!.column, false);
  const first = [...reads.values()][0]!.column;
  let ofJson: ((value: object) => unknown) | undefined;
  const definition = {
    columns: [...reads.values()].map(({ sql, column }) => `${sql} as ${column}`).join(", "),
    fields: [...reads.values()],
    table,
    record,
    changes: (members: object) => JSON.stringify(changesOf(shape, members, reads)),
    recordOrNull: (values: object) =>
      (values as Record<string, unknown>)[first] === null ? null : record(values),
    ofJson: (value: object) => {
      ofJson ??= compiled(shape, (path) => reads.get(path)!.name, true);
      return ofJson(value);
    },
  };
  ROWS.push(definition);
  return definition as Row<RecordOf<S>>;
}

/** Returns the definitions of all loaded modules. */
export function rows(): readonly RowDefinition[] {
  return ROWS;
}

/**
 * Returns the assignments of an update: columns in a JSON object get its values, the others stay.
 * @param alias the table's
 * @param parameter the object, by column name
 */
export function changed(alias: string, columns: readonly string[], parameter: `$${number}`): string {
  const values = columns.map((column) => `n.${column}`).join(", ");
  return `(${columns.join(", ")}) = (select ${values} from jsonb_populate_record(${alias}, ${parameter}::jsonb) n)`;
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type FieldSource = ReadField & { readonly sql: string };

function fieldsOf(shape: Shape, alias: string, before = "", isTogether = false): Map<string, FieldSource> {
  const fields = new Map<string, FieldSource>();
  for (const [name, part] of Object.entries(shape)) {
    const path = before + name;
    if (part instanceof Field) {
      const plain = typeof part.source !== "object";
      const column = plain ? ((part.source as string | undefined) ?? snake(name)) : snake(name);
      const sql = plain ? `${alias}.${column}` : (part.source as { readonly sql: string }).sql;
      fields.set(path, {
        path,
        name: column,
        column: `${alias}_${column}`,
        sql,
        types: part.types,
        nullable: part.nullable || isTogether,
        plain: plain && !isTogether,
      });
      continue;
    }
    const inner = part instanceof Together ? part.shape : part;
    const isInner = isTogether || part instanceof Together;
    for (const [at, field] of fieldsOf(inner as Shape, alias, `${path}.`, isInner)) fields.set(at, field);
  }
  const columns = [...fields.values()].map(({ column }) => column);
  invariant(new Set(columns).size === columns.length, "a row reads each column once");
  return fields;
}

function changesOf(
  shape: Shape,
  members: object,
  reads: ReadonlyMap<string, FieldSource>,
  before = "",
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const part = shape[name];
    const path = before + name;
    invariant(part && !(part instanceof Together), "what is changed is a member that a row has");
    if (part instanceof Field) changes[reads.get(path)!.name] = value;
    else Object.assign(changes, changesOf(part as Shape, value as object, reads, `${path}.`));
  }
  return changes;
}

function compiled(
  shape: Shape,
  columnOf: (path: string) => string,
  isJson: boolean,
): (row: object) => unknown {
  const others: RowDefinition[] = [];
  const valueOf = (field: Field<unknown>, path: string): string => {
    const value = `row[${JSON.stringify(columnOf(path))}]`;
    const { reading } = field;
    if (typeof reading === "object") {
      others.push(reading);
      return `(${value} === null ? [] : ${value}.map(others[${others.length - 1}].ofJson))`;
    }
    invariant(!isJson || reading !== "bigint", "a bigint is not read from JSON");
    const read = {
      "as it is": value,
      number: `int(${value})`,
      numbers: `${value}.map(int)`,
      bigint: `BigInt(${value})`,
      time: isJson ? `new Date(${value})` : value,
    };
    const known = read[reading];
    return field.nullable && known !== value ? `(${value} === null ? null : ${known})` : known;
  };
  const literal = (part: Shape, before: string): string => {
    const members = Object.entries(part).map(
      ([name, inner]) => `${JSON.stringify(name)}: ${expression(inner, before + name)}`,
    );
    return `{${members.join(", ")}}`;
  };
  const expression = (part: Shape[string], path: string): string => {
    if (part instanceof Field) return valueOf(part, path);
    if (!(part instanceof Together)) return literal(part as Shape, `${path}.`);
    const [first] = Object.keys(part.shape);
    const isNone = `row[${JSON.stringify(columnOf(`${path}.${first}`))}] === null`;
    return `(${isNone} ? null : ${literal(part.shape, `${path}.`)})`;
  };
  // The names come from definitions in this folder, quoted: the text contains nothing from a row or a request.
  return new Function("int", "others", `return (row) => (${literal(shape, "")});`)(int, others);
}

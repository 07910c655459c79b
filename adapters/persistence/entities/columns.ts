import { type InferEntity, p, type PropertyChain, UnknownType } from "@mikro-orm/postgresql";

type Column<T> = PropertyChain<T, object>;

/**
 * A value passes between record and driver as it is: the pool's parsers deliver what the records hold. The types of
 * the library would convert: its arrays lose blanks, and the word null in them becomes null.
 */
const plain = <T>(type: string) => p.type(new UnknownType()).columnType(type) as unknown as Column<T>;

/** A safe integer, such as an id or an amount in its minor unit. */
export const int8 = <T extends number = number>() => plain<T>("bigint");
export const int8s = () => plain<number[]>("bigint[]");
export const int4 = () => plain<number>("int");
export const int4s = () => plain<number[]>("int[]");
/** The number of a transaction, which does not come again, as text. */
export const transaction = () => plain<string>("xid8");
export const int2 = () => plain<number>("smallint");
/** numeric without decimals, up to 78 digits: an amount in the smallest unit of a token. */
export const numeric = () => plain<bigint>("numeric(78,0)");
export const text = <T extends string = string>() => plain<T>("text");
export const texts = <T extends string = string>() => plain<T[]>("text[]");
export const uuid = <T extends string = string>() => plain<T>("uuid");
export const flag = () => plain<boolean>("boolean");
export const time = () => plain<Date>("timestamptz");
export const bytes = () => plain<Uint8Array>("bytea");
/** JSON that this service wrote: rows contain no foreign JSON. It is sent as text. */
export const json = <T>() => p.json<T>().columnType("jsonb") as unknown as Column<T>;

/** The id that PostgreSQL numbers: generated always as identity. */
export const identity = <T extends number = number>() => int8<T>().autoincrement().generated("identity");

/** A foreign key, for joins and the schema. Its columns are properties, too: those are read and written. */
export type Reference<Target> = PropertyChain<Target, { kind: "m:1"; nullable: true }>;

/**
 * Describes a foreign key. It is nullable for the entity alone: whether the columns are, their own properties say.
 * @param key the constraint's name
 * @param columns the referenced column by column, in the constraint's order
 */
export function reference<Target extends Entity>(
  target: Target,
  key: string,
  columns: Readonly<Record<string, string>>,
): Reference<InferEntity<Target>> {
  const described = p
    .manyToOne(target)
    .joinColumns(...Object.keys(columns))
    .referencedColumnNames(...Object.values(columns))
    .columnTypes(...Object.values(columns).map((column) => typeOf(target, column)))
    .foreignKeyName(key)
    .updateRule("no action")
    .deleteRule("no action")
    .index(false)
    .nullable();
  return described as unknown as Reference<InferEntity<Target>>;
}

/** Returns a column's type. The library would pair the types of another's primary key by position. */
function typeOf({ meta }: Entity, column: string): string {
  const name = column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const { columnType, columnTypes } = meta.properties[name] as {
    columnType?: string;
    columnTypes?: string[];
  };
  return (columnType ?? columnTypes?.[0])!;
}

/** Describes a foreign key to the `id` of another row of the same organisation. */
export const ofOrganisation = <Target extends Entity>(target: Target, key: string, column: string) =>
  reference(target, key, { organisation_id: "organisation_id", [column]: "id" });

/** Describes check constraints: expression by name. */
export const checks = (expressions: Readonly<Record<string, string>>) =>
  Object.entries(expressions).map(([name, expression]) => ({ name, expression }));

const SLOTS = 8;
/** The partitions of a table that keeps its rows by slot, so that a slot is emptied at once. */
export const slots = (table: string) =>
  Array.from({ length: SLOTS }, (_, slot) => ({ name: `${table}_slot_${slot}`, values: `in ('${slot}')` }));

export interface Entity {
  readonly "~entity": object;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly meta: { readonly properties: Readonly<Record<string, unknown>> };
}

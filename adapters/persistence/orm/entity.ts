import type { EntitySchema, RawQueryFragment } from "@mikro-orm/postgresql";

/** An entity of one table, defined in `entities/`. */
export type Entity = EntitySchema & { readonly properties: Readonly<Record<string, unknown>> };

type Value<P> = P extends { "~type"?: { value: infer V } } ? V : never;
type Options<P> = P extends { "~options": infer O } ? O : never;
type ValueOrNull<P> = Options<P> extends { nullable: true } ? Value<P> | null : Value<P>;

/** The names of an entity's columns. Its relations, which are functions, have none. */
export type ColumnName<E extends Entity> = {
  [K in keyof E["properties"]]: E["properties"][K] extends (...args: never[]) => unknown ? never : K;
}[keyof E["properties"]] &
  string;
/** The names of its relations. */
export type RelationName<E extends Entity> = Exclude<keyof E["properties"], ColumnName<E>> & string;

/** The values of an entity's columns. */
export type Columns<E extends Entity> = { [K in ColumnName<E>]: ValueOrNull<E["properties"][K]> };

type Given = { nullable: true } | { autoincrement: true } | { default: unknown } | { defaultRaw: string };
type OptionalName<E extends Entity> = {
  [K in ColumnName<E>]: Options<E["properties"][K]> extends Given ? K : never;
}[ColumnName<E>];

type Written<T> = T extends Uint8Array | Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Item[]
    : T extends object
      ? Readonly<T>
      : T;

/** True for a table whose every row is an organisation's. */
export type IsScoped<E extends Entity> =
  "organisationId" extends ColumnName<E>
    ? null extends Columns<E>["organisationId" & ColumnName<E>]
      ? false
      : true
    : false;
type Tenant<E extends Entity> = IsScoped<E> extends true ? "organisationId" : never;

/** The members of a new row. Those that may be null or have a default can be left out. */
export type NewRow<E extends Entity, Without extends string = Tenant<E>> = {
  readonly [K in Exclude<ColumnName<E>, OptionalName<E> | Without>]: Written<Columns<E>[K]>;
} & { readonly [K in Exclude<OptionalName<E>, Without>]?: Written<Columns<E>[K]> | undefined };

/** The members of a change. undefined leaves a column as it is. */
export type Changes<E extends Entity> = {
  readonly [K in Exclude<ColumnName<E>, "organisationId">]?:
    | Written<Columns<E>[K]>
    | RawQueryFragment
    | undefined;
};

type Comparison = "$ne" | "$gt" | "$gte" | "$lt" | "$lte";
type Compared<T> = { readonly [Operator in Comparison]?: T | RawQueryFragment };
/** A value; null: the column is null; a list: any of its values. */
type Condition<T> = T | readonly NonNullable<T>[] | Compared<T> | RawQueryFragment;

/** Conditions that must all hold, by the entity's members or by those of a join, such as `p.email`. */
export type Where<E extends Entity> = { readonly [K in ColumnName<E>]?: Condition<Columns<E>[K]> } & {
  readonly [joined: `${string}.${string}`]: unknown;
  readonly $and?: readonly Where<E>[];
  readonly $or?: readonly Where<E>[];
};

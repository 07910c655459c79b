import { isRaw, type QueryBuilder, raw, type RawQueryFragment } from "@mikro-orm/postgresql";
import type { Page } from "../../../ports/page.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { columnOf, type Selection } from "../statements/selection.ts";
import type { Freshness, Statement } from "../statements/statement.ts";
import type { Changes, ColumnName, Entity, NewRow, Where } from "./entity.ts";
import { entityManager, TENANT } from "./orm.ts";

/** An expression of SQL as a value, with `?` for each parameter. */
export const expression = (sql: string, parameters: readonly unknown[] = []): RawQueryFragment =>
  raw(sql, [...parameters]);

/** The sender of statements, within the current unit of work if there is one. */
interface Sender {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  read<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
    freshness: Freshness,
  ): Promise<Row[]>;
  affected(statement: Statement, values: readonly unknown[]): Promise<number>;
}

/** The organisation whose rows are meant; all: those of each; none: the table has no organisation. */
type Scope = OrganisationId | "all" | "none";
type Query = QueryBuilder<object>;
type Order<E extends Entity> = { readonly [K in ColumnName<E>]?: "asc" | "desc" };

/** A unique key, by its members; any: each of the table's. */
type Key<E extends Entity> = readonly ColumnName<E>[] | "any";

interface ListOptions<E extends Entity> {
  readonly order?: Order<E>;
  readonly limit?: number;
  /** Default: the primary answers. */
  readonly freshness?: Freshness;
}

/** A selection of an entity; the entity itself: no members, for calls that only count or change rows. */
export type Target<E extends Entity, R> = Selection<E, R> | E;

const LARGEST_ID = "9223372036854775807";

/**
 * The rows of one table, within the current unit of work if there is one. Each call is one statement, built by the ORM.
 * Results are plain records as the selection describes them. A list of values as a condition means any of them; null
 * means that the column is null.
 */
export class Rows<E extends Entity, R> {
  readonly #db: Sender;
  readonly #selection: Selection<E, R>;
  readonly #scope: Scope;

  constructor(db: Sender, of: Target<E, R>, scope: Scope) {
    this.#db = db;
    this.#selection = "entity" in of ? of : (nothingOf(of) as Selection<E, R>);
    this.#scope = scope;
  }

  /** Returns a page, newest first. @param by the member that is the cursor: `id` if it is not given */
  page(
    { after, limit }: Page,
    where: Where<E> = {},
    { by = "id" as ColumnName<E>, freshness }: { by?: ColumnName<E>; freshness?: Freshness } = {},
  ): Promise<R[]> {
    const { alias } = this.#selection;
    const isScoped = typeof this.#scope === "number";
    const columns = [...(isScoped ? [`${alias}.organisation_id`] : []), `${alias}.${columnOf(by)}`];
    const values = [...(isScoped ? [this.#scope] : []), after ?? LARGEST_ID];
    // Any plan begins at the cursor in the index of these columns.
    const behind = raw(`(${columns.join(", ")}) < (${values.map(() => "?::bigint").join(", ")})`, values);
    return this.#records(where, { order: { [by]: "desc" } as Order<E>, limit, freshness }, behind);
  }

  list(where: Where<E>, options: ListOptions<E> = {}): Promise<R[]> {
    return this.#records(where, options);
  }

  async one(where: Where<E>, options: ListOptions<E> = {}): Promise<R | null> {
    const [record] = await this.#records(where, { ...options, limit: 1 });
    return record ?? null;
  }

  /** Returns a row that no other transaction changes before the end of this one. Foreign keys may still refer to it. */
  async locked(where: Where<E>): Promise<R | null> {
    const { columns, alias } = this.#selection;
    const rows = await this.#send(await this.#select(columns, where), ` for no key update of ${alias}`);
    return rows[0] ? this.#selection.record(rows[0]) : null;
  }

  /** Checks that a row exists, and keeps it from changing before the end of the transaction. */
  async held(where: Where<E>): Promise<boolean> {
    const rows = await this.#send(await this.#select("1", where), ` for share of ${this.#selection.alias}`);
    return rows.length > 0;
  }

  async exists(where: Where<E>): Promise<boolean> {
    const query = await this.#select("1", where);
    return (await this.#send(query.limit(1) as unknown as Query)).length > 0;
  }

  async count(where: Where<E>): Promise<number> {
    const [row] = await this.#send<{ count: number }>(await this.#select("count(*) as count", where));
    return row!.count;
  }

  async add(row: NewRow<E>): Promise<R> {
    const [result] = await this.#send(this.#returning(this.#insert(row)));
    return this.#selection.record(result!);
  }

  /** Returns null, and adds nothing, if the key has the row already. Another violated key raises. */
  async addOnce(row: NewRow<E>, key: Key<E>): Promise<R | null> {
    const [result] = await this.addEachOnce([row], key);
    return result ?? null;
  }

  /** Adds the rows that the key does not have already. @returns the added ones */
  async addEachOnce(rows: readonly NewRow<E>[], key: Key<E>): Promise<R[]> {
    if (rows.length === 0) return [];
    const query = this.#insert(rows).onConflict(key === "any" ? undefined : ([...key] as never));
    return (await this.#send(this.#returning(query.ignore()))).map(this.#selection.record);
  }

  /** Adds a row, or changes these members of the one that has the same key. */
  async put(row: NewRow<E>, key: readonly ColumnName<E>[], members: readonly ColumnName<E>[]): Promise<R> {
    const query = this.#insert(row)
      .onConflict([...key] as never)
      .merge([...members] as never);
    const [result] = await this.#send(this.#returning(query));
    return this.#selection.record(result!);
  }

  /** @returns the number of changed rows */
  async change(where: Where<E>, changes: Changes<E>): Promise<number> {
    const query = await this.#update(where, changes);
    return query ? this.#count(query) : 0;
  }

  /** Returns the changed rows as they are afterwards; empty changes change nothing. */
  async changed(where: Where<E>, changes: Changes<E>): Promise<R[]> {
    const query = await this.#update(where, changes);
    if (!query) return this.list(where);
    return (await this.#send(this.#returning(query))).map(this.#selection.record);
  }

  /** @returns the number of removed rows */
  async remove(where: Where<E>): Promise<number> {
    return this.#count(await this.#where(this.#query.delete() as unknown as Query, where));
  }

  /** Returns the removed rows. */
  async removed(where: Where<E>): Promise<R[]> {
    const query = await this.#where(this.#query.delete() as unknown as Query, where);
    const rows = await this.#send(query, ` returning ${this.#selection.columns}`);
    return rows.map(this.#selection.record);
  }

  get #query(): Query {
    const { entity, alias } = this.#selection;
    return entityManager().createQueryBuilder(entity, alias as never) as unknown as Query;
  }

  #returning<Q extends { returning(fields: never): Q }>(query: Q): Q {
    return query.returning(raw(this.#selection.columns) as never);
  }

  async #records(
    where: Where<E>,
    { order, limit, freshness }: ListOptions<E>,
    and?: RawQueryFragment,
  ): Promise<R[]> {
    const query = await this.#select(this.#selection.columns, where);
    // A fragment as a whole condition would have its values in the text.
    if (and) query.andWhere({ [and as unknown as string]: [] } as never);
    if (order) query.orderBy(order as never);
    if (limit !== undefined) query.limit(limit);
    return (await this.#send(query, "", freshness)).map(this.#selection.record);
  }

  #select(columns: string, where: Where<E>): Promise<Query> {
    const { alias, joins } = this.#selection;
    const query = this.#query.select([raw(columns)]) as unknown as Query;
    for (const [other, name] of Object.entries<string>(joins)) {
      if (name.endsWith("?")) query.leftJoin(`${alias}.${name.slice(0, -1)}` as never, other);
      else query.innerJoin(`${alias}.${name}` as never, other);
    }
    return this.#where(query, where);
  }

  async #where(query: Query, where: Where<E>): Promise<Query> {
    query.where(conditions(where, this.#selection.alias) as never);
    const isOne = typeof this.#scope === "number";
    // Without an argument the filter refuses a table that has organisations.
    const tenant = isOne ? { organisationId: this.#scope } : this.#scope === "all" ? false : undefined;
    await query.applyFilters({ [TENANT]: tenant } as never);
    return query;
  }

  async #update(where: Where<E>, changes: Changes<E>): Promise<Query | null> {
    const members = present(changes);
    if (Object.keys(members).length === 0) return null;
    return this.#where(this.#query.update(members) as unknown as Query, where);
  }

  #insert(rows: NewRow<E> | readonly NewRow<E>[]) {
    const completed = (row: object) => ({
      ...present(row),
      ...(typeof this.#scope === "number" && { organisationId: this.#scope }),
    });
    return this.#query.insert((Array.isArray(rows) ? rows.map(completed) : completed(rows)) as never);
  }

  async #send<Row extends object = object>(
    query: { toQuery(): Built },
    suffix = "",
    freshness?: Freshness,
  ): Promise<Row[]> {
    const { statement, values } = bound(query.toQuery(), suffix);
    if (freshness) return this.#db.read<Row>(statement, values, freshness);
    return this.#db.query<Row>(statement, values);
  }

  #count(query: Query): Promise<number> {
    const { statement, values } = bound(query.toQuery(), "");
    return this.#db.affected(statement, values);
  }
}

/** Returns the members that are not undefined. */
function present(members: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Returns the ORM's conditions. A list is compared as one value, so that its length does not change the text. */
function conditions(where: object, alias: string): object {
  const entries = Object.entries(where).map(([name, value]): [string, unknown] => {
    invariant(value !== undefined, "a condition has a value");
    if (name === "$and" || name === "$or")
      return [name, (value as readonly object[]).map((each) => conditions(each, alias))];
    if (!Array.isArray(value)) return [name, value];
    const column = name.includes(".") ? name : `${alias}.${columnOf(name)}`;
    return [raw(`${column} = any(?)`, [value]) as unknown as string, []];
  });
  return Object.fromEntries(entries);
}

interface Built {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Texts that are prepared by name. Their number is limited by the calls in the stores. */
const NAMED = new Map<string, string>();
const MOST_NAMED = 2_000;

/** Returns the statement with numbered parameters; expressions among the values become part of the text. */
function bound({ sql, params }: Built, suffix: string): { statement: Statement; values: unknown[] } {
  const values: unknown[] = [];
  const numbered = (text: string, parameters: readonly unknown[]): string => {
    let next = 0;
    const result = text.replaceAll("?", () => {
      const value = parameters[next++];
      if (isRaw(value)) return numbered(value.sql, value.params);
      values.push(value);
      return `$${values.length}`;
    });
    invariant(next === parameters.length, "a statement has one placeholder for each parameter");
    return result;
  };
  const text = numbered(sql, params) + suffix;
  let name = NAMED.get(text);
  if (name === undefined && NAMED.size < MOST_NAMED) {
    name = `rows-${NAMED.size + 1}`;
    NAMED.set(text, name);
  }
  return { statement: { name: name ?? "", text }, values };
}

function nothingOf<E extends Entity>(entity: E): Selection<E, object> {
  const none = () => ({});
  return {
    entity,
    alias: "t",
    joins: {},
    columns: "1",
    fields: [],
    record: none,
    recordOrNull: none,
    ofJson: none,
  };
}

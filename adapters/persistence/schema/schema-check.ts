import type { Client } from "pg";
import type { Build } from "./build.ts";
import { readSchema, type SchemaDump } from "./schema-dump.ts";
import { functionBodies } from "./sql-functions.ts";
import { UnfitDatabase } from "./unfit-database.ts";

/** The most differences in one message. */
const MOST_REPORTED = 20;

/** Patterns of a dump's lines, with the groups `name` and `definition`. */
const LINES = {
  table: /^create (?<definition>unlogged )?table (?<name>.+) \($/,
  column: /^ {2}(?!constraint )(?<name>\S+) (?<definition>.+?),?$/,
  constraint: /^ {2}constraint (?<name>\S+) (?<definition>.+?),?$/,
  partitioning: /^\) partition by (?<definition>.+?)(?: with \(.+\))?;$/,
  partition: /^-- partition (?<name>\S+) (?<definition>.+?)(?: with \(.+\))?$/,
  options: /^\).*? with \((?<definition>.+)\);$/,
  index: /^(?<definition>CREATE (?:UNIQUE )?INDEX (?<name>\S+) .+);$/,
  trigger: /^(?<definition>CREATE (?:CONSTRAINT )?TRIGGER (?<name>\S+) .+);$/,
  domain: /^create domain (?<name>\S+) as (?<definition>.+);$/,
  type: /^create type (?<name>\S+) as (?<definition>.+);$/,
  view: /^create view (?<name>.+);$/,
  function: /^-- (?<name>\w+\(.*\)) returns (?<definition>.+)$/,
} as const satisfies Record<string, RegExp>;
type Kind = keyof typeof LINES;

/** Kinds with names unique only within a table. */
const OF_ONE_TABLE: ReadonlySet<Kind> = new Set(["column", "constraint", "trigger"]);
/** Kinds that affect this build's statements on its tables: others may not add any. */
const OF_ROWS: ReadonlySet<Kind> = new Set(["column", "constraint", "partitioning"]);

interface Item {
  readonly kind: Kind;
  /** null: not part of a table. */
  readonly table: string | null;
  readonly definition: string;
}

/** Items by kind and name. */
type Items = ReadonlyMap<string, Item>;

/**
 * Compares the database with the build's schema.
 * @returns additions of others, and storage options set on tables
 * @throws UnfitDatabase if something is missing or different, or a table has other columns or constraints
 */
export async function checkSchema(client: Client, build: Build): Promise<{ foreign: string[] }> {
  if (build.schema === null) return { foreign: [] };
  const dump = await readSchema(client);
  const wrong = changedBodies(dump, build);
  const foreign: string[] = [];
  if (dump.text !== build.schema) {
    const [actual, expected] = [itemsOf(dump.text), itemsOf(build.schema)];
    wrong.push(...missing(actual, expected));
    for (const [name, item] of actual) {
      const known = expected.get(name);
      if (known?.definition === item.definition || !isOfTableIn(expected, item)) continue;
      if (item.kind === "options") foreign.push(`${name}: ${item.definition}`);
      else if (known) wrong.push(`${name} is ${item.definition}, not ${known.definition}`);
      else if (OF_ROWS.has(item.kind)) wrong.push(`${name} was added`);
      else foreign.push(name);
    }
  }
  if (wrong.length > 0) throw new UnfitDatabase(sentence(wrong));
  return { foreign };
}

function missing(actual: Items, expected: Items): string[] {
  return [...expected]
    .filter(([name, item]) => item.kind !== "options" && !actual.has(name) && isOfTableIn(actual, item))
    .map(([name, { kind, definition }]) => `${name} is missing${kind === "table" ? "" : `: ${definition}`}`);
}

/** Checks that the item's table exists: of a missing table nothing else is reported. */
function isOfTableIn(items: Items, { kind, table }: Item): boolean {
  return kind === "table" || table === null || items.has(`table ${table}`);
}

function changedBodies({ functions }: SchemaDump, build: Build): string[] {
  const bodies = Map.groupBy(functions, ({ name }) => name);
  return build.functions
    .filter((each) =>
      functionBodies(each).some((body) => !bodies.get(each.name)?.some((found) => found.body === body)),
    )
    .map(
      ({ name }) =>
        `function ${name} has another text; to give it this build's, delete its rows from the table sql_function`,
    );
}

function itemsOf(text: string): Items {
  const items = new Map<string, Item>();
  let table: string | null = null;
  for (const line of text.split("\n")) {
    if (line === "") table = null;
    for (const [kind, pattern] of Object.entries(LINES) as [Kind, RegExp][]) {
      const found = pattern.exec(line)?.groups;
      if (found === undefined) continue;
      const { name, definition = kind === "table" ? "logged" : "" } = found;
      if (kind === "table") table = name!;
      items.set(nameOf(kind, table, name), { kind, table, definition: definition.trim() });
    }
  }
  return items;
}

function nameOf(kind: Kind, table: string | null, name: string | undefined): string {
  if (name === undefined) return `${kind} of ${table}`;
  return OF_ONE_TABLE.has(kind) ? `${kind} ${table}.${name}` : `${kind} ${name}`;
}

function sentence(wrong: readonly string[]): string {
  const lines = wrong.slice(0, MOST_REPORTED).map((each) => `\n- ${each}`);
  const more = wrong.length - lines.length;
  return (
    `the database is not what this build's migrations and functions make of one:${lines.join("")}` +
    `${more > 0 ? `\n- and ${more} more` : ""}\n` +
    "It was changed by other means. Undo that, as docs/operators/upgrades.md says, or restore a backup"
  );
}

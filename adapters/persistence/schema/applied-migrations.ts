import type { Client } from "pg";
import type { Build } from "./build.ts";
import type { Migration } from "./migration.ts";
import { replacedByAnotherBuild } from "./sql-functions.ts";
import { UnfitDatabase } from "./unfit-database.ts";

/** The record of applied migrations, created before all else. */
const MIGRATION_TABLE = `
  create table migration (
    name text primary key,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    applied_at timestamptz not null default clock_timestamp()
  )`;

/** Returns the build's migrations that the database lacks. @throws UnfitDatabase if the build cannot serve it */
export async function pendingMigrations(client: Client, build: Build): Promise<Migration[]> {
  const { migrations } = build;
  const { rows: tables } = await client.query<{ remembers: boolean }>(
    `select exists (select from pg_attribute where attrelid = t.oid and attname = 'sha256') as remembers
     from to_regclass('migration') t (oid) where t.oid is not null`,
  );
  if (tables.length === 0) {
    await client.query(MIGRATION_TABLE);
    return [...migrations];
  }
  if (!tables[0]!.remembers) {
    throw new UnfitDatabase(
      "the database was made by a development version, whose tables this build cannot upgrade: use a new, empty database",
    );
  }
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migration");
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  refuseNewer(applied, migrations);
  await refuseReplaced(client, build);
  refuseEdited(applied, migrations);
  return migrations.filter(({ name }) => !applied.has(name));
}

/** The SHA-256 of each applied migration's text. */
type Applied = ReadonlyMap<string, string>;

function refuseNewer(applied: Applied, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new UnfitDatabase(
    `the database is newer than this build, which does not know its migrations ${unknown.join(", ")}: ` +
      "start the build that made them, or restore the backup from before them",
  );
}

async function refuseReplaced(client: Client, { functions }: Build): Promise<void> {
  const replaced = await replacedByAnotherBuild(client, functions);
  if (replaced.length === 0) return;
  throw new UnfitDatabase(
    `the database is newer than this build, whose functions ${replaced.join(", ")} another build has replaced: ` +
      "start that build, or delete their rows from the table sql_function to put this build's in their place again",
  );
}

/** Refuses edited migrations: the database has the effects of the former text, a new one would not. */
function refuseEdited(applied: Applied, migrations: readonly Migration[]): void {
  const edited = migrations.filter(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256);
  if (edited.length === 0) return;
  throw new UnfitDatabase(
    `the migrations ${edited.map(({ name }) => name).join(", ")} were edited after they had been applied to the database: ` +
      "start the build whose migrations they were, or give them back the text that they had; " +
      "what has to change is a new migration",
  );
}

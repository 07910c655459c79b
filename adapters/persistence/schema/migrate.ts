import { readdirSync, readFileSync } from "node:fs";
import { Migration, Migrator } from "@mikro-orm/migrations";
import { MikroORM, type MigrationObject } from "@mikro-orm/postgresql";
import { Client } from "pg";
import { applyFunctions, FUNCTIONS, replacedByAnotherBuild, type SqlFunction } from "./sql-functions.ts";

const FOLDER = new URL("../migrations/", import.meta.url);
/** The first migration of development versions, from before there was a baseline. */
const BEFORE_BASELINE = "0001-tables";

/** The migrations and functions of a build. */
interface Build {
  readonly migrations: readonly MigrationObject[];
  readonly functions: readonly SqlFunction[];
}

/** Every migration in order: a SQL file that is never edited once it has been released. */
export const MIGRATIONS: readonly MigrationObject[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => migration(file.replace(/\.sql$/, ""), readFileSync(new URL(file, FOLDER), "utf8")));

export function migration(name: string, sql: string): MigrationObject {
  return {
    name,
    class: class extends Migration {
      override up(): void {
        this.addSql(sql);
      }
    },
  };
}

const THIS_BUILD: Build = { migrations: MIGRATIONS, functions: FUNCTIONS };

/** This build cannot serve the database. The message gives the reason and the remedy; nothing was changed. */
export class UnfitDatabase extends Error {
  override readonly name = "UnfitDatabase";
}

/**
 * Brings a database, which must be there, to the newest schema: the migrations that it lacks, then the functions whose
 * text has changed. Safe when several processes start at once.
 *
 * @throws UnfitDatabase when it was made by a newer build
 */
export async function migrate(url: string, build: Build = THIS_BUILD): Promise<void> {
  await withMigrator(url, build, async (orm) => {
    // One connection holds the lock, so that two processes do not migrate at once.
    const guard = new Client({ connectionString: url });
    await guard.connect();
    try {
      await guard.query("select pg_advisory_lock(hashtext('partner-raffle-api migrations'))");
      await refuseUnfit(guard, build);
      await orm.migrator.up();
      await applyFunctions(guard, build.functions);
    } finally {
      await guard.end();
    }
  });
}

async function refuseUnfit(client: Client, { migrations, functions }: Build): Promise<void> {
  const { rows: exists } = await client.query("select to_regclass('migration') is not null as yes");
  if (!exists[0].yes) return;
  const { rows } = await client.query<{ name: string }>("select name from migration order by name");
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.includes(BEFORE_BASELINE)) {
    throw new UnfitDatabase(
      "the database was made by a development version, whose tables this build cannot upgrade: use a new, empty database",
    );
  }
  if (unknown.length > 0) {
    throw new UnfitDatabase(
      `the database is newer than this build, which does not know its migrations ${unknown.join(", ")}: ` +
        "start the build that made them, or restore the backup from before them",
    );
  }
  const replaced = await replacedByAnotherBuild(client, functions);
  if (replaced.length > 0) {
    throw new UnfitDatabase(
      `the database is newer than this build, whose functions ${replaced.join(", ")} another build has replaced: ` +
        "start that build, or delete their rows from the table sql_function to put this build's in their place again",
    );
  }
}

async function withMigrator<T>(url: string, build: Build, work: (orm: MikroORM) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    // A misspelt name would be a new, empty database that is served.
    ensureDatabase: false,
    extensions: [Migrator],
    migrations: { migrationsList: [...build.migrations], snapshot: false, tableName: "migration" },
    pool: { min: 0, max: 1 },
    driverOptions: { connectionString: url },
    discovery: { warnWhenNoEntities: false },
    logger: () => {},
  });
  try {
    return await work(orm);
  } finally {
    await orm.close(true);
  }
}

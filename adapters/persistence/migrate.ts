import { readdirSync, readFileSync } from "node:fs";
import { Migration, Migrator } from "@mikro-orm/migrations";
import { MikroORM, type MigrationObject } from "@mikro-orm/postgresql";
import { runMigrations as migrateJobQueue } from "graphile-worker";
import { Client } from "pg";
import { ENTITIES } from "./entities.ts";

const FOLDER = new URL("./migrations/", import.meta.url);

/** Every migration in order: a SQL file that is never edited once it has been released. */
export const MIGRATIONS: MigrationObject[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({
    name: file.replace(/\.sql$/, ""),
    class: class extends Migration {
      override up(): void {
        this.addSql(readFileSync(new URL(file, FOLDER), "utf8"));
      }
    },
  }));

async function withMigrator<T>(url: string, work: (orm: MikroORM) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: ENTITIES,
    // A misspelt name would be a new, empty database that is served.
    ensureDatabase: false,
    extensions: [Migrator],
    migrations: { migrationsList: MIGRATIONS, snapshot: false, tableName: "migration" },
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

/** Brings a database, which must be there, to the newest schema. Safe when several processes start at once. */
export async function migrate(url: string): Promise<void> {
  await withMigrator(url, async (orm) => {
    const pool = await orm.em.getConnection().getNativeClient();
    // One connection does nothing but hold the lock, so that two processes do not migrate at once.
    const guard = new Client({ connectionString: url });
    await guard.connect();
    try {
      await guard.query("select pg_advisory_lock(hashtext('partner-raffle-api migrations'))");
      await orm.migrator.up();
      await migrateJobQueue({ pgPool: pool });
    } finally {
      await guard.end();
    }
  });
}

import type { Constructor } from "@mikro-orm/core";
import { Migrator } from "@mikro-orm/migrations";
import { type DriverException, MikroORM, PostgreSqlDriver } from "@mikro-orm/postgresql";
import { Kysely, PostgresDialect } from "kysely";
import type { Client } from "pg";
import type { Migration } from "./migration.ts";

/** Leaves errors as PostgreSQL gave them, but for their detail: it holds a row's values, which the ORM's would repeat. */
class PlainDriver extends PostgreSqlDriver {
  override convertException(error: Error): DriverException {
    return Object.assign(error as DriverException, { detail: undefined });
  }
}

/** Runs a pending migration on the connection, in the transaction that it may have begun, and records it. */
export async function runMigration(
  client: Client,
  name: string,
  migration: Constructor<Migration>,
): Promise<void> {
  const { rows } = await client.query("select current_database() as name, current_schema() as schema");
  const pool = {
    connect: async () => Object.assign(client, { release() {} }),
    end: async () => {},
    options: {},
  };
  const orm = new MikroORM({
    driver: PlainDriver,
    driverOptions: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    // The migrator creates a database that it does not find.
    dbName: rows[0].name,
    schema: rows[0].schema,
    ensureDatabase: false,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: "migration",
      migrationsList: [{ name, class: migration }],
      transactional: false,
      disableForeignKeys: false,
      snapshot: false,
      silent: true,
    },
  });
  const applied = await orm.migrator.up();
  if (applied.length !== 1) throw new Error(`migration ${name} was already recorded`);
}

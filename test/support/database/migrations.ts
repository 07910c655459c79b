import {
  IndexMigration,
  type ListedMigration,
  Migration,
} from "../../../adapters/persistence/schema/migration.ts";

/** Returns a migration of the next release. One with a concurrent step is not a transaction. */
export function migration(name: string, sql: string): ListedMigration {
  const Base = /\bconcurrently\b/.test(sql) ? IndexMigration : Migration;
  const { [name]: Next } = {
    [name]: class extends Base {
      override readonly sql = sql;
    },
  };
  return { name, load: async () => ({ default: Next! }) };
}

import { MikroORM } from "@mikro-orm/postgresql";
import { COMPARISON, DISCOVERY, ENTITIES, INDESCRIBABLE } from "../entities/all.ts";

interface TableChanges {
  readonly statements: readonly string[];
  /** Tables with partitions. */
  readonly partitioned: ReadonlySet<string>;
}

/**
 * Returns the statements by which the ORM would make the tables what the entities describe. It sees no domains,
 * storage, triggers and functions.
 * @param url a migrated database, of which no one else makes use: what no entity can describe is changed there
 */
export async function tableChanges(url: string): Promise<TableChanges> {
  const orm = new MikroORM({
    clientUrl: url,
    entities: ENTITIES,
    discovery: DISCOVERY,
    ensureDatabase: false,
    schemaGenerator: COMPARISON,
  });
  try {
    for (const [change] of INDESCRIBABLE) await orm.driver.execute(change);
    const sql = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    const tables = await orm.driver.execute<{ name: string }[]>(
      "select relname as name from pg_class where relkind = 'p' and relnamespace = current_schema()::regnamespace",
    );
    return {
      statements: sql.split(/;\s*\n/).filter((statement) => statement.trim() !== ""),
      partitioned: new Set(tables.map(({ name }) => name)),
    };
  } finally {
    await orm.close();
  }
}

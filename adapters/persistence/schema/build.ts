import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Migration, migration } from "./migration.ts";
import { type SqlFunction, sqlFunction } from "./sql-functions.ts";

/** A build's definition of a database. */
export interface Build {
  /** In order of execution. */
  readonly migrations: readonly Migration[];
  readonly functions: readonly SqlFunction[];
  /** The schema of a database with both, as `dumpSchema` writes it; null: not checked. */
  readonly schema: string | null;
}

/** Reads the build whose `migrations/`, `functions/` and `schema.sql` are in the folder. */
function buildIn(folder: string): Build {
  return {
    migrations: readdirSync(join(folder, "migrations"))
      .filter((file) => file.endsWith(".sql"))
      .sort()
      .map((file) =>
        migration(basename(file, ".sql"), readFileSync(join(folder, "migrations", file), "utf8")),
      ),
    // In any order: PostgreSQL does not check bodies on creation.
    functions: globSync("*/*.sql", { cwd: join(folder, "functions") })
      .map((file) =>
        sqlFunction(basename(file, ".sql"), readFileSync(join(folder, "functions", file), "utf8")),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    schema: readFileSync(join(folder, "schema.sql"), "utf8"),
  };
}

export const THIS_BUILD = buildIn(fileURLToPath(new URL("../", import.meta.url)));

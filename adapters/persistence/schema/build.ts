import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Migration, migration } from "./migration.ts";
import { type SqlFunction, sqlFunction } from "./sql-functions.ts";

/** What a build makes of a database. */
export interface Build {
  /** In the order in which they run. */
  readonly migrations: readonly Migration[];
  readonly functions: readonly SqlFunction[];
  /** What a database looks like that has both, as `dumpSchema` writes it; null: whatever it looks like. */
  readonly schema: string | null;
}

/** The build whose `migrations/`, `functions/` and `schema.sql` are in the folder. */
function buildIn(folder: string): Build {
  return {
    migrations: readdirSync(join(folder, "migrations"))
      .filter((file) => file.endsWith(".sql"))
      .sort()
      .map((file) =>
        migration(basename(file, ".sql"), readFileSync(join(folder, "migrations", file), "utf8")),
      ),
    // The order does not matter to PostgreSQL: bodies are not checked on creation.
    functions: globSync("*/*.sql", { cwd: join(folder, "functions") })
      .map((file) =>
        sqlFunction(basename(file, ".sql"), readFileSync(join(folder, "functions", file), "utf8")),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    schema: readFileSync(join(folder, "schema.sql"), "utf8"),
  };
}

export const THIS_BUILD = buildIn(fileURLToPath(new URL("../", import.meta.url)));

import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MIGRATIONS } from "../migrations/all.ts";
import type { ListedMigration } from "./migration.ts";
import { type SqlFunction, sqlFunction } from "./sql-functions.ts";

/** A build's definition of a database. */
export interface Build {
  /** In order of execution. */
  readonly migrations: readonly ListedMigration[];
  readonly functions: readonly SqlFunction[];
  /** The schema of a database with both, as `dumpSchema` writes it; null: not checked. */
  readonly schema: string | null;
}

const FOLDER = fileURLToPath(new URL("../", import.meta.url));

export const THIS_BUILD: Build = {
  migrations: MIGRATIONS,
  // In any order: PostgreSQL does not check bodies on creation.
  functions: globSync("*/*.sql", { cwd: join(FOLDER, "functions") })
    .map((file) => sqlFunction(basename(file, ".sql"), readFileSync(join(FOLDER, "functions", file), "utf8")))
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
  schema: readFileSync(join(FOLDER, "schema.sql"), "utf8"),
};

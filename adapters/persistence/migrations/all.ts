import type { ListedMigration } from "../schema/migration.ts";

/** In order of execution. A start loads those that the database lacks. */
export const MIGRATIONS: readonly ListedMigration[] = [
  { name: "0001-baseline", load: () => import("./0001-baseline.ts") },
];

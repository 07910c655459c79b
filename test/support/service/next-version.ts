import { globSync } from "node:fs";
import { appendFile, cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { dumpSchema } from "../../../adapters/persistence/schema/schema-dump.ts";
import { fileOf, listWith } from "../../../tools/migration/draft.ts";
import { ask } from "../builders/books.ts";
import { createDatabase } from "../database/database.ts";
import { bundleCopy } from "./bundles.ts";
import { ROOMY_NODE } from "./compile-cache.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SERVICE = ["adapters", "app", "ports", "rails", "src", "web", "package.json", "tsconfig.json"];

interface Changes {
  /** Migrations by name, in order. */
  readonly migrations: Readonly<Record<string, string>>;
  /** New texts of SQL functions' files, by path below `functions/`. */
  readonly functions?: Readonly<Record<string, string>>;
  /** Gives each source file its new text. */
  readonly source?: (text: string, path: string) => string;
  /** Additions to sources of browsers' files, by path: these are rebuilt. */
  readonly web?: Readonly<Record<string, string>>;
}

export interface NextVersion {
  /** Command that starts it. */
  readonly command: readonly [string, ...string[]];
  remove(): Promise<void>;
}

/** A copy of this tree with the changes of the next release, in a separate folder. */
export async function buildNextVersion({
  migrations,
  functions = {},
  source = (text) => text,
  web = {},
}: Changes): Promise<NextVersion> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "partner-raffle-next-")));
  for (const part of SERVICE) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const persistence = join(folder, "adapters/persistence");
  const list = join(persistence, "migrations/all.ts");
  for (const [name, sql] of Object.entries(migrations)) {
    await writeFile(join(persistence, `migrations/${name}.ts`), fileOf(name, "Migration", [sql]));
    await writeFile(list, listWith(await readFile(list, "utf8"), name));
  }
  for (const [path, sql] of Object.entries(functions))
    await writeFile(join(persistence, "functions", path), sql);
  const statements = [...Object.values(migrations), ...Object.values(functions)];
  await writeFile(join(persistence, "schema.sql"), await schemaAfter(statements));
  for (const path of globSync("**/*.ts", { cwd: persistence })) {
    const text = await readFile(join(persistence, path), "utf8");
    const changed = source(text, path);
    if (changed !== text) await writeFile(join(persistence, path), changed);
  }
  for (const [path, more] of Object.entries(web)) await appendFile(join(folder, path), more);
  const ownPages = Object.keys(web).length > 0;
  const program = await bundleCopy(folder, inject("bundles"), { ownPages });
  return { command: [...ROOMY_NODE, program], remove: () => rm(folder, { recursive: true, force: true }) };
}

/** `schema.sql` of a version that does these to the database of this one. */
export async function schemaAfter(statements: readonly string[]): Promise<string> {
  const database = await createDatabase();
  try {
    for (const each of statements) await ask(database.url, each);
    return await dumpSchema(database.url);
  } finally {
    await database.drop();
  }
}

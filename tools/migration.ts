/**
 * `npm run migration -- <reason>`: drafts migrations that make the tables what the entities describe. Complete them by
 * what entities do not describe: domains, storage, triggers, values of new columns.
 */
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../adapters/embedded-postgres/embedded-postgres.ts";
import { tableChanges } from "../adapters/persistence/orm/table-changes.ts";
import { migrate } from "../adapters/persistence/schema/migrate.ts";
import { draftsOf, fileOf, listWith, RefusedDraft } from "./migration/draft.ts";

const FOLDER = new URL("../adapters/persistence/migrations/", import.meta.url);
const LIST = new URL("all.ts", FOLDER);

const [reason = ""] = process.argv.slice(2);
if (!/^[a-z][a-z0-9-]*$/.test(reason)) {
  console.error("usage: npm run migration -- <reason>, in lower-case letters, digits and hyphens: sold-by");
  process.exit(2);
}

const dataDir = join(await mkdtemp(join(tmpdir(), "migration-")), "data");
const log = { info() {}, warn: console.warn, error: console.error };
const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
try {
  await migrate(postgres.url, { build: { schema: null } });
  const { statements, partitioned } = await tableChanges(postgres.url);
  const drafts = draftsOf(statements, partitioned);
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}-.*\.ts$/.test(file));
  for (const [at, { base, subject, statements: own }] of drafts.entries()) {
    const number = String(files.length + 1 + at).padStart(4, "0");
    const name = `${number}-${reason}${at === 0 ? "" : `-${subject.replaceAll("_", "-")}`}`;
    await writeFile(new URL(`${name}.ts`, FOLDER), fileOf(name, base, own));
    await writeFile(LIST, listWith(await readFile(LIST, "utf8"), name));
    console.log(`wrote adapters/persistence/migrations/${name}.ts`);
  }
  console.log(
    drafts.length === 0
      ? "The tables are as the entities describe them: there is nothing to draft."
      : "Read them, complete them, say above each class why. Then: npm run schema",
  );
} catch (error) {
  if (!(error instanceof RefusedDraft)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await postgres.stop();
  await discardEmbeddedPostgres(dataDir);
}

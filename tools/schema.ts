/** Writes adapters/persistence/schema.sql from a newly migrated database. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../adapters/embedded-postgres/embedded-postgres.ts";
import { migrate } from "../adapters/persistence/schema/migrate.ts";
import { dumpSchema } from "../adapters/persistence/schema/schema-dump.ts";

const dataDir = join(await mkdtemp(join(tmpdir(), "schema-")), "data");
const log = { info() {}, warn: console.warn, error: console.error };
const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
try {
  await migrate(postgres.url, { build: { schema: null } });
  const file = new URL("../adapters/persistence/schema.sql", import.meta.url);
  await writeFile(file, await dumpSchema(postgres.url));
  console.log("wrote adapters/persistence/schema.sql");
} finally {
  await postgres.stop();
  await discardEmbeddedPostgres(dataDir);
}

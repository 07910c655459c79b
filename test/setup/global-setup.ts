import { chmod, mkdtemp, readdir, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { DataFolderInUse } from "../../adapters/persistence/data-folder-lock.ts";
import {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../adapters/persistence/embedded-postgres.ts";
import { migrate } from "../../adapters/persistence/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of a database that nothing is stored in, as superuser. */
    databaseAdminUrl: string;
    /** The migrated database that tests clone. Nobody can connect to it. */
    databaseTemplate: string;
  }
}

/** In memory: a clone takes 20 milliseconds there, on some disks 400. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 2 ** 30;
const FOLDER = "partner-raffle-test-";
const TEMPLATE = "template_app";
const STALE_MS = 60_000;

/** One PostgreSQL for the whole run, with a migrated template. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  await discardStale([tmpdir(), MEMORY]);
  const dataDir = await mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), FOLDER));
  await chmod(dataDir, 0o755); // root's PostgreSQL runs as another user
  const log = { info() {}, warn: report, error: report };
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false, maxConnections: 300 });
  const tearDown = async () => {
    await postgres.stop();
    await discardEmbeddedPostgres(dataDir);
  };
  try {
    await makeTemplate(postgres.url);
  } catch (error) {
    await tearDown();
    throw error;
  }
  provide("databaseAdminUrl", postgres.url);
  provide("databaseTemplate", TEMPLATE);
  return tearDown;
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const url = new URL(adminUrl);
  url.pathname = TEMPLATE;
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE}`);
    await migrate(url.href);
    await client.query(`alter database ${TEMPLATE} with is_template true allow_connections false`);
  } finally {
    await client.end();
  }
}

/** What runs that were killed left behind. Young ones may only just be starting. */
async function discardStale(places: readonly string[]): Promise<void> {
  for (const place of places) {
    for (const name of await readdir(place).catch(() => [])) {
      if (!name.startsWith(FOLDER)) continue;
      const folder = join(place, name);
      try {
        if (Date.now() - (await stat(folder)).mtimeMs > STALE_MS) await discardEmbeddedPostgres(folder);
      } catch (error) {
        if (!(error instanceof DataFolderInUse)) report({ error }, `could not remove ${folder}`);
      }
    }
  }
}

async function hasRoom(place: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(place).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > ROOM_BYTES;
}

function report(facts: object, message: string): void {
  console.error(message, facts);
}

import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readdir, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Log } from "../ports/log.ts";
import { DataFolderInUse } from "../adapters/embedded-postgres/data-folder-lock.ts";
import {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../adapters/embedded-postgres/embedded-postgres.ts";
import { migrate } from "../adapters/persistence/schema/migrate.ts";

/** In memory: a clone takes 20 milliseconds there, on some disks 400. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 2 ** 30;
const FOLDER = "partner-raffle-test-";
const STALE_MS = 60_000;

/** The migrated database that others are cloned from. It accepts no connections. */
const TEMPLATE = "template_app";

export interface ThrowawayPostgres {
  /** URL of an empty database, as superuser. */
  readonly adminUrl: string;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  /** Cuts off remaining connections. */
  drop(): Promise<void>;
}

/**
 * An embedded PostgreSQL for tests, with a migrated template. It lies in memory where there is room, and nothing in
 * it survives a crash. Folders that killed runs left behind are removed.
 */
export async function startThrowawayPostgres(log: Pick<Log, "warn" | "error">): Promise<ThrowawayPostgres> {
  await discardStale([tmpdir(), MEMORY], log);
  const dataDir = await throwawayFolder();
  const quiet = { info() {}, warn: log.warn.bind(log), error: log.error.bind(log) };
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, durable: false, maxConnections: 300 });
  const stop = async () => {
    await postgres.stop();
    await discardEmbeddedPostgres(dataDir);
  };
  try {
    await makeTemplate(postgres.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl: postgres.url, stop };
}

/** An empty folder for data: in memory where there is room. */
export async function throwawayFolder(): Promise<string> {
  const folder = await mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), FOLDER));
  await chmod(folder, 0o755); // root's PostgreSQL runs as another user
  return folder;
}

/** An empty database of the newest schema; takes some 20 milliseconds. */
export async function cloneTemplate(adminUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = name;
  return {
    url: url.href,
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

async function makeTemplate(adminUrl: string): Promise<void> {
  await administer(adminUrl, `create database ${TEMPLATE}`);
  const url = new URL(adminUrl);
  url.pathname = TEMPLATE;
  // A test says so where schema.sql was not written anew.
  await migrate(url.href, { build: { schema: null } });
  await administer(adminUrl, `alter database ${TEMPLATE} with is_template true allow_connections false`);
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Young folders may only just be starting. */
async function discardStale(places: readonly string[], log: Pick<Log, "warn">): Promise<void> {
  for (const place of places) {
    for (const name of await readdir(place).catch(() => [])) {
      if (!name.startsWith(FOLDER)) continue;
      const folder = join(place, name);
      try {
        if (Date.now() - (await stat(folder)).mtimeMs > STALE_MS) await discardEmbeddedPostgres(folder);
      } catch (err) {
        if (!(err instanceof DataFolderInUse)) log.warn({ err, folder }, "a stale test database stays");
      }
    }
  }
}

async function hasRoom(place: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(place).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > ROOM_BYTES;
}

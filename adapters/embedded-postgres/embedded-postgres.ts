import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { Client } from "pg";
import type { Log } from "../../ports/log.ts";
import { lockDataFolder } from "./data-folder-lock.ts";
import { installedPostgres, usableBinaries } from "./binaries.ts";
import {
  ensureCluster,
  makeDataFolder,
  openPostgresFolder,
  type PostgresFolder,
  removePostgresFolder,
} from "./folder.ts";
import { type Postmaster, startPostmaster, stopOrphan } from "./postmaster.ts";

export interface EmbeddedPostgresOptions {
  /** Created if missing. PostgreSQL's data is in it, or elsewhere if PostgreSQL's user cannot enter it. */
  readonly dataDir: string;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  /** true: committed data survives a crash of the machine. Disabled only by tests. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}

export interface EmbeddedPostgres {
  /** The URL of database `raffle`, as its superuser, on 127.0.0.1. Holds the password: not for logs. */
  readonly url: string;
  /** Lets go of sessions, server and folder. Repeating it is safe. */
  stop(): Promise<void>;
}

const NAME = "raffle";

/**
 * Real PostgreSQL on a free port of the loopback, its data in a folder, for a start with nothing configured
 * and for tests. A server that a killed process left behind is stopped and its data are used again.
 *
 * @throws DataFolderInUse when another process lives that uses the folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, maxConnections = 200 } = options;
  const installed = await installedPostgres();
  const { folder, release } = await ownFolder(dataDir);
  let server: Postmaster | undefined;
  try {
    const binaries = await usableBinaries(installed, folder.user);
    if (await stopOrphan(folder.cluster)) {
      log.warn({ cluster: folder.cluster }, "stopped a PostgreSQL server left running by a killed process");
    }
    const { version } = installed;
    const { initdb, postgres } = binaries;
    const { password, isNew } = await ensureCluster(folder, { initdb, superuser: NAME, durable, version });
    server = await startPostmaster({
      program: postgres,
      cluster: folder.cluster,
      user: folder.user,
      logFile: folder.logFile,
      settings: { ...settings, ...(durable ? {} : carelessSettings), max_connections: maxConnections },
      onLost: (lastWords) =>
        log.error({ cluster: folder.cluster, lastWords }, "PostgreSQL exited unexpectedly"),
    });
    const url = (database: string) => `postgres://${NAME}:${password}@127.0.0.1:${server?.port}/${database}`;
    await ensureDatabase(url);
    const { pid, port } = server;
    log.info({ pid, port, cluster: folder.cluster, isNew }, "embedded PostgreSQL is accepting connections");
    return { url: url(NAME), stop: stopper(server, release) };
  } catch (error) {
    await server?.stop();
    release();
    throw error;
  }
}

/**
 * Removes a data folder and all that PostgreSQL kept for it, also what a killed process left running.
 * @throws DataFolderInUse when another process lives that uses it
 */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const { folder, release } = await ownFolder(dataDir);
  try {
    await stopOrphan(folder.cluster);
    await removePostgresFolder(await realpath(dataDir), folder);
  } finally {
    release();
  }
}

/** Locks the data folder, and its home elsewhere too: a copy of the folder points to the same one. */
async function ownFolder(dataDir: string): Promise<{ folder: PostgresFolder; release: () => void }> {
  const real = await makeDataFolder(dataDir);
  const locks = [lockDataFolder(real, dataDir)];
  const release = () => locks.forEach((lock) => lock.release());
  try {
    const folder = await openPostgresFolder(real);
    if (folder.home !== real) locks.push(lockDataFolder(folder.home, dataDir));
    return { folder, release };
  } catch (error) {
    release();
    throw error;
  }
}

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements are reported to the client, which logs them: the server's own log stays small.
  log_min_messages: "log",
  log_checkpoints: "off",
  max_wal_size: "2GB",
  min_wal_size: "512MB", // log segments are reused
};

const carelessSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: 0,
  max_wal_size: "256MB", // the folder may be in memory
  // What costs while tests run, and what they live too short for.
  bgwriter_lru_maxpages: 0,
  checkpoint_timeout: "1h",
  io_method: "sync",
  jit: "off",
};

async function ensureDatabase(url: (database: string) => string): Promise<void> {
  const client = new Client({ connectionString: url("postgres") });
  await client.connect();
  try {
    const found = await client.query("select from pg_database where datname = $1", [NAME]);
    if (found.rowCount === 0) await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
}

function stopper(server: Postmaster, release: () => void): () => Promise<void> {
  const abandon = () => server.abandon();
  process.once("exit", abandon);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    try {
      await server.stop();
    } finally {
      process.off("exit", abandon);
      release();
    }
  };
  return () => (stopping ??= stop());
}

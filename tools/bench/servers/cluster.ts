import { hash, randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { Wake } from "../../../adapters/jobs/wake.ts";
import { Database } from "../../../adapters/persistence/database/database.ts";
import { migrate } from "../../../adapters/persistence/schema/migrate.ts";
import {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../adapters/embedded-postgres/embedded-postgres.ts";
import { readConfig } from "../../../app/config/config.ts";
import type { Log } from "../../../ports/log.ts";
import { type Wiring, wire } from "../../../app/wiring.ts";
import { POOL_SIZE } from "../support/world.ts";

/** A constant key, so that a kept folder can be opened again. It protects nothing secret. */
export const ENCRYPTION_KEY = hash("sha256", "bench");

/** A log of warnings and errors only. */
const log: Log = {
  debug() {},
  info() {},
  warn: (facts, message) => console.error(message, facts),
  error: (facts, message) => console.error(message, facts),
};

/** Functions to call at the end of the bench, the last one first. */
const stops: (() => Promise<unknown>)[] = [];
let ended: Promise<void> | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void end().then(() => process.exit(1)));
}

export function atTheEnd(stop: () => Promise<unknown>): void {
  stops.push(stop);
}

export function end(): Promise<void> {
  return (ended ??= (async () => {
    for (const stop of stops.toReversed()) await stop();
  })());
}

/** Prints progress to standard error. */
export function tell(what: string): void {
  console.error(`${(performance.now() / 1000).toFixed(1)} s: ${what}`);
}

/** Returns the machine and the seconds so far, for the head of a report. */
export function machine(): string {
  return `${availableParallelism()} × ${cpus()[0]?.model ?? "?"}, ${(performance.now() / 1000).toFixed(0)} s in all`;
}

export interface Cluster {
  readonly folder: string;
  readonly admin: Pool;
  /** Creates a database, unless a kept folder has one of this name. @returns its URL */
  create(name: string): Promise<string>;
}

/**
 * Starts an embedded PostgreSQL with the durable settings of `npm start`.
 * @param keptFolder the folder of its data, which stay; default: a temporary one, removed at the end
 */
export async function startCluster(keptFolder?: string): Promise<Cluster> {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), "partner-raffle-bench-")));
  if (keptFolder !== undefined) await mkdir(keptFolder, { recursive: true });
  else atTheEnd(() => discardEmbeddedPostgres(folder));
  await chmod(folder, 0o755); // root's PostgreSQL runs as another user
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  atTheEnd(() => postgres.stop());
  const admin = new Pool({ connectionString: postgres.url, max: 1 });
  admin.on("error", () => {}); // its connections outlive `end` by a moment
  atTheEnd(() => admin.end());
  return {
    folder,
    admin,
    async create(name) {
      const { rowCount: found } = await admin.query("select from pg_database where datname = $1", [name]);
      if (found === 0) await admin.query(`create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = name;
      return url.href;
    },
  };
}

/** Runs a bench on a new PostgreSQL with a migrated database, and ends all that the bench started. */
export async function runBench(
  bench: (on: Cluster & { readonly url: string }) => Promise<void>,
): Promise<void> {
  try {
    await bench(await startMigrated());
  } finally {
    await end();
  }
}

export async function startMigrated(): Promise<Cluster & { readonly url: string }> {
  const cluster = await startCluster();
  const url = await cluster.create("service");
  await migrate(url);
  return { ...cluster, url };
}

/** Opens the service's parts on a database, without HTTP. */
export async function openService(
  url: string,
  environment: Record<string, string> = serviceEnvironment(url),
): Promise<{ wiring: Wiring; database: Database }> {
  const database = await Database.open({ url, poolSize: POOL_SIZE, log });
  const wake = new Wake({ directUrl: url, log });
  const config = readConfig(environment);
  const baseUrl = "https://raffle.example";
  const surroundings = { config, database, wake, log, encryptionKey: ENCRYPTION_KEY };
  return { wiring: wire({ ...surroundings, baseUrl, ownOrigin: baseUrl }), database };
}

export function serviceEnvironment(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    ADMIN_TOKEN: randomBytes(24).toString("base64url"),
    ENCRYPTION_KEY,
    SANDBOX: "true",
  };
}

export async function analyze(...urls: string[]): Promise<void> {
  for (const connectionString of urls) {
    const pool = new Pool({ connectionString, max: 1 });
    await pool.query("vacuum analyze");
    // From here on log segments are reused, as in a database that has run for a while.
    await pool.query("checkpoint");
    await pool.end();
  }
}

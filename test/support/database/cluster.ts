import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { installedPostgres, usableBinaries } from "../../../adapters/embedded-postgres/binaries.ts";
import { lockDataFolder } from "../../../adapters/embedded-postgres/data-folder-lock.ts";
import {
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../adapters/embedded-postgres/embedded-postgres.ts";
import {
  makeDataFolder,
  openPostgresFolder,
  type PostgresFolder,
} from "../../../adapters/embedded-postgres/folder.ts";
import { type Postmaster, startPostmaster } from "../../../adapters/embedded-postgres/postmaster.ts";
import { migrate } from "../../../adapters/persistence/schema/migrate.ts";
import { throwawayFolder } from "../../../testing/throwaway-postgres.ts";
import { ask } from "../builders/books.ts";

type Settings = Readonly<Record<string, string | number>>;

const quiet = { info() {}, warn: console.error, error: console.error };

/** A standby must allow as many as its primary. */
const CONNECTIONS = 100;

/** What every one of them runs with. Its machine never dies, only its processes do: nothing waits for a disk. */
const SETTINGS: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "log",
  fsync: "off",
  full_page_writes: "off",
  max_connections: CONNECTIONS,
  shared_buffers: "32MB",
  max_wal_size: "256MB",
  wal_keep_size: "256MB",
  // A standby that lost its primary looks for it again at once.
  wal_retrieve_retry_interval: "50ms",
};

/** A PostgreSQL cluster of a test's own, which can be copied, killed with its data left behind, and promoted. */
export class Cluster {
  readonly #dataDir: string;
  readonly #folder: PostgresFolder;
  readonly #release: () => void;
  /** URL, also of a stopped one but for its port. */
  readonly #address: URL;
  #server: Postmaster | undefined;

  private constructor(dataDir: string, folder: PostgresFolder, address: URL, release: () => void) {
    this.#dataDir = dataDir;
    this.#folder = folder;
    this.#address = address;
    this.#release = release;
  }

  /** A stopped one, with a migrated database. */
  static async make(): Promise<Cluster> {
    const dataDir = await throwawayFolder();
    const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, maxConnections: CONNECTIONS });
    await migrate(postgres.url, { build: { schema: null } }).finally(() => postgres.stop());
    return Cluster.#at(dataDir, new URL(postgres.url));
  }

  static async #at(dataDir: string, address: URL): Promise<Cluster> {
    const real = await makeDataFolder(dataDir);
    // Another run takes a folder without a living owner for one that was left behind.
    const { release } = lockDataFolder(real, dataDir);
    return new Cluster(dataDir, await openPostgresFolder(real), address, release);
  }

  /** URL of its database, as superuser. */
  get url(): string {
    return this.#address.href;
  }

  /** A stopped cluster's copy, also stopped: what `pg_basebackup`, which npm does not bring, makes of a running one. */
  async copy(): Promise<Cluster> {
    const copy = await Cluster.#at(await throwawayFolder(), new URL(this.url));
    await promisify(execFile)("cp", ["-a", this.#folder.cluster, copy.#folder.cluster]);
    return copy;
  }

  async start(settings: Settings = {}): Promise<this> {
    const { cluster, user, logFile } = this.#folder;
    const { postgres } = await usableBinaries(await installedPostgres(), user);
    this.#server = await startPostmaster({
      program: postgres,
      cluster,
      user,
      logFile,
      settings: { ...SETTINGS, ...settings },
      onLost: () => {},
    });
    this.#address.port = String(this.#server.port);
    return this;
  }

  /**
   * As a standby of the primary at this address.
   * @param name what the primary knows it by, in `synchronous_standby_names`
   */
  async startAsStandbyOf(primaryUrl: string, name: string): Promise<this> {
    const { hostname, port, username, password } = new URL(primaryUrl);
    await writeFile(join(this.#folder.cluster, "standby.signal"), "");
    const address = { host: hostname, port, user: username, password, application_name: name };
    const said = Object.entries(address).map(([key, value]) => `${key}=${value}`);
    // A read never holds up what the primary says.
    return this.start({ primary_conninfo: said.join(" "), max_standby_streaming_delay: 0 });
  }

  /** Ends the server and all its processes as a power cut would. The data stay. */
  async kill(): Promise<void> {
    for (const each of await this.#pids()) signal(each, "SIGKILL");
    this.#server = undefined;
  }

  /**
   * Stops the server's processes where they are, as a machine does that hangs, until the returned function is called.
   * @param only `backends`: those that answer clients now; others still connect, as where a disk hangs
   */
  async freeze(only?: "backends"): Promise<() => void> {
    const [server, ...others] = await this.#pids(only && "client backend");
    const frozen = only ? others : [server!, ...others];
    for (const each of frozen) signal(each, "SIGSTOP");
    return () => frozen.forEach((each) => signal(each, "SIGCONT"));
  }

  /** Process ids of the server and of its other processes, or of those of one type. */
  async #pids(type?: string): Promise<number[]> {
    const processes = await ask<{ pid: number }>(
      this.url,
      "select pid from pg_stat_activity where backend_type = coalesce($1, backend_type) and pid <> pg_backend_pid()",
      [type],
    );
    return [this.#server!.pid, ...processes.map(({ pid }) => pid)];
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await ask(this.url, "select pg_promote()");
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  async discard(): Promise<void> {
    await this.stop();
    this.#release();
    await discardEmbeddedPostgres(this.#dataDir);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

import { readdir, readFile } from "node:fs/promises";
import type { Pool } from "pg";

const TICKS_PER_SEC = 100;

/** Resources that a server and its PostgreSQL have used so far. */
export interface Costs {
  /** Processor time of the server's process. */
  readonly serverCpuMs: number;
  /** Processor time of all of PostgreSQL's processes; NaN on a system without /proc. */
  readonly databaseCpuMs: number;
  readonly walBytes: number;
}

/** Processor time and log of one PostgreSQL, for all of its databases. */
export class DatabaseCosts {
  readonly #admin: Pool;
  readonly #postmaster: number | null;

  private constructor(admin: Pool, postmaster: number | null) {
    this.#admin = admin;
    this.#postmaster = postmaster;
  }

  static async of(admin: Pool): Promise<DatabaseCosts> {
    const { rows } = await admin.query<{ pid: number }>("select pg_backend_pid() as pid");
    const backend = await processStat(rows[0]!.pid);
    return new DatabaseCosts(admin, backend?.parent ?? null);
  }

  async soFar(): Promise<Pick<Costs, "databaseCpuMs" | "walBytes">> {
    const { rows } = await this.#admin.query<{ bytes: string }>(
      "select pg_current_wal_insert_lsn() - '0/0' as bytes",
    );
    return { databaseCpuMs: await this.#cpuMs(), walBytes: Number(rows[0]!.bytes) };
  }

  /** Adds up the processor time of the processes that live, and of those that have ended and were waited for. */
  async #cpuMs(): Promise<number> {
    if (this.#postmaster === null) return Number.NaN;
    const postmaster = await processStat(this.#postmaster);
    const ticks = [...(postmaster ? [postmaster] : []), ...(await childrenOf(this.#postmaster))].reduce(
      (sum, { own, children }) => sum + own + children,
      0,
    );
    return (ticks / TICKS_PER_SEC) * 1000;
  }
}

/** A process: its parent, its processor time in ticks (`own`), and that of its ended children. */
interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly own: number;
  readonly children: number;
}

export async function childrenOf(parent: number): Promise<ProcessStat[]> {
  const pids = (await readdir("/proc")).filter((name) => /^[0-9]+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(processStat));
  return stats.filter((stat) => stat !== null).filter((stat) => stat.parent === parent);
}

/** Reads a process's state; null if the process does not exist, or on a system without /proc. */
export async function processStat(pid: number): Promise<ProcessStat | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  // The name, in brackets, may contain any characters.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const at = (field: number) => Number(fields[field - 3]);
  return { pid, parent: at(4), own: at(14) + at(15), children: at(16) + at(17) };
}

/** Returns the processor time that all processes of the machine have used; NaN on a system without /proc. */
export async function machineCpuMs(): Promise<number> {
  const text = await readFile("/proc/stat", "utf8").catch(() => null);
  if (text === null) return Number.NaN;
  // User, nice, system, idle, waiting for the disk, interrupts.
  const [user = 0, nice = 0, system = 0, , , ...interrupts] = text
    .split("\n")[0]!
    .split(/\s+/)
    .slice(1, 8)
    .map(Number);
  const ticks = [user, nice, system, ...interrupts].reduce((sum, each) => sum + each, 0);
  return (ticks / TICKS_PER_SEC) * 1000;
}

/** Counts rows that a database has inserted, updated and deleted. Backends report them ten seconds after they became idle. */
export async function rowsWritten(database: Pool): Promise<number> {
  const { rows } = await database.query<{ written: string }>(
    "select tup_inserted + tup_updated + tup_deleted as written from pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]!.written);
}

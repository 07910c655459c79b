import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { childrenOf, processStat } from "../support/costs.ts";

/** Duration of a stop of PostgreSQL. */
const STILL_MS = 4_000;

/** Failures of a database that it survives: its server stops for a moment, or falls and recovers. */
export class DatabaseTrouble {
  readonly #postmaster: number;

  private constructor(postmaster: number) {
    this.#postmaster = postmaster;
  }

  /** @param admin a connection to a server of ours */
  static async of(admin: Pool): Promise<DatabaseTrouble> {
    const { rows } = await admin.query<{ pid: number }>("select pg_backend_pid() as pid");
    return new DatabaseTrouble((await processStat(rows[0]!.pid))!.parent);
  }

  /** Stops all of its processes for some seconds. */
  async standStill(): Promise<void> {
    const pids = [this.#postmaster, ...(await this.#children())];
    signal(pids, "SIGSTOP");
    try {
      await pause(STILL_MS);
    } finally {
      signal(pids, "SIGCONT");
    }
  }

  /** Kills one of its processes: PostgreSQL ends every connection, and recovers from its log. */
  async fall(): Promise<void> {
    const backends = await Promise.all(
      (await this.#children()).map(async (pid) => {
        const title = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
        return title.includes("127.0.0.1") ? pid : null;
      }),
    );
    const victim = backends.find((pid) => pid !== null);
    if (victim != null) signal([victim], "SIGKILL");
  }

  /** Returns the private memory of all of its processes, without shared memory. */
  async privateBytes(): Promise<number> {
    const sizes = (await this.#children()).map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    });
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  }

  async #children(): Promise<number[]> {
    return (await childrenOf(this.#postmaster)).map(({ pid }) => pid);
  }
}

/** Sends a signal to processes; skips those that have ended meanwhile. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SystemUser } from "./user.ts";

/** A PostgreSQL server of ours that takes connections. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Ends sessions and writes everything out; harder after ten seconds. */
  stop(): Promise<void>;
  /** For the exit of this process: signals the server to stop, without waiting. */
  abandon(): void;
}

interface PostmasterOptions {
  readonly program: string;
  /** The cluster: a real path, by which the server is known again after our death. */
  readonly cluster: string;
  readonly user: SystemUser | null;
  readonly logFile: string;
  readonly settings: Readonly<Record<string, string | number>>;
  /** The server ended without being stopped. */
  readonly onLost: (lastWords: string) => void;
}

const STOP_MS = 10_000;
const START_MS = 300_000;
const LOG_BYTES = 5_000_000;
const TRIES = 25;

/**
 * Starts the server in a separate session, so that a signal to this process group does not reach it. Its log is a file:
 * a pipe would break when this process is killed.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  for (let tries = 1; ; tries++) {
    try {
      return await startOnce(options, await freePort());
    } catch (error) {
      // Another process took the port, or sessions of a killed server still end.
      const passes = /Address already in use|shared memory block/.test(String(error));
      if (!passes || tries === TRIES) throw error;
      await pause(200);
    }
  }
}

async function startOnce(options: PostmasterOptions, port: number): Promise<Postmaster> {
  const { cluster, logFile } = options;
  forgetRecycledPid(cluster);
  const log = openSync(logFile, sizeOf(logFile) > LOG_BYTES ? "w" : "a", 0o600);
  const from = sizeOf(logFile);
  const settings = Object.entries({ ...options.settings, port }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const child = spawn(options.program, ["-D", cluster, ...settings], {
    ...options.user,
    cwd: cluster,
    detached: true,
    env: serverEnvironment,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let failure: Error | undefined;
  let isStopping = false;
  let ready = false;
  const isGone = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  child.on("error", (error) => (failure = error));
  child.on("exit", () => {
    if (ready && !isStopping) options.onLost(endOf(logFile, from));
  });
  child.unref();

  const giveUpAt = performance.now() + START_MS;
  while (!(ready = isReady(cluster, child.pid))) {
    if (isGone()) {
      throw new Error(`PostgreSQL did not start in ${cluster}: ${endOf(logFile, from)}`, { cause: failure });
    }
    if (performance.now() > giveUpAt) {
      await end(child.pid!, isGone);
      throw new Error(
        `PostgreSQL in ${cluster} took longer than ${START_MS / 1000} s to start, see ${logFile}`,
      );
    }
    await pause(10);
  }
  return {
    pid: child.pid!,
    port,
    async stop() {
      isStopping = true;
      await end(child.pid!, isGone);
    },
    abandon() {
      isStopping = true;
      if (!isGone()) child.kill("SIGINT");
    },
  };
}

/**
 * Stops a server that outlived the process that started it. Only for the owner of the folder's lock.
 * @returns whether there was one
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const pid = readPidFile(cluster)?.pid;
  if (pid === undefined || !isPostmasterOf(cluster, pid)) return false;
  await end(pid, () => !isPostmasterOf(cluster, pid));
  return true;
}

/** Fast shutdown, then immediate, then the kernel's. */
async function end(pid: number, isGone: () => boolean): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (isGone()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
    const until = performance.now() + STOP_MS;
    while (!isGone() && performance.now() < until) await pause(10);
  }
  if (!isGone()) throw new Error(`PostgreSQL (pid ${pid}) does not end`);
}

/** The environment of the programs: no variable that could change their behaviour. */
export const serverEnvironment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

function isReady(cluster: string, pid: number | undefined): boolean {
  const file = readPidFile(cluster);
  return file !== null && file.pid === pid && file.state === "ready";
}

function readPidFile(cluster: string): { text: string; pid: number; state: string | undefined } | null {
  try {
    const text = readFileSync(join(cluster, "postmaster.pid"), "utf8");
    const lines = text.split("\n");
    return { text, pid: Number(lines[0]), state: lines[7]?.trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Replaces a recycled pid in the server's file. After a crash the pid there may belong to another process, and the
 * server would refuse to start for good. The server ignores its parent's pid there, and then checks whether sessions of
 * the dead server still hold the shared memory that the file also names. Therefore the file is corrected, not removed.
 */
function forgetRecycledPid(cluster: string): void {
  const file = readPidFile(cluster);
  if (!file || isPostmasterOf(cluster, file.pid)) return;
  writeFileSync(join(cluster, "postmaster.pid"), file.text.replace(/^\d*/, String(process.pid)));
}

function isPostmasterOf(cluster: string, pid: number): boolean {
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
        : execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], {
            encoding: "utf8",
            stdio: ["ignore", "pipe", "ignore"],
          });
    return command.includes(`postgres -D ${cluster} `);
  } catch {
    return false; // no such process
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function endOf(logFile: string, from: number): string {
  const output = readFileSync(logFile).subarray(from).toString("utf8");
  return output.slice(-2_000).trim() || `nothing was said, see ${logFile}`;
}

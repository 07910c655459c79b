import { readdirSync, readFileSync } from "node:fs";

/** Ticks a second of the times in `/proc`, the same on every processor that Linux shows them for. */
const TICKS = 100;

/**
 * Returns the processor seconds that this process has used, with its threads and all processes that it started. Those
 * whose parent died before them are missing. Systems without `/proc` count this process alone.
 */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  const { ended } = timesOf(process.pid);
  return (user + system) / 1e6 + ended + sumOf(childrenOf(process.pid).map(secondsOfTree));
}

/** Returns the processor seconds of the PostgreSQL servers that this process started and that still run. */
export function postgresSeconds(): number {
  const servers = childrenOf(process.pid).filter((pid) => timesOf(pid).program === "postgres");
  return sumOf(servers.map(secondsOfTree));
}

/** Returns the seconds of a process and of all below it. */
function secondsOfTree(pid: number): number {
  const { own, ended } = timesOf(pid);
  return own + ended + sumOf(childrenOf(pid).map(secondsOfTree));
}

interface Times {
  readonly program: string;
  /** Seconds of the process. */
  readonly own: number;
  /** Seconds of its children that have ended, and of theirs. */
  readonly ended: number;
}

function timesOf(pid: number): Times {
  const stat = textOf(`/proc/${pid}/stat`);
  const end = stat.lastIndexOf(")");
  // The program's name, in parentheses, may hold spaces. See proc(5): utime is field 14.
  const ticks = stat
    .slice(end + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = ticks;
  return {
    program: stat.slice(stat.indexOf("(") + 1, end),
    own: (user + system) / TICKS,
    ended: (endedUser + endedSystem) / TICKS,
  };
}

/** Returns the living children of all threads. */
function childrenOf(pid: number): number[] {
  const threads = `/proc/${pid}/task`;
  return namesIn(threads).flatMap((thread) =>
    textOf(`${threads}/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
}

/** Returns the text of a file; an empty one where the process has ended, or the system has no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

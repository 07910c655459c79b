import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Inside } from "./inside.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const INSIDE = new URL("inside.ts", import.meta.url).href;
const ASKED_MS = 10_000;

/** The warnings and errors of the processes, by level and message: how often, and the first line of each error. */
export class LoggedLines {
  readonly counts = new Map<string, number>();
  readonly first = new Map<string, string>();

  add(line: string): void {
    const [, level, message] = /^\{"level":"(warn|error|fatal)".*"msg":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
    if (level === undefined) {
      if (!line.startsWith("{")) this.#count(`printed: ${line.slice(0, 120)}`);
      return;
    }
    const alert = line.includes('"alert":true') ? "alert" : level;
    const kind = `${alert}: ${JSON.parse(message!)}`;
    this.#count(kind);
    if (level !== "warn" && !this.first.has(kind)) this.first.set(kind, line);
  }

  #count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }
}

/** One process of the service, as `npm start` runs it. */
export class Service {
  readonly origin: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;

  private constructor(child: ChildProcess, exited: Promise<unknown>, origin: string) {
    this.#child = child;
    this.#exited = exited;
    this.origin = origin;
  }

  /**
   * Starts a process, and resolves when it is ready.
   * @param program null: the sources
   * @param logFile the file that its whole log is appended to
   * @throws when it ends before, with its last line
   */
  static async start(
    program: string | null,
    environment: Readonly<Record<string, string>>,
    logFile: string,
    lines: LoggedLines,
  ): Promise<Service> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(
      process.execPath,
      program === null ? ["--import", INSIDE, "app/main.ts"] : [program],
      {
        cwd: ROOT,
        env: { PATH, PORT: "0", ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment },
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      },
    );
    const exited = once(child, "exit");
    const ready = Promise.withResolvers<string>();
    const log = createWriteStream(logFile, { flags: "a" });
    let last = "";
    for (const stream of [child.stdout!, child.stderr!])
      createInterface(stream).on("line", (line) => {
        log.write(`${line}\n`);
        last = line;
        // Nearly all lines are of requests: they are not parsed.
        if (line.startsWith('{"level":"info"')) {
          if (line.includes('"msg":"ready"')) ready.resolve(JSON.parse(line).origin);
        } else lines.add(line);
      });
    child.once("exit", () => {
      log.end();
      ready.reject(new Error(`a process of the service did not start: ${last}`));
    });
    ready.promise.catch(() => {});
    return new Service(child, exited, await ready.promise);
  }

  get lives(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Returns the measures of the process; null if it ended or did not answer in time. */
  async ask(): Promise<(Inside & { readonly files: number }) | null> {
    if (!this.lives || !this.#child.connected) return null;
    const answer = once(this.#child, "message", { signal: AbortSignal.timeout(ASKED_MS) });
    this.#child.send("tell", () => {});
    try {
      const [inside] = (await answer) as [Inside];
      const files = (await readdir(`/proc/${this.#child.pid}/fd`).catch(() => [])).length;
      return { ...inside, files };
    } catch {
      return null;
    }
  }

  /** Kills the process: nothing is finished, as after a power failure. */
  async kill(): Promise<void> {
    if (this.lives) this.#child.kill("SIGKILL");
    await this.#exited;
  }

  /** @returns whether it ended in order */
  async stop(): Promise<boolean> {
    if (this.lives) this.#child.kill("SIGTERM");
    const [code] = (await this.#exited) as [number | null];
    return code === 0;
  }
}

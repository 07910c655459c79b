import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { Program } from "./bundles.ts";
import { PLAIN, ROOMY_NODE } from "./compile-cache.ts";
import { FEW_CONNECTIONS } from "../../../testing/start-for-tests.ts";
import { type Answer, ADMIN_TOKEN, call, type CallOptions, ENCRYPTION_KEY, type Json } from "./service.ts";

/** Below the time limit of a test, so that the failure shows the output. */
const LIMIT_MS = 150_000;
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

interface ProcessOptions {
  /** Default: the service, `main`. */
  readonly program?: Program;
  /** Instead of a program. */
  readonly command?: readonly [string, ...string[]];
  /** Environment of the process, in addition to PATH and PORT=0. */
  readonly environment?: Readonly<Record<string, string>>;
  /** In a separate process group. */
  readonly detached?: boolean;
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

const alive = new Set<ServiceProcess>();
process.once("exit", () => alive.forEach((child) => child.kill("SIGKILL")));

/**
 * The service in a process of its own, from a bundle of its sources: `node app/main.ts`, as operators start it, runs where a
 * test gives that command.
 */
export class ServiceProcess {
  readonly exited: Promise<Exit>;
  /** All that it printed, logs and the rest. */
  output = "";
  /** Log lines as they came. */
  readonly logs: Json[] = [];
  readonly #child: ChildProcess;
  readonly #waiting = new Set<() => void>();
  #origin = "";

  constructor({
    program = "main",
    command = [...ROOMY_NODE, join(inject("bundles"), `${program}.js`)],
    environment = {},
    detached = false,
  }: ProcessOptions = {}) {
    const [executable, ...parameters] = command;
    this.#child = spawn(executable, parameters, {
      cwd: ROOT,
      detached,
      env: { ...PLAIN, ...FEW_CONNECTIONS, PORT: "0", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    alive.add(this);
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      createInterface(stream).on("line", (line) => this.#hear(line));
    }
    this.exited = once(this.#child, "close").then(([code, signal]) => {
      alive.delete(this);
      for (const look of this.#waiting) look();
      return { code, signal };
    });
  }

  /** A process that is ready, on a database that others share. */
  static async start(databaseUrl: string, options: ProcessOptions = {}): Promise<ServiceProcess> {
    return new ServiceProcess({
      ...options,
      environment: onDatabase(databaseUrl, options.environment),
    }).ready();
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Where it listens; its public address may be another. */
  get origin(): string {
    return this.#origin;
  }

  async ready(): Promise<this> {
    this.#origin = (await this.logged("ready")).origin;
    return this;
  }

  /** The first log line with this message; raises when the process ends without it. */
  async logged(message: string): Promise<Json> {
    const find = () => this.logs.find((line) => line.msg === message);
    await this.#until(() => find() !== undefined, message);
    return find();
  }

  /** Resolves when it has printed this. */
  printed(text: string): Promise<void> {
    return this.#until(() => this.output.includes(text), text);
  }

  call(method: string, path: string, options?: CallOptions): Promise<Answer> {
    const answer = call(this.#origin, method, path, options);
    // A test that has failed ends the process, and says why it failed, not that nobody waited for this.
    answer.catch(() => undefined);
    return answer;
  }

  /** @param whom `group`: all processes that it started, too; only of a detached one */
  kill(signal: NodeJS.Signals, whom: "it" | "group" = "it"): void {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    process.kill(whom === "it" ? this.pid : -this.pid, signal);
  }

  /** Ends it, and raises when that is not in order. */
  async stop(): Promise<void> {
    this.kill("SIGTERM");
    const { code, signal } = await this.exited;
    if (code !== 0) throw new Error(`the process ended with ${code ?? signal}:\n${this.output}`);
  }

  #hear(line: string): void {
    this.output += `${line}\n`;
    if (line.startsWith('{"level"')) this.logs.push(JSON.parse(line));
    for (const look of this.#waiting) look();
  }

  async #until(holds: () => boolean, what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => {
      if (holds()) resolve();
      else if (!alive.has(this)) reject(new Error(`the process ended without ${what}:\n${this.output}`));
    };
    this.#waiting.add(look);
    look();
    const over = setTimeout(() => reject(new Error(`in vain: ${what}:\n${this.output}`)), LIMIT_MS);
    await promise.finally(() => {
      clearTimeout(over);
      this.#waiting.delete(look);
    });
  }
}

/** What a process on a shared database is configured with. */
export function onDatabase(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN,
    ENCRYPTION_KEY,
    WEBHOOK_ALLOW_LOOPBACK: "true",
    SANDBOX: String(environment.NODE_ENV !== "production"),
    FAILED_AUTH_PER_MINUTE: "100000",
    ...environment,
  };
}

/** Ends whatever a test left running. */
export async function killProcesses(): Promise<void> {
  const left = [...alive];
  for (const child of left) child.kill("SIGKILL");
  await Promise.all(left.map((child) => child.exited));
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atTheEnd } from "./cluster.ts";
import type { HeldUp } from "./served.ts";

const ROOT = new URL("../../../", import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
/** Node's options in `npm start`. */
const SERVICE_FLAGS: readonly string[] = scripts.start.match(/--\S+/g) ?? [];

/** A server in a separate process, started with this process's Node. */
export class ServerProcess {
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.origin = `http://127.0.0.1:${port}`;
  }

  /**
   * Starts a program, which ends with the bench.
   * @param program a file of this folder, which ends with `serve`
   * @param folder the folder of `service.log`, for its standard output
   */
  static async start(
    program: string,
    folder: string,
    environment: Record<string, string>,
  ): Promise<ServerProcess> {
    const output = openSync(join(folder, "service.log"), "a");
    const flags = program === "service-server.ts" ? SERVICE_FLAGS : [];
    const child = spawn(process.execPath, [...flags, fileURLToPath(new URL(program, import.meta.url))], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ["ignore", output, "inherit", "ipc"],
    });
    closeSync(output);
    const exit = once(child, "exit").then(([code]) => {
      throw new Error(`${program} ended with ${code}`);
    });
    const [{ port }] = await Promise.race([once(child, "message"), exit]);
    exit.catch(() => {});
    const server = new ServerProcess(child, port);
    atTheEnd(() => server.stop());
    return server;
  }

  /** Returns the processor time used so far. */
  async cpuMs(): Promise<number> {
    const { cpu } = await this.#ask("costs");
    return (cpu.user + cpu.system) / 1000;
  }

  /** Returns the longest block of its event loop since the last call. The first call starts the watch. */
  async heldUp(): Promise<HeldUp> {
    return (await this.#ask("heldUp")).heldUp!;
  }

  /** Returns the memory of the process, as the operating system counts it. */
  async residentBytes(): Promise<number> {
    return (await this.#ask("costs")).residentBytes;
  }

  /** Returns the number of its calls to PostgreSQL so far. */
  async roundTrips(): Promise<number> {
    return (await this.#ask("costs")).roundTrips;
  }

  async #ask(question: "costs" | "heldUp"): Promise<{
    readonly cpu: NodeJS.CpuUsage;
    readonly residentBytes: number;
    readonly heldUp: HeldUp | null;
    readonly roundTrips: number;
  }> {
    const answer = once(this.#child, "message");
    this.#child.send(question);
    return (await answer)[0];
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exit = once(this.#child, "exit");
    this.#child.disconnect();
    const deadline = setTimeout(() => this.#child.kill("SIGKILL"), 5_000);
    await exit;
    clearTimeout(deadline);
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { HeldUp } from "./served.ts";

const ROOT = new URL("../../../", import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
/** What `npm start` tells Node. */
const SERVICE_FLAGS: readonly string[] = scripts.start.match(/--\S+/g) ?? [];

/** A server in a process of its own, started with this process's Node. */
export class ServerProcess {
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.origin = `http://127.0.0.1:${port}`;
  }

  /**
   * @param program a file beside this one, which ends with `serve`
   * @param output the file descriptor that its standard output goes to
   */
  static async start(
    program: string,
    { environment, output }: { readonly environment: Record<string, string>; readonly output: number },
  ): Promise<ServerProcess> {
    const flags = program === "service-server.ts" ? SERVICE_FLAGS : [];
    const child = spawn(process.execPath, [...flags, fileURLToPath(new URL(program, import.meta.url))], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ["ignore", output, "inherit", "ipc"],
    });
    const gone = once(child, "exit").then(([code]) => {
      throw new Error(`${program} ended with ${code}`);
    });
    const [{ port }] = await Promise.race([once(child, "message"), gone]);
    gone.catch(() => {});
    return new ServerProcess(child, port);
  }

  /** Processor time used so far. */
  async cpuMs(): Promise<number> {
    const { cpu } = await this.#ask("costs");
    return (cpu.user + cpu.system) / 1000;
  }

  /** How long its event loop was held up at most since it was asked last, by the clock and in processor time; watched from the first question on. */
  async heldUp(): Promise<HeldUp> {
    return (await this.#ask("heldUp")).heldUp!;
  }

  /** Memory of the process, as the operating system counts it. */
  async residentBytes(): Promise<number> {
    return (await this.#ask("costs")).residentBytes;
  }

  async #ask(question: "costs" | "heldUp"): Promise<{
    readonly cpu: NodeJS.CpuUsage;
    readonly residentBytes: number;
    readonly heldUp: HeldUp | null;
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

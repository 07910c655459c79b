import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { invariant } from "../../../src/shared/invariant.ts";

/** Twelve unpaid reveals of 7 MB, again and again, from a process of their own. */
export class RevealCrowd {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(origin: string, apiKey: string): Promise<RevealCrowd> {
    const program = fileURLToPath(new URL("../servers/reveal-crowd.ts", import.meta.url));
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, ORIGIN: origin, API_KEY: apiKey },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const crowd = new RevealCrowd(child);
    await crowd.#says("ready");
    return crowd;
  }

  /** Runs beside the reveals of the crowd: from when they are sent. Resolves once it is done, all are refused, and ready anew. */
  async beside<T>(work: () => Promise<T>): Promise<T> {
    const sent = this.#says("sent");
    this.#child.send("go");
    await sent;
    const refused = this.#says("refused");
    const result = await work();
    await refused;
    const ready = this.#says("ready");
    this.#child.send("make ready");
    await ready;
    return result;
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  async #says(expected: string): Promise<void> {
    const gone = new AbortController();
    const exit = once(this.#child, "exit", { signal: gone.signal }).then(() => ["nothing: it has ended"]);
    exit.catch(() => {});
    const [said] = await Promise.race([once(this.#child, "message"), exit]);
    gone.abort();
    invariant(said === expected, `the crowd says ${expected}, not ${said}`);
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { invariant } from "../../../src/shared/invariant.ts";

/** Twelve unpaid reveals of 7 MB, repeated by a separate process. */
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

  /** Runs work once the crowd's reveals are sent. Resolves when it is done, all are refused, and the next are ready. */
  async during<T>(work: () => Promise<T>): Promise<T> {
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
    const waiting = new AbortController();
    const exit = once(this.#child, "exit", { signal: waiting.signal }).then(() => ["nothing: it has ended"]);
    exit.catch(() => {});
    const [message] = await Promise.race([once(this.#child, "message"), exit]);
    waiting.abort();
    invariant(message === expected, `the crowd says ${expected}, not ${message}`);
  }
}

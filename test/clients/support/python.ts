import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const OLDEST = [3, 9] as const;
const PROGRAM = fileURLToPath(new URL("driver.py", import.meta.url));
const CLIENT = fileURLToPath(new URL("../../../clients/python", import.meta.url));

/** The reason why no Python can run the client; null: one can. */
export const MISSING_PYTHON = missing();
if (MISSING_PYTHON !== null) console.log(`the Python client is not tried: ${MISSING_PYTHON}`);

function missing(): string | null {
  const version = "import sys; print(*sys.version_info[:2])";
  try {
    const [major, minor] = execFileSync("python3", ["-c", version], { encoding: "utf8" })
      .split(" ")
      .map(Number);
    const isOlder = major! < OLDEST[0] || (major === OLDEST[0] && minor! < OLDEST[1]);
    return isOlder ? `python3 is ${major}.${minor}, older than ${OLDEST.join(".")}` : null;
  } catch {
    return "this machine has no python3";
  }
}

/** The reason why no Python can install a package; null: one can. */
export const MISSING_VENV = MISSING_PYTHON ?? missingVenv();

function missingVenv(): string | null {
  try {
    execFileSync("python3", ["-c", "import ensurepip, venv"], { stdio: "ignore" });
    return null;
  } catch {
    const reason = "this python3 makes no environments: it lacks venv or ensurepip";
    console.log(`the wheel is not installed: ${reason}`);
    return reason;
  }
}

/** The outcome of a command. */
export interface PythonOutcome {
  readonly value?: unknown;
  /** Name of the error's class. */
  readonly error?: string;
  readonly message: string;
  readonly members: { readonly code: string; readonly member?: string | null };
  /** Everything that a log may show. */
  readonly printable: string;
}

/** A process of Python that runs commands, several at a time. */
export class Python {
  /** Reads whether the package is there that signs proofs. */
  readonly signs: boolean;
  readonly #child: ReturnType<typeof spawn>;
  readonly #waiting = new Map<number, (outcome: PythonOutcome) => void>();
  #count = 0;

  private constructor(child: ReturnType<typeof spawn>, signs: boolean) {
    this.#child = child;
    this.signs = signs;
  }

  static async start(): Promise<Python> {
    const env = { ...process.env, PYTHONPATH: CLIENT, PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1" };
    const child = spawn("python3", [PROGRAM], { env, stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout });
    const [first] = (await once(lines, "line")) as [string];
    const python = new Python(child, JSON.parse(first).proofs);
    lines.on("line", (line) => {
      const { number, ...outcome } = JSON.parse(line) as PythonOutcome & { readonly number: number };
      python.#waiting.get(number)!(outcome);
      python.#waiting.delete(number);
    });
    return python;
  }

  run(command: object): Promise<PythonOutcome> {
    const number = (this.#count += 1);
    const { promise, resolve } = Promise.withResolvers<PythonOutcome>();
    this.#waiting.set(number, resolve);
    this.#child.stdin!.write(`${JSON.stringify({ ...command, number })}\n`);
    return promise;
  }

  async close(): Promise<void> {
    const exit = once(this.#child, "exit");
    this.#child.stdin!.end();
    await exit;
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { PLAIN } from "../../support/service/compile-cache.ts";
import { opened } from "../../support/opened.ts";

/** The command line's program. */
export const PROGRAM = fileURLToPath(new URL("../../../clients/cli/src/main.ts", import.meta.url));

export interface Ended {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
  readonly program?: string;
}

/** Runs `raffle` to its end. */
export async function raffle(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { env = {}, input = "", program = PROGRAM } = options;
  const child = spawn(process.execPath, [program, ...words], { env: { ...PLAIN, ...env } });
  child.stdin.end(input);
  const [stdout, stderr, [exit]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number]>,
  ]);
  return { exit, stdout, stderr };
}

/** A folder of a test file, for profiles. */
export function profileFolder(): { readonly path: string } {
  return opened(
    async () => ({ path: await mkdtemp(join(tmpdir(), "raffle-")) }),
    ({ path }) => rm(path, { recursive: true, force: true }),
  );
}

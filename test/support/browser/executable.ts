import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import chromium from "@sparticuz/chromium";

const PACKAGE = fileURLToPath(
  new URL("../../../node_modules/@sparticuz/chromium/package.json", import.meta.url),
);

let found: Promise<string> | undefined;

/** Chromium, unpacked once on a machine. */
export function chromiumExecutable(): Promise<string> {
  return (found ??= unpacked());
}

/**
 * Its package unpacks it in the sight of whoever looks for it: a second process would run half of it. Here it is there
 * once it is whole, each version in a folder of its own.
 */
async function unpacked(): Promise<string> {
  const version = createHash("sha256")
    .update(await readFile(PACKAGE))
    .digest("hex")
    .slice(0, 12);
  const folder = join(tmpdir(), `partner-raffle-chromium-${version}`);
  const executable = join(folder, "chromium");
  if (existsSync(executable)) return executable;
  const partial = await mkdtemp(`${folder}-`);
  await unpackInto(partial);
  // Another process may have been faster.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }));
  return executable;
}

/** It asks where temporary files are kept before it returns. */
function unpackInto(folder: string): Promise<string> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    return chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

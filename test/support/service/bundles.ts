import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Inside of the tree, so that packages that a bundle leaves out are found. */
const FOLDER = join(ROOT, "node_modules/.cache/test-bundles");
/** Whoever still runs one has begun since. */
const STALE_MS = 3_600_000;

/** Programs that tests start again and again. */
const PROGRAMS = {
  main: "main.ts",
  "killed-service": "test/processes/killed/killed-service.ts",
  "hasty-worker": "test/processes/hasty-worker.ts",
} as const;
export type Program = keyof typeof PROGRAMS;

/**
 * Each program and all that it imports in few files, of which a process is up in half the processor time. Files that
 * the sources name by their own place are still found there.
 * @returns the folder, with `<program>.js`
 */
export async function bundlePrograms(): Promise<string> {
  const build = await rolldown({
    cwd: ROOT,
    input: PROGRAMS,
    platform: "node",
    treeshake: false,
    // One is not installed, the other looks for its program beside itself.
    external: ["pg-native", "esbuild"],
    plugins: [{ name: "own-places", transform: withItsOwnPlace }],
  });
  await mkdir(FOLDER, { recursive: true });
  const partial = await mkdtemp(join(FOLDER, "partial-"));
  const { output } = await build.write({
    dir: partial,
    format: "esm",
    chunkFileNames: "shared-[hash].js",
    // Else calls that only raise, such as decodeURIComponent, count as dead.
    minify: false,
  });
  await build.close();
  const digest = createHash("sha256");
  for (const part of output) digest.update(part.type === "chunk" ? part.code : part.source);
  // The same sources have the same folder, for Node's compile cache knows a module by its place.
  const folder = join(FOLDER, digest.digest("hex").slice(0, 32));
  await rename(partial, folder).catch(() => rm(partial, { recursive: true }));
  await discardStale(folder);
  return folder;
}

function withItsOwnPlace(code: string, id: string): string | undefined {
  if (id.includes("/node_modules/") || !code.includes("import.meta.url")) return undefined;
  return code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
}

async function discardStale(kept: string): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const path = join(FOLDER, name);
    if (path === kept || Date.now() - (await stat(path)).mtimeMs < STALE_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}

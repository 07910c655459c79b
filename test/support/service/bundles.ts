import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serialize } from "node:v8";
import { rolldown, type RolldownOutput } from "rolldown";
import { bundled } from "../../../web/bundle.ts";

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
  recover: "scripts/recover.ts",
  soaked: "bench/soak/soaked.ts",
} as const;
export type Program = keyof typeof PROGRAMS;

/** Makes the files for browsers, which takes as long as all else that a start does. */
const WEB = "web/bundle.ts";
const WEB_FILES = "web-files";
/** In its place: finds them made. */
const WEB_FOUND = `
  import { readFileSync } from "node:fs";
  import { deserialize } from "node:v8";
  const build = Promise.resolve(deserialize(readFileSync(new URL("./${WEB_FILES}", import.meta.url))));
  export const bundled = () => build;`;

/**
 * Each program and all that it imports in few files, of which a process is up in half the processor time. Files that
 * the sources name by their own place are still found there.
 * @returns the folder, with `<program>.js`
 */
export async function bundlePrograms(): Promise<string> {
  const webFiles = serialize(await bundled());
  await mkdir(FOLDER, { recursive: true });
  const partial = await mkdtemp(join(FOLDER, "partial-"));
  const { output } = await bundle(ROOT, PROGRAMS, partial);
  await writeFile(join(partial, WEB_FILES), webFiles);
  const digest = createHash("sha256").update(webFiles);
  for (const part of output) digest.update(part.type === "chunk" ? part.code : part.source);
  // The same sources have the same folder, for Node's compile cache knows a module by its place.
  const folder = join(FOLDER, digest.digest("hex").slice(0, 32));
  await rename(partial, folder).catch(() => rm(partial, { recursive: true }));
  await discardStale(folder);
  return folder;
}

/**
 * The same of the service in a copy of this tree, whose pages are those of this one.
 * @param bundles what `bundlePrograms` made
 * @returns the program
 */
export async function bundleCopy(folder: string, bundles: string): Promise<string> {
  const made = join(folder, "bundle");
  await bundle(folder, { main: PROGRAMS.main }, made);
  await copyFile(join(bundles, WEB_FILES), join(made, WEB_FILES));
  return join(made, "main.js");
}

/** All but the files for browsers. */
async function bundle(
  root: string,
  programs: Readonly<Record<string, string>>,
  made: string,
): Promise<RolldownOutput> {
  const build = await rolldown({
    cwd: root,
    input: programs,
    platform: "node",
    treeshake: false,
    // One is not installed, the other looks for its program beside itself.
    external: ["pg-native", "esbuild"],
    plugins: [
      {
        name: "own-places",
        transform: (code, id) => (id === join(root, WEB) ? WEB_FOUND : withItsOwnPlace(code, id)),
      },
    ],
  });
  const output = await build.write({
    dir: made,
    format: "esm",
    chunkFileNames: "shared-[hash].js",
    // Else calls that only raise, such as decodeURIComponent, count as dead.
    minify: false,
  });
  await build.close();
  // Else Node reads each file twice, to see what it is.
  await writeFile(join(made, "package.json"), '{"type":"module"}');
  return output;
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

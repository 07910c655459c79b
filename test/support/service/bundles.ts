import { createHash, hash } from "node:crypto";
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serialize } from "node:v8";
import { rolldown, type RolldownOutput } from "rolldown";
import { bundled } from "../../../adapters/http/web/bundles/buyers-files.ts";
import { consoleBundled } from "../../../adapters/http/web/bundles/console-files.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Inside of the tree, so that packages that a bundle leaves out are found. */
const FOLDER = join(ROOT, "node_modules/.cache/test-bundles");
/** Age above which no process uses a bundle any more. */
const STALE_MS = 3_600_000;

/** Programs that tests start again and again. */
const PROGRAMS = {
  main: "app/main.ts",
  "killed-service": "test/processes/killed/killed-service.ts",
  "hasty-worker": "test/processes/hasty-worker.ts",
  recover: "tools/recover.ts",
  verify: "tools/verify/verify.ts",
  soaked: "tools/bench/soak/soaked.ts",
} as const;
export type Program = keyof typeof PROGRAMS;

/** They make the files for browsers, which takes as long as all else that a start does: what is found in their place. */
const MAKERS: Readonly<Record<string, string>> = {
  "adapters/http/web/bundles/buyers-files.ts": foundInstead("bundled", "buyers-files"),
  "adapters/http/web/bundles/console-files.ts": foundInstead("consoleBundled", "console-files"),
};
const FOUND = ["buyers-files", "console-files"] as const;

/** Returns a module that reads generated files when it is called. */
function foundInstead(name: string, file: string): string {
  return `
  import { readFile } from "node:fs/promises";
  import { deserialize } from "node:v8";
  let build;
  export const ${name} = () => (build ??= readFile(new URL("./${file}", import.meta.url)).then(deserialize));`;
}

/**
 * Each program and all that it imports in few files, of which a process is up in half the processor time. Files that
 * the sources name by their own place are still found there.
 * @returns the folder, with `<program>.js`: that of an earlier run where its sources are the same
 */
export async function bundlePrograms(): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const folder = (await bundledBefore()) ?? (await bundleNow());
  await discardStale(folder);
  return folder;
}

async function bundleNow(): Promise<string> {
  const began = Date.now();
  const made = [await bundled(), await consoleBundled()].map((build) => serialize(build));
  const partial = await mkdtemp(join(FOLDER, "partial-"));
  const { output } = await bundle(ROOT, PROGRAMS, partial);
  const digest = createHash("sha256");
  for (const [at, file] of FOUND.entries()) {
    await writeFile(join(partial, file), made[at]!);
    digest.update(made[at]!);
  }
  for (const part of output) digest.update(part.type === "chunk" ? part.code : part.source);
  const read = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  const modules = read.filter((id) => id.startsWith(ROOT) && !id.includes("/node_modules/"));
  // The same sources have the same folder, for Node's compile cache knows a module by its place.
  const folder = join(FOLDER, digest.digest("hex").slice(0, 32));
  await rename(partial, folder).catch(() => rm(partial, { recursive: true }));
  const { digest: ofSources, changedAt } = await stateOf(modules);
  // A file that changed meanwhile may be in the bundles as it was before.
  if (changedAt >= began) return folder;
  const sources: Sources = { folder, modules, digest: ofSources };
  const written = `${folder}.json`;
  await writeFile(`${written}.${process.pid}`, JSON.stringify(sources));
  await rename(`${written}.${process.pid}`, written);
  return folder;
}

/** Sources of a folder of bundles. */
interface Sources {
  readonly folder: string;
  /** Paths of the programs' modules. Files for browsers may be made of any file in `MADE_OF`. */
  readonly modules: readonly string[];
  readonly digest: string;
}

const MADE_OF = ["ports", "rails", "src", "web"];
/** The file that names every package with its version. */
const PACKAGES = "package-lock.json";

/** Returns a folder whose sources have not changed since it was written. */
async function bundledBefore(): Promise<string | undefined> {
  for (const name of await readdir(FOLDER)) {
    if (!name.endsWith(".json")) continue;
    const { folder, modules, digest }: Sources = JSON.parse(await readFile(join(FOLDER, name), "utf8"));
    const state = await stateOf(modules).catch(() => null);
    if (state?.digest !== digest) continue;
    const now = new Date();
    // A young folder is not stale for a run that starts now.
    const isThere = await utimes(folder, now, now).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  return undefined;
}

/** Reads all sources. */
async function stateOf(modules: readonly string[]): Promise<{ digest: string; changedAt: number }> {
  const folders = MADE_OF.map((name) => readdir(join(ROOT, name), { recursive: true, withFileTypes: true }));
  const files = (await Promise.all(folders)).flat().filter((entry) => entry.isFile());
  const others = files.map(({ parentPath, name }) => join(parentPath, name));
  const paths = new Set([...modules, ...others, join(ROOT, PACKAGES), fileURLToPath(import.meta.url)]);
  const digest = createHash("sha256").update(process.version);
  let changedAt = 0;
  for (const path of [...paths].sort()) {
    digest.update(path).update(hash("sha256", await readFile(path)));
    changedAt = Math.max(changedAt, (await stat(path)).mtimeMs);
  }
  return { digest: digest.digest("hex"), changedAt };
}

/**
 * The same of the service in a copy of this tree, whose files for browsers are those of this one.
 * @param bundles what `bundlePrograms` made
 * @param ownPages those for buyers are made of the copy
 * @returns the program
 */
export async function bundleCopy(
  folder: string,
  bundles: string,
  { ownPages = false }: { readonly ownPages?: boolean } = {},
): Promise<string> {
  const made = join(folder, "bundle");
  await bundle(folder, { main: PROGRAMS.main }, made);
  for (const file of FOUND) await copyFile(join(bundles, file), join(made, file));
  if (ownPages) {
    const maker = pathToFileURL(join(folder, "adapters/http/web/bundles/buyers-files.ts")).href;
    const copy: { readonly bundled: typeof bundled } = await import(maker);
    await writeFile(join(made, "buyers-files"), serialize(await copy.bundled()));
  }
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
    // One is not installed, the other looks for its program in its own folder.
    external: ["pg-native", "esbuild"],
    plugins: [
      {
        name: "own-places",
        transform: (code, id) => MAKERS[relative(root, id)] ?? withItsOwnPlace(code, id),
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
    if (path.startsWith(kept) || Date.now() - (await stat(path)).mtimeMs < STALE_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}

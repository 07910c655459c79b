import { hash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Metafile } from "esbuild";
import type { Build, BuiltFile } from "./built-file.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const FOLDER = `${ROOT}built/`;
/** Lists the packages with their versions, which the built files depend on. */
const VERSIONS = "package.json";

type Kind = "buyers" | "clients" | "console";

/** Files that were made before, and what belongs to them. */
interface Kept<More> {
  readonly files: Build;
  readonly more: More;
}

interface Manifest<More> {
  /** Sources by path, each with its hash. */
  readonly sources: Readonly<Record<string, string>>;
  readonly files: readonly (Pick<BuiltFile, "name" | "integrity"> & { readonly plain: string })[];
  readonly more: More;
}

/** Our own files among those that a build has read, as paths of the project. */
export function sourcesOf({ inputs }: Metafile, workingFolder: string): string[] {
  return Object.keys(inputs)
    .map((path) => resolve(workingFolder, path))
    .filter((path) => path.startsWith(ROOT) && !path.includes("/node_modules/"))
    .map((path) => path.slice(ROOT.length));
}

/** Reads the output of `npm run build`; null: missing, or its sources have changed. */
export async function foundFiles<More>(kind: Kind): Promise<Kept<More> | null> {
  let manifest: Manifest<More>;
  try {
    manifest = JSON.parse(await readFile(`${FOLDER}${kind}.json`, "utf8")) as Manifest<More>;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
  const hashes = await Promise.all(Object.keys(manifest.sources).map(hashOf));
  if (!Object.values(manifest.sources).every((hash, at) => hash === hashes[at])) return null;
  const files = manifest.files.map(async ({ plain, name, integrity }) => {
    const [body, gzip, brotli] = await Promise.all(
      ["", ".gz", ".br"].map((ending) => readFile(`${FOLDER}${name}${ending}`)),
    );
    return [plain, { name, integrity, body: body!, gzip: gzip!, brotli: brotli! }] as const;
  });
  return { files: new Map(await Promise.all(files)), more: manifest.more };
}

/** Writes files for later starts. */
export async function keepFiles<More>(
  kind: Kind,
  { files, sources, more }: Kept<More> & { readonly sources: readonly string[] },
): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const { name, body, gzip, brotli } of files.values()) {
    await writeFile(`${FOLDER}${name}`, body);
    await writeFile(`${FOLDER}${name}.gz`, gzip);
    await writeFile(`${FOLDER}${name}.br`, brotli);
  }
  const hashed = [VERSIONS, ...sources].map(async (path) => [path, await hashOf(path)] as const);
  const manifest: Manifest<More> = {
    sources: Object.fromEntries(await Promise.all(hashed)) as Record<string, string>,
    files: [...files].map(([plain, { name, integrity }]) => ({ plain, name, integrity })),
    more,
  };
  // Last: it says that all others are there.
  await writeFile(`${FOLDER}${kind}.json`, JSON.stringify(manifest));
}

/** Returns the hash of a file; null: no such file. */
async function hashOf(path: string): Promise<string | null> {
  try {
    return hash("sha256", await readFile(ROOT + path));
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

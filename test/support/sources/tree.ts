import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDERS = "{adapters,app,clients,docs,ports,rails,src,test,testing,tools,web}";

/** Returns the paths of all written files of the repository, from its root: without packages and generated folders. */
export function treePaths(): string[] {
  return pathsIn(FOLDERS, ["node_modules", "dist", "generated"]);
}

/** Returns the paths of all files of the repository, from its root: generated ones too, but without packages. */
export function allPaths(): string[] {
  return pathsIn("*", ["node_modules", "dist", "built", "coverage"]);
}

function pathsIn(folders: string, excluded: readonly string[]): string[] {
  return globSync(`{*,${folders}/**/*}`, {
    cwd: ROOT,
    withFileTypes: true,
    exclude: (entry) => excluded.includes(entry.name),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}

import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDERS = "{adapters,app,docs,ports,rails,src,test,testing,tools,web}";

/** Returns the paths of all written files of the repository, from its root: without packages and generated folders. */
export function treePaths(): string[] {
  return globSync(`{*,${FOLDERS}/**/*}`, {
    cwd: ROOT,
    withFileTypes: true,
    exclude: (entry) => ["node_modules", "dist", "generated"].includes(entry.name),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}

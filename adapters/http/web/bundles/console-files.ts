import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Metafile } from "esbuild";
import { baseOf, type Build, compressed, FOR_BROWSERS, integrityOf } from "./built-file.ts";
import { bundled } from "./buyers-files.ts";
import { ConsolePackagesMissing } from "./console-packages-missing.ts";
import { foundFiles, sourcesOf } from "./kept-files.ts";

const WEB = fileURLToPath(new URL("../../../../web/", import.meta.url));
const ENTRY = "console/main.tsx";

/** Files that the console's page names. */
interface Entry {
  readonly script: string;
  readonly style: string;
  /** Files that the script imports at once, so that a browser can preload them. */
  readonly preloads: readonly string[];
}

/** The console for browsers: a script, and parts that it loads when a page needs them. */
export interface ConsoleBuild {
  readonly files: Build;
  readonly entry: Entry;
}

let build: Promise<ConsoleBuild> | undefined;

/** Finds all files made, or makes them; once in a process, also where that fails. */
export function consoleBundled(): Promise<ConsoleBuild> {
  build ??= findOrMake();
  return build;
}

async function findOrMake(): Promise<ConsoleBuild> {
  const found = await foundFiles<Entry>("console");
  if (found !== null) return { files: found.files, entry: found.more };
  if (!isInstalled("react-dom")) throw new ConsolePackagesMissing();
  // It stops the bundler's process when it is done.
  await bundled().catch(() => undefined);
  return bundleConsole();
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

export async function bundleConsole(): Promise<ConsoleBuild & { readonly sources: readonly string[] }> {
  const esbuild = await import("esbuild");
  try {
    const { outputFiles, metafile } = await esbuild.build({
      ...FOR_BROWSERS,
      write: false,
      absWorkingDir: WEB,
      entryPoints: { console: ENTRY },
      format: "esm",
      splitting: true,
      // Parts name each other, so their names are made by the bundler.
      entryNames: "[name]-[hash]",
      chunkNames: "[name]-[hash]",
      jsx: "automatic",
      metafile: true,
      define: { "process.env.NODE_ENV": '"production"' },
    });
    const files = await Promise.all(
      outputFiles.map(async ({ path, contents: body }) => {
        const name = baseOf(path);
        return [name, await compressed({ name, body, integrity: integrityOf(body) })] as const;
      }),
    );
    return { files: new Map(files), entry: entryOf(metafile), sources: sourcesOf(metafile, WEB) };
  } finally {
    await esbuild.stop();
  }
}

function entryOf({ outputs }: Metafile): Entry {
  const [path, output] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY)!;
  const imports = output.imports.filter(({ kind }) => kind === "import-statement");
  return {
    script: baseOf(path),
    style: baseOf(output.cssBundle!),
    preloads: imports.map(({ path }) => baseOf(path)),
  };
}

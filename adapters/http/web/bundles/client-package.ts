import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { tar } from "./archives.ts";
import { type Build, compressed, integrityOf } from "./built-file.ts";
import { consoleBundled } from "./console-files.ts";
import { foundFiles, sourcesOf } from "./kept-files.ts";
import { packWheel } from "./python-package.ts";

const CLIENTS = fileURLToPath(new URL("../../../../clients/", import.meta.url));
const CLI = `${CLIENTS}cli/`;
const LIBRARY = "openapi-fetch";

/** A package of modules with declarations. */
interface Modules {
  readonly folder: "embed" | "typescript";
  readonly parts: readonly string[];
  /** Packages that its user has. */
  readonly external: readonly string[];
  /** A package whose code is in it. */
  readonly library: string | null;
}

const TYPESCRIPT: Modules = {
  folder: "typescript",
  parts: ["index", "webhooks", "proofs", "draws"],
  external: [],
  library: LIBRARY,
};
const EMBED: Modules = {
  folder: "embed",
  parts: ["index", "react", "vue"],
  external: ["react", "vue"],
  library: null,
};

let built: Promise<Build> | undefined;

/** Finds or makes the packages that a service offers, by their files' names; once in a process. */
export function clientPackages(): Promise<Build> {
  built ??= findOrPack();
  built.catch(() => (built = undefined));
  return built;
}

async function findOrPack(): Promise<Build> {
  const found = await foundFiles("clients");
  if (found !== null) return found.files;
  // It stops the bundler's process when it is done.
  await consoleBundled().catch(() => undefined);
  return (await packClients()).files;
}

/** Packs the clients. The same sources have the same bytes. */
export async function packClients(): Promise<{ readonly files: Build; readonly sources: readonly string[] }> {
  const packages = [
    await packModules(TYPESCRIPT),
    await packModules(EMBED),
    await packCommandLine(),
    await packWheel(),
  ];
  const files = packages.map(async ({ name, body }) => {
    const file = await compressed({ name, body, integrity: integrityOf(body) });
    return [name, file] as const;
  });
  return { files: new Map(await Promise.all(files)), sources: packages.flatMap(({ sources }) => sources) };
}

/** Packs modules as npm does, with the library that they call in them, so that they depend on nothing. */
async function packModules({ folder, parts, external, library }: Modules) {
  const client = `${CLIENTS}${folder}/`;
  const esbuild = await import("esbuild");
  try {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: client,
      // TypeScript here, JavaScript in the package for tests.
      entryPoints: parts.map((part) => `./src/${part}`),
      bundle: true,
      external: [...external],
      write: false,
      metafile: true,
      format: "esm",
      splitting: true,
      chunkNames: "part-[hash]",
      outdir: "out",
      outbase: "src",
      target: "es2022",
      legalComments: "none",
      logLevel: "silent",
      tsconfigRaw: "{}",
    });
    const { devDependencies: _, ...manifest } = JSON.parse(await readFile(`${client}package.json`, "utf8"));
    const contents = new Map<string, Uint8Array>();
    for (const { path, contents: bytes } of outputFiles)
      contents.set(`package${path.slice(path.lastIndexOf("/"))}`, bytes);
    const declarations = (await readdir(`${client}generated`)).toSorted();
    for (const name of declarations)
      contents.set(`package/${name}`, await readFile(`${client}generated/${name}`));
    const others = ["package.json", ...declarations.map((declared) => `generated/${declared}`)];
    const sources = [...sourcesOf(metafile, client), ...others.map((path) => `clients/${folder}/${path}`)];
    return { ...(await packed(manifest, contents, library)), sources };
  } finally {
    await esbuild.stop();
  }
}

/** Packs the command line as one program, with the client in it. */
async function packCommandLine() {
  const esbuild = await import("esbuild");
  try {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: CLI,
      entryPoints: { raffle: "./src/main" },
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "node",
      outdir: "out",
      target: "node20",
      banner: { js: "#!/usr/bin/env node" },
      legalComments: "none",
      logLevel: "silent",
      tsconfigRaw: "{}",
    });
    const manifest = JSON.parse(await readFile(`${CLI}package.json`, "utf8"));
    const contents = new Map<string, Uint8Array>([["package/raffle.js", outputFiles[0]!.contents]]);
    const sources = [...sourcesOf(metafile, CLI), "clients/cli/package.json"];
    return { ...(await packed(manifest, contents, LIBRARY)), sources };
  } finally {
    await esbuild.stop();
  }
}

/** Returns a package with a manifest, files, and the licence of the library that is in it, if one is. */
async function packed(
  manifest: { readonly name: string; readonly version: string },
  files: ReadonlyMap<string, Uint8Array>,
  library: string | null,
): Promise<{ readonly name: string; readonly body: Buffer }> {
  const contents = new Map<string, Uint8Array>([
    ["package/package.json", Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
    ...files,
  ]);
  if (library !== null) {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(library)));
    contents.set(`package/LICENSE-${library}`, await readFile(`${folder}/LICENSE`));
  }
  const body = await promisify(gzip)(tar(contents), { level: 9 });
  return { name: `${manifest.name}-${manifest.version}.tgz`, body };
}

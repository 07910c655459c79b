import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Build, compressed, integrityOf } from "./built-file.ts";
import { consoleBundled } from "./console-files.ts";
import { foundFiles, sourcesOf } from "./kept-files.ts";

const CLIENT = fileURLToPath(new URL("../../../../clients/typescript/", import.meta.url));
const PARTS = ["index", "webhooks", "proofs"];
const LIBRARY = "openapi-fetch";
const BLOCK = 512;

let packages: Promise<Build> | undefined;

/** Finds or makes the packages that a service offers, by their files' names; once in a process. */
export function clientPackages(): Promise<Build> {
  packages ??= findOrPack();
  packages.catch(() => (packages = undefined));
  return packages;
}

async function findOrPack(): Promise<Build> {
  const found = await foundFiles("clients");
  if (found !== null) return found.files;
  // It stops the bundler's process when it is done.
  await consoleBundled().catch(() => undefined);
  return (await packClients()).files;
}

/**
 * Packs the TypeScript client as npm does, with the library that it calls in it, so that it depends on nothing.
 * The same sources have the same bytes.
 */
export async function packClients(): Promise<{ readonly files: Build; readonly sources: readonly string[] }> {
  const esbuild = await import("esbuild");
  try {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: CLIENT,
      // TypeScript here, JavaScript in the package for tests.
      entryPoints: PARTS.map((part) => `./src/${part}`),
      bundle: true,
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
    const { devDependencies: _, ...manifest } = JSON.parse(await readFile(`${CLIENT}package.json`, "utf8"));
    const library = dirname(dirname(createRequire(import.meta.url).resolve(LIBRARY)));
    const contents = new Map<string, Uint8Array>([
      ["package.json", Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
      [`LICENSE-${LIBRARY}`, await readFile(`${library}/LICENSE`)],
    ]);
    for (const { path, contents: bytes } of outputFiles)
      contents.set(path.slice(path.lastIndexOf("/") + 1), bytes);
    const declarations = (await readdir(`${CLIENT}generated`)).toSorted();
    for (const name of declarations) contents.set(name, await readFile(`${CLIENT}generated/${name}`));
    const body = await promisify(gzip)(tar(contents), { level: 9 });
    const name = `${manifest.name}-${manifest.version}.tgz`;
    const file = await compressed({ name, body, integrity: integrityOf(body) });
    const others = ["package.json", ...declarations.map((declared) => `generated/${declared}`)];
    const sources = [...sourcesOf(metafile, CLIENT), ...others.map((path) => `clients/typescript/${path}`)];
    return { files: new Map([[name, file]]), sources };
  } finally {
    await esbuild.stop();
  }
}

/** Returns an archive (ustar) with all files in `package/`, as npm wants them. */
function tar(contents: ReadonlyMap<string, Uint8Array>): Buffer {
  const blocks: Uint8Array[] = [];
  for (const [name, bytes] of contents) {
    const rest = -bytes.byteLength & (BLOCK - 1);
    blocks.push(header(`package/${name}`, bytes.byteLength), bytes, Buffer.alloc(rest));
  }
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** Returns the block before a file of a size in bytes. Its sum is counted with blanks in the sum's place. */
function header(name: string, size: number): Buffer {
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  const block = Buffer.alloc(BLOCK);
  const fields: readonly (readonly [number, string])[] = [
    [0, name],
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(499_162_500, 11)],
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\u000000"],
  ];
  for (const [at, text] of fields) block.write(text, at, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148, "latin1");
  return block;
}

import { hash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BuildOptions } from "esbuild";

const HERE = fileURLToPath(new URL("./", import.meta.url));
/** Behind 5 it takes a hundred times as long for a tenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** What each file is made of, and how: of TypeScript here, of JavaScript in the package for tests. */
const BUNDLES: readonly BuildOptions[] = [
  { entryPoints: { page: "styles/page.css" } },
  {
    entryPoints: {
      framed: "./browser/framed",
      checkout: "./browser/checkout",
      widget: "./browser/widget",
      embed: "./browser/embed-global",
    },
    format: "iife",
  },
  { entryPoints: { "embed.esm": "./browser/embed" }, format: "esm" },
];

/** A file for browsers, as it is served. */
export interface BuiltFile {
  /** `page-<hash>.css` */
  readonly name: string;
  readonly body: Uint8Array;
  readonly gzip: Uint8Array;
  readonly brotli: Uint8Array;
  /** `sha384-…` */
  readonly integrity: string;
}

/** Every file of this build, by its name without the hash: `page.css`. */
export type Build = ReadonlyMap<string, BuiltFile>;

let build: Promise<Build> | undefined;

/** Makes all files; once in a process. The same sources have the same names everywhere. */
export function bundled(): Promise<Build> {
  build ??= bundle();
  build.catch(() => (build = undefined));
  return build;
}

async function bundle(): Promise<Build> {
  const esbuild = await import("esbuild");
  try {
    const results = await Promise.all(
      BUNDLES.map((options) =>
        esbuild.build({
          absWorkingDir: HERE,
          bundle: true,
          minify: true,
          write: false,
          outdir: "out",
          target: ["es2022", "chrome115", "firefox115", "safari16.4"],
          legalComments: "none",
          logLevel: "silent",
          tsconfigRaw: "{}",
          ...options,
        }),
      ),
    );
    const files = results.flatMap(({ outputFiles }) => outputFiles ?? []);
    return new Map(await Promise.all(files.map(({ path, contents }) => built(path, contents))));
  } finally {
    await esbuild.stop();
  }
}

async function built(path: string, body: Uint8Array): Promise<[string, BuiltFile]> {
  const plain = path.slice(path.lastIndexOf("/") + 1);
  const dot = plain.lastIndexOf(".");
  const name = `${plain.slice(0, dot)}-${hash("sha256", body).slice(0, 16)}${plain.slice(dot)}`;
  const integrity = `sha384-${hash("sha384", body, "base64")}`;
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(body, { level: 9 }),
    promisify(brotliCompress)(body, BROTLI),
  ]);
  return [plain, { name, body, gzip: zipped, brotli, integrity }];
}

import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BuildOptions } from "esbuild";

/** Behind 5 it takes a hundred times as long for a tenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

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

/** Every file of a build, by its name without the hash: `page.css`. */
export type Build = ReadonlyMap<string, BuiltFile>;

/** Options of every file for browsers. */
export const FOR_BROWSERS = {
  bundle: true,
  minify: true,
  write: false,
  outdir: "out",
  target: ["es2022", "chrome115", "firefox115", "safari16.4"],
  legalComments: "none",
  logLevel: "silent",
  tsconfigRaw: "{}",
} as const satisfies BuildOptions;

type Uncompressed = Pick<BuiltFile, "name" | "body" | "integrity">;

/** File whose name contains the hash of its content. */
export interface Named extends Uncompressed {
  readonly plain: string;
}

interface Output {
  readonly path: string;
  readonly contents: Uint8Array;
}

export function withHashedName({ path, contents: body }: Output): Named {
  const plain = baseOf(path);
  const dot = plain.lastIndexOf(".");
  const name = `${plain.slice(0, dot)}-${hash("sha256", body).slice(0, 16)}${plain.slice(dot)}`;
  return { plain, name, body, integrity: integrityOf(body) };
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function integrityOf(body: Uint8Array): string {
  return `sha384-${hash("sha384", body, "base64")}`;
}

export async function compressed({ name, body, integrity }: Uncompressed): Promise<BuiltFile> {
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(body, { level: 9 }),
    promisify(brotliCompress)(body, BROTLI),
  ]);
  return { name, body, integrity, gzip: zipped, brotli };
}

import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BuildOptions } from "esbuild";
import { LOCALES } from "../src/shop/locale.ts";

const HERE = fileURLToPath(new URL("./", import.meta.url));
const RAILS = fileURLToPath(new URL("../rails/", import.meta.url));
/** Behind 5 it takes a hundred times as long for a tenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** What each file is made of, and how: of TypeScript here, of JavaScript in the package for tests. */
const PAGES: readonly BuildOptions[] = [
  { entryPoints: { page: "styles/page.css" } },
  {
    entryPoints: {
      framed: "./browser/framed",
      checkout: "./browser/checkout",
      order: "./browser/pay/order",
      challenged: "./browser/pay/challenged",
      widget: "./browser/widget",
    },
    format: "iife",
  },
];
/** They name the parts that they load, and what each must be. */
const EMBEDS: readonly BuildOptions[] = [
  { entryPoints: { embed: "./browser/embed-global" }, format: "iife" },
  { entryPoints: { "embed.esm": "./browser/embed" }, format: "esm" },
  { entryPoints: { results: "./browser/verify/part" }, format: "esm" },
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
  const define = payWords();
  const make = async (bundles: readonly BuildOptions[], more: BuildOptions["define"] = {}) => {
    const made = await Promise.all(
      bundles.map((options) => esbuild.build({ ...COMMON, define: { ...define, ...more }, ...options })),
    );
    return made.flatMap(({ outputFiles }) => outputFiles ?? []).map(named);
  };
  try {
    const pages = make(PAGES);
    // Told where it is waited for.
    pages.catch(() => undefined);
    const parts = await make(partBundles());
    // They are compressed while others are made.
    const compressed = Promise.all(parts.map(compress));
    compressed.catch(() => undefined);
    const embeds = await make(EMBEDS, { PARTS: JSON.stringify(namesOf(parts)) });
    const others = await Promise.all([...(await pages), ...embeds].map(compress));
    return new Map([...others, ...(await compressed)]);
  } finally {
    await esbuild.stop();
  }
}

const COMMON = {
  absWorkingDir: HERE,
  bundle: true,
  minify: true,
  write: false,
  outdir: "out",
  target: ["es2022", "chrome115", "firefox115", "safari16.4"],
  legalComments: "none",
  logLevel: "silent",
  tsconfigRaw: "{}",
  // The one file that the package brings along takes half the time of the 600 that it is made of.
  alias: { "@adyen/adyen-web/auto": createRequire(import.meta.url).resolve("@adyen/adyen-web/auto") },
} as const satisfies BuildOptions;

/** A script for each rail that takes payments within a page, and its styles where it has some: `adyen.js`, `adyen.css`. */
function partBundles(): BuildOptions[] {
  return readdirSync(RAILS).flatMap((rail) => {
    if (rail.includes(".")) return [];
    const files = readdirSync(`${RAILS}${rail}`).filter((name) => /^pay[.]browser[.](ts|js|css)$/.test(name));
    return files.map((name): BuildOptions => ({
      entryPoints: { [rail]: `${RAILS}${rail}/${name}` },
      ...(name.endsWith(".css") ? {} : { format: "iife" }),
    }));
  });
}

/** What embed.js knows of each part, and of its styles. */
function namesOf(parts: readonly Named[]): object {
  return Object.fromEntries(parts.map(({ plain, name, integrity }) => [plain, { name, integrity }]));
}

/** The messages that begin with `pay.`, by language: each script gets those that it names. */
function payWords(): Record<string, string> {
  const words: Record<string, Record<string, string>> = {};
  for (const locale of LOCALES) {
    const texts: Record<string, string> = JSON.parse(readFileSync(`${HERE}words/${locale}.json`, "utf8"));
    for (const [key, text] of Object.entries(texts))
      if (key.startsWith("pay.")) (words[`PAY_WORDS.${key.slice(4)}`] ??= {})[locale] = text;
  }
  return Object.fromEntries(Object.entries(words).map(([name, texts]) => [name, JSON.stringify(texts)]));
}

interface Named extends Pick<BuiltFile, "name" | "body" | "integrity"> {
  readonly plain: string;
}

function named({ path, contents: body }: { readonly path: string; readonly contents: Uint8Array }): Named {
  const plain = path.slice(path.lastIndexOf("/") + 1);
  const dot = plain.lastIndexOf(".");
  const name = `${plain.slice(0, dot)}-${hash("sha256", body).slice(0, 16)}${plain.slice(dot)}`;
  return { plain, name, body, integrity: `sha384-${hash("sha384", body, "base64")}` };
}

async function compress({ plain, ...file }: Named): Promise<[plain: string, file: BuiltFile]> {
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(file.body, { level: 9 }),
    promisify(brotliCompress)(file.body, BROTLI),
  ]);
  return [plain, { ...file, gzip: zipped, brotli }];
}

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { BuildOptions, BuildResult } from "esbuild";
import { LOCALES } from "../../../../src/shop/locale.ts";
import { type Build, compressed, FOR_BROWSERS, type Named, withHashedName } from "./built-file.ts";
import { foundFiles, sourcesOf } from "./kept-files.ts";

const WEB = fileURLToPath(new URL("../../../../web/", import.meta.url));
const RAILS = fileURLToPath(new URL("../../../../rails/", import.meta.url));

/** Entries and options of each file: TypeScript here, JavaScript in the package for tests. */
const PAGES: readonly BuildOptions[] = [
  { entryPoints: { page: "styles/page.css", landing: "styles/landing.css", docs: "styles/docs.css" } },
  {
    entryPoints: {
      framed: "./browser/framed",
      demo: "./browser/demo/demo",
      checkout: "./browser/checkout",
      onchain: "./browser/onchain/onchain",
      order: "./browser/pay/order",
      challenged: "./browser/pay/challenged",
      widget: "./browser/widget",
    },
    format: "iife",
  },
];
/** They name the parts that they load, and what each must be. */
const EMBEDS: readonly BuildOptions[] = [
  { entryPoints: { embed: "./browser/global/embed-global" }, format: "iife" },
  { entryPoints: { "embed.esm": "./browser/embed" }, format: "esm" },
  { entryPoints: { results: "./browser/verify/part" }, format: "esm" },
];

const WORDS = LOCALES.map((locale) => `web/words/${locale}.json`);

let build: Promise<Build> | undefined;

/** Finds all files made, or makes them; once in a process. The same sources have the same names everywhere. */
export function bundled(): Promise<Build> {
  build ??= foundFiles("buyers").then(async (found) => found?.files ?? (await bundle()).files);
  build.catch(() => (build = undefined));
  return build;
}

interface Made {
  readonly files: Build;
  /** Our own files that they are made of. */
  readonly sources: readonly string[];
}

export async function bundle(): Promise<Made> {
  const esbuild = await import("esbuild");
  const define = payWords();
  const sources = new Set(WORDS);
  const make = async (bundles: readonly BuildOptions[], more: BuildOptions["define"] = {}) => {
    const results: BuildResult[] = await Promise.all(
      bundles.map((options) => esbuild.build({ ...COMMON, define: { ...define, ...more }, ...options })),
    );
    for (const { metafile } of results) for (const source of sourcesOf(metafile!, WEB)) sources.add(source);
    return results.flatMap(({ outputFiles }) => outputFiles ?? []).map(withHashedName);
  };
  try {
    const pages = make(PAGES);
    // The error is reported where the promise is awaited.
    pages.catch(() => undefined);
    const parts = await make(partBundles());
    // They are compressed while others are made.
    const compressedParts = Promise.all(parts.map(small));
    compressedParts.catch(() => undefined);
    const embeds = await make(EMBEDS, { PARTS: JSON.stringify(namesOf(parts)) });
    const others = await Promise.all([...(await pages), ...embeds].map(small));
    return { files: new Map([...others, ...(await compressedParts)]), sources: [...sources].sort() };
  } finally {
    await esbuild.stop();
  }
}

async function small(file: Named) {
  return [file.plain, await compressed(file)] as const;
}

const COMMON = {
  ...FOR_BROWSERS,
  absWorkingDir: WEB,
  metafile: true,
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

/** Returns name and integrity of each part and its styles, as embed.js needs them. */
function namesOf(parts: readonly Named[]): object {
  return Object.fromEntries(parts.map(({ plain, name, integrity }) => [plain, { name, integrity }]));
}

/** The messages that begin with `pay.`, by language: each script gets those that it names. */
function payWords(): Record<string, string> {
  const words: Record<string, Record<string, string>> = {};
  for (const locale of LOCALES) {
    const texts: Record<string, string> = JSON.parse(readFileSync(`${WEB}words/${locale}.json`, "utf8"));
    for (const [key, text] of Object.entries(texts))
      if (key.startsWith("pay.")) (words[`PAY_WORDS.${key.slice(4)}`] ??= {})[locale] = text;
  }
  return Object.fromEntries(Object.entries(words).map(([name, texts]) => [name, JSON.stringify(texts)]));
}

import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MEGABYTE = 1_000_000;
const { satisfies } = createRequire(import.meta.url)("semver") as {
  satisfies: (version: string, range: string) => boolean;
};

interface LockedPackage {
  readonly dev?: true;
  readonly link?: true;
  readonly engines?: { readonly node?: string };
}

const { packages } = read<{ packages: Record<string, LockedPackage> }>("package-lock.json");
/** Folders of packages that `npm ci --omit=dev` installs; on this platform, some are absent. */
const PRODUCTION = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link)
  .map(([path]) => path);

describe("an installation", () => {
  it("starts without a warning on the oldest Node that `engines` names: the locked Node runs the programs", () => {
    const [oldest] = /\d+\.\d+/.exec(read<{ engines: { node: string } }>("package.json").engines.node)!;
    const refusing = Object.keys(packages).filter(
      (path) => !satisfies(`${oldest}.0`, packages[path]!.engines?.node ?? "*"),
    );
    expect(refusing, "remove their `engines` from package-lock.json: npm compares its Node").toEqual([]);
  });

  it("has no test chain, compiler or browser in production, and at most 560 MB", () => {
    expect(PRODUCTION.filter((path) => /foundry-rs|\/@?typescript\b(?!-)|chromium/.test(path))).toEqual([]);
    expect(megabytesOf(PRODUCTION)).toBeLessThan(560);
  });

  it("has at most 450 MB where another project installs the package, and no second Node", () => {
    const runtime = read<{ optionalDependencies: object }>("tools/runtime/package.json").optionalDependencies;
    const consumer = PRODUCTION.filter((path) => !(path.replace("node_modules/", "") in runtime));
    expect(consumer.length).toBeLessThan(PRODUCTION.length);
    expect(megabytesOf(consumer)).toBeLessThan(450);
  });
});

/** Sums the sizes of files in packages, without packages in them. */
function megabytesOf(folders: readonly string[]): number {
  const sum = folders.reduce((bytes, folder) => bytes + bytesOf(join(ROOT, folder)), 0);
  expect(sum).toBeGreaterThan(100 * MEGABYTE);
  return sum / MEGABYTE;
}

function bytesOf(folder: string): number {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.size ?? 0;
  return readdirSync(folder)
    .filter((name) => name !== "node_modules")
    .reduce((bytes, name) => bytes + bytesOf(join(folder, name)), 0);
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8")) as T;
}

import { dirname, join } from "node:path/posix";
import type { SourceFile } from "./source-file.ts";

/** Each rule says what breaks it, as `path: name`, sorted. */

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 70;
const MAX_FILES_OF_A_FOLDER = 15;
const MAX_FILE_BYTES = 512 * 1024;
const PROCESS_LIST = "src/processes.ts";
/** Words for the act instead of the thing. */
const VAGUE_NAMES = new Set("told said asked wanted shown named given made kept left whole gone".split(" "));

export function longFiles(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, lines }) => (lines > MAX_FILE_LINES ? [path] : [])).toSorted();
}

export function longFunctions(files: readonly SourceFile[]): string[] {
  const found = files.flatMap(({ path, functions }) =>
    functions.flatMap(({ name, lines }) => (lines > MAX_FUNCTION_LINES ? [`${path}: ${name}`] : [])),
  );
  return [...new Set(found)].toSorted();
}

/** @param bytes size of each file, by its path */
export function heavyFiles(bytes: Readonly<Record<string, number>>): string[] {
  return Object.keys(bytes)
    .filter((path) => bytes[path]! > MAX_FILE_BYTES)
    .toSorted();
}

/** @param paths of all files, whatever they hold */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count > MAX_FILES_OF_A_FOLDER ? [folder] : [])).toSorted();
}

/** Exports that no other file imports. */
export function unusedExports(files: readonly SourceFile[]): string[] {
  const importers = importersOf(files);
  return files
    .flatMap(({ path, exports }) =>
      exports.filter((name) => importers(path, name).length === 0).map((name) => `${path}: ${name}`),
    )
    .toSorted();
}

/** Exports of the service that its own file does not use, and only tests import. */
export function exportsForTestsAlone(files: readonly SourceFile[]): string[] {
  const importers = importersOf(files);
  const found = files.flatMap(({ path, exports, names }) => {
    if (isTest(path)) return [];
    const dead = exports.filter((name) => {
      const by = importers(path, name);
      return (names.get(name) ?? 0) < 2 && by.length > 0 && by.every(isTest);
    });
    return dead.map((name) => `${path}: ${name}`);
  });
  return found.toSorted();
}

/** Where a process is imported from outside its module: by neither the wiring, the server nor a route table. */
export function processesImportedAbroad(files: readonly SourceFile[]): string[] {
  const importers = importersOf(files);
  const found = files.flatMap(({ path, processes }) => {
    if (!path.startsWith("src/")) return [];
    const own = path.split("/", 2).join("/");
    return processes.flatMap((name) =>
      importers(path, name)
        .filter(
          (by) => by.startsWith("src/") && by !== PROCESS_LIST && !by.startsWith(`${own}/`) && !isTest(by),
        )
        .map((by) => `${name}: ${by.split("/", 2).join("/")}`),
    );
  });
  return [...new Set(found)].toSorted();
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export function unusedPackages(files: readonly SourceFile[], manifest: Manifest): string[] {
  const imported = new Set(files.flatMap(packagesOf));
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter((name) => !imported.has(name))
    .toSorted();
}

/** Packages that are imported and not listed; of those that the service imports, in `dependencies`. */
export function unlistedPackages(files: readonly SourceFile[], manifest: Manifest): string[] {
  const found = files.flatMap((file) => {
    // What the console is made of is built into its files.
    const forTests = isTest(file.path) || /^tools\/|^web\/console\/|\.config\.ts$/.test(file.path);
    const listed = forTests
      ? { ...manifest.dependencies, ...manifest.devDependencies }
      : manifest.dependencies;
    return packagesOf(file)
      .filter((name) => !Object.hasOwn(listed, name))
      .map((name) => `${file.path}: ${name}`);
  });
  return [...new Set(found)].toSorted();
}

/** What files of a folder import from outside it, but for packages: `web/console/api/client.ts: ../../../src/shared/ids.ts`. */
export function importsAbroad(files: readonly SourceFile[], folder: string): string[] {
  const found = files.flatMap(({ path, imports }) => {
    if (!path.startsWith(folder)) return [];
    const abroad = imports.filter(({ from }) =>
      from.startsWith(".") ? !join(dirname(path), from).startsWith(folder) : from.startsWith("node:"),
    );
    return abroad.map(({ from }) => `${path}: ${from}`);
  });
  return [...new Set(found)].toSorted();
}

/** Names that two statements have: a connection that has prepared the one runs it for the other. */
export function repeatedStatements(files: readonly SourceFile[]): string[] {
  const statement = /\bname: "([\w-]+)",\s*text:|\bstatement(?:<[^>]*>)?\(\s*"([\w-]+)"/g;
  const names = files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ text }) => [...text.matchAll(statement)].map(([, field, argument]) => field ?? argument!));
  return repeated(names);
}

/** @param paths of migrations: `…/0001-baseline.ts` */
export function repeatedMigrations(paths: readonly string[]): string[] {
  return repeated(paths.map((path) => /(\d+)[^/]*$/.exec(path)?.[1] ?? path));
}

/** Lines that the service writes past its log. */
export function consoleCalls(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !isTest(path) && !path.startsWith("tools/"))
    .flatMap(({ path, calls }) =>
      [...calls].filter((call) => call.startsWith("console.")).map((call) => `${path}: ${call}`),
    )
    .toSorted();
}

/** The number of declarations with a vague name, by top folder. */
export function vagueNames(files: readonly SourceFile[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { path, declarations } of files) {
    const [folder] = path.split("/", 1) as [string];
    const count = declarations.filter((name) => VAGUE_NAMES.has(name)).length;
    if (count > 0) counts[folder] = (counts[folder] ?? 0) + count;
  }
  return counts;
}

/** Tests that never run, or keep others from running. One that skips itself says why at run time: `skip("why")`. */
export function testsLeftOut(files: readonly SourceFile[]): string[] {
  const leftOut = /^(it|test|describe)\b.*\.(only|skip|todo|fails)\b/;
  return files
    .flatMap(({ path, calls }) =>
      [...calls].filter((call) => leftOut.test(call)).map((call) => `${path}: ${call}`),
    )
    .toSorted();
}

/** Tests, what they stand on, and what measures. */
function isTest(path: string): boolean {
  return /^(test|tools\/bench)\/|\.test\.ts$|-suite\.ts$|^rails\/conformance|^rails\/[\w-]+\/(test\/|.*-(bench|harness)\.ts$)/.test(
    path,
  );
}

/** The files that import a name of a file. */
function importersOf(files: readonly SourceFile[]): (path: string, name: string) => string[] {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) {
    for (const { from, name } of imports) {
      if (!from.startsWith(".")) continue;
      const key = `${join(dirname(path), from)}#${name}`;
      importers.set(key, [...(importers.get(key) ?? []), path]);
    }
  }
  return (path, name) => [...(importers.get(`${path}#${name}`) ?? []), ...(importers.get(`${path}#*`) ?? [])];
}

function packagesOf({ imports }: SourceFile): string[] {
  return imports.flatMap(({ from }) => {
    // Beside node's own parts and our files.
    if (/^[./]|^node:|\.tsx?$/.test(from)) return [];
    return [from.split("/", from.startsWith("@") ? 2 : 1).join("/")];
  });
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].toSorted();
}

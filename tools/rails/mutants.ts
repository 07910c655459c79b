/**
 * Runs the tests of a rail with one mistake each, and prints the check that caught each. The mistakes are hand-written ones
 * of authors: most changes by random operators are invisible to a provider, and none mixes two environments.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startVitest, type Reporter, type TestModule } from "vitest/node";
import { idsOfTitle } from "../../rails/conformance/check-list.ts";
import type { Mutant } from "../../test/mutants/mutant.ts";
import { EXAMPLE, mutantsOf, mutated, railsWithMutants } from "../../test/mutants/mutants.ts";

const USAGE = `npm run rail:mutants [-- [--rail <provider>] <name> …]

Runs mistakes of the example rail, or of rails/<provider>/test/mutants.ts; "--rail all" runs those of every rail. Without
names, all of them: a minute or two for each rail, as a test file ends with its first failure. Exits with 1 if a mistake
slips through.`;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** The unchanged rail must pass, or the failures of the others prove nothing. */
const UNCHANGED = "unchanged";
const TEST_TIMEOUT_MS = 12_000;
/** Width of the column with the check that caught a mutant. */
const BY_WIDTH = 44;

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { rail: { type: "string", default: EXAMPLE }, help: { type: "boolean" } },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const rails = values.rail === "all" ? await railsWithMutants() : [values.rail];
let survivors = 0;
for (const rail of rails) survivors += await run(rail, await chosenOf(rail));
process.exitCode = survivors === 0 ? 0 : 1;

async function chosenOf(rail: string): Promise<readonly Mutant[]> {
  const mutants = await mutantsOf(rail);
  const known = new Set(mutants?.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (mutants !== null && unknown.length === 0)
    return mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  const why =
    mutants === null
      ? `rails/${rail}/test/mutants.ts does not exist.`
      : `The rail ${rail} has no such mutant: ${unknown.join(", ")}.`;
  console.error(`${why}\n\n${USAGE}`);
  process.exit(2);
}

/** @returns how many slipped through */
async function run(rail: string, mutants: readonly Mutant[]): Promise<number> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "rail-mutants-")));
  try {
    await mkdir(join(folder, "rails"));
    for (const linked of await readdir(ROOT))
      if (linked !== "rails" && !linked.startsWith("."))
        await symlink(join(ROOT, linked), join(folder, linked));
    for (const linked of ["shared", "conformance", "conformance.ts"])
      await symlink(join(ROOT, "rails", linked), join(folder, "rails", linked));
    await copyOf(folder, rail, UNCHANGED, new Map());
    for (const mutant of mutants) await copyOf(folder, rail, mutant.name, await mutated(rail, mutant));
    return report(rail, mutants, await tested(rail, folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the rail with some files changed into a folder, next to the modules that it imports. */
async function copyOf(
  folder: string,
  rail: string,
  name: string,
  changed: ReadonlyMap<string, string>,
): Promise<void> {
  const into = join(folder, "rails", name);
  await cp(join(ROOT, "rails", rail), into, { recursive: true });
  for (const [file, source] of changed) await writeFile(join(into, file), source);
}

/** Runs the tests. @returns the modules of each copy's tests */
async function tested(rail: string, folder: string): Promise<ReadonlyMap<string, readonly TestModule[]>> {
  const ended = new Map<string, TestModule[]>();
  const reporter: Reporter = {
    onTestModuleEnd(module) {
      const [copy = ""] = relative(join(folder, "rails"), module.moduleId).split("/");
      ended.set(copy, [...(ended.get(copy) ?? []), module]);
    },
  };
  const tests = rail === EXAMPLE ? "conformance.test.ts" : "*.test.ts";
  const vitest = await startVitest("test", [], {
    config: false,
    root: folder,
    include: [`rails/*/test/${tests}`],
    setupFiles: [join(ROOT, "test/mutants/first-failure.ts")],
    globalSetup: (await needsService(rail)) ? [join(ROOT, "test/support/database/global-setup.ts")] : [],
    watch: false,
    pool: "forks",
    maxWorkers: 2,
    testTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: TEST_TIMEOUT_MS } },
    silent: true,
    reporters: [reporter],
  });
  await vitest?.close();
  // Vitest's own verdict is that tests have failed, as they should.
  process.exitCode = 0;
  return ended;
}

/** Returns true if tests of the rail run the service, which has a database. Those of the example's copies do not. */
async function needsService(rail: string): Promise<boolean> {
  if (rail === EXAMPLE) return false;
  const folder = join(ROOT, "rails", rail, "test");
  for (const file of await readdir(folder))
    if (file.endsWith(".test.ts") && (await readFile(join(folder, file), "utf8")).includes("test/support/"))
      return true;
  return false;
}

/** @returns how many slipped through */
function report(
  rail: string,
  mutants: readonly Mutant[],
  ended: ReadonlyMap<string, readonly TestModule[]>,
): number {
  const unchanged = ended.get(UNCHANGED) ?? [];
  const failures = unchanged.flatMap(failedIn);
  if (unchanged.length === 0 || failures.length > 0 || !unchanged.every((module) => module.ok())) {
    console.error(
      `${rail} itself does not pass: what its mutants fail says nothing.\n${failures.join("\n")}`,
    );
    return mutants.length;
  }
  const caught = mutants.filter((mutant) => print(mutant, ended.get(mutant.name) ?? [])).length;
  console.log(`\n${rail}: ${caught} mutants caught, ${mutants.length - caught} slipped through`);
  return mutants.length - caught;
}

/** @returns whether a test has caught it */
function print({ name, means }: Mutant, modules: readonly TestModule[]): boolean {
  const failed = modules.flatMap(failedIn);
  const ids = [...new Set(failed.flatMap(idsOfTitle))];
  // A mutant that does not load, or that passes no test, is not a mistake that anyone would overlook.
  const broken = !modules.some((module) => [...module.children.allTests("passed")].length > 0);
  const by = ids.length > 0 ? ids.join(" ") : (failed[0]?.slice(0, BY_WIDTH) ?? "SLIPPED THROUGH");
  console.log(`${name.padEnd(32)} ${(broken ? "BROKEN" : by).padEnd(BY_WIDTH)} ${means}`);
  return !broken && failed.length > 0;
}

function failedIn(module: TestModule): string[] {
  return [...module.children.allTests()]
    .filter((test) => test.result().state === "failed")
    .map(({ name }) => name);
}

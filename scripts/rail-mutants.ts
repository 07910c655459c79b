/** Runs the conformance suite on the example rail with one mistake each, and prints which check caught which. */
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startVitest, type Reporter, type TestModule } from "vitest/node";
import { idsOfTitle } from "../rails/conformance/check-list.ts";
import { mutated, MUTANTS } from "../test/mutants/mutants.ts";

const USAGE = `npm run rail:mutants [-- <name> …]

Without names, all of them: a few minutes. It ends with 1 when a mistake slips through.`;
if (process.argv.includes("--help")) {
  console.log(USAGE);
  process.exit(0);
}
const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** The unchanged example must pass, or the failures of the others prove nothing. */
const UNCHANGED = "unchanged";
/** What the example imports. */
const LINKED = ["node_modules", "ports", "src", "rails/shared", "rails/conformance", "rails/conformance.ts"];
const TEST_TIMEOUT_MS = 8_000;

const names = process.argv.slice(2);
const unknown = names.filter((name) => !MUTANTS.some((mutant) => mutant.name === name));
if (unknown.length > 0) {
  console.error(`${unknown.join(", ")}: there is no such mutant.\n\n${USAGE}`);
  process.exit(2);
}
const chosen = MUTANTS.filter(({ name }) => names.length === 0 || names.includes(name));

const folder = await realpath(await mkdtemp(join(tmpdir(), "rail-mutants-")));
try {
  await mkdir(join(folder, "rails"));
  for (const linked of LINKED) await symlink(join(ROOT, linked), join(folder, linked));
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  await copyOf(UNCHANGED, new Map());
  for (const mutant of chosen) await copyOf(mutant.name, await mutated(mutant));
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

/** The example with some files changed, in a folder beside which it finds what it imports. */
async function copyOf(name: string, changed: ReadonlyMap<string, string>): Promise<void> {
  const into = join(folder, "rails", name);
  await cp(join(ROOT, "rails/example"), into, {
    recursive: true,
    filter: (file) => !file.endsWith(".test.ts"),
  });
  for (const [file, source] of changed) await writeFile(join(into, file), source);
  await writeFile(
    join(into, "test/mutant.test.ts"),
    `import { railSuite } from "../../conformance.ts";
import openHarness from "./harness.ts";
railSuite("${name}", openHarness);
`,
  );
}

async function run(): Promise<boolean> {
  const ended = new Map<string, TestModule>();
  const reporter: Reporter = {
    onTestModuleEnd(module) {
      ended.set(basename(dirname(dirname(module.moduleId))), module);
    },
  };
  const vitest = await startVitest("test", [], {
    config: false,
    root: folder,
    include: ["rails/*/test/mutant.test.ts"],
    watch: false,
    pool: "forks",
    maxWorkers: 2,
    testTimeout: TEST_TIMEOUT_MS,
    silent: true,
    reporters: [reporter],
  });
  await vitest?.close();
  // Vitest's own verdict is that tests have failed, as they should.
  process.exitCode = 0;
  const unchanged = ended.get(UNCHANGED);
  if (unchanged === undefined || failedIn(unchanged).length > 0 || !unchanged.ok()) {
    console.error("The example itself does not pass: what its mutants fail says nothing.");
    return false;
  }
  const caught = chosen.map(({ name, means }) => print(name, means, ended.get(name)));
  const survivors = caught.filter((one) => !one).length;
  console.log(`\n${caught.length - survivors} mutants caught, ${survivors} slipped through`);
  return survivors === 0;
}

/** @returns whether a check has caught it */
function print(name: string, means: string, module: TestModule | undefined): boolean {
  const failed = module === undefined ? [] : failedIn(module);
  const all = module === undefined ? 0 : [...module.children.allTests()].length;
  const ids = [...new Set(failed.flatMap(idsOfTitle))];
  // A mutant that does not load, or that fails every check, is no mistake that anybody would make.
  const broken = all === 0 || failed.length === all;
  const verdict = broken ? "BROKEN" : ids.length === 0 ? "SLIPPED THROUGH" : ids.join(" ");
  console.log(`${name.padEnd(32)} ${verdict.padEnd(44)} ${means}`);
  return !broken && ids.length > 0;
}

function failedIn(module: TestModule): string[] {
  return [...module.children.allTests()]
    .filter((test) => test.result().state === "failed")
    .map(({ name }) => name);
}

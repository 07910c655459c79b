/** Runs the conformance suite on rails of other packages, and prints the table of each one's checks. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startVitest, type Reporter, type TestCase, type TestModule } from "vitest/node";
import { CHECK_IDS, CHECKS, idsOfTitle } from "../../rails/conformance/check-list.ts";

const USAGE = `npm run rail:check -- <module> …

Each module exports openHarness, by name or as its default: see docs/adding-a-rail.md. JavaScript may be anywhere,
TypeScript outside node_modules.`;

const files = process.argv.slice(2);
if (files.length === 0 || files.includes("--help")) {
  console.log(USAGE);
  process.exit(files.length === 0 ? 2 : 0);
}
const paths = [...new Set(files.map(pathOf))];
const root = fileURLToPath(new URL("../../", import.meta.url));

let passed = false;
const reporter: Reporter = {
  onTestRunEnd(modules, errors) {
    const messages = errors.map(({ message }) => message);
    const each = paths.map((path, at) => {
      if (paths.length > 1) console.log(`${at > 0 ? "\n" : ""}${path}\n`);
      return print(modules.filter(({ project }) => project.name === path));
    });
    for (const message of messages) console.log(`\n${message}`);
    passed = each.every(Boolean) && messages.length === 0;
  },
};
const vitest = await startVitest("test", [], {
  config: false,
  root,
  watch: false,
  projects: paths.map((path) => ({
    root,
    test: {
      name: path,
      include: ["rails/conformance/given-rail.check.ts"],
      env: { RAIL_MODULE: pathToFileURL(path).href },
      pool: "forks",
      testTimeout: 30_000,
    },
  })),
  reporters: [reporter],
});
await vitest?.close();
process.exitCode = passed ? 0 : 1;

/** Returns the path of a module, or ends the process if the suite cannot run it. */
function pathOf(file: string): string {
  // npm runs scripts in the package's folder; a path is relative to where it was typed.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    console.error(`File not found: ${path}. Name the module itself.`);
    process.exit(2);
  }
  if (/\.[cm]?ts$/.test(path) && path.includes("/node_modules/")) {
    console.error("TypeScript in node_modules is not run: point to the JavaScript that the package ships.");
    process.exit(2);
  }
  return path;
}

/** Prints the table of one rail. @returns whether the rail does all that it must */
function print(modules: readonly TestModule[]): boolean {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const troubles = [
    ...modules.flatMap((module) => module.errors().map(({ message }) => message)),
    ...modules
      .flatMap((module) => [...module.children.allSuites()])
      .flatMap((suite) => suite.errors().map(({ message }) => message)),
  ];
  for (const id of tests.length === 0 ? [] : CHECK_IDS)
    console.log(`${id.padStart(2)}${id.length > 2 ? " " : "  "}${stateOf(id, tests)}  ${CHECKS[id]!.what}`);
  for (const test of tests) {
    if (test.result().state !== "failed") continue;
    console.log(`\nfailed: ${test.name}`);
    for (const error of test.result().errors ?? [])
      console.log(error.diff ? `${error.message}\n${error.diff}` : error.message);
  }
  for (const trouble of troubles) console.log(`\n${trouble}`);
  const failed = tests.filter((test) => test.result().state === "failed").length;
  const skipped = tests.filter((test) => test.result().state === "skipped").length;
  console.log(
    `\n${tests.length - failed - skipped} tests passed, ${failed} failed, ${skipped} excluded by the harness`,
  );
  return tests.length > skipped && failed === 0 && troubles.length === 0;
}

function stateOf(id: string, tests: readonly TestCase[]): string {
  const states = new Set(
    tests.filter((test) => idsOfTitle(test.name).includes(id)).map((test) => test.result().state),
  );
  if (states.has("failed")) return "FAILED  ";
  if (states.has("passed")) return "passed  ";
  if (states.has("skipped")) return "excluded";
  return CHECKS[id]!.beside ? "yours   " : "–       ";
}

/**
 * `npm test`: runs every check, also after one has failed. The tests leave the others room: they often wait.
 * `npm run test:changed`: runs types, lint and the tests that import a file that differs from the branch main.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { processorSeconds } from "../test/support/costs/processor-time.ts";
import { UNCOLLECTED } from "../test/support/service/compile-cache.ts";

type Check = readonly [string, ...string[]];

const onlyChanged = process.argv.includes("--changed");
const tests: Check = onlyChanged
  ? ["vitest", "related", "--run", "--passWithNoTests", ...changedFiles()]
  : ["vitest", "run"];
const TYPES_AND_LINT: readonly Check[] = [
  ["npm", "run", "--silent", "lint"],
  // On several threads it takes half as much processor time again, which the tests lack.
  ["tsc", "--noEmit", "--singleThreaded"],
  ["tsc", "--noEmit", "--singleThreaded", "-p", "web/browser"],
  ["tsc", "--noEmit", "--singleThreaded", "-p", "web/console"],
  ["tsc", "--noEmit", "--singleThreaded", "-p", "clients/typescript"],
  ["tsc", "--noEmit", "--singleThreaded", "-p", "clients/embed"],
];
const DEPENDENCY_RULE: Check = ["npm", "run", "--silent", "houserule", "--", "--output-type", "err"];

const passed: string[] = [];
const failed: string[] = [];

/** Runs a check. @param quietly prints its output in one piece at its end */
async function run([command, ...args]: Check, { quietly }: { readonly quietly: boolean }): Promise<void> {
  const line = [command, ...args].join(" ");
  if (!quietly) console.log(`> ${line}`);
  const start = performance.now();
  const stdio = quietly ? "pipe" : "inherit";
  const env = command === "tsc" ? { ...process.env, ...UNCOLLECTED } : process.env;
  const child = spawn(command, args, { stdio: ["ignore", stdio, stdio], env });
  const outputs = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ""));
  const status = await once(child, "close").then(
    ([code]: (number | null)[]) => code,
    (error: Error) => console.error(error.message),
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const output = (await Promise.all(outputs)).join("");
  console.log(`\n> ${line}\n${output}> ${line}: ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  (status === 0 ? passed : failed).push(line);
}

async function runOthers(): Promise<void> {
  const others = onlyChanged ? TYPES_AND_LINT : [...TYPES_AND_LINT, DEPENDENCY_RULE];
  for (const check of others) await run(check, { quietly: true });
}

/** Returns the files that differ from main, committed or not, and still exist. */
function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n");
  const changed = git("diff", "--name-only", "--merge-base", "main");
  const untracked = git("ls-files", "--others", "--exclude-standard");
  return [...changed, ...untracked].filter((path) => path !== "" && existsSync(path));
}

await Promise.all([run(tests, { quietly: false }), runOthers()]);
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join("; ")}`);
  process.exitCode = 1;
}
const cost = `${processorSeconds().toFixed(0)} processor seconds in ${(performance.now() / 1_000).toFixed(0)} s`;
console.log(`\nchecks: ${passed.length} passed, ${failed.length} failed; ${cost}`);

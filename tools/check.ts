/** `npm test`: runs every check, also after one has failed. The tests leave the others room: they often wait. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { UNCOLLECTED } from "../test/support/service/compile-cache.ts";

type Check = readonly [string, ...string[]];

const TESTS: Check = ["vitest", "run"];
const OTHERS: readonly Check[] = [
  ["npm", "run", "--silent", "lint"],
  // On several threads it takes half as much processor time again, which the tests lack.
  ["tsc", "--noEmit", "--singleThreaded"],
  ["tsc", "--noEmit", "--singleThreaded", "-p", "web/browser"],
  ["tsc", "--noEmit", "--singleThreaded", "-p", "web/console"],
  ["npm", "run", "--silent", "houserule", "--", "--output-type", "err"],
];

const passed: string[] = [];
const failed: string[] = [];

/** @param quietly what it prints is shown once it has ended, in one piece */
async function run([command, ...args]: Check, { quietly }: { readonly quietly: boolean }): Promise<void> {
  const line = [command, ...args].join(" ");
  if (!quietly) console.log(`> ${line}`);
  const start = performance.now();
  const stdio = quietly ? "pipe" : "inherit";
  const env = command === "tsc" ? { ...process.env, ...UNCOLLECTED } : process.env;
  const child = spawn(command, args, { stdio: ["ignore", stdio, stdio], env });
  const said = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ""));
  const status = await once(child, "close").then(
    ([code]: (number | null)[]) => code,
    (error: Error) => console.error(error.message),
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const shown = (await Promise.all(said)).join("");
  console.log(`\n> ${line}\n${shown}> ${line}: ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  (status === 0 ? passed : failed).push(line);
}

async function runOthers(): Promise<void> {
  for (const check of OTHERS) await run(check, { quietly: true });
}

await Promise.all([run(TESTS, { quietly: false }), runOthers()]);
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join("; ")}`);
  process.exitCode = 1;
}
console.log(`\nchecks: ${passed.length} passed, ${failed.length} failed`);

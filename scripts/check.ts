/** `npm test`: runs every check in turn, also after one has failed. */
import { spawnSync } from "node:child_process";

const CHECKS: readonly (readonly [string, ...string[]])[] = [
  ["tsc", "--noEmit"],
  ["oxlint", "--deny-warnings"],
  ["oxfmt", "--check", "."],
  ["depcruise", "--config", ".dependency-cruiser.json", "--output-type", "err", "."],
  ["vitest", "run"],
];

const failed: string[] = [];
for (const [command, ...args] of CHECKS) {
  const line = [command, ...args].join(" ");
  console.log(`\n> ${line}`);
  const start = performance.now();
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`> ${line}: ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  if (error) console.error(error.message);
  if (status !== 0) failed.push(line);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join("; ")}`);
  process.exitCode = 1;
}
console.log(`\nchecks: ${CHECKS.length - failed.length} passed, ${failed.length} failed`);

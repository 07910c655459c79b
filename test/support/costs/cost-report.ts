import { performance } from "node:perf_hooks";
import type { Reporter, TestModule } from "vitest/node";
import { DEPTH, type Reduction } from "../depth.ts";
import { type FileCost, tooDear } from "./limits.ts";
import { postgresSeconds, processorSeconds } from "./processor-time.ts";
import { Slowness } from "./slowness.ts";

const DEAREST = 10;
/** Files between two samples of the machine's speed. */
const SAMPLE_EVERY = 8;

/**
 * Reporter that prints the depth of a run, its smaller numbers, and its cost. It fails a run of several files where one
 * takes too much.
 */
export class CostReport implements Reporter {
  readonly #slowness = new Slowness();
  #ended = 0;

  onInit(): void {
    const deep = "DEPTH=deep npm test runs all, before a release and each night";
    console.log(` Depth: ${DEPTH}${DEPTH === "usual" ? `. ${deep}` : ""}`);
  }

  onTestModuleEnd(): void {
    if (this.#ended % SAMPLE_EVERY === 0) this.#slowness.sample();
    this.#ended += 1;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const reductions = modules.flatMap((each) => each.meta().reductions ?? []);
    if (reductions.length > 0) console.log(`\n Fewer than in a deep run:\n${tableOf(reductions)}`);
    const costs = modules.map(costOf).toSorted((a, b) => b.seconds - a.seconds);
    console.log(`\n${this.#summaryOf(costs)}`);
    if (costs.length < 2 || DEPTH === "deep") return;
    const dear = tooDear(costs, this.#slowness.factor);
    for (const sentence of dear) console.error(` FAILED: ${sentence}`);
    if (dear.length > 0) process.exitCode = 1;
  }

  #summaryOf(costs: readonly FileCost[]): string {
    const [all, postgres] = [processorSeconds(), postgresSeconds()];
    const files = costs.reduce((sum, { seconds }) => sum + seconds, 0);
    const parts = {
      "test files": files,
      "their PostgreSQL": postgres,
      "start and runner": Math.max(0, all - files - postgres),
    };
    const named = Object.entries(parts).map(([name, seconds]) => `${name} ${seconds.toFixed(0)}`);
    const lines = [
      ` Processor time: ${all.toFixed(0)} s in ${(performance.now() / 1_000).toFixed(0)} s (${named.join(", ")})`,
      ` Slower than the reference machine, with all that it had to do: ${this.#slowness.factor.toFixed(2)} times`,
      ...costs.slice(0, DEAREST).map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${path}`),
    ];
    return lines.join("\n");
  }
}

function costOf(module: TestModule): FileCost {
  return { path: module.relativeModuleId, seconds: module.meta().processorSeconds ?? 0 };
}

/** Returns a line for each thing that is counted: files that share a number note it once each. */
function tableOf(reductions: readonly Reduction[]): string {
  const lines = reductions
    .toSorted((a, b) => (a.what < b.what ? -1 : 1))
    .map(({ what, taken, deep, variable }) => {
      const numbers =
        taken === 0 ? "left out" : `${taken.toLocaleString("en")} of ${deep.toLocaleString("en")}`;
      return `${numbers.padStart(20)}  ${what}${variable === null ? "" : ` (${variable})`}`;
    });
  return [...new Set(lines)].join("\n");
}

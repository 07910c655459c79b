import { performance } from "node:perf_hooks";
import type { Reporter, TestModule } from "vitest/node";
import { DEPTH, type Reduction } from "../depth.ts";
import { type FileCost, tooDear } from "./limits.ts";
import { postgresSeconds, processorSeconds } from "./processor-time.ts";
import { Slowness } from "./slowness.ts";

const DEAREST = 10;
/** Time between two samples of the machine's speed. A file at its limit lasts longer than several. */
const SAMPLE_EVERY_MS = 10_000;

/**
 * Reporter that prints the depth of a run, its smaller numbers, and its cost. It fails a run of several files where one
 * takes too much.
 */
export class CostReport implements Reporter {
  readonly #slowness = new Slowness();
  /** Times of the run's clock by a file's identifier. */
  readonly #begun = new Map<string, number>();
  readonly #ended = new Map<string, number>();
  #samples: NodeJS.Timeout | undefined;

  onInit(): void {
    this.#samples = setInterval(() => this.#slowness.sample(), SAMPLE_EVERY_MS).unref();
    const deep = "DEPTH=deep npm test runs all, before a release and each night";
    console.log(` Depth: ${DEPTH}${DEPTH === "usual" ? `. ${deep}` : ""}`);
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#begun.set(moduleId, performance.now());
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#ended.set(moduleId, performance.now());
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const reductions = modules.flatMap((each) => each.meta().reductions ?? []);
    if (reductions.length > 0) console.log(`\n Fewer than in a deep run:\n${tableOf(reductions)}`);
    clearInterval(this.#samples);
    const costs = modules.map((module) => this.#costOf(module)).toSorted((a, b) => b.seconds - a.seconds);
    console.log(`\n${this.#summaryOf(costs)}`);
    if (costs.length < 2 || DEPTH === "deep") return;
    const dear = tooDear(costs);
    for (const sentence of dear) console.error(` FAILED: ${sentence}`);
    if (dear.length > 0) process.exitCode = 1;
  }

  #costOf(module: TestModule): FileCost {
    const begun = this.#begun.get(module.moduleId) ?? 0;
    const meanwhile = this.#slowness.between(begun, this.#ended.get(module.moduleId) ?? 0);
    const slowness = Math.max(this.#slowness.factor, meanwhile);
    return { path: module.relativeModuleId, seconds: module.meta().processorSeconds ?? 0, slowness };
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

import { median, middle, type Round } from "./load.ts";

export interface Row {
  readonly title: string;
  /** The ratio is in bold where it misses this. */
  readonly target: Target | null;
  readonly service: readonly Round[];
  /** Empty: the row has no floor. */
  readonly floor: readonly Round[];
}

/** Ratio of the service to the floor: the least of rates, or the most of median latencies. */
export type Target = { readonly perSec: number } | { readonly p50: number };

const HEAD = [
  "| | service /s | p50 / p99 ms | server / PostgreSQL CPU ms each | WAL bytes each | floor /s | p50 / p99 ms | CPU ms each | WAL | ratio | target |",
  "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
];

/** Returns Markdown with medians over the rounds. */
export function tableOf(rows: readonly Row[]): string {
  return [...HEAD, ...rows.map(lineOf)].join("\n");
}

function lineOf({ title, target, service, floor }: Row): string {
  const ours = middle(service);
  const bare = floor.length === 0 ? null : middle(floor);
  const cells = [
    title,
    ...cellsOf(ours),
    ...(bare === null ? ["", "", "", ""] : cellsOf(bare)),
    ...(bare === null ? ["", ""] : ratioOf(service, floor, target)),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Returns the median ratio of rounds that were neighbours in time, with its standard error, and the target. */
function ratioOf(
  service: readonly Round[],
  floor: readonly Round[],
  target: Target | null,
): [ratio: string, target: string] {
  if (target !== null && "p50" in target) {
    const ratios = service.map(({ p50Ms }, i) => p50Ms / floor[i]!.p50Ms);
    return [ratioText(ratios, (ratio) => ratio > target.p50), `p50 ≤ ${target.p50}`];
  }
  const ratios = service.map(({ perSec }, i) => perSec / floor[i]!.perSec);
  if (target === null) return [ratioText(ratios, () => false), ""];
  return [ratioText(ratios, (ratio) => ratio < target.perSec), `≥ ${target.perSec}`];
}

function ratioText(ratios: readonly number[], isMissed: (ratio: number) => boolean): string {
  const ratio = median(ratios);
  const text = isMissed(ratio) ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
  return ratios.length < 2 ? text : `${text} ± ${standardError(ratios).toFixed(2)}`;
}

function standardError(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

function cellsOf({ perSec, p50Ms, p99Ms, costs }: Round): string[] {
  return [
    Math.round(perSec).toLocaleString("en"),
    `${p50Ms.toFixed(p50Ms < 1 ? 2 : 1)} / ${p99Ms.toFixed(1)}`,
    costs === null ? "" : `${costs.serverCpuMs.toFixed(2)} / ${costs.databaseCpuMs.toFixed(2)}`,
    costs === null ? "" : Math.round(costs.walBytes).toLocaleString("en"),
  ];
}

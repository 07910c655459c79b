import { middle, type Round } from "./load.ts";

export interface Row {
  readonly title: string;
  /** Shown in bold where it does not reach its target. */
  readonly target: Target | null;
  readonly service: readonly Round[];
  /** Empty: the row has no floor. */
  readonly floor: readonly Round[];
}

/** Of the service to the floor: how many a second, at least, or the middle latency, at most. */
export type Target = { readonly perSec: number } | { readonly p50: number };

const HEAD = [
  "| | service /s | p50 / p99 ms | server / PostgreSQL CPU ms each | WAL bytes each | floor /s | p50 / p99 ms | CPU ms each | WAL | ratio | target |",
  "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
];

/** Markdown, medians over the rounds. */
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
    ...(bare === null ? ["", ""] : ratioOf(ours, bare, target)),
  ];
  return `| ${cells.join(" | ")} |`;
}

function ratioOf(ours: Round, bare: Round, target: Target | null): [ratio: string, target: string] {
  if (target !== null && "p50" in target) {
    const ratio = ours.p50Ms / bare.p50Ms;
    return [shown(ratio, ratio > target.p50), `p50 ≤ ${target.p50}`];
  }
  const ratio = ours.perSec / bare.perSec;
  return [
    shown(ratio, target !== null && ratio < target.perSec),
    target === null ? "" : `≥ ${target.perSec}`,
  ];
}

function shown(ratio: number, missed: boolean): string {
  return missed ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
}

function cellsOf({ perSec, p50Ms, p99Ms, costs }: Round): string[] {
  return [
    Math.round(perSec).toLocaleString("en"),
    `${p50Ms.toFixed(p50Ms < 1 ? 2 : 1)} / ${p99Ms.toFixed(1)}`,
    costs === null ? "" : `${costs.serverCpuMs.toFixed(2)} / ${costs.databaseCpuMs.toFixed(2)}`,
    costs === null ? "" : Math.round(costs.walBytes).toLocaleString("en"),
  ];
}

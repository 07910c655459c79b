import { middle, type Round } from "./load.ts";

export interface Row {
  readonly title: string;
  /** Shown in bold where it does not reach its target. */
  readonly target: number | null;
  readonly service: readonly Round[];
  /** Empty: the row has no floor. */
  readonly floor: readonly Round[];
}

const HEAD = [
  "| | service /s | p50 / p99 ms | CPU ms each | floor /s | p50 / p99 ms | CPU ms each | ratio | target |",
  "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
];

/** Markdown, medians over the rounds. */
export function tableOf(rows: readonly Row[]): string {
  return [...HEAD, ...rows.map(lineOf)].join("\n");
}

function lineOf({ title, target, service, floor }: Row): string {
  const ours = middle(service);
  const ratio = floor.length === 0 ? null : ours.perSec / middle(floor).perSec;
  const shown = ratio === null ? "" : ratio.toFixed(2);
  const missed = ratio !== null && target !== null && ratio < target;
  const cells = [
    title,
    ...cellsOf(ours),
    ...(floor.length === 0 ? ["", "", ""] : cellsOf(middle(floor))),
    missed ? `**${shown}**` : shown,
    target === null ? "" : `≥ ${target}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function cellsOf({ perSec, p50Ms, p99Ms, cpuMs }: Round): string[] {
  return [
    Math.round(perSec).toLocaleString("en"),
    `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`,
    cpuMs === null ? "" : cpuMs.toFixed(2),
  ];
}

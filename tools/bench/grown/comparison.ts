import { median, middle, type Round } from "../support/load.ts";

/** A load on the empty and on the grown database, round by round. */
export interface Pair {
  readonly title: string;
  /** Ratios of all rounds since the checkpoint that both begin with; the first rounds only warm up. */
  readonly costRatios: readonly number[];
  readonly rounds: readonly (readonly [empty: Round, grown: Round])[];
}

/** Highest ratios of the grown database's figures to the empty one's. */
const TARGET = { cost: 1.1, p99: 1.5 };

/** Returns all processor time of one purchase. */
export const costOf = ({ costs }: Round) => costs!.serverCpuMs + costs!.databaseCpuMs;

/** Returns the median over the rounds of the ratio of grown to empty. */
function ratioOf({ rounds }: Pair, figure: (round: Round) => number): number {
  return median(rounds.map(([empty, grown]) => figure(grown) / figure(empty)));
}

/** Returns Markdown: for each load a line for each database, and one for their ratios. */
export function comparisonOf(pairs: readonly Pair[]): string {
  const head = [
    "| purchases | | /s | p50 ms | p99 ms | PostgreSQL CPU ms each | server CPU ms each | both | WAL bytes each |",
    "|---|---|--:|--:|--:|--:|--:|--:|--:|",
  ];
  const lines = pairs.flatMap((pair) => [
    lineOf(pair.title, "empty", middle(pair.rounds.map(([empty]) => empty))),
    lineOf("", "grown", middle(pair.rounds.map(([, grown]) => grown))),
    ratioLineOf(pair),
  ]);
  const byRound = pairs.map(
    ({ title, costRatios }) => `- ${title}: ${costRatios.map((ratio) => ratio.toFixed(2)).join(", ")}`,
  );
  return [...head, ...lines, "", "Processor time, grown to empty, round by round:", ...byRound].join("\n");
}

function lineOf(title: string, name: string, round: Round): string {
  const { serverCpuMs, databaseCpuMs, walBytes } = round.costs!;
  const cells = [
    title,
    name,
    Math.round(round.perSec).toLocaleString("en"),
    round.p50Ms.toFixed(1),
    round.p99Ms.toFixed(1),
    databaseCpuMs.toFixed(3),
    serverCpuMs.toFixed(3),
    costOf(round).toFixed(3),
    Math.round(walBytes).toLocaleString("en"),
  ];
  return `| ${cells.join(" | ")} |`;
}

function ratioLineOf(pair: Pair): string {
  const figures: ((round: Round) => number)[] = [
    ({ perSec }) => perSec,
    ({ p50Ms }) => p50Ms,
    ({ p99Ms }) => p99Ms,
    ({ costs }) => costs!.databaseCpuMs,
    ({ costs }) => costs!.serverCpuMs,
    costOf,
    ({ costs }) => costs!.walBytes,
  ];
  return `| | ratio | ${figures.map((figure) => ratioOf(pair, figure).toFixed(2)).join(" | ")} |`;
}

/** Returns a sentence that says if every load meets its targets. */
export function verdictOf(pairs: readonly Pair[], orders: number): string {
  const missed = pairs.flatMap((pair) => [
    ...over(`processor time, ${pair.title}`, ratioOf(pair, costOf), TARGET.cost),
    ...over(
      `p99, ${pair.title}`,
      ratioOf(pair, ({ p99Ms }) => p99Ms),
      TARGET.p99,
    ),
  ]);
  const targets = `${TARGET.cost} of an empty database's processor time and ${TARGET.p99} of its p99`;
  const after = `After ${orders.toLocaleString("en")} orders a purchase`;
  return missed.length === 0
    ? `${after} stays within ${targets}.`
    : `${after} does not stay within ${targets}: ${missed.join("; ")}.`;
}

function over(what: string, ratio: number, most: number): string[] {
  return ratio <= most ? [] : [`${what}: ${ratio.toFixed(2)}`];
}

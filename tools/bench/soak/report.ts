import { written, type Verdict } from "./measure/judge.ts";
import type { Look } from "./measure/sampler.ts";
import { ageOf, QUEUES } from "./measure/rules.ts";

const TABLES_SHOWN = 14;

/** Returns the line of one look, with the rates and events since the look before. */
export function lineOf(look: Look, before: Look | null, more: string): string {
  const { sample, connections, paid } = look;
  const { measures, sessions, atMs } = sample;
  const seconds = (atMs - (before?.sample.atMs ?? 0)) / 1000;
  const rate = (count: number, former: number) => `${((count - former) / seconds).toFixed(1)}/s`;
  const value = (name: string, unit: "bytes" | "ms" | "" = "") =>
    measures[name] === undefined ? "-" : written(measures[name], unit);
  const stays = (what: string, unit: "bytes" | "ms" | "" = "") =>
    value(`${what} of the process that stays`, unit);
  const database = look.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const ages = QUEUES.map((queue) => `${queue} ${value(ageOf(queue), "ms")}`).join(", ");
  return [
    `${clock(atMs)}  ${new Date(sample.businessMs).toISOString().slice(0, 10)}`,
    `sessions ${sessions} (${rate(sessions, before?.sample.sessions ?? 0)}), paid ${paid} (${rate(paid, before?.paid ?? 0)})`,
    `stays: heap ${stays("heap", "bytes")}, memory ${stays("memory", "bytes")}, handles ${stays("handles")}, files ${stays("open files")}, loop ${stays("event loop delay", "ms")}`,
    `killed: heap ${value("heap of the process that is killed", "bytes")}, memory ${value("memory of the process that is killed", "bytes")}`,
    `PostgreSQL: memory ${value("memory of PostgreSQL", "bytes")}, tables ${written(database, "bytes")}, connections ${connections.connections} (${connections.active} active, ${connections.idle} idle)`,
    `oldest due: ${ages}`,
    ...(more === "" ? [] : [more]),
  ].join(" | ");
}

/** Returns a Markdown table of the largest tables. */
export function tablesOf(look: Look): string {
  const largest = look.tables.toSorted((a, b) => b.bytes - a.bytes).slice(0, TABLES_SHOWN);
  return [
    "| table | rows | dead rows | size |",
    "|---|--:|--:|--:|",
    ...largest.map(
      ({ name, rows, dead, bytes }) =>
        `| ${name} | ${rows.toLocaleString("en")} | ${dead.toLocaleString("en")} | ${written(bytes, "bytes")} |`,
    ),
  ].join("\n");
}

/** Returns a Markdown table of all measures with their medians, without those of empty tables. */
export function verdictsOf(verdicts: readonly Verdict[]): string {
  const lines = verdicts
    .filter(({ measure, highest }) => highest !== null && !(measure.includes(" of ") && highest === 0))
    .map(({ measure, unit, before, after, highest, wrong }) => {
      const cell = (value: number | null) => (value === null ? "" : written(value, unit));
      const verdict = wrong !== null ? "**grows**" : before === null ? "not judged" : "holds";
      return `| ${measure} | ${cell(before)} | ${cell(after)} | ${cell(highest)} | ${verdict} |`;
    });
  return [
    "| measure | second quarter | last quarter | highest | verdict |",
    "|---|--:|--:|--:|---|",
    ...lines,
  ].join("\n");
}

/** Lists counts, the most frequent first. */
export function countsOf(title: string, counts: ReadonlyMap<string, number>): string {
  const lines = [...counts].toSorted(([, a], [, b]) => b - a).map(([what, times]) => `  ${times} × ${what}`);
  return [`${title}:`, ...(lines.length === 0 ? ["  none"] : lines)].join("\n");
}

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

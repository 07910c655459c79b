import type { Rule } from "./judge.ts";
import { type Growth, TABLES } from "./tables.ts";

const MB = 1e6;
/** A process that is killed once a week prunes when it starts again: until then rows stay longer. */
const PRUNE_DAYS = 14;

/** Rules for the process that is never killed: the other one starts again each week. */
const PROCESS: readonly Rule[] = [
  { measure: "heap of the process that stays", unit: "bytes", share: 0.1, slack: 16 * MB },
  { measure: "buffers of the process that stays", unit: "bytes", share: 0.25, slack: 16 * MB },
  { measure: "memory of the process that stays", unit: "bytes", share: 0.15, slack: 64 * MB },
  // Sockets: as many as buyers and receivers make of a busy machine, a few hundred at most.
  { measure: "handles of the process that stays", unit: "", share: 0.25, slack: 250 },
  { measure: "open files of the process that stays", unit: "", share: 0.25, slack: 250 },
  { measure: "event loop delay of the process that stays", unit: "ms", share: 1, slack: 200 },
];

const DATABASE: readonly Rule[] = [
  { measure: "memory of PostgreSQL", unit: "bytes", share: 0.2, slack: 64 * MB },
  { measure: "connections", unit: "", share: 0.25, slack: 10 },
  { measure: "connections idle in a transaction", unit: "", share: 0.5, slack: 5 },
  // A statement ends after 15 seconds, and a stopped server stands still for some more.
  { measure: "oldest transaction", unit: "ms", share: 1, slack: 5_000, most: 60_000 },
];

export const QUEUES = ["orders", "deliveries", "events", "refunds", "draws", "notifications"] as const;
export type Queue = (typeof QUEUES)[number];
export const ageOf = (queue: Queue) => `oldest due in ${queue}`;
export const rowsOf = (table: string) => `rows of ${table}`;
export const bytesOf = (table: string) => `bytes of ${table}`;

function ageRule(queue: Queue): Rule {
  // What a killed process held is taken up half a minute later.
  return { measure: ageOf(queue), unit: "ms", share: 1, slack: 20_000 };
}

function tableRules([table, growth]: readonly [string, Growth]): Rule[] {
  const rows = { measure: rowsOf(table), unit: "", share: 0.5 } as const;
  const bytes = { measure: bytesOf(table), unit: "bytes", share: 0.5 } as const;
  if (growth === "fixed")
    return [
      { ...rows, slack: 20 },
      { ...bytes, slack: MB },
    ];
  if (growth === "waits")
    return [
      { ...rows, slack: 500 },
      { ...bytes, slack: 4 * MB },
    ];
  const days = growth === "for ever" ? Infinity : growth.days + PRUNE_DAYS;
  const perSession = { unit: "per session", perSessionOfDays: days } as const;
  return [
    { ...rows, ...perSession, share: 0.3, slack: 0.05 },
    { ...bytes, ...perSession, share: 0.4, slack: 300 },
  ];
}

/** Rules for all measures. */
export const RULES: readonly Rule[] = [
  ...PROCESS,
  ...DATABASE,
  ...QUEUES.map(ageRule),
  ...Object.entries(TABLES).flatMap(tableRules),
];

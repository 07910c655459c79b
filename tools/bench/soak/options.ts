import { parseArgs } from "node:util";

export const USAGE = `npm run soak -- [minutes] [options]

Lets two processes of the service sell for so many minutes (default 5), on a PostgreSQL of its own, while one of them is
killed again and again, the database falls, and receivers of webhooks fail. Prints what grows. See docs/operators/soak.md.

  --rate <n>  buyers a second; default 30
  --calm      kills no process and leaves the database alone
  --keep      keeps the folder with the logs of both processes, and says where it is
  --help

What grows is judged in runs of a minute and more.

Exits 0: nothing grows and no rule is broken; 1: something does, in sentences; 2: not called like this.`;

export interface SoakOptions {
  readonly lastsMs: number;
  readonly perSec: number;
  readonly calm: boolean;
  readonly keep: boolean;
  /** How long a week of business time takes. */
  readonly weekMs: number;
  /** How often something is measured, and the database is troubled. */
  readonly lookMs: number;
  readonly troubleMs: number;
  /** When a process is killed for the first time; then once a week, and null: so from the beginning. */
  readonly firstKillMs: number | null;
  /** Growth is judged after so many looks at least; null: the run is too short for it. */
  readonly looks: number | null;
  /** For tests of the soak, as another length of the week: what each process loses of its memory at each look, and SQL before the books are read. */
  readonly leakBytes: number;
  readonly tamper: string;
  /** What runs as the service: a bundle of `soaked.ts`. null: `app/main.ts`. */
  readonly program: string | null;
}

export class BadUsage extends Error {}

const MINUTE_MS = 60_000;
/** In less, everything is still warming up. */
const JUDGED_MS = 60_000;
/** So that what a killed process held, for half a minute, is taken up long before its events have outlived their 30 days. */
const WEEK_MS_MIN = 20_000;
/** Of a run: all that is kept for a time has outlived its age by the middle, 13 weeks for the longest. */
const WEEKS = 26;
const OPTIONS = {
  rate: { type: "string", default: "30" },
  calm: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  looks: { type: "string" },
  leak: { type: "string", default: "0" },
  tamper: { type: "string", default: "" },
  program: { type: "string" },
  week: { type: "string" },
} as const;

/** null: it is asked for help. @throws BadUsage */
export function readOptions(args: readonly string[]): SoakOptions | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [minutes = "5", ...more] = positionals;
  if (more.length > 0) throw new BadUsage(`one number of minutes, not also ${more.join(" ")}`);
  const lastsMs = positive("minutes", minutes) * MINUTE_MS;
  const weekMs =
    values.week === undefined
      ? Math.max(WEEK_MS_MIN, lastsMs / WEEKS)
      : positive("--week", values.week) * 1_000;
  return {
    lastsMs,
    perSec: positive("--rate", values.rate),
    calm: values.calm,
    keep: values.keep,
    weekMs,
    lookMs: Math.min(10_000, Math.max(200, lastsMs / 60)),
    troubleMs: Math.min(100_000, lastsMs / 2.5),
    firstKillMs: lastsMs < JUDGED_MS ? lastsMs / 4 : null,
    looks: values.looks === undefined ? (lastsMs < JUDGED_MS ? null : 0) : positive("--looks", values.looks),
    leakBytes: Number(values.leak),
    tamper: values.tamper,
    program: values.program ?? null,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new BadUsage((error as Error).message);
  }
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0 && value < Infinity) return value;
  throw new BadUsage(`${name} is a number above 0, not ${JSON.stringify(text)}`);
}

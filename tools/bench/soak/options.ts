import { BadUsage, parsed } from "../../usage.ts";

export const USAGE = `npm run soak -- [minutes] [options]

Lets two processes of the service sell for the given minutes (default 5), on a separate PostgreSQL, while one of them is
killed repeatedly, the database falls, and receivers of webhooks fail. Prints what grows. See docs/operators/soak.md.

  --rate <n>  buyers a second; default 30
  --calm      kills no process and leaves the database alone
  --keep      keeps the logs of both processes, and prints their folder
  --help

What grows is judged in runs of a minute and more.

Exits 0: nothing grows and no rule is broken; 1: each growth and each broken rule is printed; 2: bad usage.`;

export interface SoakOptions {
  readonly lastsMs: number;
  readonly perSec: number;
  readonly calm: boolean;
  readonly keep: boolean;
  /** Duration of a week of business time. */
  readonly weekMs: number;
  /** Time between two measurements, and between two failures of the database. */
  readonly lookMs: number;
  readonly troubleMs: number;
  /** Time of the first kill; later kills are once a week. null: all are. */
  readonly firstKillMs: number | null;
  /** Least number of measurements; null: the run is too short to judge growth. */
  readonly looks: number | null;
  /** For tests of the soak: the memory that each process leaks at each measurement, and SQL before the books are read. */
  readonly leakBytes: number;
  readonly tamper: string;
  /** A bundle of `soaked.ts` to run as the service. null: `app/main.ts`. */
  readonly program: string | null;
}

const MINUTE_MS = 60_000;
/** Shortest run in which growth is judged: in less, everything is still warming up. */
const JUDGED_MS = 60_000;
/** Shortest week: leases of a killed process last half a minute, and must end long before its events are 30 days old. */
const WEEK_MS_MIN = 20_000;
/** Weeks of a run: by the middle all rows with a retention time have exceeded it, 13 weeks for the longest. */
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

/** Reads the options; null for `--help`. @throws BadUsage */
export function readOptions(args: readonly string[]): SoakOptions | null {
  const { values, positionals } = parsed({ args: [...args], options: OPTIONS, allowPositionals: true });
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

function positive(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0 && value < Infinity) return value;
  throw new BadUsage(`${name} is a number above 0, not ${JSON.stringify(text)}`);
}

/** Measures at one time, by name, without those that could not be taken. */
export interface Sample {
  /** Milliseconds since the beginning, by the machine's clock. */
  readonly atMs: number;
  /** Business time. */
  readonly businessMs: number;
  /** Number of sessions begun so far. */
  readonly sessions: number;
  readonly measures: Readonly<Record<string, number>>;
}

type Unit = "bytes" | "ms" | "" | "per session";

/** Growth that a measure is allowed, from the second quarter of all samples to the last. */
export interface Rule {
  readonly measure: string;
  readonly unit: Unit;
  /** The allowed growth: a share, and an amount in addition. */
  readonly share: number;
  readonly slack: number;
  /** Days whose sessions the measure is divided by; `Infinity`: all sessions. */
  readonly perSessionOfDays?: number;
  /** The highest value allowed. */
  readonly most?: number;
}

export interface Verdict {
  readonly measure: string;
  readonly unit: Unit;
  /** Medians; null where too little was measured. */
  readonly before: number | null;
  readonly after: number | null;
  readonly highest: number | null;
  /** The fault as a sentence; null: there is none. */
  readonly wrong: string | null;
}

const DAY_MS = 86_400_000;
/** Fewest values in each of the compared quarters. */
const VALUES_MIN = 3;
/** A ratio to fewer sessions says little. */
const SESSIONS_MIN = 300;

/** Compares medians, which a short failure does not change. The first quarter is for warming up. */
export function judge(rule: Rule, samples: readonly Sample[]): Verdict {
  const { measure, unit, share, slack, most = Infinity } = rule;
  const between = (first: number, last: number) =>
    samples
      .slice(Math.floor(samples.length * first), Math.ceil(samples.length * last))
      .map((sample) => valueOf(rule, sample, samples))
      .filter((value) => value !== null);
  const second = between(0.25, 0.5);
  const last = between(0.75, 1);
  const all = between(0, 1);
  const highest = all.length === 0 ? null : Math.max(...all);
  if (highest !== null && highest > most) {
    const wrong = `${measure} reached ${written(highest, unit)}; at most ${written(most, unit)} is allowed.`;
    return { measure, unit, before: median(second), after: median(last), highest, wrong };
  }
  if (second.length < VALUES_MIN || last.length < VALUES_MIN)
    return { measure, unit, before: null, after: null, highest, wrong: null };
  const before = median(second)!;
  const after = median(last)!;
  const allowed = before * (1 + share) + slack;
  const wrong =
    after > allowed
      ? `${measure} grew from ${written(before, unit)} to ${written(after, unit)}; up to ${written(allowed, unit)} is allowed.`
      : null;
  return { measure, unit, before, after, highest, wrong };
}

function valueOf({ measure, perSessionOfDays }: Rule, sample: Sample, samples: readonly Sample[]) {
  const value = sample.measures[measure];
  if (value === undefined || !Number.isFinite(value)) return null;
  if (perSessionOfDays === undefined) return value;
  const sessions = sample.sessions - sessionsUntil(sample.businessMs - perSessionOfDays * DAY_MS, samples);
  return sessions < SESSIONS_MIN ? null : value / sessions;
}

/** Returns the sessions begun at a business time; between two samples, those of the earlier one. */
function sessionsUntil(businessMs: number, samples: readonly Sample[]): number {
  return samples.findLast((sample) => sample.businessMs <= businessMs)?.sessions ?? 0;
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

export function written(value: number, unit: Unit): string {
  if (unit === "bytes") return `${(value / 1e6).toFixed(1)} MB`;
  if (unit === "ms") return value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(0)} s`;
  if (unit === "per session") return `${value.toPrecision(3)} per session`;
  return Math.round(value).toLocaleString("en");
}

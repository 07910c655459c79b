/** A calendar day of a time zone: where clocks change it is not 24 hours long. */
export interface Day {
  /** `2026-11-23` */
  readonly day: string;
  readonly from: Date;
  /** Start of the next day. */
  readonly until: Date;
}

const MINUTE_MS = 60_000;
/** Length of a day in UTC, where all are equal. */
const UTC_DAY_MS = 86_400_000;
/** Limit of the distance from UTC in any zone, also where clocks change at midnight. */
const FURTHEST_MS = 16 * 60 * MINUTE_MS;

/** Tells whether it is the name of a time zone, such as `Europe/Zurich`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Tells whether it is a zone's name, and not a distance from UTC such as `+05:17`. */
export const isNamedTimeZone = (name: string): boolean => !/^[+-]/.test(name) && isTimeZone(name);

/** Returns a function from an instant to its day in a time zone: `2026-11-23`. */
export function dayOfInstant(timeZone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (instant) => format.format(instant);
}

/**
 * Returns the instant of a local time such as `2026-12-01T18:00`. Of a time that clocks repeat it is the first, of one
 * that they skip the one as long after the change.
 */
export function instantOf(timeZone: string, local: string): Date {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const offsetAt = (instant: number) => {
    const name = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")!.value;
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
    return sign === "-" ? -size : size;
  };
  const inUtc = Date.parse(`${local}Z`);
  const before = inUtc - offsetAt(inUtc - UTC_DAY_MS);
  const after = inUtc - offsetAt(inUtc + UTC_DAY_MS);
  const isAfter = before + offsetAt(before) !== inUtc && after + offsetAt(after) === inUtc;
  return new Date(isAfter ? after : before);
}

/** Returns the last days of a time zone, the earliest first; the last is the day of `now`. */
export function lastDays(timeZone: string, now: Date, count: number): Day[] {
  const dayOf = dayOfInstant(timeZone);
  const today = dayOf(now);
  const starts = Array.from({ length: count + 1 }, (_, at) => shifted(today, at - count + 1));
  const instants = starts.map((day) => startOf(day, dayOf));
  return starts
    .slice(0, count)
    .map((day, at) => ({ day, from: instants[at] as Date, until: instants[at + 1] as Date }));
}

/** Returns the days of a time zone from one to another, both included. */
export function daysFrom(timeZone: string, first: string, last: string): Day[] {
  const dayOf = dayOfInstant(timeZone);
  const starts = Array.from({ length: daysBetween(first, last) + 2 }, (_, at) => shifted(first, at));
  const instants = starts.map((day) => startOf(day, dayOf));
  return starts
    .slice(0, -1)
    .map((day, at) => ({ day, from: instants[at] as Date, until: instants[at + 1] as Date }));
}

/** A calendar month of a time zone. */
export interface Month {
  /** `2026-11` */
  readonly month: string;
  readonly from: Date;
  /** Start of the next month. */
  readonly until: Date;
}

/** Returns the months of a time zone from one to another, both included. */
export function monthsFrom(timeZone: string, first: string, last: string): Month[] {
  const dayOf = dayOfInstant(timeZone);
  const count = monthsBetween(first, last) + 1;
  const starts = Array.from({ length: count + 1 }, (_, at) => monthLater(first, at));
  const instants = starts.map((month) => startOf(`${month}-01`, dayOf));
  return starts
    .slice(0, count)
    .map((month, at) => ({ month, from: instants[at] as Date, until: instants[at + 1] as Date }));
}

/** Returns the number of months from `2026-11` to another. */
export function monthsBetween(first: string, last: string): number {
  const [from, to] = [first, last].map(
    (month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)),
  ) as [number, number];
  return to - from;
}

/** Returns the month that is a number of months later. */
export function monthLater(month: string, months: number): string {
  const at = new Date(`${month}-01`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
}

/** Returns the number of days from `2026-11-23` to another. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / UTC_DAY_MS);
}

/** Returns the day that is `days` later. */
export function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * UTC_DAY_MS).toISOString().slice(0, 10);
}

/** Returns the first minute of a day, by bisection: midnight may not exist, or exist twice. */
function startOf(day: string, dayOf: (instant: Date) => string): Date {
  let before = Math.floor((Date.parse(day) - FURTHEST_MS) / MINUTE_MS);
  let first = Math.ceil((Date.parse(day) + FURTHEST_MS) / MINUTE_MS);
  while (first - before > 1) {
    const middle = Math.floor((before + first) / 2);
    if (dayOf(new Date(middle * MINUTE_MS)) < day) before = middle;
    else first = middle;
  }
  return new Date(first * MINUTE_MS);
}

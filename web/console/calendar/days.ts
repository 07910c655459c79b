/** Length of a day in UTC, where all days are equal. */
const UTC_DAY_MS = 86_400_000;

/** Returns the same local time a number of days later, which may not be 24 hours each where clocks change. */
export function daysLater(date: Date, days: number): Date {
  const later = new Date(date);
  later.setDate(later.getDate() + days);
  return later;
}

/** Returns the number of local calendar days between two times. */
export function daysBetween(earlier: Date, later: Date): number {
  const [from, to] = [earlier, later].map((date) =>
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()),
  ) as [number, number];
  return Math.round((to - from) / UTC_DAY_MS);
}

const LABEL = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", timeZone: "UTC" });

/** Formats `2026-11-23` as `Mon 23`. */
export const dayLabel = (day: string): string => LABEL.format(new Date(`${day}T00:00:00Z`));

/** Returns the day a number of days after a day: `2026-11-23`. */
export function dayLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * UTC_DAY_MS).toISOString().slice(0, 10);
}

/** Returns the first of a number of months that end with a month: `2026-11`. */
export function monthsUntil(last: string, months: number): string {
  const first = new Date(`${last}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - months + 1);
  return first.toISOString().slice(0, 7);
}

/** Returns the number of days from a day to another. */
export const daysApart = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / UTC_DAY_MS);

/** Returns the day that it is in a time zone. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(),
  );

/** Returns all days from the first to the last, with an empty value for missing days. */
export function withoutGaps<T extends { readonly day: string }>(
  days: readonly T[],
  empty: (day: string) => T,
): T[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const found = new Map(days.map((each) => [each.day, each]));
  const count = Math.round((Date.parse(last.day) - Date.parse(first.day)) / UTC_DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.parse(first.day) + at * UTC_DAY_MS).toISOString().slice(0, 10);
    return found.get(day) ?? empty(day);
  });
}

/** Of UTC, whose days are all as long. */
const UTC_DAY_MS = 86_400_000;

/** The same time of day so many days later where the viewer is: not 24 hours each, where clocks change. */
export function daysLater(date: Date, days: number): Date {
  const later = new Date(date);
  later.setDate(later.getDate() + days);
  return later;
}

/** How many days of the calendar lie between two times where the viewer is. */
export function daysBetween(earlier: Date, later: Date): number {
  const [from, to] = [earlier, later].map((date) =>
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()),
  ) as [number, number];
  return Math.round((to - from) / UTC_DAY_MS);
}

const LABEL = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", timeZone: "UTC" });

/** `Mon 23` of `2026-11-23`. */
export const dayLabel = (day: string): string => LABEL.format(new Date(`${day}T00:00:00Z`));

/** All days from the first to the last that is there: those that are not get a value, too. */
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

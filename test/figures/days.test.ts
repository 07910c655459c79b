import { describe, expect, it } from "vitest";
import { dayLabel, daysBetween, daysLater, withoutGaps } from "../../web/console/calendar/days.ts";

describe("days in the console", () => {
  it("are counted by the calendar, not by hours", () => {
    const late = new Date(2026, 10, 21, 23, 0);
    const early = new Date(2026, 10, 23, 1, 0);
    expect([daysBetween(late, early), daysBetween(early, late), daysBetween(late, late)]).toEqual([2, -2, 0]);
    expect(daysLater(late, 30)).toEqual(new Date(2026, 11, 21, 23, 0));
    expect(daysLater(early, -1)).toEqual(new Date(2026, 10, 22, 1, 0));
  });

  it("without a sale are in a chart, too", () => {
    const days = [
      { day: "2026-02-27", sold: 3 },
      { day: "2026-03-02", sold: 1 },
    ];
    expect(withoutGaps(days, (day) => ({ day, sold: 0 }))).toEqual([
      { day: "2026-02-27", sold: 3 },
      { day: "2026-02-28", sold: 0 },
      { day: "2026-03-01", sold: 0 },
      { day: "2026-03-02", sold: 1 },
    ]);
    expect(withoutGaps([], (day) => ({ day }))).toEqual([]);
  });

  it("are labelled with their date in every time zone of a viewer", () => {
    expect(dayLabel("2026-11-23")).toBe(
      new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric" }).format(
        new Date(2026, 10, 23, 12),
      ),
    );
  });
});

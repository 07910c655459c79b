const DAY = { month: "short", day: "numeric" } as const;
const MOMENT = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** Shows times and days in the reader's own zone. Times name it. */
export function showMoments(): void {
  const { lang } = document.documentElement;
  for (const [selector, options] of [
    ["time[data-moment]", MOMENT],
    ["time[data-day]", DAY],
  ] as const) {
    const format = new Intl.DateTimeFormat(lang, options);
    for (const place of document.querySelectorAll<HTMLTimeElement>(selector))
      place.textContent = format.format(new Date(place.dateTime));
  }
}

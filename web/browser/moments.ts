/** In the reader's own zone, which is named. */
export function showMoments(): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  for (const moment of document.querySelectorAll<HTMLTimeElement>("time[data-moment]"))
    moment.textContent = format.format(new Date(moment.dateTime));
}

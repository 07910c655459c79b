import type { LotSnapshot } from "../../src/shop/shop-window.ts";
import type { Words } from "../words/words.ts";

/** Octets of a line, by RFC 5545, 3.1, without its end. */
const LINE = 75;
/** The start of entries, and the draw, whose block comes soon after their end. */
const LASTS_MS = 30 * 60_000;

/** Events of a lot that calendars can have. */
export type CalendarEvent = "start" | "draw";

/** Makes calendars remind of the start. A draw can be read later, too. */
const REMINDER = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M"];

/** Renders an event of a lot for calendars (RFC 5545), with the address of its tickets or its result. */
export function lotCalendar(
  event: CalendarEvent,
  { lot, state, shopkeeper, now }: Pick<LotSnapshot, "lot" | "state" | "shopkeeper" | "now">,
  baseUrl: string,
  words: Words,
): string {
  const isStart = event === "start";
  const url = `${baseUrl}/embed/${shopkeeper.slug}/competition/${lot.id}${isStart ? "" : "/results"}`;
  const at = isStart ? lot.startAt : lot.endAt;
  const title = text(words.text(isStart ? "calendar.start" : "calendar.title", { title: lot.title }));
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Partner Raffle API//Draws//EN",
    "BEGIN:VEVENT",
    `UID:competition-${lot.id}${isStart ? "-start" : ""}@${new URL(baseUrl).hostname}`,
    `DTSTAMP:${moment(now)}`,
    `DTSTART:${moment(at)}`,
    `DTEND:${moment(new Date(at.getTime() + LASTS_MS))}`,
    `SUMMARY:${title}`,
    `DESCRIPTION:${text(`${words.text("by", { organisation: shopkeeper.name })}\n${url}`)}`,
    `URL:${url}`,
    `STATUS:${state === "cancelled" ? "CANCELLED" : "CONFIRMED"}`,
    ...(isStart ? [...REMINDER, `DESCRIPTION:${title}`, "END:VALARM"] : []),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** `20261227T180000Z` */
function moment(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

function text(value: string): string {
  return value
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\r\n]/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, "");
}

/** Splits a line into lines of at most 75 octets, between characters; each but the first begins with a blank. */
function folded(line: string): string {
  let [all, octets] = ["", 0];
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > LINE) [all, octets] = [`${all}\r\n `, 1];
    all += character;
    octets += length;
  }
  return all;
}

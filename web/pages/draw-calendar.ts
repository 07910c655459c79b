import type { LotSnapshot } from "../../src/shop/shop-window.ts";
import type { Words } from "../words/words.ts";

/** Octets of a line, by RFC 5545, 3.1, without its end. */
const LINE = 75;
/** The block that decides comes soon after the end of entries. */
const LASTS_MS = 30 * 60_000;

/** Renders the draw of a lot as an event of a calendar (RFC 5545), with the address of its result. */
export function drawCalendar(
  { lot, state, shopkeeper, now }: Pick<LotSnapshot, "lot" | "state" | "shopkeeper" | "now">,
  baseUrl: string,
  words: Words,
): string {
  const url = `${baseUrl}/embed/${shopkeeper.slug}/competition/${lot.id}/results`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Partner Raffle API//Draws//EN",
    "BEGIN:VEVENT",
    `UID:competition-${lot.id}@${new URL(baseUrl).hostname}`,
    `DTSTAMP:${moment(now)}`,
    `DTSTART:${moment(lot.endAt)}`,
    `DTEND:${moment(new Date(lot.endAt.getTime() + LASTS_MS))}`,
    `SUMMARY:${text(words.text("calendar.title", { title: lot.title }))}`,
    `DESCRIPTION:${text(`${words.text("by", { organisation: shopkeeper.name })}\n${url}`)}`,
    `URL:${url}`,
    `STATUS:${state === "cancelled" ? "CANCELLED" : "CONFIRMED"}`,
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

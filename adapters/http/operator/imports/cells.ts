import { z } from "zod";
import { instantOf } from "../../../../src/shared/days/days.ts";

/** A cell that its column cannot read. The message says what the cell must be. */
export class WrongCell extends Error {
  override readonly name = "WrongCell";
}

/** Reads an amount of dollars, such as `1299.50`, as cents. */
export function centsIn(text: string): number {
  const [, dollars, part = ""] = /^\$?(\d{1,11})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined)
    throw new WrongCell("must be an amount in dollars without thousands separators, such as 1299.50");
  return Number(`${dollars}${part.padEnd(2, "0")}`);
}

export function integerIn(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new WrongCell("must be a whole number, such as 1000");
  return Number(text);
}

/** Reads addresses that spaces or line breaks separate. */
export function addressesIn(text: string): string[] {
  return text.split(/\s+/);
}

const LOCAL = z.iso.datetime({ local: true });
const WITH_OFFSET = /^[\d-]{10}T.*(?:Z|[+-]\d{2}:\d{2})$/i;

/** Reads a time: in a time zone, or with an offset from UTC. A day alone is its beginning. */
export function timeIn(timeZone: string, text: string): string {
  const written = text.replace(/^([\d-]{10}) /, "$1T");
  if (WITH_OFFSET.test(written)) return written;
  const local = /^[\d-]{10}$/.test(written) ? `${written}T00:00` : written;
  if (!LOCAL.safeParse(local).success)
    throw new WrongCell("must be a time such as 2027-01-31 18:00, or a day such as 2027-01-31");
  return instantOf(timeZone, local).toISOString();
}

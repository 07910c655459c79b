import { UsageError } from "./failure.ts";

const UNIT_SEC: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** @param text `90`, `90s`, `15m`, `2h`, `40d` */
export function secondsOf(text: string): number {
  const [, digits, unit] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  if (digits === undefined) throw new UsageError("a duration is a number with s, m, h or d: 15m");
  return Number(digits) * UNIT_SEC[unit!]!;
}

/** @param text a time, or how long before `now` */
export function timeOf(text: string, now: Date): string {
  if (/^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  return new Date(now.getTime() - secondsOf(text) * 1_000).toISOString();
}

import { Tooltip } from "@mantine/core";
import { daysBetween } from "../calendar/days.ts";
import { Tag } from "./tag.tsx";

const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const DAY_SEC = 86_400;
const UNITS = [
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** Time zone of the viewer: `Europe/Zurich`. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows a time in the viewer's zone. Its tooltip has the time in UTC. */
export function Time({ at, none = "–" }: { readonly at: string | null | undefined; readonly none?: string }) {
  if (!at) return <span className="none">{none}</span>;
  const date = new Date(at);
  return (
    <Tooltip
      label={`${FULL.format(date)} · ${date.toISOString().replace("T", " ").replace("Z", "")} UTC`}
      multiline
    >
      <time dateTime={at} className="time">
        {SHORT.format(date)}
      </time>
    </Tooltip>
  );
}

/** Formats a time in the viewer's zone: `27 Nov 2026, 03:04`. */
export function dateTime(at: string): string {
  return SHORT.format(new Date(at));
}

/** Shows how long ago something was: `3 minutes ago`. Its tooltip has the time. */
export function Ago({
  at,
  none = "never",
}: {
  readonly at: string | null | undefined;
  readonly none?: string;
}) {
  if (!at) return <span className="none">{none}</span>;
  const date = new Date(at);
  return (
    <Tooltip label={`${FULL.format(date)} · ${date.toISOString()}`} multiline>
      <time dateTime={at} className="time">
        {fromNow(date)}
      </time>
    </Tooltip>
  );
}

function fromNow(date: Date): string {
  const now = new Date();
  const seconds = Math.round((date.getTime() - now.getTime()) / 1_000);
  const days = daysBetween(now, date);
  if (Math.abs(seconds) >= DAY_SEC && days !== 0) return RELATIVE.format(days, "day");
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit);
  return "just now";
}

/** Days before a deadline from which on it is shown as urgent. */
const URGENT_DAYS = 3;

/** Shows a deadline with its date, in a colour if it is near or over. */
export function Deadline({ at }: { readonly at: string }) {
  const date = new Date(at);
  const isOver = date.getTime() <= Date.now();
  const isUrgent = isOver || daysBetween(new Date(), date) <= URGENT_DAYS;
  return (
    <Tooltip label={`${FULL.format(date)} · ${date.toISOString()}`} multiline>
      <time dateTime={at} className="time">
        {isUrgent ? (
          <Tag state="deadline" tone={isOver ? "bad" : "warn"}>
            {isOver ? "overdue" : fromNow(date)}
          </Tag>
        ) : (
          DAY.format(date)
        )}
      </time>
    </Tooltip>
  );
}

/** Formats a duration: `1.2 s`, `340 ms`. */
export function duration(ms: number): string {
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms} ms`;
}

/** Formats a time for an input of a local time: `2026-11-23T15:04`. */
export function localInput(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

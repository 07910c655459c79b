import type { Schema } from "../../api/schemas.ts";
import { dayLabel } from "../../calendar/days.ts";
import type { Bar } from "../../parts/chart.tsx";

type Attempt = Schema<"DeliveryAttempt">;

const AT = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** Returns whether the receiver accepted the attempt. */
export function isAccepted({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Describes the outcome of an attempt: `400 bad signature`. */
export function outcomeOf({ status, error, response }: Attempt): string {
  if (status === null) return error ?? "no response";
  const firstLine = response?.trim().split("\n", 1)[0]?.slice(0, 80);
  return firstLine ? `${status} ${firstLine}` : String(status);
}

/** Returns the attempts of each hour as bars of a chart. */
export function barsOf(hours: Schema<"EndpointFigures">["hours"]): Bar[] {
  return hours.map(({ from, accepted, failed }) => ({
    label: AT.format(new Date(from)),
    value: accepted,
    bad: failed,
  }));
}

/** Returns the deliveries of each day as bars of a chart. */
export function dayBarsOf(days: Schema<"EndpointFigures">["days"]): Bar[] {
  return days.map(({ day, delivered, failed }) => ({ label: dayLabel(day), value: delivered, bad: failed }));
}

import type { Schema } from "../../api/schemas.ts";
import type { Bar } from "../../parts/chart.tsx";

type Attempt = Schema<"DeliveryAttempt">;

const AT = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** Whether the receiver took it. */
export function isAccepted({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** What an attempt met, in a few words: `400 bad signature`. */
export function outcomeOf({ status, error, response }: Attempt): string {
  if (status === null) return error ?? "no response";
  const said = response?.trim().split("\n", 1)[0]?.slice(0, 80);
  return said ? `${status} ${said}` : String(status);
}

/** Attempts by hour, as a chart has them. */
export function barsOf(hours: Schema<"EndpointFigures">["hours"]): Bar[] {
  return hours.map(({ from, accepted, failed }) => ({
    label: AT.format(new Date(from)),
    value: accepted,
    bad: failed,
  }));
}

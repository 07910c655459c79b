import type { Schema } from "../../api/schemas.ts";
import type { Bar } from "../../parts/chart.tsx";

type Delivery = Schema<"Delivery">;
type Attempt = Schema<"DeliveryAttempt">;

const HOUR_MS = 3_600_000;
const HOURS = 24;
const AT = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** Whether the receiver took it. */
export function isAccepted({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** What an attempt met, in a few words: `400 bad signature`. */
export function outcomeOf({ status, error, response }: Attempt): string {
  if (status === null) return error ?? "no answer";
  const said = response?.trim().split("\n", 1)[0]?.slice(0, 80);
  return said ? `${status} ${said}` : String(status);
}

/** Attempts of the last day, by hour. */
export function byHour(deliveries: readonly Delivery[], now = new Date()): Bar[] {
  const first = Math.floor(now.getTime() / HOUR_MS) - HOURS + 1;
  const hours = Array.from({ length: HOURS }, (_, at) => ({
    label: AT.format(new Date((first + at) * HOUR_MS)),
    value: 0,
    bad: 0,
  }));
  for (const { attempts } of deliveries)
    for (const attempt of attempts) {
      const hour = hours[Math.floor(new Date(attempt.at).getTime() / HOUR_MS) - first];
      if (!hour) continue;
      if (isAccepted(attempt)) hour.value += 1;
      else hour.bad += 1;
    }
  return hours;
}

interface Trouble {
  readonly troubled: number;
  readonly of: number;
  /** The first attempt of the latest row of failures. */
  readonly since: string;
  readonly lastOutcome: string;
}

/** "12 of 40 failed since 10:04, last answer 400 bad signature". null: the last attempt was accepted, or there was none. */
export function troubleOf(deliveries: readonly Delivery[]): Trouble | null {
  const attempts = deliveries
    .flatMap((delivery) => delivery.attempts)
    .toSorted((one, other) => other.at.localeCompare(one.at));
  const [last] = attempts;
  if (!last || isAccepted(last)) return null;
  const firstGood = attempts.findIndex(isAccepted);
  const row = firstGood === -1 ? attempts : attempts.slice(0, firstGood);
  const troubled = deliveries.filter(
    ({ state, attempts }) => state !== "delivered" && attempts.length > 0,
  ).length;
  return { troubled, of: deliveries.length, since: row.at(-1)!.at, lastOutcome: outcomeOf(last) };
}

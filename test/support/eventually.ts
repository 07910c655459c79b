import { setTimeout as delay } from "node:timers/promises";

/** Below the time limit of a test, so that the failure shows the condition. */
const LIMIT_MS = 120_000;
const FIRST_PAUSE_MS = 25;
/** Frequent checks take processor time from the condition's own work. */
const LONGEST_PAUSE_MS = 250;

/** Checks a condition at growing intervals and returns its first true value. @param what names the condition in the error */
export async function eventually<T>(
  look: () => Promise<T> | T,
  what = String(look),
): Promise<Exclude<T, false | null | undefined>> {
  const waiting = new Error(`in vain: ${what}`);
  const end = performance.now() + LIMIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.25)) {
    const found = await look();
    if (found) return found as Exclude<T, false | null | undefined>;
    if (performance.now() > end) throw waiting;
    await delay(pauseMs);
  }
}

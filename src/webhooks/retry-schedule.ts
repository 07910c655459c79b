/** Waits after the first to the ninth failure: ten attempts in about six hours. */
export const WAITS_SEC = [5, 30, 120, 300, 900, 1800, 3600, 7200, 7200] as const;
export const MAX_ATTEMPTS = WAITS_SEC.length + 1;
/** Jitter: a wait is up to a tenth longer or shorter, so that deliveries that failed together spread. */
export const JITTER = 0.1;

/** The next state of a delivery after an attempt. */
export type NextStep =
  | { readonly state: "delivered" }
  /** `disable`: the reason to disable the endpoint. */
  | { readonly state: "failed"; readonly disable: string | null }
  | { readonly state: "pending"; readonly dueAt: Date };

/**
 * @param status of the response; null: timeout or no connection
 * @param attempts number of attempts, including this one
 * @param chance returns a uniform number from 0 to 1; called if there is a next attempt
 */
export function nextStep(status: number | null, attempts: number, now: Date, chance: () => number): NextStep {
  if (status !== null && status >= 200 && status < 300) return { state: "delivered" };
  if (status === 410) return { state: "failed", disable: "The endpoint answered 410 Gone." };
  if (status !== null && status >= 400 && status < 500) return { state: "failed", disable: null };
  const waitSec = WAITS_SEC[attempts - 1];
  if (waitSec === undefined) return { state: "failed", disable: null };
  const factor = 1 + JITTER * (2 * chance() - 1);
  return { state: "pending", dueAt: new Date(now.getTime() + Math.round(waitSec * factor * 1000)) };
}

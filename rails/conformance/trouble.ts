import { invariant } from "../../src/shared/invariant.ts";
import type { FaultControls } from "./harness.ts";

/** 500: the provider has acted nevertheless. */
export const TROUBLES = [
  "loseNextAnswer",
  "garbleNextAnswer",
  "hangNext",
  "refuseNext",
  "status 500",
] as const;
/** 422: the provider has refused, and has not acted. */
export const TROUBLES_AND_REFUSAL = [...TROUBLES, "status 422"] as const;
export type Trouble = (typeof TROUBLES_AND_REFUSAL)[number];

/** No call of a rail makes as many requests. */
const REQUESTS_MAX = 12;

/** Runs an action with a fault planned. @returns whether the fault hit a request */
type Troubled = (act: () => Promise<unknown>) => Promise<boolean>;

/**
 * Runs a call with trouble at its first request, its second and so on, until the call makes no further request: a rail
 * that first looks up and then acts must survive both.
 */
export async function atEachRequest(
  faults: () => FaultControls,
  trouble: Trouble,
  call: (troubled: Troubled) => Promise<void>,
): Promise<void> {
  for (let after = 0; after < REQUESTS_MAX; after += 1) {
    let met = true;
    await call(async (act) => {
      const planned = plan(faults(), trouble, after);
      await act();
      met = planned && !faults().clear();
      return met;
    });
    if (!met) return;
  }
  invariant(false, `a call makes no ${REQUESTS_MAX} requests`);
}

/** @returns whether the provider can be made to */
function plan(faults: FaultControls, trouble: Trouble, after: number): boolean {
  if (trouble !== "status 500" && trouble !== "status 422") faults[trouble](after);
  else if (faults.answerNext === null) return false;
  else faults.answerNext(trouble === "status 500" ? 500 : 422, after);
  return true;
}

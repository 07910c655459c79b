import { setTimeout as pause } from "node:timers/promises";
import { Steps } from "./steps.ts";

/** Duration before the measured part, as a share of it. */
const WARM_UP = 0.4;

interface Arrivals {
  readonly perSec: number;
  /** Duration of the measured part. */
  readonly forMs: number;
  readonly work: (steps: Steps) => Promise<void>;
}

export interface OpenRound {
  readonly perSec: number;
  /** Pieces of work a second that ended in the measured part. */
  readonly donePerSec: number;
  readonly steps: Steps;
}

/**
 * Begins work at a rate, evenly, however slow the answers are: people do not wait for each other. Resolves when all has
 * ended; a failure fails it.
 */
export async function openLoop({ perSec, forMs, work }: Arrivals): Promise<OpenRound> {
  const steps = new Steps();
  const warmMs = forMs * WARM_UP;
  const count = Math.round(((warmMs + forMs) / 1_000) * perSec);
  const start = performance.now();
  const isMeasured = () => {
    const ms = performance.now() - start;
    return ms >= warmMs && ms < warmMs + forMs;
  };
  let done = 0;
  const one = async () => {
    await work(steps);
    if (isMeasured()) done++;
  };
  const underWay: Promise<void>[] = [];
  const failures: unknown[] = [];
  for (let n = 0; n < count && failures.length === 0; n++) {
    const waitMs = start + (n * 1_000) / perSec - performance.now();
    if (waitMs > 0) await pause(waitMs);
    steps.isCounting = isMeasured();
    underWay.push(one().catch((error: unknown) => void failures.push(error)));
  }
  steps.isCounting = false;
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
  return { perSec, donePerSec: done / (forMs / 1_000), steps };
}

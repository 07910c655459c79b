import { existsSync } from "node:fs";

/** Processor seconds that a test file may take on the reference machine, which docs/contributing.md describes. */
export const LIMIT_SEC = 15;
/** Allowance on a slower machine, where the cost of a file varies from run to run: other work shares its processors. */
const TOLERANCE = 1.5;

interface Exception {
  readonly limitSec: number;
  readonly why: string;
}

/** Files that may take more. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  "test/console/journeys.test.ts": { limitSec: 30, why: "does in a browser what operators and members do" },
  "test/console/pages.test.ts": {
    limitSec: 30,
    why: "visits each page in a browser, wide, narrow, light and dark",
  },
  "test/console/lists.test.ts": {
    limitSec: 25,
    why: "filters, selects and refunds in a browser, wide and narrow",
  },
  "test/console/search.test.ts": { limitSec: 20, why: "searches in a browser, wide, narrow, light and dark" },
  "test/console/workflows/clicks.test.ts": {
    limitSec: 30,
    why: "does each journey in a browser, wide and narrow",
  },
  "test/console/people.test.ts": { limitSec: 25, why: "signs people in and out in a browser" },
  "test/high-availability/missing-writes.test.ts": {
    limitSec: 30,
    why: "starts separate servers and processes of the service for each failover",
  },
  "test/processes/drain.test.ts": {
    limitSec: 20,
    why: "starts a process of the service for each way of ending it",
  },
  "test/webhooks/feed-killed.test.ts": {
    limitSec: 20,
    why: "starts processes and a PostgreSQL again after each kill",
  },
  "tools/bench/soak/soak.test.ts": { limitSec: 20, why: "runs a whole soak, with several processes" },
  "test/web/paying/journeys.test.ts": { limitSec: 30, why: "pays in a browser by each kind of rail" },
};

for (const path of Object.keys(EXCEPTIONS)) {
  if (!existsSync(new URL(`../../../${path}`, import.meta.url)))
    throw new Error(`${path}, which may take more than ${LIMIT_SEC} processor seconds, does not exist`);
}

export interface FileCost {
  /** Path from the root. */
  readonly path: string;
  readonly seconds: number;
  /** Time that the same work took here while the file ran, divided by the reference machine's. */
  readonly slowness: number;
}

/** Returns a sentence for each file that takes more than it may. */
export function tooDear(costs: readonly FileCost[]): string[] {
  return costs.flatMap(({ path, seconds, slowness }) => {
    const { limitSec } = EXCEPTIONS[path] ?? { limitSec: LIMIT_SEC };
    const allowed = limitSec * (slowness > 1 ? slowness * TOLERANCE : 1);
    if (seconds <= allowed) return [];
    return [
      `${path} takes ${seconds.toFixed(1)} processor seconds, and ${allowed.toFixed(1)} are allowed here: ` +
        "let it compute less, or give it a limit and a reason in test/support/costs/limits.ts",
    ];
  });
}

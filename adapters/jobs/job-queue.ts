import { Logger, parseCronItems, run, type Runner } from "graphile-worker";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Pruning } from "../../ports/pruning.ts";

const BATCH = 1_000;
/** One run deletes at most this many batches; what is left waits for the next. */
const BATCHES = 100;

export interface JobQueueOptions {
  /** A direct connection: the queue listens. */
  readonly connectionString: string;
  readonly pruning: Pruning;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts what runs by the calendar. Every worker may run it: a job runs once. */
export function startJobQueue({ connectionString, pruning, clock, log }: JobQueueOptions): Promise<Runner> {
  return run({
    connectionString,
    concurrency: 1,
    maxPoolSize: 3,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === "error") log.error({ source: "jobs" }, message);
      else if (level === "warning") log.warn({ source: "jobs" }, message);
      else log.debug({ source: "jobs" }, message);
    }),
    parsedCronItems: parseCronItems([{ task: "prune", match: "17 * * * *", identifier: "prune" }]),
    taskList: {
      async prune() {
        for (let batch = 0; batch < BATCHES; batch++) {
          if ((await pruning.prune(clock.now(), BATCH)) === 0) return;
        }
      },
    },
  });
}

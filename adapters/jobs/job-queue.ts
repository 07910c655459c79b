import { Logger, parseCronItems, run } from "graphile-worker";
import { Pool } from "pg";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Pruning } from "../../ports/jobs/pruning.ts";

const BATCH = 1_000;
/** One run deletes at most this many batches; what is left waits for the next. */
const BATCHES = 100;

interface JobQueueOptions {
  /** A direct connection: the queue listens. */
  readonly connectionString: string;
  readonly pruning: Pruning;
  readonly clock: Clock;
  /** While it says so no job does anything. */
  readonly held: () => boolean;
  readonly log: Log;
}

interface JobQueue {
  /** Resolves when the job under way has ended. */
  stop(): Promise<void>;
}

/** Starts what runs by the calendar. Every worker may run it: a job runs once. */
export async function startJobQueue({
  connectionString,
  pruning,
  clock,
  held,
  log,
}: JobQueueOptions): Promise<JobQueue> {
  const pool = ownPool(connectionString, log);
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === "error") log.error({ source: "jobs" }, message);
      else if (level === "warning") log.warn({ source: "jobs" }, message);
      else log.debug({ source: "jobs" }, message);
    }),
    parsedCronItems: parseCronItems([{ task: "prune", match: "17 * * * *", identifier: "prune" }]),
    taskList: {
      async prune() {
        for (let batch = 0; batch < BATCHES && !held(); batch++) {
          if ((await pruning.prune(clock.now(), BATCH)) === 0) return;
        }
      },
    },
  });

  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}

/**
 * The queue's own pool would forget its error listener when it stops, before its connections are closed: a database
 * that ends at that moment would take the process down.
 */
function ownPool(connectionString: string, log: Log): Pool {
  const pool = new Pool({ connectionString, max: 3, connectionTimeoutMillis: 5_000, keepAlive: true });
  pool.on("error", (err) => {
    if (!pool.ending) log.warn({ source: "jobs", err }, "a connection of the job queue was lost");
  });
  // One in use tells whoever uses it.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

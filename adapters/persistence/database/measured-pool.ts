import { Pool, type PoolClient } from "pg";
import { markUnconnected } from "./database-down.ts";

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (release?: unknown) => void,
) => void;

/** What a pool is used for at this moment: connections by state, and calls that wait for one. */
interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
  readonly size: number;
}

/** A pool that tells how long calls have waited until they had a connection, or were refused one. */
export class MeasuredPool extends Pool {
  /** Is told milliseconds. Never throws. */
  onWaited: (ms: number) => void = () => {};

  get use(): PoolUse {
    const { totalCount, idleCount: idle, waitingCount, options } = this;
    // One that is idle is given out a moment after it was asked for.
    return { busy: totalCount - idle, idle, waiting: Math.max(0, waitingCount - idle), size: options.max };
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const begun = performance.now();
    const waited = () => this.onWaited(performance.now() - begun);
    if (!callback)
      return super
        .connect()
        .finally(waited)
        .catch((error: Error) => {
          markUnconnected(error);
          throw error;
        });
    super.connect((...result) => {
      waited();
      if (result[0]) markUnconnected(result[0]);
      callback(...result);
    });
  }
}

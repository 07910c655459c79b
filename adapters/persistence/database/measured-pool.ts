import { Pool, type PoolClient, type PoolConfig, TypeOverrides } from "pg";
import { int } from "../statements/int.ts";
import { markUnconnected } from "./database-down.ts";

const INT8 = 20;
const INT8_ARRAY = 1016;
/** int8 arrives as a number: ids and amounts are safe integers. */
const TYPES = new TypeOverrides();
TYPES.setTypeParser(INT8, int);
TYPES.setTypeParser(INT8_ARRAY, (text: string) => (text.match(/-?\d+/g) ?? []).map(int));

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (release?: unknown) => void,
) => void;

/** The current use of a pool: connections by state, and waiting calls. */
interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
  readonly size: number;
}

/** A pool that measures how long calls wait for a connection, or for a refusal. */
export class MeasuredPool extends Pool {
  /** Receives milliseconds. Never throws. */
  onWaited: (ms: number) => void = () => {};

  constructor(config: PoolConfig) {
    super({ ...config, types: TYPES });
  }

  get use(): PoolUse {
    const { totalCount, idleCount: idle, waitingCount, options } = this;
    // An idle connection is handed out a moment after the call.
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

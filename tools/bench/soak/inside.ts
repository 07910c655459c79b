import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DatabaseClock } from "../../../adapters/persistence/database/database-clock.ts";
import { SoakTime } from "./time.ts";

// Loaded into a process of the service before its app/main.ts. Makes the process use the soak's business time, and answers
// each message with its measures.

/** Measures of a process of the service. */
export interface Inside {
  /** Size of the heap after garbage collection. */
  readonly heapBytes: number;
  /** Size of buffers, which are outside the heap. */
  readonly externalBytes: number;
  readonly residentBytes: number;
  /** Number of resources that keep the process alive: sockets, timers and others. */
  readonly handles: number;
  /** Delay since the last message, without the garbage collection. */
  readonly loopDelayP99Ms: number;
}

const RESOLUTION_MS = 10;
const BYTES_A_NUMBER = 8;
const time = SoakTime.of(process.env);
DatabaseClock.prototype.now = () => time.now();

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

/** A leak, for tests of the soak. */
const leakBytes = Number(process.env.SOAK_LEAK_BYTES ?? 0);
const leaked: number[][] = [];

process.on("message", () => {
  if (leakBytes > 0) leaked.push(Array<number>(leakBytes / BYTES_A_NUMBER).fill(0.5));
  const loopDelayP99Ms = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS);
  collect();
  const { heapUsed: heapBytes, external: externalBytes, rss: residentBytes } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  process.send?.({ heapBytes, externalBytes, residentBytes, handles, loopDelayP99Ms } satisfies Inside);
  setImmediate(() => delays.reset());
});
// The soak was killed: no other process ends this one.
process.once("disconnect", () => process.exit(1));

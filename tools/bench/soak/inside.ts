import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DatabaseClock } from "../../../adapters/persistence/database/database-clock.ts";
import { SoakTime } from "./time.ts";

// Loaded into a process of the service before its app/main.ts: lets its business time go by the soak's, and tells of
// itself when it is asked.

/** What a process of the service says of itself. */
export interface Inside {
  /** Of the heap, after what nobody needs was collected. */
  readonly heapBytes: number;
  /** Outside the heap: buffers. */
  readonly externalBytes: number;
  readonly residentBytes: number;
  /** What keeps it alive: sockets, timers and the like. */
  readonly handles: number;
  /** Since it was asked last, without the collection. */
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

/** For tests of the soak: what a leak looks like. */
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
// The soak was killed: nobody else ends this process.
process.once("disconnect", () => process.exit(1));

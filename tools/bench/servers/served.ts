import { once } from "node:events";
import { createServer, type RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** The public address of the service, at which no one listens: clients send to the port instead. */
export const SERVICE_ADDRESS = "https://raffle.example";
const RESOLUTION_MS = 5;

/** The longest block of an event loop since the last request for it, in milliseconds. */
export interface HeldUp {
  readonly wallMs: number;
  /** Processor time of the thread; in the remaining time it waited for a processor. */
  readonly cpuMs: number;
}

/**
 * Runs a server of the bench: listens, sends its port, and answers messages with its processor time and memory, and from
 * the first such request on with the longest block of its event loop. Ends with the bench.
 * @param roundTrips returns the number of its calls to PostgreSQL
 */
export async function serve(
  served: Server | RequestListener,
  stop: () => Promise<unknown>,
  roundTrips: () => number = () => 0,
): Promise<void> {
  const server = served instanceof Server ? served : createServer({ keepAliveTimeout: 65_000 }, served);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  let watched: (() => HeldUp) | undefined;
  process.on("message", (question) => {
    const heldUp = question === "heldUp" ? (watched ??= watchLoop())() : null;
    const residentBytes = process.memoryUsage.rss();
    process.send?.({ cpu: process.cpuUsage(), residentBytes, heldUp, roundTrips: roundTrips() });
  });
  process.once("disconnect", () => {
    server.close(() => void stop().then(() => process.exit()));
    server.closeAllConnections();
  });
  process.send?.({ port: (server.address() as AddressInfo).port });
}

/** Watches the event loop. Wakes the process 200 times a second, which slows one that often waits more than a busy one. */
function watchLoop(): () => HeldUp {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let turnCpuMs = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    turnCpuMs = Math.max(turnCpuMs, (user + system) / 1000);
  }, RESOLUTION_MS).unref();
  return () => {
    const heldUp = { wallMs: delays.max / 1e6 - RESOLUTION_MS, cpuMs: turnCpuMs };
    delays.reset();
    turnCpuMs = 0;
    return heldUp;
  };
}

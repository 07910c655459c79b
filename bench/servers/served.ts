import { once } from "node:events";
import { createServer, type RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 5;

/**
 * Both servers' side of the bench: listens, says where, tells its processor time, its memory and how long its event loop was held
 * up at most since it was asked last, by the clock and in processor time of its thread (the rest it waited for a
 * processor), ends with the bench.
 */
export async function serve(served: Server | RequestListener, stop: () => Promise<unknown>): Promise<void> {
  const server = served instanceof Server ? served : createServer({ keepAliveTimeout: 65_000 }, served);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let turnCpuMs = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    turnCpuMs = Math.max(turnCpuMs, (user + system) / 1000);
  }, RESOLUTION_MS).unref();
  process.on("message", () => {
    const heldUp = { wallMs: delays.max / 1e6 - RESOLUTION_MS, cpuMs: turnCpuMs };
    process.send?.({ cpu: process.cpuUsage(), residentBytes: process.memoryUsage.rss(), heldUp });
    delays.reset();
    turnCpuMs = 0;
  });
  process.once("disconnect", () => {
    server.close(() => void stop().then(() => process.exit()));
    server.closeAllConnections();
  });
  process.send?.({ port: (server.address() as AddressInfo).port });
}

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 5;

/**
 * Both servers' side of the bench: listens, says where, tells its processor time and how long its event loop was held
 * up at most since it was asked last, ends with the bench.
 */
export async function serve(listener: RequestListener, stop: () => Promise<unknown>): Promise<void> {
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  process.on("message", () => {
    process.send?.({ cpu: process.cpuUsage(), heldUpMs: delays.max / 1e6 - RESOLUTION_MS });
    delays.reset();
  });
  process.once("disconnect", () => {
    server.close(() => void stop().then(() => process.exit()));
    server.closeAllConnections();
  });
  process.send?.({ port: (server.address() as AddressInfo).port });
}

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Both servers' side of the bench: listens, says where, tells its processor time when asked, ends with the bench. */
export async function serve(listener: RequestListener, stop: () => Promise<unknown>): Promise<void> {
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.on("message", () => process.send?.({ cpu: process.cpuUsage() }));
  process.once("disconnect", () => {
    server.close(() => void stop().then(() => process.exit()));
    server.closeAllConnections();
  });
  process.send?.({ port: (server.address() as AddressInfo).port });
}

import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Time for a client's last request on a connection that was promised to it. Enough for connections in use. */
const LAST_REQUEST_MS = 500;
/** The longest wait of a drain for requests that are being answered. */
const ANSWER_MS = 25_000;

/**
 * Closes the port after the delay, and answers every request that has begun. From the signal on each answer ends its
 * connection, so connections in use are gone by then; the idle ones are closed.
 */
export async function drain(server: Server, delayMs: number): Promise<void> {
  await delay(delayMs);
  // The method of HTTP would close idle connections at once, on which a request may just be arriving.
  const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
  await Promise.race([closed, delay(Math.max(0, LAST_REQUEST_MS - delayMs))]);
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, delay(ANSWER_MS)]);
  clearInterval(sweep);
  server.closeAllConnections();
}

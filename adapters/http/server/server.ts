import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../../../ports/log.ts";
import { closeGently, isClosing } from "./closing.ts";
import { ServedRequest, ServedResponse } from "./messages.ts";
import { answerMisread, type Exchange } from "./misread-requests.ts";

/** Longer than proxies' own timeouts, so that proxies close idle connections first. */
const KEEP_ALIVE_MS = 65_000;
/**
 * Connections that wait while the process is busy, as far as the system lets it (Linux: `net.core.somaxconn`). Node's own
 * 511 are too few when a sale begins: who comes then tries again after one second, three and seven.
 */
const BACKLOG = 4_096;
/** A body that is read with the headers, wanted or not. */
const SMALL_BYTES = 16_384;

interface HttpServerOptions extends Pick<
  ServerOptions,
  "headersTimeout" | "requestTimeout" | "connectionsCheckingInterval"
> {
  /** Returns the service's public address, which may depend on the port that the server gets. */
  readonly baseUrl: () => string;
  /** Aborted when the process is about to end: from then on each answer ends its connection. */
  readonly draining?: AbortSignal;
}

/**
 * Returns the HTTP server of a listener. If the body of a request was not read to its end, the request is answered and
 * its connection closed: unread bytes delay neither the client nor the end of the process. Input that is not HTTP is
 * answered like other refusals.
 */
export function createHttpServer(
  answer: RequestListener,
  log: Log,
  { draining, baseUrl, ...timeouts }: HttpServerOptions,
): Server {
  /** The last exchange of each open connection that has had a request. */
  const exchanges = new Map<Socket, Exchange>();
  const answering = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // Data sent after a request that closed its connection.
    if (isClosing(socket)) return;
    if (draining?.aborted) response.shouldKeepAlive = false;
    if (!exchanges.has(socket)) socket.once("close", () => exchanges.delete(socket));
    exchanges.set(socket, { request, response });
    holdBackLarge(request);
    answer(request, response);
  };
  // The app reports faults of the Host header and of expectations.
  const options = {
    ...timeouts,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
    IncomingMessage: ServedRequest,
    ServerResponse: ServedResponse,
  };
  const server = createServer(options, answering);
  server.on("checkExpectation", answering);
  server.on("connection", (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    // Node calls it behind the last answer of a connection.
    socket.destroySoon = () => {
      if (exchanges.get(socket)?.request.complete === false) closeGently(socket);
      else destroySoon();
    };
  });
  draining?.addEventListener("abort", () => {
    for (const { response } of exchanges.values()) response.shouldKeepAlive = false;
  });
  answerMisread(server, (socket) => exchanges.get(socket) ?? null, { log, baseUrl });
  return server;
}

/** Listens; a busy process keeps more callers waiting than Node would let it. Raises what the system says where it cannot. */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen({ host, port, backlog: BACKLOG });
  await once(server, "listening");
}

/** Delays reading a large body until the handler reads it. */
function holdBackLarge(request: IncomingMessage): void {
  const { "content-length": length = "0", "transfer-encoding": chunked } = request.headers;
  if (chunked !== undefined || Number(length) > SMALL_BYTES) request.socket.pause();
}

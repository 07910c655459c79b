import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A proxy on the loopback that counts requests and can lose answers. */
class Forwarder {
  /** The address that a client calls. */
  readonly baseUrl: string;
  requests = 0;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(target: string, losing: number): Promise<Forwarder> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const forwarder = new Forwarder(server);
    server.on("request", async (request, response) => {
      const number = (forwarder.requests += 1);
      const answer = await forwarded(target, request);
      if (number <= losing) response.destroy();
      else await give(response, answer);
    });
    return forwarder;
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), "close");
    this.#server.closeAllConnections();
    await closed;
  }
}

/**
 * Runs something with such a proxy, which then ends.
 * @param losing the number of first answers that are lost
 */
export async function forwarding(
  target: string,
  losing: number,
  run: (forwarder: Forwarder) => Promise<void>,
): Promise<void> {
  const forwarder = await Forwarder.start(target, losing);
  try {
    await run(forwarder);
  } finally {
    await forwarder.close();
  }
}

async function forwarded(target: string, request: IncomingMessage): Promise<Response> {
  const { method = "GET", url = "", headers } = request;
  const body = await buffer(request);
  const { host: _, connection: __, "content-length": ___, "transfer-encoding": ____, ...others } = headers;
  const init = { method, headers: others as Record<string, string>, redirect: "manual" as const };
  return fetch(target + url, body.length === 0 ? init : { ...init, body });
}

async function give(response: ServerResponse, answer: Response): Promise<void> {
  const headers = [...answer.headers].filter(
    ([name]) => !/^(connection|content-length|content-encoding|transfer-encoding)$/.test(name),
  );
  response.writeHead(answer.status, headers.flat());
  response.end(Buffer.from(await answer.arrayBuffer()));
}

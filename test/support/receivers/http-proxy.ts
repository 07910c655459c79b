import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands before processes of the service as a load balancer does: it asks them in turn, and leaves out who is gone. */
export class HttpProxy {
  readonly origin: string;
  readonly #server: Server;
  #targets: readonly string[] = [];
  #turn = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(): Promise<HttpProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const opened = new HttpProxy(server);
    server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) =>
      opened.#forward(incoming, outgoing, opened.#targets.length),
    );
    return opened;
  }

  leadTo(...targets: readonly string[]): void {
    this.#targets = targets;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse, left: number): void {
    const target = this.#targets[(this.#turn += 1) % this.#targets.length];
    if (target === undefined || left === 0) return void outgoing.destroy();
    let isSent = false;
    const passed = request(target + incoming.url, { method: incoming.method, headers: incoming.headers });
    passed.on("socket", (socket) => socket.on("connect", () => (isSent = true)));
    passed.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.on("error", () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    passed.on("error", () => {
      // What may have been heard is not said twice.
      if (isSent || incoming.method !== "GET") outgoing.destroy();
      else this.#forward(incoming, outgoing, left - 1);
    });
    incoming.pipe(passed);
  }
}

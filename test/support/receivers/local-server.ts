import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server of a test, on a free port. */
export class LocalServer {
  readonly port: number;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async listen(handle: RequestListener): Promise<LocalServer> {
    const server = createServer(handle).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new LocalServer(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The origin under another host, which browsers take for another site. */
  get localOrigin(): string {
    return `http://localhost:${this.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

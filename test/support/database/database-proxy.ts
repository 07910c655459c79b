import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to the database that a test can cut, as if its machine were off, or stall, as if its network were. */
export class DatabaseProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #port: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #target: URL;
  #stalled = false;
  #awaited: { readonly text: string; readonly met: () => void } | null = null;
  #cutAt: { pieces: number; readonly passOn: "lost" | "half" | "whole" } | null = null;
  /** Data that is not forwarded yet. */
  #held: (() => void)[] = [];

  private constructor(server: Server, port: number, url: string, target: URL) {
    this.#server = server;
    this.#port = port;
    this.url = url;
    this.#target = target;
  }

  static async open(databaseUrl: string): Promise<DatabaseProxy> {
    const target = new URL(databaseUrl);
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const url = new URL(databaseUrl);
    url.port = String(port);
    const proxy = new DatabaseProxy(server, port, url.href, target);
    server.on("connection", (client) => proxy.#lead(client));
    return proxy;
  }

  /** Cuts off all connections; new ones lead to this database, of the same password. */
  pointTo(databaseUrl: string): void {
    this.#target = new URL(databaseUrl);
    this.#cutPairs();
  }

  /**
   * Cuts everybody off once so many pieces more have come from either side; they can connect again at once.
   * @param passOn what becomes of that piece. Default: it is lost
   * @returns whether that has happened
   */
  cutAt(pieces: number, passOn: "lost" | "half" | "whole" = "lost"): () => boolean {
    const cut = { pieces, passOn };
    this.#cutAt = cut;
    return () => cut.pieces <= 0;
  }

  /** Cuts off all connections and refuses new ones. */
  async cut(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#cutPairs();
    await closed;
  }

  /** Everybody stays connected and can connect, and nothing arrives. */
  stall(): void {
    this.#stalled = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  /** Stalls once the database answers something with this text, which does not arrive. Resolves then. */
  stallAt(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited = { text, met: resolve };
    return promise;
  }

  resume(): void {
    this.#stalled = false;
    for (const passOn of this.#held.splice(0)) passOn();
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  async mend(): Promise<void> {
    this.resume();
    if (this.#server.listening) return;
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.cut();
  }

  #cutPairs(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  #lead(client: Socket): void {
    this.#join(client, connect(Number(this.#target.port), this.#target.hostname));
  }

  #join(client: Socket, database: Socket): void {
    const pair = [client, database] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from
        .on("error", () => {})
        .on("close", () => {
          this.#pairs.delete(pair);
          to.destroy();
        });
      let last = Buffer.alloc(0);
      from.on("data", (bytes: Buffer) => {
        if (this.#cutAt !== null && --this.#cutAt.pieces <= 0) {
          const { passOn } = this.#cutAt;
          this.#cutAt = null;
          if (passOn !== "lost") to.write(passOn === "half" ? bytes.subarray(0, bytes.length / 2) : bytes);
          // What was written leaves first.
          setImmediate(() => this.#cutPairs());
          return;
        }
        const seen = Buffer.concat([last, bytes]);
        const { text = "", met } = this.#awaited ?? {};
        last = seen.subarray(-Math.max(1, text.length));
        if (met === undefined || from !== database || !seen.includes(text)) return void to.write(bytes);
        this.#awaited = null;
        this.#held.push(() => to.write(bytes));
        this.stall();
        met();
      });
      if (this.#stalled) from.pause();
    }
  }
}

import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection on which bytes are sent as they are. */
export class RawConnection {
  /** All that came. */
  received = "";
  readonly closed: Promise<unknown>;
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    socket.on("data", (piece) => {
      this.received += piece.toString("latin1");
    });
  }

  /** @param from the address that the other side sees, of the loopback */
  static async open(origin: string, from?: string): Promise<RawConnection> {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  send(bytes: string | Uint8Array): this {
    this.#socket.write(bytes);
    return this;
  }

  /** Sends pieces for ever, as fast as they are taken. */
  flood(piece: string | Uint8Array): this {
    const more = () => {
      while (!this.#socket.destroyed && this.#socket.writable && this.#socket.write(piece));
    };
    this.#socket.on("drain", more);
    more();
    return this;
  }

  /** Resolves when this has come; raises when the connection ends before. */
  async got(text: string): Promise<string> {
    while (!this.received.includes(text)) {
      if (this.#socket.destroyed) throw new Error(`closed after ${JSON.stringify(this.received)}`);
      await Promise.race([once(this.#socket, "data").catch(() => undefined), this.closed]);
    }
    return this.received;
  }

  /** All that came until the other side closed. */
  async all(): Promise<string> {
    await this.closed;
    return this.received;
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

/** Status, headers in lower case and JSON of one answer. */
export function parsedAnswer(text: string) {
  const [head = "", body = ""] = text.split("\r\n\r\n", 2);
  const [line = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((each) => {
      const colon = each.indexOf(":");
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(line.split(" ")[1]), headers, json: body === "" ? null : JSON.parse(body) };
}

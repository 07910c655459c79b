import type { IncomingMessage } from "node:http";
import { InvalidRequest, type Problem, Unavailable } from "../../../src/shared/problem.ts";
import { RateLimited } from "../../../src/organisations/access.ts";
import { PayloadTooLarge, RequestTimeout } from "../answers/problems.ts";

interface BodyLimits {
  /** One body. */
  readonly bodyBytes: number;
  /** All bodies of one client that are held at a time. */
  readonly clientBytes: number;
  /** All bodies that are held at a time. */
  readonly allBytes: number;
  /** From the first byte of a body to its last. */
  readonly deadlineMs: number;
}

/** The body of one request. */
interface HeldBody {
  /**
   * Once. Raises payload_too_large, request_timeout, rate_limited (the client's share is used up), unavailable (it gave
   * way), invalid_request (it ended early).
   */
  read(request: IncomingMessage): Promise<Buffer>;
  /** The work with it has ended. Repeating it is harmless. */
  release(): void;
}

interface Held {
  readonly client: Client;
  bytes: number;
  /** Stops the reading; null once the body is complete. */
  giveWay: ((problem: Problem) => void) | null;
}

interface Client {
  readonly name: string;
  bytes: number;
  readonly bodies: Set<Held>;
}

/**
 * Bodies of senders that are not yet identified. Their memory is bounded: each client has a share. When all shares
 * together exceed the limit, the address with the largest share gives way, so that many slow senders cannot block
 * others.
 */
export class HeldBodies {
  readonly #limits: BodyLimits;
  readonly #clients = new Map<string, Client>();
  #bytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** @param name of the client */
  hold(name: string): HeldBody {
    const client = this.#clients.get(name) ?? { name, bytes: 0, bodies: new Set() };
    this.#clients.set(name, client);
    const held: Held = { client, bytes: 0, giveWay: null };
    client.bodies.add(held);
    return {
      read: (request) => this.#read(held, request),
      release: () => this.#shrink(held),
    };
  }

  async #read(held: Held, request: IncomingMessage): Promise<Buffer> {
    const { bodyBytes, deadlineMs } = this.#limits;
    if (Number(request.headers["content-length"] ?? 0) > bodyBytes) throw tooLarge(bodyBytes);
    return read(request, {
      deadlineMs,
      grow: (bytes) => this.#grow(held, bytes),
      reading: (giveWay) => {
        held.giveWay = giveWay;
      },
    });
  }

  /** @returns why the body is not read on */
  #grow(held: Held, bytes: number): Problem | null {
    const { bodyBytes, clientBytes, allBytes } = this.#limits;
    if (held.bytes + bytes > bodyBytes) return tooLarge(bodyBytes);
    if (held.client.bytes + bytes > clientBytes) return RateLimited.because(undefined, { retryAfter: 1 });
    held.bytes += bytes;
    held.client.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > allBytes) {
      const largest = this.#largest() ?? held;
      const problem = Unavailable.because("Too many notifications are arriving at once. Try again shortly.");
      this.#shrink(largest);
      if (largest === held) return problem;
      largest.giveWay?.(problem);
    }
    return null;
  }

  /** Returns the largest body that is still being read of the client that holds most. */
  #largest(): Held | null {
    let found: Held | null = null;
    for (const client of this.#clients.values()) {
      for (const held of client.bodies) {
        if (held.giveWay === null) continue;
        if (
          found === null ||
          client.bytes > found.client.bytes ||
          (client === found.client && held.bytes > found.bytes)
        )
          found = held;
      }
    }
    return found;
  }

  #shrink(held: Held): void {
    const { client } = held;
    if (!client.bodies.delete(held)) return;
    client.bytes -= held.bytes;
    this.#bytes -= held.bytes;
    if (client.bodies.size === 0) this.#clients.delete(client.name);
  }
}

function tooLarge(bytes: number): Problem {
  return PayloadTooLarge.because(`The body is larger than ${bytes} bytes.`);
}

interface Reading {
  readonly deadlineMs: number;
  /** Reserves memory for more bytes. @returns the reason if it cannot */
  readonly grow: (bytes: number) => Problem | null;
  /** Tells how to stop the reading; null: it has ended. */
  readonly reading: (giveWay: ((problem: Problem) => void) | null) => void;
}

/** The whole body. After a refusal none of it is held; the server discards the remaining bytes. */
function read(request: IncomingMessage, { deadlineMs, grow, reading }: Reading): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  const settle = (problem: Problem | null) => {
    clearTimeout(deadline);
    request.off("data", take).off("end", complete).off("close", cut).off("error", cut);
    reading(null);
    if (problem === null) resolve(Buffer.concat(pieces));
    else reject(problem);
    pieces.length = 0;
  };
  const take = (piece: Buffer) => {
    const problem = grow(piece.byteLength);
    if (problem === null) pieces.push(piece);
    else settle(problem);
  };
  const complete = () => settle(null);
  const cut = () => settle(InvalidRequest.because("The body ended before its declared length."));
  const deadline = setTimeout(() => settle(RequestTimeout.because()), deadlineMs);
  reading(settle);
  request.on("data", take).once("end", complete).once("close", cut).once("error", cut);
  return promise;
}

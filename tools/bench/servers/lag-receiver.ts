import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { invariant } from "../../../src/shared/invariant.ts";
import { atTheEnd } from "./cluster.ts";

const REST_MS = 20_000;

interface Written {
  readonly atMs: number;
  /** Number of endpoints that receive it and answer. */
  readonly endpoints: number;
  readonly arrivalsMs: number[];
}

/** All endpoints of the bench, in the bench's process: one clock gives the times of writing and of arrival. */
export class LagReceiver {
  /** Origin of the endpoints that always answer. */
  readonly origin: string;
  /** Origin of the endpoint that may hang. */
  readonly one: string;
  readonly #events: Map<string, Written>;
  readonly #held: Held;

  private constructor(origin: string, one: string, events: Map<string, Written>, held: Held) {
    this.origin = origin;
    this.one = one;
    this.#events = events;
    this.#held = held;
  }

  static async start(): Promise<LagReceiver> {
    const events = new Map<string, Written>();
    const held: Held = { hanging: false, responses: new Set() };
    const origin = await listen((request, response) => {
      const atMs = performance.now();
      events.get(String(request.headers["x-service-delivery"]))?.arrivalsMs.push(atMs);
      request.resume();
      response.writeHead(204).end();
    });
    const one = await listen((request, response) => {
      request.resume();
      if (!held.hanging) return void response.writeHead(204).end();
      held.responses.add(response);
      response.once("close", () => held.responses.delete(response));
    });
    return new LagReceiver(origin, one, events, held);
  }

  /** Number of calls that wait for the hanging endpoint. */
  get held(): number {
    return this.#held.responses.size;
  }

  /** Starts or ends hanging; at the end the waiting calls are answered. */
  hang(hanging: boolean): void {
    this.#held.hanging = hanging;
    if (!hanging) for (const response of this.#held.responses) response.writeHead(204).end();
  }

  /** Counts the arrivals of an event. Called just before the event is written. */
  expect(id: string, endpoints: number): void {
    this.#events.set(id, { atMs: performance.now(), endpoints, arrivalsMs: [] });
  }

  /** Waits for all expected events, and forgets them. @returns the time from each event's writing to each arrival */
  async lags(): Promise<number[]> {
    const deadline = performance.now() + REST_MS;
    const missing = () =>
      [...this.#events.values()].some((event) => event.arrivalsMs.length < event.endpoints);
    while (missing()) {
      invariant(performance.now() < deadline, "every event arrives at every endpoint that answers");
      await pause(50);
    }
    const lagsMs = [...this.#events.values()].flatMap(({ atMs, arrivalsMs }) =>
      arrivalsMs.map((arrivalMs) => arrivalMs - atMs),
    );
    this.#events.clear();
    return lagsMs;
  }
}

interface Held {
  hanging: boolean;
  readonly responses: Set<ServerResponse>;
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atTheEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Chance } from "../../simulation/chance.ts";

/** Behaviour of a receiver for one call. */
export const CONDUCTS = [
  "takes it",
  "answers 500",
  "answers 503",
  "hangs",
  "takes it and never answers",
  "resets before reading",
  "resets after reading",
  "closes before reading",
  "closes after reading",
  "sends half a status line",
  "takes it and cuts its answer",
] as const;
type Conduct = (typeof CONDUCTS)[number];
const TROUBLES = CONDUCTS.slice(1);

export interface TroubledCall {
  readonly eventId: string;
  /** Which process made it. */
  readonly worker: string;
  readonly signature: string;
  readonly rawBody: Uint8Array;
  readonly conduct: Conduct;
  readonly at: Date;
  /** The receiver keeps it, whether or not the caller hears so. */
  accepted: boolean;
}

export interface TroubledReceiver {
  readonly url: string;
  /** Calls whose body came whole. */
  readonly calls: readonly TroubledCall[];
  /** Number of calls by behaviour. */
  readonly conducts: ReadonlyMap<Conduct, number>;
  /** Calls of a process that are open now. */
  open(worker: string): number;
  close(): Promise<void>;
}

interface TroubledReceiverOptions {
  readonly chance: Chance;
  /** Share of calls that meet trouble, 0 to 1. */
  readonly share: number;
  /** Number of troubles after which an event is accepted: senders do not try for ever. */
  readonly mostPerEvent: number;
}

/** A partner's endpoint on the loopback with every fault that a receiver can have, at random. */
export async function startTroubledReceiver(options: TroubledReceiverOptions): Promise<TroubledReceiver> {
  const { chance, share, mostPerEvent } = options;
  const calls: TroubledCall[] = [];
  const conducts = new Map<Conduct, number>();
  const troubles = new Map<string, number>();
  const open = new Map<IncomingMessage, string>();

  const choose = (eventId: string): Conduct => {
    const before = troubles.get(eventId) ?? 0;
    if (before >= mostPerEvent || !chance.happens(share)) return "takes it";
    troubles.set(eventId, before + 1);
    return chance.oneOf(TROUBLES);
  };

  const server = createServer(async (request, response) => {
    const eventId = String(request.headers["x-service-delivery"]);
    const worker = String(request.headers["x-worker"]);
    open.set(request, worker);
    response.once("close", () => open.delete(request));
    const conduct = choose(eventId);
    conducts.set(conduct, (conducts.get(conduct) ?? 0) + 1);
    if (conduct === "resets before reading") return void request.socket.resetAndDestroy();
    if (conduct === "closes before reading") return void request.socket.end();
    const rawBody = await whole(request);
    if (rawBody === null) return;
    const signature = String(request.headers["x-service-signature"]);
    const call = { eventId, worker, signature, rawBody, conduct, at: new Date(), accepted: false };
    calls.push(call);
    behave(call, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    conducts,
    open: (worker) => [...open.values()].filter((its) => its === worker).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** null: the caller died while it sent. */
async function whole(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

function behave(call: TroubledCall, { socket }: IncomingMessage, response: ServerResponse): void {
  switch (call.conduct) {
    case "takes it":
      call.accepted = true;
      response.writeHead(204).end();
      break;
    case "answers 500":
      response.writeHead(500).end("out of order");
      break;
    case "answers 503":
      response.writeHead(503, { "retry-after": "1" }).end();
      break;
    case "hangs":
      break;
    case "takes it and never answers":
      call.accepted = true;
      break;
    case "resets after reading":
      socket.resetAndDestroy();
      break;
    case "closes after reading":
      socket.end();
      break;
    case "sends half a status line":
      socket.end("HTTP/1.1 20");
      break;
    case "takes it and cuts its answer":
      call.accepted = true;
      response.writeHead(200, { "content-length": "1000" });
      response.write("thank", () => socket.resetAndDestroy());
      break;
    case "resets before reading":
    case "closes before reading":
      break;
  }
}

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
}

/** Status of the answer; null: it never answers. */
export type Answer = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
} | null;

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The most calls that were open at once. */
  readonly mostAtOnce: number;
  readonly connections: number;
  /** Resolves when at least this many calls have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A partner's endpoint on the loopback. */
export async function startReceiver(
  answer: (call: Received, index: number) => Answer | Promise<Answer> = () => ({ status: 200 }),
): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let open = 0;
  let mostAtOnce = 0;
  let connections = 0;
  const server = createServer(async (request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++open);
    response.once("close", () => open--);
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const call = {
      path: request.url ?? "",
      headers: request.headers,
      rawBody: Buffer.concat(chunks).toString(),
    };
    const index = received.push(call) - 1;
    for (const { resolve } of waiting.filter(({ count }) => received.length >= count)) resolve();
    const reply = await answer(call, index);
    if (reply) response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    get mostAtOnce() {
      return mostAtOnce;
    },
    get connections() {
      return connections;
    },
    arrived: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

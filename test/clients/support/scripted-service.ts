import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** An answer, or none: the connection breaks before it, within it, or stays open. */
export type Scripted =
  | "broken"
  | "half"
  | "silent"
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly text?: string;
    };

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds. */
  readonly at: number;
}

/** A server on the loopback that gives scripted answers, one after the other, and remembers the requests. */
class ScriptedService {
  readonly requests: SeenRequest[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(answers: readonly Scripted[]): Promise<ScriptedService> {
    const server = createServer();
    const service = new ScriptedService(server);
    server.on("request", async (request, response) => {
      const { method = "", url: path = "", headers } = request;
      const at = performance.now();
      const body = await text(request);
      service.requests.push({ method, path, headers, body, at });
      give(
        response,
        answers[service.requests.length - 1] ?? { status: 418, body: { error: "not_scripted" } },
      );
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), "close");
    this.#server.closeAllConnections();
    await closed;
  }
}

/** Runs something with such a server, which then ends. */
export async function scripted(
  answers: readonly Scripted[],
  run: (service: ScriptedService) => Promise<void>,
): Promise<void> {
  const service = await ScriptedService.start(answers);
  try {
    await run(service);
  } finally {
    await service.close();
  }
}

function give(response: ServerResponse, answer: Scripted): void {
  if (answer === "silent") return;
  if (answer === "broken") return void response.destroy();
  if (answer === "half") {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
    response.write('{"data":', () => response.destroy());
    return;
  }
  const body = answer.text ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
  const type = answer.text === undefined ? "application/json" : "text/html";
  response.writeHead(answer.status, {
    ...(body === undefined ? {} : { "Content-Type": type }),
    ...answer.headers,
  });
  response.end(body);
}

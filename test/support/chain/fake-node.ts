import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Hex } from "../../../ports/chain.ts";

/** Instead of an answer: never; after its headers no more; broken off; with this status; this text. */
export type Fault =
  | "hang"
  | "stall"
  | "hang up"
  | { readonly status: number; readonly headers?: Record<string, string> }
  | { readonly text: string };

type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

/** A chain node that lies, lags and fails as it is told. Well behaved it has ten blocks of chain 31337. */
export class FakeNode {
  readonly url: string;
  /** Each request it got. */
  readonly calls: string[] = [];
  /** Configured answers, by method. */
  answers: Answers = {};
  /** For the next requests, one each; the last one stays. */
  faults: (Fault | null)[] = [];
  head = 10;
  chainId = 31_337;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.url = `http://operator:url-password@127.0.0.1:${port}/v3/url-key`;
  }

  static async start(): Promise<FakeNode> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const node = new FakeNode(server);
    server.on("request", async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      await node.#answer(JSON.parse(body), response);
    });
    return node;
  }

  async stop(): Promise<void> {
    const end = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await end;
  }

  async #answer(
    call: { id: number; method: string; params: readonly unknown[] },
    response: ServerResponse,
  ): Promise<void> {
    this.calls.push(call.method);
    const fault = this.faults.length > 1 ? this.faults.shift() : this.faults[0];
    if (fault === "hang") return;
    if (fault === "hang up") return void response.socket!.destroy();
    if (fault === "stall") {
      response.writeHead(200, { "Content-Type": "application/json" });
      return void response.write('{"jsonrpc":');
    }
    if (fault && "status" in fault) return void response.writeHead(fault.status, fault.headers).end("no");
    if (fault && "text" in fault) return void response.end(fault.text);
    const answer = this.answers[call.method] ?? this.#honest[call.method];
    const result = await answer?.(call.params ?? []);
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: call.id, result }));
  }

  readonly #honest: Answers = {
    eth_chainId: () => quantity(this.chainId),
    eth_blockNumber: () => quantity(this.head),
    eth_getBlockByNumber: ([number]) => {
      const wanted = number === "finalized" ? 3 : Number(number);
      return wanted > this.head ? null : fakeBlock(wanted);
    },
    eth_getTransactionReceipt: () => null,
    eth_getLogs: () => [],
  };
}

export function fakeBlock(number: number): { number: Hex; hash: Hex; timestamp: Hex } {
  return {
    number: quantity(number),
    hash: `0x${number.toString(16).padStart(64, "0")}`,
    timestamp: quantity(1_800_000_000 + number * 12),
  };
}

export function quantity(number: number): Hex {
  return `0x${number.toString(16)}`;
}

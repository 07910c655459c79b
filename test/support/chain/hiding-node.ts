import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Hex } from "../../../ports/chain.ts";

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}
interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Hex };
}

/**
 * A node that answers as the one behind it, but does not know the logs of some transactions, gives logs of few blocks, and
 * gives other answers to some methods, which the one behind it is not asked then.
 */
export class HidingNode {
  readonly url: string;
  readonly hidden = new Set<Hex>();
  /** Answers by method. */
  readonly answers = new Map<string, Reply>();
  /** It does not answer. */
  isAway = false;
  /** Greatest number of blocks per request for logs. */
  mostBlocks = Infinity;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async before(url: string): Promise<HidingNode> {
    const server = createServer((request, response) => {
      const answered = async () => {
        if (node.isAway) return response.destroy();
        const asked = (await json(request)) as Call | Call[];
        const other = Array.isArray(asked)
          ? undefined
          : (node.#refusal(asked) ?? node.answers.get(asked.method));
        if (other !== undefined) {
          response.setHeader("Content-Type", "application/json");
          response.end(JSON.stringify({ jsonrpc: "2.0", id: (asked as Call).id, ...other }));
          return;
        }
        const body = JSON.stringify(asked);
        const reply = await fetch(url, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body,
        });
        const told = (await reply.json()) as Reply | Reply[];
        const shown = Array.isArray(asked)
          ? asked.map((call, i) => node.#shown(call, (told as Reply[])[i]!))
          : node.#shown(asked, told as Reply);
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(shown));
      };
      answered().catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const node = new HidingNode(server);
    return node;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #refusal({ method, params }: Call): Reply | undefined {
    if (method !== "eth_getLogs") return undefined;
    const { fromBlock, toBlock } = params![0] as { readonly fromBlock: Hex; readonly toBlock: Hex };
    const isTaken = Number(toBlock) - Number(fromBlock) < this.mostBlocks;
    return isTaken ? undefined : { error: { code: -32_005, message: "block range too large" } };
  }

  #shown({ method }: Call, reply: Reply): Reply {
    if (method !== "eth_getLogs" || !Array.isArray(reply.result)) return reply;
    const result = reply.result.filter(({ transactionHash }) => !this.hidden.has(transactionHash));
    return { ...reply, result };
  }
}

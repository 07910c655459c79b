import { isDeepStrictEqual } from "node:util";
import { type Block, ChainUnavailable, type Hex } from "../../ports/chain.ts";
import type { Log } from "../../ports/log.ts";
import type { UnitOfWork } from "../../ports/unit-of-work.ts";
import { invariant } from "../../src/shared/invariant.ts";
import {
  blockQuestion,
  type ContractLog,
  finalizedQuestion,
  headQuestion,
  type LogFilter,
  logsQuestion,
  type Question,
} from "./rpc-messages.ts";
import { RpcNode } from "./rpc-node.ts";
import { lowered, MAX_BLOCKS } from "./transfer-filter.ts";

const TIMEOUT_MS = 5_000;

export interface RpcNodesOptions {
  readonly chainId: number;
  readonly rpcUrl: string;
  /** A node of a different operator: data that the two nodes do not agree on is not returned. */
  readonly secondRpcUrl?: string | null;
  /** Number of blocks on top that make a block final, or `finalized`: the node's own finality. */
  readonly confirmations: number | "finalized";
  /** For one call of a port, with all its requests and their repetitions. Default: 5 seconds. */
  readonly timeoutMs?: number;
  readonly unitOfWork: Pick<UnitOfWork, "open">;
  readonly log: Log;
}

/**
 * One node or two. Of two nodes the newer head and the older final block count, and all else is returned only if they
 * agree: a node that returns false data, or lags, makes the chain unavailable and changes nothing.
 */
export class RpcNodes {
  readonly chainId: number;
  readonly nodes: readonly RpcNode[];
  readonly #confirmations: number | "finalized";
  readonly #timeoutMs: number;
  readonly #unitOfWork: Pick<UnitOfWork, "open">;
  readonly #log: Log;
  /** The queries on which the nodes currently disagree. */
  #disputed: string | null = null;

  constructor(options: RpcNodesOptions) {
    const { chainId, rpcUrl, secondRpcUrl, log } = options;
    this.chainId = chainId;
    this.nodes = [
      new RpcNode({ name: "CHAIN_RPC_URL", url: rpcUrl, chainId, log }),
      ...(secondRpcUrl ? [new RpcNode({ name: "CHAIN_RPC_URL_2", url: secondRpcUrl, chainId, log })] : []),
    ];
    this.#confirmations = options.confirmations;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#unitOfWork = options.unitOfWork;
    this.#log = log;
  }

  /** Every call of a port begins here. Inside a unit of work, whose locks would last as long, it is a bug and raises. */
  deadline(): AbortSignal {
    invariant(!this.#unitOfWork.open, "no chain node is called inside a unit of work");
    return AbortSignal.timeout(this.#timeoutMs);
  }

  async head(deadline: AbortSignal): Promise<number> {
    return Math.max(...(await this.all(headQuestion, deadline)));
  }

  /** With 12 confirmations: the block with exactly 12 others on top. The first block is always final. */
  async final(deadline: AbortSignal): Promise<number> {
    if (this.#confirmations === "finalized") {
      const blocks = await this.all(finalizedQuestion, deadline);
      return Math.min(...blocks.map((block) => block?.number ?? 0));
    }
    const heads = await this.all(headQuestion, deadline);
    return Math.max(0, Math.min(...heads) - this.#confirmations);
  }

  block(number: number, deadline: AbortSignal): Promise<Block | null> {
    return this.agreed(blockQuestion(number), deadline);
  }

  /** Returns a contract's logs in chain order. At most 2,000 blocks a call, all of which must exist. */
  async logs(filter: LogFilter): Promise<ContractLog[]> {
    const { address, fromBlock, toBlock } = filter;
    invariant(toBlock - fromBlock < MAX_BLOCKS, `at most ${MAX_BLOCKS} blocks a call`);
    if (toBlock < fromBlock) return [];
    const deadline = this.deadline();
    // For blocks that it does not have, a node returns fewer logs without an error.
    const heads = await this.all(headQuestion, deadline);
    if (toBlock > Math.min(...heads)) throw ChainUnavailable.because();
    return this.agreed(logsQuestion({ ...filter, address: lowered(address) }), deadline);
  }

  /** Every node's answer, in order. */
  all<T>(question: Question<T>, deadline: AbortSignal): Promise<T[]> {
    return Promise.all(this.nodes.map((node) => node.ask(question, deadline)));
  }

  /** The one answer that all nodes give. */
  async agreed<T>(question: Question<T>, deadline: AbortSignal): Promise<T> {
    const [first, ...others] = await this.all(question, deadline);
    const { method, params } = question;
    const disputed = `${method} ${JSON.stringify(params)}`;
    if (others.every((other) => isDeepStrictEqual(other, first))) {
      if (this.#disputed === disputed) this.#disputed = null;
      return first!;
    }
    // A node without the data only lags. Other differences are logged once a question, which repeats until they agree.
    const facts = { method, params, answers: [first, ...others].map(inShort) };
    if (first === null || others.includes(null as T)) this.#log.debug(facts, "chain node lags behind");
    else if (this.#disputed !== disputed) this.#log.error(facts, "chain nodes returned different data");
    this.#disputed = disputed;
    throw ChainUnavailable.because("The chain's nodes return different data right now. Try again shortly.");
  }
}

/** The parts of an answer that may differ between nodes. */
function inShort(answer: unknown): unknown {
  if (Array.isArray(answer)) return { logs: answer.length };
  if (answer === null || typeof answer !== "object") return answer;
  const { hash, blockHash } = answer as { hash?: Hex; blockHash?: Hex };
  return hash ?? blockHash;
}

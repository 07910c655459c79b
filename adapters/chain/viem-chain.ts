import { isDeepStrictEqual } from "node:util";
import {
  type Block,
  type Chain,
  ChainUnavailable,
  type Hex,
  type TransactionTransfers,
  type Transfer,
} from "../../ports/chain.ts";
import type { ContractWallets } from "../../ports/buyers/wallet-signatures.ts";
import type { Log } from "../../ports/log.ts";
import type { UnitOfWork } from "../../ports/unit-of-work.ts";
import { invariant } from "../../src/shared/invariant.ts";
import {
  blockQuestion,
  type ContractLog,
  decimalsQuestion,
  finalizedQuestion,
  headQuestion,
  type LogFilter,
  logsQuestion,
  type Question,
  receiptQuestion,
  signatureQuestion,
  transfersQuestion,
} from "./rpc-messages.ts";
import { RpcNode } from "./rpc-node.ts";
import { checkedFilter, checkedTxHash, lowered, MAX_BLOCKS, type TransferFilter } from "./transfer-filter.ts";

const TIMEOUT_MS = 5_000;

export interface ViemChainOptions {
  readonly chainId: number;
  readonly rpcUrl: string;
  /** A node of a different operator: data that the two nodes do not agree on is not returned. */
  readonly secondRpcUrl?: string | null;
  /** Number of blocks on top that make a block final, or `finalized`: the node's own finality. */
  readonly confirmations: number | "finalized";
  /** For one call of the port, with all its requests and their repetitions. Default: 5 seconds. */
  readonly timeoutMs?: number;
  readonly unitOfWork: Pick<UnitOfWork, "open">;
  readonly log: Log;
}

/** The start cannot go on: the configuration names another chain than the node. */
export class WrongChain extends Error {
  override readonly name = "WrongChain";
}

/**
 * A real chain, through one node or two. Of two nodes the newer head and the older final block count, and all else is
 * returned only if they agree: a node that returns false data, or lags, makes the chain unavailable and changes
 * nothing. A call inside a unit of work, which would hold its locks as long as a node takes, is a bug and raises.
 */
export class ViemChain implements Chain, ContractWallets {
  readonly chainId: number;
  readonly #nodes: readonly RpcNode[];
  readonly #confirmations: number | "finalized";
  readonly #timeoutMs: number;
  readonly #unitOfWork: Pick<UnitOfWork, "open">;
  readonly #log: Log;
  /** The queries on which the nodes currently disagree. */
  #disputed: string | null = null;

  constructor(options: ViemChainOptions) {
    const { chainId, rpcUrl, secondRpcUrl, log } = options;
    this.chainId = chainId;
    this.#nodes = [
      new RpcNode({ name: "CHAIN_RPC_URL", url: rpcUrl, chainId, log }),
      ...(secondRpcUrl ? [new RpcNode({ name: "CHAIN_RPC_URL_2", url: secondRpcUrl, chainId, log })] : []),
    ];
    this.#confirmations = options.confirmations;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#unitOfWork = options.unitOfWork;
    this.#log = log;
  }

  /**
   * For the start: raises WrongChain, with a sentence for the operator, when a node serves another chain, and
   * ChainUnavailable when one does not answer.
   */
  async check(): Promise<void> {
    const deadline = this.#deadline();
    const answers = await Promise.allSettled(this.#nodes.map((node) => node.servedChainId(deadline)));
    for (const [i, answer] of answers.entries()) {
      if (answer.status === "rejected" || answer.value === this.chainId) continue;
      throw new WrongChain(
        `CHAIN_ID: is ${this.chainId}, but the node at ${this.#nodes[i]!.name} serves chain ${answer.value}`,
      );
    }
    const silent = answers.find((answer) => answer.status === "rejected");
    if (silent) throw silent.reason;
  }

  /** For the startup check: the token's own decimals; null: no such contract, or it does not report them. */
  async decimalsOf(token: Hex): Promise<number | null> {
    return this.#agreed(decimalsQuestion(token), this.#deadline());
  }

  async signed(wallet: string, hash: string, signature: string): Promise<boolean> {
    const { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } =
      await import("viem");
    const validator = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [wallet as Hex, hash as Hex, signature as Hex],
    });
    return this.#agreed(signatureQuestion(validator), this.#deadline());
  }

  async head(): Promise<number> {
    return Math.max(...(await this.#all(headQuestion, this.#deadline())));
  }

  /** With 12 confirmations: the block with exactly 12 others on top. The first block is always final. */
  async final(): Promise<number> {
    return this.#final(this.#deadline());
  }

  async block(number: number): Promise<Block | null> {
    invariant(Number.isSafeInteger(number) && number >= 0, "a block's number is an integer from 0");
    return this.#block(number, this.#deadline());
  }

  async transaction(
    txHash: Hex,
    filter: { readonly token: Hex; readonly to: Hex },
  ): Promise<TransactionTransfers | null> {
    const known = checkedTxHash(txHash);
    if (known === null) return null;
    const deadline = this.#deadline();
    // First: what is found at or below it afterwards can no longer go.
    const final = await this.#final(deadline);
    const receipt = await this.#agreed(receiptQuestion(known), deadline);
    if (receipt === null) return null;
    const { succeeded, blockNumber, blockHash, logs } = receipt;
    // A node may still return the receipt of a block that is no longer part of the chain.
    const block = await this.#block(blockNumber, deadline);
    if (block?.hash !== blockHash) throw ChainUnavailable.because();
    const [token, to] = [lowered(filter.token), lowered(filter.to)];
    const transfers = logs.filter((transfer) => transfer.token === token && transfer.to === to);
    return { succeeded, blockNumber, final: blockNumber <= final, transfers };
  }

  async transfers(filter: TransferFilter): Promise<Transfer[]> {
    const checked = checkedFilter(filter);
    if (checked === null) return [];
    const deadline = this.#deadline();
    // For blocks that it does not have, a node returns fewer logs without an error.
    const heads = await this.#all(headQuestion, deadline);
    if (checked.toBlock > Math.min(...heads)) throw ChainUnavailable.because();
    return this.#agreed(transfersQuestion(checked), deadline);
  }

  /** What a contract logged, in chain order. At most 2,000 blocks a call, and none that does not exist yet. */
  async logs(filter: LogFilter): Promise<ContractLog[]> {
    const { address, fromBlock, toBlock } = filter;
    invariant(toBlock - fromBlock < MAX_BLOCKS, `at most ${MAX_BLOCKS} blocks a call`);
    if (toBlock < fromBlock) return [];
    const deadline = this.#deadline();
    // For blocks that it does not have, a node returns fewer logs without an error.
    const heads = await this.#all(headQuestion, deadline);
    if (toBlock > Math.min(...heads)) throw ChainUnavailable.because();
    return this.#agreed(logsQuestion({ ...filter, address: lowered(address) }), deadline);
  }

  /** Every call of the port begins here. */
  #deadline(): AbortSignal {
    invariant(!this.#unitOfWork.open, "no chain node is asked inside a unit of work");
    return AbortSignal.timeout(this.#timeoutMs);
  }

  async #final(deadline: AbortSignal): Promise<number> {
    if (this.#confirmations === "finalized") {
      const blocks = await this.#all(finalizedQuestion, deadline);
      return Math.min(...blocks.map((block) => block?.number ?? 0));
    }
    const heads = await this.#all(headQuestion, deadline);
    return Math.max(0, Math.min(...heads) - this.#confirmations);
  }

  #block(number: number, deadline: AbortSignal): Promise<Block | null> {
    return this.#agreed(blockQuestion(number), deadline);
  }

  /** Every node's answer, in order. */
  #all<T>(question: Question<T>, deadline: AbortSignal): Promise<T[]> {
    return Promise.all(this.#nodes.map((node) => node.ask(question, deadline)));
  }

  /** The one answer that all nodes give. */
  async #agreed<T>(question: Question<T>, deadline: AbortSignal): Promise<T> {
    const [first, ...others] = await this.#all(question, deadline);
    const { method, params } = question;
    const disputed = `${method} ${JSON.stringify(params)}`;
    if (others.every((other) => isDeepStrictEqual(other, first))) {
      if (this.#disputed === disputed) this.#disputed = null;
      return first!;
    }
    // One that has not got it yet only lags. The rest is said once a question: it is asked until they agree.
    const facts = { method, params, answers: [first, ...others].map(inShort) };
    if (first === null || others.includes(null as T)) this.#log.debug(facts, "chain node lags behind");
    else if (this.#disputed !== disputed) this.#log.error(facts, "chain nodes returned different data");
    this.#disputed = disputed;
    throw ChainUnavailable.because("The chain's nodes return different data right now. Try again shortly.");
  }
}

/** The parts of an answer that may differ between nodes. */
function inShort(answer: unknown): unknown {
  if (Array.isArray(answer)) return { transfers: answer.length };
  if (answer === null || typeof answer !== "object") return answer;
  const { hash, blockHash } = answer as { hash?: Hex; blockHash?: Hex };
  return hash ?? blockHash;
}

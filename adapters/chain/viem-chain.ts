import {
  type Block,
  type Chain,
  ChainUnavailable,
  type Hex,
  type TransactionTransfers,
  type Transfer,
} from "../../ports/chain.ts";
import type { ContractWallets } from "../../ports/buyers/wallet-signatures.ts";
import { invariant } from "../../src/shared/invariant.ts";
import {
  type ContractLog,
  decimalsQuestion,
  headQuestion,
  type LogFilter,
  receiptQuestion,
  signatureQuestion,
  transfersQuestion,
} from "./rpc-messages.ts";
import { RpcNodes, type RpcNodesOptions } from "./rpc-nodes.ts";
import { checkedFilter, checkedTxHash, lowered, type TransferFilter } from "./transfer-filter.ts";

/** The start cannot go on: the configuration names another chain than the node. */
export class WrongChain extends Error {
  override readonly name = "WrongChain";
}

/** A real chain, through one node or two that must agree. */
export class ViemChain implements Chain, ContractWallets {
  readonly chainId: number;
  readonly #nodes: RpcNodes;

  constructor(options: RpcNodesOptions) {
    this.chainId = options.chainId;
    this.#nodes = new RpcNodes(options);
  }

  /**
   * For the start: raises WrongChain, with a sentence for the operator, when a node serves another chain, and
   * ChainUnavailable when one does not answer.
   */
  async check(): Promise<void> {
    const deadline = this.#nodes.deadline();
    const answers = await Promise.allSettled(this.#nodes.nodes.map((node) => node.servedChainId(deadline)));
    for (const [i, answer] of answers.entries()) {
      if (answer.status === "rejected" || answer.value === this.chainId) continue;
      throw new WrongChain(
        `CHAIN_ID: is ${this.chainId}, but the node at ${this.#nodes.nodes[i]!.name} serves chain ${answer.value}`,
      );
    }
    const silent = answers.find((answer) => answer.status === "rejected");
    if (silent) throw silent.reason;
  }

  /** For the startup check: the token's own decimals; null: no such contract, or it does not report them. */
  async decimalsOf(token: Hex): Promise<number | null> {
    return this.#nodes.agreed(decimalsQuestion(token), this.#nodes.deadline());
  }

  async signed(wallet: string, hash: string, signature: string): Promise<boolean> {
    const { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } =
      await import("viem");
    const validator = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [wallet as Hex, hash as Hex, signature as Hex],
    });
    return this.#nodes.agreed(signatureQuestion(validator), this.#nodes.deadline());
  }

  async head(): Promise<number> {
    return this.#nodes.head(this.#nodes.deadline());
  }

  /** With 12 confirmations: the block with exactly 12 others on top. The first block is always final. */
  async final(): Promise<number> {
    return this.#nodes.final(this.#nodes.deadline());
  }

  async block(number: number): Promise<Block | null> {
    invariant(Number.isSafeInteger(number) && number >= 0, "a block's number is an integer from 0");
    return this.#nodes.block(number, this.#nodes.deadline());
  }

  async transaction(
    txHash: Hex,
    filter: { readonly token: Hex; readonly to: Hex },
  ): Promise<TransactionTransfers | null> {
    const known = checkedTxHash(txHash);
    if (known === null) return null;
    const deadline = this.#nodes.deadline();
    // First: what is found at or below it afterwards can no longer go.
    const final = await this.#nodes.final(deadline);
    const receipt = await this.#nodes.agreed(receiptQuestion(known), deadline);
    if (receipt === null) return null;
    const { succeeded, blockNumber, blockHash, logs } = receipt;
    // A node may still return the receipt of a block that is no longer part of the chain.
    const block = await this.#nodes.block(blockNumber, deadline);
    if (block?.hash !== blockHash) throw ChainUnavailable.because();
    const [token, to] = [lowered(filter.token), lowered(filter.to)];
    const transfers = logs.filter((transfer) => transfer.token === token && transfer.to === to);
    return { succeeded, blockNumber, final: blockNumber <= final, transfers };
  }

  async transfers(filter: TransferFilter): Promise<Transfer[]> {
    const checked = checkedFilter(filter);
    if (checked === null) return [];
    const deadline = this.#nodes.deadline();
    // For blocks that it does not have, a node returns fewer logs without an error.
    const heads = await this.#nodes.all(headQuestion, deadline);
    if (checked.toBlock > Math.min(...heads)) throw ChainUnavailable.because();
    return this.#nodes.agreed(transfersQuestion(checked), deadline);
  }

  logs(filter: LogFilter): Promise<ContractLog[]> {
    return this.#nodes.logs(filter);
  }
}

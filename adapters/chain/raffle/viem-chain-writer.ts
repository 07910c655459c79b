import { ChainUnavailable, type Hex } from "../../../ports/chain.ts";
import type {
  Broadcast,
  ChainWriter,
  Estimate,
  Fees,
  MinedTransaction,
  UnsignedTransaction,
} from "../../../ports/onchain/chain-writer.ts";
import { receiptQuestion } from "../rpc-messages.ts";
import type { RpcNodes } from "../rpc-nodes.ts";
import {
  balanceQuestion,
  baseFeeQuestion,
  broadcastQuestion,
  estimateQuestion,
  tipQuestion,
  transactionCountQuestion,
} from "./raffle-questions.ts";
import { errorName } from "./error-name.ts";

/** Nodes' answers, the best first: one node that takes a transaction is enough. */
const WORTH: readonly Broadcast[] = ["taken", "spent", "underpriced", "rejected"];

/** Sends through one node or two, by transactions of type 2. */
export class ViemChainWriter implements ChainWriter {
  readonly chainId: number;
  readonly #nodes: RpcNodes;

  constructor(nodes: RpcNodes) {
    this.chainId = nodes.chainId;
    this.#nodes = nodes;
  }

  async fees(): Promise<Fees> {
    const deadline = this.#nodes.deadline();
    const [baseFees, tips] = await Promise.all([
      this.#nodes.all(baseFeeQuestion, deadline),
      this.#nodes.all(tipQuestion, deadline),
    ]);
    const tip = greatest(tips);
    return { maxFee: 2n * greatest(baseFees) + tip, tip };
  }

  async balance(address: Hex): Promise<bigint> {
    const balances = await this.#nodes.all(balanceQuestion(address), this.#nodes.deadline());
    return balances.reduce((least, balance) => (balance < least ? balance : least));
  }

  async estimate(call: { readonly from: Hex; readonly target: Hex; readonly data: Hex }): Promise<Estimate> {
    const { from, target, data } = call;
    const question = estimateQuestion({ from, to: target, data });
    const answers = await this.#nodes.all(question, this.#nodes.deadline());
    const raised = answers.flatMap((answer) => ("raised" in answer ? [answer.raised] : []));
    if (raised.length === answers.length) return { outcome: "refused", error: await errorName(raised[0]!) };
    // One of them has not seen yet what the other one judges by.
    if (raised.length > 0) throw ChainUnavailable.because();
    return {
      outcome: "accepted",
      gas: Math.max(...answers.map((answer) => ("gas" in answer ? answer.gas : 0))),
    };
  }

  async minedCount(address: Hex, at: "newest" | "final"): Promise<number> {
    const deadline = this.#nodes.deadline();
    const tag = at === "newest" ? "latest" : await this.#nodes.final(deadline);
    const counts = await this.#nodes.all(transactionCountQuestion(address, tag), deadline);
    return Math.min(...counts);
  }

  async digest(transaction: UnsignedTransaction): Promise<Uint8Array> {
    const { hexToBytes, keccak256, serializeTransaction } = await import("viem");
    return hexToBytes(keccak256(serializeTransaction(this.#fields(transaction))));
  }

  async signed(
    transaction: UnsignedTransaction,
    { r, s, parity }: { readonly r: Hex; readonly s: Hex; readonly parity: 0 | 1 },
  ): Promise<{ readonly raw: Hex; readonly hash: Hex }> {
    const { keccak256, serializeTransaction } = await import("viem");
    const raw = serializeTransaction(this.#fields(transaction), { r, s, yParity: parity });
    return { raw, hash: keccak256(raw) };
  }

  async broadcast(raw: Hex): Promise<Broadcast> {
    const deadline = this.#nodes.deadline();
    const question = broadcastQuestion(raw);
    const answers = await Promise.allSettled(this.#nodes.nodes.map((node) => node.ask(question, deadline)));
    const hashes = new Set(
      answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])),
    );
    const best = WORTH.find((outcome) => hashes.has(outcome));
    if (best === undefined) throw ChainUnavailable.because();
    return best;
  }

  async mined(hash: Hex): Promise<MinedTransaction | null> {
    const deadline = this.#nodes.deadline();
    // First: what is found at or below it afterwards can no longer go.
    const final = await this.#nodes.final(deadline);
    const receipt = await this.#nodes.agreed(receiptQuestion(hash), deadline);
    if (receipt === null) return null;
    const { succeeded, blockNumber, blockHash } = receipt;
    // A node may still return the receipt of a block that is no longer part of the chain.
    const block = await this.#nodes.block(blockNumber, deadline);
    if (block?.hash !== blockHash) throw ChainUnavailable.because();
    return { succeeded, blockNumber, final: blockNumber <= final };
  }

  #fields({ nonce, target, data, gas, maxFee, tip }: UnsignedTransaction) {
    return {
      type: "eip1559",
      chainId: this.chainId,
      nonce,
      to: target,
      data,
      value: 0n,
      gas: BigInt(gas),
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas: tip,
    } as const;
  }
}

function greatest(values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most));
}

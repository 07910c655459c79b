import { isDeepStrictEqual } from "node:util";
import { ChainUnavailable, type Hex } from "../../../ports/chain.ts";
import type {
  At,
  DrawFund,
  LotOnContract,
  RaffleContract,
  RaffleEvent,
  RaffleFacts,
} from "../../../ports/onchain/raffle-contract.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { headQuestion } from "../rpc-messages.ts";
import type { RpcNodes } from "../rpc-nodes.ts";
import { RAFFLE_ABI, RAFFLE_IMMUTABLES, RAFFLE_RUNTIME_CODE } from "../generated/raffle.ts";
import { type BlockTag, callQuestion, codeQuestion } from "./raffle-questions.ts";
import { raffleEvents } from "./raffle-events.ts";
import { raffleCalls } from "./raffle-calls.ts";
import { RaffleSubscriptions } from "./raffle-subscriptions.ts";
import { termsOf } from "./raffle-terms.ts";

/** States by the contract's number; 0: no such lot. */
const STATES = [null, "open", "drawing", "drawn", "cancelled"] as const;
/** `decimals()` */
const DECIMALS_CALL: Hex = "0x313ce567";
/** The raffle contract, through one node or two that must agree. */
export class ViemRaffleContract implements RaffleContract {
  readonly address: Hex;
  readonly calls = raffleCalls;
  readonly #nodes: RpcNodes;
  readonly #subscriptions: RaffleSubscriptions;

  /** @param address in lower case */
  constructor(address: Hex, nodes: RpcNodes) {
    this.address = address;
    this.#nodes = nodes;
    this.#subscriptions = new RaffleSubscriptions(nodes, (name, args, deadline) =>
      this.#read(name, args, "latest", deadline),
    );
  }

  events(range: Parameters<RaffleContract["events"]>[0]): Promise<RaffleEvent[]> {
    return raffleEvents(this.#nodes, this.address, range);
  }

  async lot(lotId: LotId, at: At): Promise<LotOnContract | null> {
    const deadline = this.#nodes.deadline();
    const tag = await this.#tag(at, deadline);
    const id = [BigInt(lotId)] as const;
    const [lot, sold, purchaseCount] = await Promise.all([
      this.#read("lots", id, tag, deadline),
      this.#read("sold", id, tag, deadline),
      this.#read("purchaseCount", id, tag, deadline),
    ]);
    const known = lot as {
      token: string;
      price: bigint;
      maxTickets: number;
      treasury: string;
      startAt: number;
      endAt: number;
      state: number;
    };
    const state = STATES[known.state] ?? null;
    if (state === null) return null;
    return {
      state,
      sold: Number(sold),
      purchaseCount: Number(purchaseCount),
      terms: termsOf(known),
    };
  }

  async isRefunded(lotId: LotId, index: number, at: At): Promise<boolean> {
    const deadline = this.#nodes.deadline();
    const tag = await this.#tag(at, deadline);
    return (await this.#read("isRefunded", [BigInt(lotId), index], tag, deadline)) as boolean;
  }

  subscriptionBalance(): Promise<bigint> {
    return this.#subscriptions.balance();
  }

  drawFunds(lotIds: readonly LotId[]): Promise<DrawFund[]> {
    return this.#subscriptions.funds(lotIds);
  }

  async facts(tokens: readonly Hex[]): Promise<RaffleFacts> {
    const deadline = this.#nodes.deadline();
    const code = await this.#nodes.agreed(codeQuestion(this.address), deadline);
    if (!isOurs(code))
      return { isOurs: false, operator: null, tokens: [], isKeyKnown: false, isConsumer: false };
    const operator = (await this.#read("operator", [], "latest", deadline)) as string;
    return {
      isOurs: true,
      operator: operator.toLowerCase() as Hex,
      tokens: await Promise.all(
        tokens.map(async (address) => ({
          address,
          accepted: (await this.#read("accepted", [address], "latest", deadline)) as boolean,
          decimals: await this.#decimals(address, deadline),
        })),
      ),
      ...(await this.#subscriptions.facts(this.address)),
    };
  }

  /** null: no token is there. */
  async #decimals(token: Hex, deadline: AbortSignal): Promise<number | null> {
    const decimals = await this.#nodes.agreed(callQuestion(token, DECIMALS_CALL, "latest"), deadline);
    return decimals === null || decimals === "0x" ? null : Number(BigInt(decimals));
  }

  async #tag(at: At, deadline: AbortSignal): Promise<BlockTag> {
    if (at === "final") return this.#nodes.final(deadline);
    // A number, so that all that is read is of one block.
    return at === "newest" ? Math.min(...(await this.#nodes.all(headQuestion, deadline))) : at;
  }

  async #read(
    functionName: string,
    args: readonly unknown[],
    tag: BlockTag,
    deadline: AbortSignal,
  ): Promise<unknown> {
    const { decodeFunctionResult, encodeFunctionData } = await import("viem");
    const callData = encodeFunctionData({ abi: RAFFLE_ABI, functionName, args } as never);
    const data = await this.#nodes.agreed(callQuestion(this.address, callData, tag), deadline);
    // An empty answer means a wrong address, which the start checks, or a block before the contract.
    if (data === null || data === "0x") throw ChainUnavailable.because();
    return decodeFunctionResult({ abi: RAFFLE_ABI, functionName, data } as never);
  }
}

/** Returns whether a contract runs the code of this build, apart from the values that its constructor sets. */
function isOurs(code: Hex): boolean {
  const [deployed, ours] = [code, RAFFLE_RUNTIME_CODE].map((text) => Buffer.from(text.slice(2), "hex"));
  if (deployed!.length !== ours!.length) return false;
  for (const bytes of [deployed!, ours!])
    for (const { start, length } of RAFFLE_IMMUTABLES) bytes.fill(0, start, start + length);
  return isDeepStrictEqual(deployed, ours);
}

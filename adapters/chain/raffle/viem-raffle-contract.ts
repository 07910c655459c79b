import { isDeepStrictEqual } from "node:util";
import { ChainUnavailable, type Hex } from "../../../ports/chain.ts";
import type {
  At,
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
import { termsOf } from "./raffle-terms.ts";

/** As the contract numbers its states; 0: no such lot. */
const STATES = [null, "open", "drawing", "drawn", "cancelled"] as const;
/** `decimals()` */
const DECIMALS_CALL: Hex = "0x313ce567";
/** What the contract calls of the coordinator to look at its subscription. */
const COORDINATOR_ABI = [
  {
    type: "function",
    name: "getSubscription",
    stateMutability: "view",
    inputs: [{ name: "subId", type: "uint256" }],
    outputs: [
      { name: "balance", type: "uint96" },
      { name: "nativeBalance", type: "uint96" },
      { name: "reqCount", type: "uint64" },
      { name: "subOwner", type: "address" },
      { name: "consumers", type: "address[]" },
    ],
  },
  {
    type: "function",
    name: "s_provingKeys",
    stateMutability: "view",
    inputs: [{ name: "keyHash", type: "bytes32" }],
    outputs: [
      { name: "exists", type: "bool" },
      { name: "maxGas", type: "uint64" },
    ],
  },
  {
    type: "function",
    name: "s_config",
    stateMutability: "view",
    inputs: [],
    outputs: [
      { name: "minimumRequestConfirmations", type: "uint16" },
      { name: "maxGasLimit", type: "uint32" },
      { name: "reentrancyLock", type: "bool" },
      { name: "stalenessSeconds", type: "uint32" },
      { name: "gasAfterPaymentCalculation", type: "uint32" },
      { name: "fulfillmentFlatFeeNativePPM", type: "uint32" },
      { name: "fulfillmentFlatFeeLinkDiscountPPM", type: "uint32" },
      { name: "nativePremiumPercentage", type: "uint8" },
      { name: "linkPremiumPercentage", type: "uint8" },
    ],
  },
] as const;
/** What a draw's answer takes at most: the contract's `CALLBACK_GAS`, and verification as Chainlink reckons it. */
const ANSWER_GAS = 300_000n + 200_000n;
/** Of the chain's coin, in wei: the flat fee counts these. */
const MILLIONTH = 10n ** 12n;

/** The raffle contract, through one node or two that must agree. */
export class ViemRaffleContract implements RaffleContract {
  readonly address: Hex;
  readonly calls = raffleCalls;
  readonly #nodes: RpcNodes;

  /** @param address in lower case */
  constructor(address: Hex, nodes: RpcNodes) {
    this.address = address;
    this.#nodes = nodes;
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

  async subscriptionBalance(): ReturnType<RaffleContract["subscriptionBalance"]> {
    const deadline = this.#nodes.deadline();
    const { subscription, answerCostsMost } = await this.#coordinator(deadline);
    return { native: subscription?.[1] ?? 0n, link: subscription?.[0] ?? 0n, answerCostsMost };
  }

  async facts(tokens: readonly Hex[]): Promise<RaffleFacts> {
    const deadline = this.#nodes.deadline();
    const code = await this.#nodes.agreed(codeQuestion(this.address), deadline);
    if (!isOurs(code))
      return { isOurs: false, operator: null, tokens: [], isKeyKnown: false, isConsumer: false };
    const operator = (await this.#read("operator", [], "latest", deadline)) as string;
    const { subscription, answerCostsMost } = await this.#coordinator(deadline);
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
      isKeyKnown: answerCostsMost !== null,
      isConsumer: subscription?.[4].some((consumer) => consumer.toLowerCase() === this.address) ?? false,
    };
  }

  /** null: no token is there. */
  async #decimals(token: Hex, deadline: AbortSignal): Promise<number | null> {
    const told = await this.#nodes.agreed(callQuestion(token, DECIMALS_CALL, "latest"), deadline);
    return told === null || told === "0x" ? null : Number(BigInt(told));
  }

  /**
   * The subscription that pays for draws (null: there is none), and what an answer costs at most (null: the coordinator
   * does not know the key hash).
   */
  async #coordinator(deadline: AbortSignal) {
    const { decodeFunctionResult, encodeFunctionData } = await import("viem");
    const coordinator = (await this.#read("coordinator", [], "latest", deadline)) as Hex;
    const randomness = await this.#read("randomness", [], "latest", deadline);
    const [subscriptionId, keyHash] = randomness as readonly [bigint, Hex, number];
    const ask = async <T>(data: Hex, decode: (data: Hex) => T): Promise<T | null> => {
      const to = coordinator.toLowerCase() as Hex;
      const answer = await this.#nodes.agreed(callQuestion(to, data, "latest"), deadline);
      return answer === null || answer === "0x" ? null : decode(answer);
    };
    const abi = COORDINATOR_ABI;
    const subscription = await ask(
      encodeFunctionData({ abi, functionName: "getSubscription", args: [subscriptionId] }),
      (data) => decodeFunctionResult({ abi, functionName: "getSubscription", data }),
    );
    const key = await ask(
      encodeFunctionData({ abi, functionName: "s_provingKeys", args: [keyHash] }),
      (data) => decodeFunctionResult({ abi, functionName: "s_provingKeys", data }),
    );
    const config = await ask(encodeFunctionData({ abi, functionName: "s_config" }), (data) =>
      decodeFunctionResult({ abi, functionName: "s_config", data }),
    );
    if (!key?.[0] || config === null) return { subscription, answerCostsMost: null };
    const [, , , , , flatFee, , premium] = config;
    const gasCosts = (ANSWER_GAS * key[1] * BigInt(100 + premium)) / 100n;
    return { subscription, answerCostsMost: gasCosts + BigInt(flatFee) * MILLIONTH };
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
    const asked = encodeFunctionData({ abi: RAFFLE_ABI, functionName, args } as never);
    const data = await this.#nodes.agreed(callQuestion(this.address, asked, tag), deadline);
    // Nothing there is a wrong address, which the start looks at, or a block before the contract.
    if (data === null || data === "0x") throw ChainUnavailable.because();
    return decodeFunctionResult({ abi: RAFFLE_ABI, functionName, data } as never);
  }
}

/** Whether a contract runs the code of this build: all but what its constructor fills in. */
function isOurs(code: Hex): boolean {
  const [given, ours] = [code, RAFFLE_RUNTIME_CODE].map((text) => Buffer.from(text.slice(2), "hex"));
  if (given!.length !== ours!.length) return false;
  for (const bytes of [given!, ours!])
    for (const { start, length } of RAFFLE_IMMUTABLES) bytes.fill(0, start, start + length);
  return isDeepStrictEqual(given, ours);
}

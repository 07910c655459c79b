import { LRUCache } from "lru-cache";
import type { Hex } from "../../../ports/chain.ts";
import type { DrawFund, RaffleFacts } from "../../../ports/onchain/raffle-contract.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import type { RpcNodes } from "../rpc-nodes.ts";
import { callQuestion } from "./raffle-questions.ts";

/** Functions of the coordinator that show who pays for an answer, and how much. */
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
/** Gas of a draw's answer at most: the contract's `CALLBACK_GAS`, and verification as Chainlink bills it. */
const ANSWER_GAS = 300_000n + 200_000n;
/** A millionth of the chain's coin, in wei: the unit of the flat fee. */
const MILLIONTH = 10n ** 12n;
const LOTS_AT_ONCE = 20;
const LOTS_REMEMBERED = 10_000;

/** Settings that a draw is requested with. */
interface Randomness {
  readonly subscriptionId: bigint;
  readonly keyHash: Hex;
}

/** A view of the raffle contract, by its name. */
type Read = (functionName: string, args: readonly unknown[], deadline: AbortSignal) => Promise<unknown>;

/** Subscriptions that pay for the draws of a raffle contract. */
export class RaffleSubscriptions {
  readonly #nodes: RpcNodes;
  readonly #read: Read;
  /** A lot keeps its settings for ever. */
  readonly #settings = new LRUCache<LotId, Randomness>({ max: LOTS_REMEMBERED });

  constructor(nodes: RpcNodes, read: Read) {
    this.#nodes = nodes;
    this.#read = read;
  }

  /** Returns the wei that the draws of new lots are paid from. */
  async balance(): Promise<bigint> {
    const deadline = this.#nodes.deadline();
    const { subscription } = await this.#coordinator(await this.#present(deadline), deadline);
    return subscription?.[1] ?? 0n;
  }

  async facts(contract: Hex): Promise<Pick<RaffleFacts, "isKeyKnown" | "isConsumer">> {
    const deadline = this.#nodes.deadline();
    const found = await this.#coordinator(await this.#present(deadline), deadline);
    const { subscription, answerCostsMost } = found;
    return {
      isKeyKnown: answerCostsMost !== null,
      isConsumer: subscription?.[4].some((consumer) => consumer.toLowerCase() === contract) ?? false,
    };
  }

  async funds(lotIds: readonly LotId[]): Promise<DrawFund[]> {
    const drawsBy = new Map<string, { readonly settings: Randomness; draws: number }>();
    for (let begin = 0; begin < lotIds.length; begin += LOTS_AT_ONCE) {
      const deadline = this.#nodes.deadline();
      const some = lotIds.slice(begin, begin + LOTS_AT_ONCE);
      for (const settings of await Promise.all(some.map((lotId) => this.#settingsOf(lotId, deadline)))) {
        const key = `${settings.subscriptionId} ${settings.keyHash}`;
        const group = drawsBy.get(key) ?? { settings, draws: 0 };
        group.draws += 1;
        drawsBy.set(key, group);
      }
    }
    const funds = new Map<bigint, DrawFund>();
    for (const { settings, draws } of drawsBy.values()) {
      const { subscriptionId } = settings;
      const { subscription, answerCostsMost } = await this.#coordinator(settings, this.#nodes.deadline());
      if (answerCostsMost === null) continue;
      const earlier = funds.get(subscriptionId);
      funds.set(subscriptionId, {
        subscriptionId,
        draws: draws + (earlier?.draws ?? 0),
        wei: subscription?.[1] ?? 0n,
        neededWei: BigInt(draws) * answerCostsMost + (earlier?.neededWei ?? 0n),
      });
    }
    return [...funds.values()];
  }

  async #settingsOf(lotId: LotId, deadline: AbortSignal): Promise<Randomness> {
    const known = this.#settings.get(lotId);
    if (known !== undefined) return known;
    const settings = settingsIn(await this.#read("randomnessOf", [BigInt(lotId)], deadline));
    this.#settings.set(lotId, settings);
    return settings;
  }

  /** Settings of new lots. */
  async #present(deadline: AbortSignal): Promise<Randomness> {
    return settingsIn(await this.#read("randomness", [], deadline));
  }

  /**
   * Returns the subscription (null: there is none), and the wei that an answer costs at most (null: the coordinator does
   * not know the key hash).
   */
  async #coordinator({ subscriptionId, keyHash }: Randomness, deadline: AbortSignal) {
    const { decodeFunctionResult, encodeFunctionData } = await import("viem");
    const coordinator = (await this.#read("coordinator", [], deadline)) as Hex;
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
}

function settingsIn(decoded: unknown): Randomness {
  const [subscriptionId, keyHash] = decoded as readonly [bigint, Hex, number];
  return { subscriptionId, keyHash };
}

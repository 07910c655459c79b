import { z } from "zod";
import type { Hex } from "../../../ports/chain.ts";
import type { Broadcast } from "../../../ports/onchain/chain-writer.ts";
import { hash, hex, type Question, quantity, type Refusal } from "../rpc-messages.ts";

/** Which state a node answers by. */
export type BlockTag = "latest" | number;

const bytes = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .transform((text) => text.toLowerCase() as Hex);
const bigQuantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((text) => BigInt(text));

const tagOf = (tag: BlockTag) => (tag === "latest" ? tag : hex(tag));

/** The result of a call that only reads. null: it reverts. */
export function callQuestion(to: Hex, data: Hex, tag: BlockTag, from?: Hex): Question<Hex | null> {
  return {
    method: "eth_call",
    params: [{ ...(from && { from }), to, data }, tagOf(tag)],
    answer: bytes.nullable(),
    refused: (refusal) => (isRevert(refusal) ? null : undefined),
  };
}

/** The code at an address; `0x`: no contract is there. */
export function codeQuestion(at: Hex): Question<Hex> {
  return { method: "eth_getCode", params: [at, "latest"], answer: bytes };
}

type GasEstimate = { readonly gas: number } | { readonly raised: Hex };

/** Gas of a call, or what the contract raises. */
export function estimateQuestion(call: {
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
}): Question<GasEstimate> {
  return {
    method: "eth_estimateGas",
    params: [call],
    answer: quantity.transform((gas): GasEstimate => ({ gas })) as unknown as z.ZodType<GasEstimate>,
    refused: (refusal) => (isRevert(refusal) ? { raised: refusal.data ?? "0x" } : undefined),
  };
}

export function balanceQuestion(of: Hex): Question<bigint> {
  return { method: "eth_getBalance", params: [of, "latest"], answer: bigQuantity };
}

export function transactionCountQuestion(of: Hex, tag: BlockTag): Question<number> {
  return { method: "eth_getTransactionCount", params: [of, tagOf(tag)], answer: quantity };
}

/** The price of a unit of gas in the newest block. */
export const baseFeeQuestion: Question<bigint> = {
  method: "eth_getBlockByNumber",
  params: ["latest", false],
  answer: z.object({ baseFeePerGas: bigQuantity }).transform(({ baseFeePerGas }) => baseFeePerGas),
};

export const tipQuestion: Question<bigint> = {
  method: "eth_maxPriorityFeePerGas",
  params: [],
  answer: bigQuantity,
};

/** Gives a node a signed transaction. */
export function broadcastQuestion(raw: Hex): Question<Broadcast> {
  return {
    method: "eth_sendRawTransaction",
    params: [raw],
    answer: hash.transform((): Broadcast => "taken") as unknown as z.ZodType<Broadcast>,
    refused: broadcastOf,
  };
}

/** Classifies a refusal by its words: nodes use different ones, and no numbers. */
function broadcastOf({ message }: Refusal): Broadcast | undefined {
  if (/already (known|imported|in)|known transaction|alreadyknown/i.test(message)) return "taken";
  if (/nonce (is )?too low|oldnonce|nonce has already been used/i.test(message)) return "spent";
  if (/underpriced|fee too low|less than block base fee|too low (to|for)/i.test(message))
    return "underpriced";
  if (/insufficient funds|invalid|nonce|gas|exceeds|denied|reject/i.test(message)) return "rejected";
  return undefined;
}

function isRevert({ code, message }: Refusal): boolean {
  return code === 3 || /revert/i.test(message);
}

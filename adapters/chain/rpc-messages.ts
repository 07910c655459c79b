import { z } from "zod";
import type { Block, Hex, Transfer } from "../../ports/chain.ts";
import type { TransferFilter } from "./transfer-filter.ts";

/** keccak256("Transfer(address,address,uint256)") */
export const TRANSFER_TOPIC: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** One JSON-RPC call with the schema that its answer must match. */
export interface Question<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly answer: z.ZodType<T>;
  /** The answer if the call reverts. Default: the node failed. */
  readonly reverted?: { readonly answer: T };
  /** Returns the answer for another refusal of a working node; undefined: the node failed, as by default. */
  readonly refused?: (refusal: Refusal) => T | undefined;
}

/** A JSON-RPC error. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
  /** The data that a contract raised. */
  readonly data: Hex | null;
}

/** The contract and the blocks, both inclusive. */
export interface LogFilter {
  /** In lower case. */
  readonly address: Hex;
  readonly topics?: readonly (Hex | null)[];
  readonly fromBlock: number;
  readonly toBlock: number;
}

interface Receipt {
  readonly succeeded: boolean;
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly logs: readonly Transfer[];
}

export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,16}$/i)
  .transform(Number)
  .refine(Number.isSafeInteger);

const hexOf = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`, "i"))
    .transform((text) => text.toLowerCase() as Hex);
export const hash = hexOf(32);
const address = hexOf(20);

const header = z.object({ number: quantity, hash, timestamp: quantity });

const log = z.object({
  address,
  topics: z.array(hash).max(4),
  data: z
    .string()
    .regex(/^0x([0-9a-f]{2})*$/i)
    .transform((text) => text.toLowerCase() as Hex),
  blockNumber: quantity,
  transactionHash: hash,
  logIndex: quantity,
  removed: z.literal(false).optional(),
});
type Log = z.output<typeof log>;

/** A raw log of a contract. All hex is in lower case. */
export interface ContractLog {
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: number;
  readonly txHash: Hex;
  readonly logIndex: number;
}

/** null: not an ERC-20 Transfer (ERC-721 gives its event the same name, and a fourth topic). */
function transferOf(log: Log): Transfer | null {
  const [event, from, to] = log.topics;
  if (event !== TRANSFER_TOPIC || from === undefined || to === undefined || log.topics.length !== 3)
    return null;
  if (log.data.length !== 66) return null;
  return {
    token: log.address,
    to: `0x${to.slice(26)}`,
    units: BigInt(log.data),
    txHash: log.transactionHash,
    logIndex: log.logIndex,
    blockNumber: log.blockNumber,
  };
}

export const chainIdQuestion: Question<number> = { method: "eth_chainId", params: [], answer: quantity };

/** The result of the token's `decimals()`; null: none. */
export function decimalsQuestion(token: Hex): Question<number | null> {
  const answer = z
    .string()
    .regex(/^0x([0-9a-f]{64})?$/i)
    .refine((text) => text === "0x" || BigInt(text) < 256n, "no number of decimals")
    .transform((text) => (text === "0x" ? null : Number(text)));
  return { method: "eth_call", params: [{ to: token, data: "0x313ce567" }, "latest"], answer };
}

/**
 * Reads whether a contract has signed, by the code of ERC-6492's validator, which the node runs without deploying it. A
 * contract that raises has not signed.
 */
export function signatureQuestion(validator: Hex): Question<boolean> {
  const answer = z
    .string()
    .regex(/^0x0[01]$/)
    .transform((text) => text === "0x01");
  return { method: "eth_call", params: [{ data: validator }, "latest"], answer, reverted: { answer: false } };
}

export const headQuestion: Question<number> = { method: "eth_blockNumber", params: [], answer: quantity };

/** null: it has finalised nothing yet. */
export const finalizedQuestion: Question<Block | null> = {
  method: "eth_getBlockByNumber",
  params: ["finalized", false],
  answer: header.nullable(),
};

export function blockQuestion(number: number): Question<Block | null> {
  return {
    method: "eth_getBlockByNumber",
    params: [hex(number), false],
    answer: header.refine((block) => block.number === number, "another block").nullable(),
  };
}

export function receiptQuestion(txHash: Hex): Question<Receipt | null> {
  const receipt = z
    .object({
      transactionHash: hash.refine((value) => value === txHash, "another transaction"),
      status: z.enum(["0x0", "0x1"]),
      blockNumber: quantity,
      blockHash: hash,
      logs: z.array(log),
    })
    .transform(({ status, blockNumber, blockHash, logs }) => ({
      succeeded: status === "0x1",
      blockNumber,
      blockHash,
      logs: logs.map(transferOf).filter((transfer) => transfer !== null),
    }))
    .refine(
      ({ blockNumber, logs }) =>
        logs.every((transfer) => transfer.txHash === txHash && transfer.blockNumber === blockNumber),
      "logs of something else",
    );
  return { method: "eth_getTransactionReceipt", params: [txHash], answer: receipt.nullable() };
}

/** The transfers that fit, in chain order. */
export function transfersQuestion({ token, to, fromBlock, toBlock }: TransferFilter): Question<Transfer[]> {
  const addresses = new Set<Hex>(to);
  const answer = z
    .array(log)
    .transform((logs) => logs.map(transferOf).filter((transfer) => transfer !== null))
    .refine(
      (transfers) =>
        transfers.every(
          (transfer) =>
            transfer.token === token &&
            addresses.has(transfer.to) &&
            transfer.blockNumber >= fromBlock &&
            transfer.blockNumber <= toBlock,
        ),
      "logs outside the requested filter",
    )
    .transform((transfers) =>
      transfers.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex),
    );
  const topics = [TRANSFER_TOPIC, null, to.map((address) => `0x${"0".repeat(24)}${address.slice(2)}`)];
  const params = [{ fromBlock: hex(fromBlock), toBlock: hex(toBlock), address: token, topics }];
  return { method: "eth_getLogs", params, answer };
}

/**
 * Everything that one contract logged in these blocks, in chain order.
 * @param topics of those that are wanted, by position; null: any
 */
export function logsQuestion({
  address: from,
  topics = [],
  fromBlock,
  toBlock,
}: LogFilter): Question<ContractLog[]> {
  const answer = z
    .array(log)
    .refine(
      (logs) =>
        logs.every(
          (found) =>
            found.address === from &&
            found.blockNumber >= fromBlock &&
            found.blockNumber <= toBlock &&
            topics.every((topic, i) => topic === null || found.topics[i] === topic),
        ),
      "logs outside the requested filter",
    )
    .transform((logs) =>
      logs
        .map(({ topics: of, data, blockNumber, transactionHash: txHash, logIndex }) => ({
          topics: of,
          data,
          blockNumber,
          txHash,
          logIndex,
        }))
        .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex),
    );
  const params = [{ fromBlock: hex(fromBlock), toBlock: hex(toBlock), address: from, topics }];
  return { method: "eth_getLogs", params, answer };
}

export function hex(number: number): Hex {
  return `0x${number.toString(16)}`;
}

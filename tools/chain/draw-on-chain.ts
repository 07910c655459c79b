/** Reads from a node what the raffle contract has of a lot, for `npm run verify`. It needs nothing of the service. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { Hex } from "../../ports/chain.ts";
import type { OnchainDraw } from "../../src/lot-draws/vrf/onchain-draw-check.ts";
import { UnreadableDraw } from "../../src/lot-draws/lot-draw-file.ts";
import { called, quantity } from "../verify/draw-online.ts";

const WORD_DIGITS = 64;
const TERMS = "(address,uint64,uint32,address,uint40,uint40)";
const topic = (event: string): Hex => `0x${bytesToHex(keccak_256(utf8ToBytes(event)))}`;
const LOT_CREATED = topic(`LotCreated(uint256,${TERMS})`);
const BOUGHT = topic("Bought(uint256,address,uint32,uint32,uint32,uint256)");
const DRAW_REQUESTED = topic("DrawRequested(uint256,uint256,uint32)");
const DRAWN = topic("Drawn(uint256,uint256,uint256,uint32,address)");
const WORDS_REQUESTED = topic(
  "RandomWordsRequested(bytes32,uint256,uint256,uint256,uint16,uint32,uint32,bytes,address)",
);
const WORDS_FULFILLED = topic("RandomWordsFulfilled(uint256,uint256,uint256,uint96,bool,bool,bool)");
const COORDINATOR_CALL = topic("coordinator()").slice(0, 10);

const hex = z
  .templateLiteral(["0x", z.string().regex(/^[0-9a-f]*$/i)])
  .transform((text) => text.toLowerCase() as Hex);
const log = z.object({
  address: hex,
  topics: z.array(hex).min(1).max(4),
  data: hex,
  blockNumber: quantity,
  logIndex: quantity,
  transactionHash: hex,
});
type Log = z.infer<typeof log>;
const receipt = z.object({ status: z.literal("0x1"), logs: z.array(log) });

interface LotOnChain {
  readonly contract: Hex;
  readonly lotId: bigint;
  readonly rpc: string;
  readonly fromBlock: number;
}

export async function drawOnChain(
  lot: LotOnChain,
): Promise<{ readonly chainId: number; readonly draw: OnchainDraw }> {
  const { contract, rpc } = lot;
  const chainId = await called(rpc, "eth_chainId", [], quantity);
  const head = await called(rpc, "eth_blockNumber", [], quantity);
  const call = [{ to: contract, data: COORDINATOR_CALL }, "latest"];
  const coordinator = addressIn(await called(rpc, "eth_call", call, hex), 0);
  const logs = await logsOf(lot, lot.fromBlock, head);
  const of = (event: Hex) => logs.filter(({ topics }) => topics[0] === event);
  const [created] = of(LOT_CREATED);
  const [requested] = of(DRAW_REQUESTED);
  const [drawn] = of(DRAWN);
  const draw: OnchainDraw = {
    contract,
    coordinator,
    terms: created
      ? { price: numberIn(created.data, 1), maxTickets: Number(numberIn(created.data, 2)) }
      : null,
    purchases: of(BOUGHT).map((bought) => purchaseOf(bought)),
    request: requested
      ? {
          ...placeOf(requested),
          requestId: BigInt(requested.topics[2]!),
          tickets: Number(numberIn(requested.data, 0)),
        }
      : null,
    coordinatorRequest: requested ? await coordinatorRequestIn(rpc, requested) : null,
    drawn: drawn
      ? {
          ...placeOf(drawn),
          requestId: BigInt(drawn.topics[2]!),
          seed: numberIn(drawn.data, 0),
          ticket: Number(numberIn(drawn.data, 1)),
          winner: addressIn(drawn.topics[3]!, 0),
        }
      : null,
    ...(await answerIn(rpc, drawn)),
  };
  return { chainId, draw };
}

/** Reads logs. A range that exceeds the node's limits is requested in halves. */
async function logsOf(lot: LotOnChain, fromBlock: number, toBlock: number): Promise<Log[]> {
  const { contract, lotId, rpc } = lot;
  const id = `0x${lotId.toString(16).padStart(WORD_DIGITS, "0")}`;
  const filter = {
    address: contract,
    topics: [[LOT_CREATED, BOUGHT, DRAW_REQUESTED, DRAWN], id],
    fromBlock: `0x${fromBlock.toString(16)}`,
    toBlock: `0x${toBlock.toString(16)}`,
  };
  try {
    return await called(rpc, "eth_getLogs", [filter], z.array(log));
  } catch (error) {
    if (fromBlock >= toBlock) throw error;
    const middle = Math.floor((fromBlock + toBlock) / 2);
    return [...(await logsOf(lot, fromBlock, middle)), ...(await logsOf(lot, middle + 1, toBlock))];
  }
}

function placeOf({ blockNumber, logIndex, transactionHash }: Log) {
  return { blockNumber, logIndex, transactionHash };
}

function purchaseOf(bought: Log): OnchainDraw["purchases"][number] {
  return {
    ...placeOf(bought),
    buyer: addressIn(bought.topics[2]!, 0),
    index: Number(numberIn(bought.data, 0)),
    first: Number(numberIn(bought.data, 1)),
    last: Number(numberIn(bought.data, 2)),
    cost: numberIn(bought.data, 3),
  };
}

async function coordinatorRequestIn(
  rpc: string,
  { transactionHash, blockNumber, topics }: Log,
): Promise<OnchainDraw["coordinatorRequest"]> {
  const requestId = BigInt(topics[2]!);
  const { logs } = await called(rpc, "eth_getTransactionReceipt", [transactionHash], receipt);
  const request = logs.find(
    ({ topics, data }) => topics[0] === WORDS_REQUESTED && numberIn(data, 0) === requestId,
  );
  if (!request) return null;
  const parameters = [`0x${blockNumber.toString(16)}`, false];
  const block = await called(rpc, "eth_getBlockByNumber", parameters, z.object({ hash: hex }));
  return {
    coordinator: request.address,
    sender: addressIn(request.topics[3]!, 0),
    requestId,
    keyHash: BigInt(request.topics[1]!),
    preSeed: numberIn(request.data, 1),
    blockHash: block.hash,
  };
}

async function answerIn(
  rpc: string,
  drawn: Log | undefined,
): Promise<Pick<OnchainDraw, "fulfilled" | "answerInput">> {
  if (!drawn) return { fulfilled: null, answerInput: null };
  const { transactionHash, topics } = drawn;
  const { logs } = await called(rpc, "eth_getTransactionReceipt", [transactionHash], receipt);
  const { input } = await called(
    rpc,
    "eth_getTransactionByHash",
    [transactionHash],
    z.object({ input: hex }),
  );
  const fulfilled = logs.find((log) => log.topics[0] === WORDS_FULFILLED && log.topics[1] === topics[2]);
  return {
    fulfilled: fulfilled
      ? {
          coordinator: fulfilled.address,
          requestId: BigInt(fulfilled.topics[1]!),
          output: numberIn(fulfilled.data, 0),
          success: numberIn(fulfilled.data, 3) === 1n,
        }
      : null,
    answerInput: input,
  };
}

function wordIn(data: Hex, place: number): string {
  const word = data.slice(2 + place * WORD_DIGITS, 2 + (place + 1) * WORD_DIGITS);
  if (word.length !== WORD_DIGITS)
    throw UnreadableDraw.because("The node answers less than the contracts tell.");
  return word;
}

function numberIn(data: Hex, place: number): bigint {
  return BigInt(`0x${wordIn(data, place)}`);
}

function addressIn(data: Hex, place: number): Hex {
  return `0x${wordIn(data, place).slice(24)}`;
}

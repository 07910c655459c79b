import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ChainUnavailable, type Hex } from "../../../ports/chain.ts";
import type { RaffleContract, RaffleEvent } from "../../../ports/onchain/raffle-contract.ts";
import type { ContractLog, LogFilter } from "../rpc-messages.ts";

/** The signature of each event of a lot, which its topic hashes. The first topic of every event is the lot's id. */
const LOT_EVENTS = {
  LotCreated: "LotCreated(uint256,(address,uint64,uint32,address,uint40,uint40))",
  Bought: "Bought(uint256,address,uint32,uint32,uint32,uint256)",
  DrawRequested: "DrawRequested(uint256,uint256,uint32)",
  Drawn: "Drawn(uint256,uint256,uint256,uint32,address)",
  PaidOut: "PaidOut(uint256,address,uint256)",
  LotCancelled: "LotCancelled(uint256,uint32)",
  Refunded: "Refunded(uint256,address,uint32,uint256)",
  TreasuryMoved: "TreasuryMoved(uint256,address,address)",
} as const;
type EventName = keyof typeof LOT_EVENTS;

const NAME_OF: ReadonlyMap<Hex, EventName> = new Map(
  Object.entries(LOT_EVENTS).map(([name, signature]) => [topicOf(signature), name as EventName]),
);

/** A log of the contract that is not as the contract writes them. */
class MalformedLog extends Error {
  override readonly name = "MalformedLog";
}

/** The members of an event without its lot and place. */
type Saying<T> = T extends unknown ? Omit<T, "lotId" | "blockNumber" | "txHash" | "logIndex"> : never;

const READERS: {
  readonly [N in EventName]: (words: Words) => Saying<Extract<RaffleEvent, { readonly event: N }>>;
} = {
  LotCreated: (words) => ({
    event: "LotCreated",
    terms: {
      token: words.address(),
      priceUnits: words.number(),
      maxTickets: words.integer(),
      treasury: words.address(),
      startAt: words.time(),
      endAt: words.time(),
    },
  }),
  Bought: (words) => ({
    event: "Bought",
    buyer: words.address(),
    index: words.integer(),
    first: words.integer(),
    last: words.integer(),
    units: words.number(),
  }),
  DrawRequested: (words) => ({
    event: "DrawRequested",
    requestId: words.number(),
    tickets: words.integer(),
  }),
  // The winner is a topic: those come before the rest.
  Drawn: (words) => {
    const [requestId, winner] = [words.number(), words.address()];
    return { event: "Drawn", requestId, winner, seed: words.hex(), ticket: words.integer() };
  },
  PaidOut: (words) => {
    words.address();
    return { event: "PaidOut", units: words.number() };
  },
  LotCancelled: (words) => ({ event: "LotCancelled", tickets: words.integer() }),
  Refunded: (words) => ({
    event: "Refunded",
    buyer: words.address(),
    index: words.integer(),
    units: words.number(),
  }),
  TreasuryMoved: (words) => {
    words.address();
    return { event: "TreasuryMoved", treasury: words.address() };
  },
};

/** The source of logs: a node, or two that agree. */
interface ContractLogs {
  logs(filter: LogFilter): Promise<ContractLog[]>;
}

/**
 * Reads the raffle contract's logs of lots, as `RaffleContract.events`. If a node returns a malformed log, the chain is
 * unavailable.
 */
export async function raffleEvents(
  chain: ContractLogs,
  address: Hex,
  { fromBlock, toBlock, lotId }: Parameters<RaffleContract["events"]>[0],
): Promise<RaffleEvent[]> {
  const topics = lotId === undefined ? [] : [null, word(lotId)];
  const logs = await chain.logs({ address, topics, fromBlock, toBlock });
  try {
    return logs.map(raffleEventOf).filter((event) => event !== null);
  } catch (error) {
    throw error instanceof MalformedLog ? ChainUnavailable.because() : error;
  }
}

/**
 * Reads a lot's event from a log of the raffle contract. Raises MalformedLog if the contract cannot have written it.
 * @returns null: the log is not of a lot, or the service cannot have made the lot's id
 */
function raffleEventOf({ topics, data, blockNumber, txHash, logIndex }: ContractLog): RaffleEvent | null {
  const name = topics[0] && NAME_OF.get(topics[0]);
  if (!name) return null;
  const words = new Words(
    name,
    `${topics
      .slice(1)
      .map((topic) => topic.slice(2))
      .join("")}${data.slice(2)}`,
  );
  const lotId = words.number();
  if (lotId > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const saying = READERS[name](words);
  words.end();
  return { lotId: Number(lotId), blockNumber, txHash, logIndex, ...saying } as RaffleEvent;
}

/** The topic of an event, by its signature. */
function topicOf(signature: string): Hex {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(signature)))}`;
}

function word(number: number): Hex {
  return `0x${number.toString(16).padStart(64, "0")}`;
}

/** The words of a log, in turn: its topics, then its data. All types of the contract's events take one. */
class Words {
  readonly #event: EventName;
  readonly #text: string;
  #place = 0;

  constructor(event: EventName, text: string) {
    this.#event = event;
    this.#text = text;
  }

  hex(): Hex {
    const word = this.#text.slice(this.#place, this.#place + 64);
    if (word.length !== 64) throw this.#malformed("is too short");
    this.#place += 64;
    return `0x${word}`;
  }

  number(): bigint {
    return BigInt(this.hex());
  }

  integer(): number {
    const value = Number(this.number());
    if (!Number.isSafeInteger(value)) throw this.#malformed("has a number that is too large");
    return value;
  }

  address(): Hex {
    const word = this.hex();
    if (!/^0x0{24}/.test(word)) throw this.#malformed("has an address that is none");
    return `0x${word.slice(26)}`;
  }

  time(): Date {
    return new Date(this.integer() * 1000);
  }

  end(): void {
    if (this.#place !== this.#text.length) throw this.#malformed("is too long");
  }

  #malformed(fault: string): MalformedLog {
    return new MalformedLog(`an event ${this.#event} ${fault}`);
  }
}

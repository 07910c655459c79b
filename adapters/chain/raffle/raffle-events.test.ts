import { encodeAbiParameters, encodeEventTopics, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import type { Hex } from "../../../ports/chain.ts";
import type { ContractLog } from "../rpc-messages.ts";
import { raffleEvents } from "./raffle-events.ts";

const ABI = parseAbi([
  "struct Terms { address token; uint64 price; uint32 maxTickets; address treasury; uint40 startAt; uint40 endAt; }",
  "event LotCreated(uint256 indexed lotId, Terms terms)",
  "event Bought(uint256 indexed lotId, address indexed buyer, uint32 index, uint32 first, uint32 last, uint256 cost)",
  "event DrawRequested(uint256 indexed lotId, uint256 indexed requestId, uint32 tickets)",
  "event Drawn(uint256 indexed lotId, uint256 indexed requestId, uint256 seed, uint32 ticket, address indexed winner)",
  "event PaidOut(uint256 indexed lotId, address indexed treasury, uint256 units)",
  "event LotCancelled(uint256 indexed lotId, uint32 tickets)",
  "event Refunded(uint256 indexed lotId, address indexed buyer, uint32 index, uint256 units)",
  "event TreasuryMoved(uint256 indexed lotId, address indexed from, address indexed to)",
  "event OperatorSet(address operator)",
]);
const RAFFLE: Hex = `0x${"7a".repeat(20)}`;
const TOKEN: Hex = `0x${"1b".repeat(20)}`;
const BUYER: Hex = `0x${"2c".repeat(20)}`;
const TREASURY: Hex = `0x${"3d".repeat(20)}`;
const LARGE = 2n ** 256n - 2n;

/** The log of an event, as a contract of this interface writes it. */
function logOf(eventName: string, args: Record<string, unknown>, lotId: bigint = 17n): ContractLog {
  const event = ABI.find((item) => item.type === "event" && item.name === eventName)!;
  const inputs = event.inputs as readonly { name: string; type: string; indexed?: boolean }[];
  const eventArgs: Record<string, unknown> = { lotId, ...args };
  const topics = encodeEventTopics({ abi: ABI, eventName, args: eventArgs } as never) as Hex[];
  const rest = inputs.filter(({ indexed }) => !indexed);
  const data = encodeAbiParameters(rest as never, rest.map(({ name }) => eventArgs[name]) as never);
  return { topics, data, blockNumber: 5, txHash: `0x${"ab".repeat(32)}`, logIndex: 2 };
}

const read = (...logs: ContractLog[]) =>
  raffleEvents({ logs: async () => logs }, RAFFLE, { fromBlock: 0, toBlock: 9 });
const PLACE = { lotId: 17, blockNumber: 5, txHash: `0x${"ab".repeat(32)}`, logIndex: 2 };

describe("the raffle contract's logs", () => {
  it("are read as what they say of lots, each as the contract spells it", async () => {
    const terms = {
      token: TOKEN,
      price: 25_000_000n,
      maxTickets: 100_000_000,
      treasury: TREASURY,
      startAt: 1,
      endAt: 2,
    };
    const events = await read(
      logOf("LotCreated", { terms }),
      logOf("Bought", { buyer: BUYER, index: 4, first: 9, last: 11, cost: 75_000_000n }),
      logOf("DrawRequested", { requestId: LARGE, tickets: 11 }),
      logOf("Drawn", { requestId: LARGE, seed: 7n, ticket: 8, winner: BUYER }),
      logOf("PaidOut", { treasury: TREASURY, units: 5n }),
      logOf("LotCancelled", { tickets: 0 }),
      logOf("Refunded", { buyer: BUYER, index: 0, units: 6n }),
      logOf("TreasuryMoved", { from: TREASURY, to: BUYER }),
      logOf("OperatorSet", { operator: BUYER }),
    );
    expect(events).toEqual([
      {
        ...PLACE,
        event: "LotCreated",
        terms: {
          token: TOKEN,
          priceUnits: 25_000_000n,
          maxTickets: 100_000_000,
          treasury: TREASURY,
          startAt: new Date(1_000),
          endAt: new Date(2_000),
        },
      },
      { ...PLACE, event: "Bought", buyer: BUYER, index: 4, first: 9, last: 11, units: 75_000_000n },
      { ...PLACE, event: "DrawRequested", requestId: LARGE, tickets: 11 },
      {
        ...PLACE,
        event: "Drawn",
        requestId: LARGE,
        seed: `0x${"7".padStart(64, "0")}`,
        ticket: 8,
        winner: BUYER,
      },
      { ...PLACE, event: "PaidOut", units: 5n },
      { ...PLACE, event: "LotCancelled", tickets: 0 },
      { ...PLACE, event: "Refunded", buyer: BUYER, index: 0, units: 6n },
      { ...PLACE, event: "TreasuryMoved", treasury: BUYER },
    ]);
  });

  it("of a lot whose id the service cannot have made are left out", async () => {
    expect(await read(logOf("LotCancelled", { tickets: 1 }, 2n ** 53n))).toEqual([]);
  });

  it("that are not as the contract writes them make the chain unavailable", async () => {
    const good = logOf("LotCancelled", { tickets: 1 });
    for (const data of ["0x", `${good.data}00`, `0x${"f".repeat(64)}`] as Hex[]) {
      await expect(read({ ...good, data })).rejects.toThrow("cannot be read");
    }
    const bought = logOf("Bought", { buyer: BUYER, index: 0, first: 1, last: 1, cost: 1n });
    const topics: Hex[] = [...bought.topics.slice(0, 2), `0x${"f".repeat(64)}`];
    await expect(read({ ...bought, topics })).rejects.toThrow("cannot be read");
  });

  it("of one lot are filtered by its id", async () => {
    const filters: unknown[] = [];
    const logs = async (filter: unknown) => (filters.push(filter), []);
    await raffleEvents({ logs }, RAFFLE, { fromBlock: 3, toBlock: 4, lotId: 255 });
    expect(filters).toEqual([
      { address: RAFFLE, fromBlock: 3, toBlock: 4, topics: [null, `0x${"ff".padStart(64, "0")}`] },
    ]);
  });
});

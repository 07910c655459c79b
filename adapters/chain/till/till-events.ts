import { ChainUnavailable, type Hex } from "../../../ports/chain.ts";
import type { TillEvent } from "../../../ports/onchain/till-contract.ts";
import { TILL_ABI } from "../generated/till.ts";
import type { ContractLog, LogFilter } from "../rpc-messages.ts";

const MOVING_ABI = TILL_ABI.filter(
  (item) => item.type === "event" && (item.name === "Closed" || item.name === "RestStayed"),
);

/** The source of logs: a node, or two that agree. */
interface ContractLogs {
  logs(filter: LogFilter): Promise<ContractLog[]>;
}

/** Returns the till's events about payments. A node that makes up a log makes the chain unavailable. */
export async function tillEvents(
  chain: ContractLogs,
  filter: Pick<LogFilter, "address" | "fromBlock" | "toBlock">,
): Promise<TillEvent[]> {
  const { decodeEventLog, toEventSelector } = await import("viem");
  const topics = new Set<Hex>(MOVING_ABI.map((item) => toEventSelector(item)));
  const moving = (await chain.logs(filter)).filter(({ topics: [topic] }) => topic && topics.has(topic));
  try {
    return moving.map(({ topics: of, data, txHash, logIndex, blockNumber }) => {
      const event = decodeEventLog({ abi: MOVING_ABI, topics: of as [Hex, ...Hex[]], data });
      const { purse, token } = event.args;
      const facts =
        event.eventName === "Closed"
          ? {
              paid: event.args.paid,
              refunded: event.args.refunded,
              stayed: null,
              byTreasury: event.args.byTreasury,
            }
          : { paid: 0n, refunded: 0n, stayed: event.args.units, byTreasury: false };
      return { purse: lower(purse), token: lower(token), txHash, logIndex, blockNumber, ...facts };
    });
  } catch {
    throw ChainUnavailable.because();
  }
}

function lower(address: Hex): Hex {
  return address.toLowerCase() as Hex;
}

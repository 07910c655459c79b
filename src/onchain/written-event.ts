import type { NewIds } from "../../ports/ids.ts";
import type { RaffleEvent } from "../../ports/onchain/raffle-contract.ts";
import { checksummedWallet } from "../buyers/account.ts";
import type { EventId, LotId, OrderId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";

/** An event of the contract in its stored form: with new ids for its effects, in JSON. */
export interface WrittenEvent {
  readonly event: RaffleEvent["event"];
  readonly lot: LotId;
  readonly block: number;
  readonly tx: string;
  readonly log_index: number;
  /** Id of the event that is sent to partners, where there is one. */
  readonly event_id: EventId;
  readonly [member: string]: unknown;
}

/** @param blockTime of the event's block; only requests need it */
export function written(event: RaffleEvent, ids: NewIds, blockTime: Date | null): WrittenEvent {
  const { lotId: lot, blockNumber: block, txHash: tx, logIndex } = event;
  return {
    event: event.event,
    lot,
    block,
    tx,
    log_index: logIndex,
    event_id: ids.event(),
    ...saying(event, ids, blockTime),
  };
}

function saying(event: RaffleEvent, ids: NewIds, blockTime: Date | null): Record<string, unknown> {
  switch (event.event) {
    case "Bought": {
      const { buyer, index, first, last, units } = event;
      const order_id: OrderId = ids.order();
      return { buyer, wallet: checksummedWallet(buyer), index, first, last, units: String(units), order_id };
    }
    case "DrawRequested":
      invariant(blockTime, "a request comes with the time of its block");
      return { requestId: String(event.requestId), tickets: event.tickets, at: blockTime.toISOString() };
    case "Drawn": {
      const { requestId, seed, ticket, winner } = event;
      return { requestId: String(requestId), seed: String(BigInt(seed)), seedHex: seed, ticket, winner };
    }
    case "LotCancelled":
      return { tickets: event.tickets };
    case "Refunded":
      return { index: event.index };
    case "TreasuryMoved":
      return { treasury: event.treasury };
    case "LotCreated":
    case "PaidOut":
      return {};
  }
}

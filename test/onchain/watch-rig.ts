import type { Hex } from "../../ports/chain.ts";
import { NewIds } from "../../ports/ids.ts";
import type { RaffleEvent } from "../../ports/onchain/raffle-contract.ts";
import { RaffleWatch, type Watched } from "../../ports/onchain/raffle-watch.ts";
import { written, type WrittenEvent } from "../../src/onchain/written-event.ts";
import type { LotId } from "../../src/shared/ids.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";

export const WATCHED: Watched = { chainId: 31_337, contract: `0x${"7a".repeat(20)}` };
const PRICE_UNITS = 25_000_000n;
/** The wallets of two buyers. */
export const [ANNE, BERT] = [`0x${"a1".repeat(20)}`, `0x${"b2".repeat(20)}`] as const;

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** An event without a position: it gets a new block after the one before it, unless it has a position. */
type Said = Without<RaffleEvent, "lotId" | "blockNumber" | "txHash" | "logIndex"> & {
  readonly lotId: LotId;
  readonly blockNumber?: number;
  readonly txHash?: Hex;
  readonly logIndex?: number;
};

/** Hand-written logs of the raffle contract, and the state that the service derives from them. */
export class WatchRig {
  readonly service: TestService;
  readonly partner: Partner;
  /** The block that the next event is in. */
  next = 1;

  private constructor(service: TestService, partner: Partner) {
    this.service = service;
    this.partner = partner;
  }

  static async open(): Promise<WatchRig> {
    const service = await TestService.open();
    const rig = new WatchRig(service, await Partner.add(service));
    await rig.watch.begin(WATCHED, 0);
    return rig;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  get watch(): RaffleWatch {
    return this.service.wiring.get(RaffleWatch);
  }

  /** An active lot of 100 tickets that is on the contract. */
  async lot(state: "live" | "creating" = "live"): Promise<LotId> {
    const lot = await this.partner.lot();
    await this.rows(
      `insert into chain_lot (lot_id, organisation_id, chain_id, contract, state, lot, token, price_units, max_tickets,
         treasury, start_at, end_at, tries, valid_until, created_at)
       select l.id, l.organisation_id, $2, $3, $4::text, case $4::text when 'live' then null else '{}'::jsonb end, $5, $6, 100,
         $7, l.start_at, l.end_at, 1, l.created_at, l.created_at from lot l where l.id = $1`,
      lot.id,
      WATCHED.chainId,
      WATCHED.contract,
      state,
      `0x${"1b".repeat(20)}`,
      String(PRICE_UNITS),
      `0x${"3d".repeat(20)}`,
    );
    await this.rows("update lot set on_chain = true where id = $1", lot.id);
    return lot.id;
  }

  events(...said: readonly Said[]): RaffleEvent[] {
    return said.map((event) => {
      const blockNumber = event.blockNumber ?? this.next++;
      const txHash: Hex = event.txHash ?? `0x${blockNumber.toString(16).padStart(64, "0")}`;
      return { logIndex: 0, ...event, blockNumber, txHash } as RaffleEvent;
    });
  }

  bought(
    lotId: LotId,
    buyer: Hex,
    index: number,
    [first, last]: readonly [number, number],
    place: object = {},
  ): Said {
    const units = PRICE_UNITS * BigInt(last - first + 1);
    return { event: "Bought", lotId, buyer, index, first, last, units, ...place };
  }

  written(events: readonly RaffleEvent[]): WrittenEvent[] {
    const ids = this.service.wiring.get(NewIds);
    return events.map((event) => written(event, ids, new Date(event.blockNumber * 12_000)));
  }

  /** The blocks up to the last of these events, as the watcher gives them. */
  async page(...events: readonly RaffleEvent[]): Promise<string> {
    const toBlock = Math.max(this.next, ...events.map(({ blockNumber }) => blockNumber));
    return this.write(events, { toBlock });
  }

  async write(
    events: readonly RaffleEvent[],
    { toBlock, before }: { readonly toBlock: number; readonly before?: Hex },
  ): Promise<string> {
    const { nextBlock, lastHash } = (await this.watch.position(WATCHED))!;
    const hashBefore = before ?? lastHash;
    const blocks = { fromBlock: nextBlock, hashBefore, toBlock, lastHash: hashOf(toBlock) };
    this.next = toBlock + 1;
    return this.watch.write(WATCHED, blocks, this.written(events), this.service.clock.now());
  }

  async rows<R = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<R[]> {
    return await this.service.sql(sql, ...values);
  }

  /** Returns the events of a lot for partners, in order. */
  async told(lotId: LotId): Promise<{ type: string; data: Record<string, unknown> }[]> {
    const found = await this.rows<{ payload: string }>(
      `select e.payload from event e join event_unrelayed u on u.event_id = e.id
       where (e.payload::jsonb #>> '{data,lotId}')::bigint = $1 order by u.sequence`,
      lotId,
    );
    return found.map(({ payload }) => {
      const { type, data } = JSON.parse(payload);
      return { type, data };
    });
  }
}

export function hashOf(block: number): Hex {
  return `0x${(block + 1_000_000).toString(16).padStart(64, "0")}`;
}

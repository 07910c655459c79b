import {
  type LatestCall,
  RaffleWatch,
  type Watched,
  type WatchedBlocks,
  type WatchPosition,
} from "../../../ports/onchain/raffle-watch.ts";
import type { CallPurpose } from "../../../src/onchain/chain-call.ts";
import type { WatchedLot } from "../../../src/onchain/lot-step.ts";
import type { WrittenEvent } from "../../../src/onchain/written-event.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { ChainCallRow, ChainLotRow, ChainWatchRow } from "../entities/onchain.ts";
import { flag, int4, int8, relation, selection, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const POSITION = selection(ChainWatchRow, "w", ["nextBlock", "lastHash"]);
const WRITE = statement("watch-raffle", "select watch_raffle($1, $2, $3, $4, $5, $6, $7, $8) as outcome");
const NAMED = relation("n", { lotId: int8<LotId>() });
const STRANGE = statement(
  "strange-chain-lots",
  `select ${NAMED.columns} from unnest($3::bigint[]) as n (lot_id)
    where not exists (select from chain_lot k where k.lot_id = n.lot_id and k.chain_id = $1 and k.contract = $2)
    order by n.lot_id`,
);
/** A lot on chain `c`, its lot `l` and that one's stock `s`. */
const LOT = selection(
  ChainLotRow,
  "c",
  ["lotId", "organisationId", "endAt", "intent", "creationBlock", "requestedAt", "alerts"],
  {
    status: text<WatchedLot["status"]>({ sql: "l.status" }),
    sold: int4({ sql: "s.sold" }),
    isBehind: flag({ sql: "c.behind_since is not null" }),
    isDrawn: flag({ sql: "l.drawn_at is not null" }),
    isPaidOut: flag({ sql: "c.payout_tx is not null" }),
    isCancelledOnChain: flag({ sql: "c.cancel_tx is not null" }),
  },
);
const CLAIM_DUE = statement(
  "claim-due-chain-lots",
  `with due as (
      select k.organisation_id, k.lot_id from chain_lot k
      where k.state = 'live' and k.due_at <= $3 and k.chain_id = $1 and k.contract = $2
      order by k.due_at limit $5 for no key update skip locked
    ), c as (
      update chain_lot k set due_at = $4 from due d
      where k.organisation_id = d.organisation_id and k.lot_id = d.lot_id returning k.*
    )
    select ${LOT.columns} from c join lot l on l.organisation_id = c.organisation_id and l.id = c.lot_id
    join lot_stock s on s.organisation_id = c.organisation_id and s.lot_id = c.lot_id`,
);
const COUNT = statement(
  "count-chain-lot",
  "select count_chain_lot($1, $2, $3, $4, $5, $6, $7, $8) as outcome",
);
const CALL = selection(ChainCallRow, "k", ["state", "succeeded", "error", "createdAt"], {
  attempt: int4({ sql: "split_part(k.reference, '/', 2)::integer" }),
});
const LATEST_CALL = statement(
  "latest-chain-call",
  `select ${CALL.columns} from chain_call k join chain_lot c on c.organisation_id = k.organisation_id
      and c.chain_id = k.chain_id and c.lot_id = $2
    where k.organisation_id = $1 and k.purpose = $3 and k.reference like $2 || '/%' order by k.id desc limit 1`,
);
const INTEND_CANCEL = statement("intend-cancel", "select intend_cancel($1, $2, $3) as outcome");
const OLDEST = relation("o", { since: time().orNull });
const OLDEST_UNANSWERED = statement(
  "oldest-unanswered-draw",
  `select ${OLDEST.columns} from (
      select min(c.requested_at) as since from chain_lot c
      join lot l on l.organisation_id = c.organisation_id and l.id = c.lot_id
      where c.state = 'live' and c.due_at is not null and c.chain_id = $1 and c.contract = $2
        and c.requested_at is not null and l.drawn_at is null and l.status <> 'cancelled'
    ) o`,
);
const OPEN = selection(ChainLotRow, "c", ["lotId"]);
const OPEN_DRAWS = statement(
  "open-draws",
  `select ${OPEN.columns} from chain_lot c
    join lot l on l.organisation_id = c.organisation_id and l.id = c.lot_id
    join lot_stock s on s.organisation_id = c.organisation_id and s.lot_id = c.lot_id
    where c.state = 'live' and c.due_at is not null and c.chain_id = $1 and c.contract = $2 and c.end_at <= $3
      and l.drawn_at is null and (l.status = 'active' or l.status = 'ended' and s.sold > 0)`,
);

type OneLot = Pick<WatchedLot, "organisationId" | "lotId">;

export class PostgresRaffleWatch extends Store implements RaffleWatch {
  static readonly as = RaffleWatch;

  position({ chainId, contract }: Watched): Promise<WatchPosition | null> {
    return this.db.rows(POSITION).one({ chainId, contract });
  }

  async begin({ chainId, contract }: Watched, block: number): Promise<void> {
    await this.db.rows(ChainWatchRow).addOnce({ chainId, contract, nextBlock: block }, "any");
  }

  async write(
    watched: Watched,
    { fromBlock, hashBefore, toBlock, lastHash }: WatchedBlocks,
    events: readonly WrittenEvent[],
    now: Date,
  ): Promise<"written" | "moved_on" | "other_chain"> {
    const blocks = [fromBlock, hashBefore, toBlock, lastHash];
    const outcome = await this.#written(watched, blocks, events, now);
    return outcome as "written" | "moved_on" | "other_chain";
  }

  async rewrite(
    watched: Watched,
    toBlock: number,
    events: readonly WrittenEvent[],
    now: Date,
  ): Promise<"written" | "behind"> {
    const outcome = await this.#written(watched, [null, null, toBlock, null], events, now);
    return outcome === "behind" ? "behind" : "written";
  }

  async #written(
    { chainId, contract }: Watched,
    blocks: readonly unknown[],
    events: readonly WrittenEvent[],
    now: Date,
  ): Promise<string> {
    const values = [chainId, contract, ...blocks, JSON.stringify(events), now];
    const [row] = await this.db.retrying<{ outcome: string }>(WRITE, values);
    return row!.outcome;
  }

  async strange({ chainId, contract }: Watched, lotIds: readonly LotId[]): Promise<LotId[]> {
    const rows = await this.db.query(STRANGE, [chainId, contract, lotIds]);
    return rows.map((row) => NAMED.record(row).lotId);
  }

  async claimDue(
    { chainId, contract }: Watched,
    { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
  ): Promise<WatchedLot[]> {
    const rows = await this.db.query(CLAIM_DUE, [chainId, contract, now, until, limit]);
    return rows.map(LOT.record);
  }

  async putBack({ organisationId, lotId }: OneLot, lease: Date, dueAt: Date | null): Promise<void> {
    await this.db.of(organisationId, ChainLotRow).change({ lotId, dueAt: lease }, { dueAt });
  }

  async count(
    { organisationId, lotId }: OneLot,
    counted: Parameters<RaffleWatch["count"]>[1],
  ): Promise<"agrees" | "closed" | "behind" | "over"> {
    const { block, sold, purchases, isEnded, eventId, now } = counted;
    const values = [organisationId, lotId, block, sold, purchases, isEnded, eventId, now];
    type Outcome = "agrees" | "closed" | "behind" | "over";
    const [row] = await this.db.retrying<{ outcome: Outcome }>(COUNT, values);
    return row!.outcome;
  }

  async latestCall({ organisationId, lotId }: OneLot, purpose: CallPurpose): Promise<LatestCall | null> {
    const [found] = await this.db.query(LATEST_CALL, [organisationId, lotId, purpose]);
    return found ? CALL.record(found) : null;
  }

  async alerted({ organisationId, lotId }: OneLot, times: number): Promise<boolean> {
    const lots = this.db.of(organisationId, ChainLotRow);
    return (await lots.change({ lotId, alerts: { $lt: times } }, { alerts: times })) > 0;
  }

  async intendCancel(
    organisationId: OrganisationId,
    lotId: LotId,
    now: Date,
  ): Promise<"intended" | "already" | "has_winner" | "missing"> {
    type Outcome = "intended" | "already" | "has_winner" | "missing";
    const values = [organisationId, lotId, now];
    const [row] = await this.db.retrying<{ outcome: Outcome }>(INTEND_CANCEL, values);
    return row!.outcome;
  }

  async openDraws({ chainId, contract }: Watched, until: Date): Promise<LotId[]> {
    const found = await this.db.query(OPEN_DRAWS, [chainId, contract, until]);
    return found.map((open) => OPEN.record(open).lotId);
  }

  async oldestUnanswered({ chainId, contract }: Watched): Promise<Date | null> {
    const [found] = await this.db.query(OLDEST_UNANSWERED, [chainId, contract]);
    return OLDEST.record(found!).since;
  }
}

import type { Hex } from "../../../ports/chain.ts";
import {
  type Commitment,
  type DrawView,
  LotDraws,
  type NewCommitment,
} from "../../../ports/lot-draws/lot-draws.ts";
import type { DrawCommitment, DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import { TicketRangeRow } from "../entities/checkout.ts";
import { LotCommitmentRow } from "../entities/draws.ts";
import { LotRow } from "../entities/lots.ts";
import type { Changes } from "../orm/entity.ts";
import { expression } from "../orm/rows.ts";
import { flag, int4, int8, relation, rowsOf, selection, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import type { CommitmentId, EventId, LotId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

const CLAIM_NEXT = statement(
  "claim-next-draw",
  `
    update lot set draw_lease_until = clock_timestamp() + make_interval(secs => $2)
    where id = (
      select id from lot
      where draw_at <= $1 and halted_at is null and (draw_lease_until is null or draw_lease_until < clock_timestamp())
      order by draw_at limit 1 for no key update skip locked
    ) returning id`,
);
const CLAIM = statement(
  "claim-draw",
  `
    update lot set draw_lease_until = clock_timestamp() + make_interval(secs => $2)
    where id = $1 and draw_at is not null and halted_at is null and (draw_lease_until is null or draw_lease_until < clock_timestamp())
    returning id`,
);
const CLAIMED = "by the id of what a worker claimed";
const LEASED_UNTIL = "clock_timestamp() + make_interval(secs => ?)";
const FREEZE = statement("freeze-lot", "select freeze_lot($1, $2) as outcome");
/** Tickets `r`, as the public may see them. */
const ENTRY = selection(TicketRangeRow, "r", ["first", "last"], {
  orderHash: text({ sql: "encode(sha256(convert_to(r.order_id, 'UTF8')), 'hex')" }),
});
/** A valid commitment `k`. */
const COMMITMENT = selection(LotCommitmentRow, "k", ["id", "chainId", "blockNumber", "totalTickets"], {
  confirmed: flag({ sql: "k.confirmed_at is not null" }),
});
const COMMIT = statement("commit-lot", "select commit_lot($1, $2, $3, $4, $5, $6, $7, $8, $9) as written");
const DRAW = statement("draw-lot", "select draw_lot($1, $2, $3, $4, $5) as outcome");
const PUBLISHED = ["ticketsRoot", "totalTickets", "ranges", "blockNumber", "committedAt"] as const;
/** The parts of a document: the valid commitment `c`, the void ones `k` in `v`, and the winner `w`. */
const COUNTING = selection(LotCommitmentRow, "c", [...PUBLISHED, "chainId"]);
const VOID = selection(LotCommitmentRow, "k", [...PUBLISHED, "voidedAt"]);
const VOIDED = relation("v", { voided: rowsOf(VOID, "voided") });
const DRAWN = relation("w", {
  ticketNumber: int4(),
  winnerIndex: int4(),
  blockHash: text<Hex>(),
  entry: { first: int4(), last: int4(), orderHash: text() },
  wonAt: time(),
});
/** The data of a lot on chain `o`, and the answer to its request `a`. */
const ON_CHAIN = relation("o", {
  contract: text<Hex>(),
  chainId: int8(),
  requestId: text({ sql: "o.request_id::text" }).orNull,
  requestTx: text<Hex>().orNull,
  requestedAt: time().orNull,
  tickets: int4({ sql: "k.sold" }),
});
const ANSWERED = relation("a", {
  ticketNumber: int4(),
  seed: text<Hex>(),
  winnerIndex: int4(),
  fulfillmentTx: text<Hex>(),
  blockNumber: int8(),
  entry: { first: int4(), last: int4(), orderHash: text() },
  wonAt: time(),
});
/** The hash of the order of a range `r` of a lot `l`: by its transaction if it was bought on chain. */
const ORDER_HASH = `encode(sha256(convert_to(case when l.on_chain then (
        select p.tx_hash from chain_purchase p where p.organisation_id = r.organisation_id and p.order_id = r.order_id
      ) else r.order_id end, 'UTF8')), 'hex')`;
const LISTED = selection(TicketRangeRow, "r", ["first", "last"], { orderHash: text({ sql: ORDER_HASH }) });
/** Conditions on the lot `l`, where $1 names the view. */
const OWN = "l.organisation_id = $1";
const SHOWN = `l.organisation_id = (select o.id from organisation o where o.slug = $1) and case when l.on_chain then l.committed_at is not null
      else (
        select true from lot_commitment s
        where s.organisation_id = l.organisation_id and s.lot_id = l.id and s.confirmed_at is not null limit 1
      ) end`;
const documentWhere = (view: string) => `
    select ${COUNTING.columns}, ${VOIDED.columns}, ${DRAWN.columns}, ${ON_CHAIN.columns}, ${ANSWERED.columns}
    from lot l join lot_stock k on k.organisation_id = l.organisation_id and k.lot_id = l.id
    left join chain_lot o on l.on_chain and o.organisation_id = l.organisation_id and o.lot_id = l.id
    left join lateral (
      select n.ticket_number, n.proof ->> 'seed' as seed, (n.proof ->> 'winnerIndex')::integer as winner_index,
        n.proof ->> 'fulfillmentTx' as fulfillment_tx, (n.proof ->> 'blockNumber')::bigint as block_number, n.won_at,
        r.first, r.last, ${ORDER_HASH} as order_hash
      from winner n
      join lateral (
        select * from ticket_range t
        where t.organisation_id = n.organisation_id and t.lot_id = n.lot_id and t.last >= n.ticket_number
        order by t.last limit 1
      ) r on true
      where l.on_chain and n.organisation_id = l.organisation_id and n.lot_id = l.id
    ) a on true
    left join lateral (
      select * from lot_commitment k where k.organisation_id = l.organisation_id and k.lot_id = l.id
        and k.voided_at is null and k.confirmed_at is not null
    ) c on true
    left join lateral (
      select json_agg(k order by k.sequence) as voided
      from lot_commitment k
      where k.organisation_id = l.organisation_id and k.lot_id = l.id and k.voided_at is not null
    ) v on true
    left join lateral (
      select n.ticket_number, (n.proof ->> 'winnerIndex')::integer as winner_index, n.proof ->> 'blockHash' as block_hash,
        n.won_at, r.first, r.last, encode(sha256(convert_to(r.order_id, 'UTF8')), 'hex') as order_hash
      from winner n
      join lateral (
        select * from ticket_range t
        where t.organisation_id = n.organisation_id and t.lot_id = n.lot_id and t.last >= n.ticket_number
        order by t.last limit 1
      ) r on true
      where n.organisation_id = l.organisation_id and n.lot_id = l.id and l.drawn_at is not null and c.tickets_root is not null
    ) w on true
    where l.id = $2 and ${view}`;
/** One statement, so that the frozen state and the list agree. Without entries one row shows that the lot exists. */
const entriesWhere = (view: string) => `
    select ${LISTED.columns} from lot l
    left join lateral (
      select * from ticket_range t
      where l.committed_at is not null and t.organisation_id = l.organisation_id and t.lot_id = l.id
        and t.first > $3 and t.voided_at is null order by t.first limit $4
    ) r on true
    where l.id = $2 and ${view} order by r.first`;
const DOCUMENT = statement("lot-draw-document", documentWhere(OWN));
const SHOWN_DOCUMENT = statement("shown-lot-draw-document", documentWhere(SHOWN));
const ENTRIES = statement("lot-draw-entries", entriesWhere(OWN));
const SHOWN_ENTRIES = statement("shown-lot-draw-entries", entriesWhere(SHOWN));

export class PostgresLotDraws extends Store implements LotDraws {
  static readonly as = LotDraws;

  get #lots() {
    return this.db.ofAll(LotRow, CLAIMED);
  }

  async claimNext({
    now,
    leaseSec,
  }: {
    readonly now: Date;
    readonly leaseSec: number;
  }): Promise<number | null> {
    const [row] = await this.db.query<{ id: number }>(CLAIM_NEXT, [now, leaseSec]);
    return row?.id ?? null;
  }

  async claim(lotId: LotId, leaseSec: number): Promise<boolean> {
    return (await this.db.query(CLAIM, [lotId, leaseSec])).length > 0;
  }

  async renew(lotId: LotId, leaseSec: number): Promise<void> {
    const changes = { drawLeaseUntil: expression(LEASED_UNTIL, [leaseSec]) };
    await this.#lots.change({ id: lotId, drawAt: { $ne: null } }, changes);
  }

  async putBack(lotId: LotId, dueAt: Date): Promise<void> {
    const changes = { drawAt: dueAt, drawLeaseUntil: null };
    await this.#lots.change({ id: lotId, drawAt: { $ne: null } }, changes);
  }

  async freeze(lotId: LotId, now: Date): Promise<"frozen" | "held" | "retired" | "over"> {
    type Outcome = "frozen" | "held" | "retired" | "over";
    const [row] = await this.db.query<{ outcome: Outcome }>(FREEZE, [lotId, now]);
    return row!.outcome;
  }

  async liveRanges(
    lotId: LotId,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<DrawEntry[]> {
    const ranges = this.db.ofAll(ENTRY, CLAIMED);
    const where = { lotId, first: { $gt: after }, voidedAt: null };
    return ranges.list(where, { order: { first: "asc" }, limit });
  }

  inForce(lotId: LotId): Promise<Commitment | null> {
    return this.db.ofAll(COMMITMENT, CLAIMED).one({ lotId, voidedAt: null });
  }

  async commit(lotId: LotId, commitment: NewCommitment): Promise<boolean> {
    const { ticketsRoot, totalTickets, ranges, chainId, blockNumber, now, checkpoints } = commitment;
    const [row] = await this.db.query<{ written: boolean }>(COMMIT, [
      lotId,
      ticketsRoot,
      totalTickets,
      ranges,
      chainId,
      blockNumber,
      now,
      checkpoints.map(({ position }) => position),
      checkpoints.map(({ first }) => first),
    ]);
    return row!.written;
  }

  async confirm(commitmentId: CommitmentId, now: Date): Promise<boolean> {
    return this.#decide(commitmentId, { confirmedAt: now });
  }

  async voidLate(commitmentId: CommitmentId, now: Date): Promise<boolean> {
    return this.#decide(commitmentId, { voidedAt: now, voidReason: "late" });
  }

  async #decide(id: CommitmentId, changes: Changes<typeof LotCommitmentRow>): Promise<boolean> {
    const commitments = this.db.ofAll(LotCommitmentRow, CLAIMED);
    return (await commitments.change({ id, confirmedAt: null, voidedAt: null }, changes)) > 0;
  }

  async draw(decision: {
    readonly commitmentId: CommitmentId;
    readonly blockHash: Hex;
    readonly winnerIndex: number;
    readonly eventId: EventId;
    readonly now: Date;
  }): Promise<"drawn" | "already" | "over"> {
    const { commitmentId, blockHash, winnerIndex, eventId, now } = decision;
    const [row] = await this.db.query<{ outcome: "drawn" | "already" | "over" }>(DRAW, [
      commitmentId,
      blockHash,
      winnerIndex,
      eventId,
      now,
    ]);
    return row!.outcome;
  }

  async document(view: DrawView, lotId: LotId, chainId: number): Promise<LotDrawDocument | null> {
    const [row] =
      "publicOf" in view
        ? await this.db.read(SHOWN_DOCUMENT, [view.publicOf, lotId], "recent")
        : await this.db.read(DOCUMENT, [view.organisationId, lotId], "current");
    return row ? toDocument(lotId, chainId, row) : null;
  }

  async entries(
    view: DrawView,
    lotId: LotId,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<DrawEntry[] | null> {
    const rows =
      "publicOf" in view
        ? await this.db.read(SHOWN_ENTRIES, [view.publicOf, lotId, after, limit], "recent")
        : await this.db.read(ENTRIES, [view.organisationId, lotId, after, limit], "current");
    if (rows.length === 0) return null;
    return rows.map(LISTED.recordOrNull).filter((entry) => entry !== null);
  }
}

function toDocument(lotId: LotId, chainId: number, row: object): LotDrawDocument {
  const counting = COUNTING.recordOrNull(row);
  const drawn = DRAWN.recordOrNull(row);
  const onChain = ON_CHAIN.recordOrNull(row);
  if (onChain !== null) return toChainDocument(lotId, onChain, ANSWERED.recordOrNull(row));
  return {
    competitionId: lotId,
    status: counting === null ? "waiting" : drawn === null ? "committed" : "drawn",
    chainId: counting === null ? chainId : counting.chainId,
    commitment: counting && toCommitment(counting),
    voidedCommitments: VOIDED.record(row).voided.map((voided) => ({
      ...toCommitment(voided),
      voidedAt: voided.voidedAt!.toISOString(),
    })),
    winner: drawn && toWinner(drawn),
  };
}

function toChainDocument(
  competitionId: LotId,
  { chainId, contract, requestId, requestTx, requestedAt, tickets }: ReturnType<typeof ON_CHAIN.record>,
  answered: ReturnType<typeof ANSWERED.record> | null,
): LotDrawDocument {
  const isRequested = requestId !== null && requestTx !== null && requestedAt !== null;
  return {
    competitionId,
    status: answered !== null ? "drawn" : isRequested ? "committed" : "waiting",
    chainId,
    commitment: null,
    voidedCommitments: [],
    winner: null,
    method: "vrf",
    contract,
    request: isRequested
      ? { vrfRequestId: requestId, tickets, requestTx, requestedAt: requestedAt.toISOString() }
      : null,
    answer: answered === null ? null : toAnswer(answered),
  };
}

function toAnswer({ wonAt, ...answer }: ReturnType<typeof ANSWERED.record>): LotDrawDocument["answer"] {
  return { ...answer, drawnAt: wonAt.toISOString() };
}

type Published = Omit<DrawCommitment, "committedAt"> & { readonly committedAt: Date };

function toCommitment(published: Published): DrawCommitment {
  const { ticketsRoot, totalTickets, ranges, blockNumber, committedAt } = published;
  return { ticketsRoot, totalTickets, ranges, blockNumber, committedAt: committedAt.toISOString() };
}

function toWinner({ wonAt, ...winner }: ReturnType<typeof DRAWN.record>): LotDrawDocument["winner"] {
  return { ...winner, drawnAt: wonAt.toISOString() };
}

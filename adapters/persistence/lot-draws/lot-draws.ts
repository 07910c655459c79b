import type { Hex } from "../../../ports/chain.ts";
import { type Commitment, LotDraws, type NewCommitment } from "../../../ports/lot-draws/lot-draws.ts";
import type { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import { Database } from "../database/database.ts";
import { int } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { CommitmentId, EventId, LotId, OrganisationId } from "../../../src/shared/ids.ts";

const CLAIM_NEXT = statement(
  "claim-next-draw",
  `
    update lot set draw_lease_until = clock_timestamp() + make_interval(secs => $2)
    where id = (
      select id from lot
      where draw_at <= $1 and (draw_lease_until is null or draw_lease_until < clock_timestamp())
      order by draw_at limit 1 for no key update skip locked
    ) returning id`,
);
const CLAIM = statement(
  "claim-draw",
  `
    update lot set draw_lease_until = clock_timestamp() + make_interval(secs => $2)
    where id = $1 and draw_at is not null and (draw_lease_until is null or draw_lease_until < clock_timestamp())
    returning id`,
);
const RENEW = statement(
  "renew-draw",
  `update lot set draw_lease_until = clock_timestamp() + make_interval(secs => $2)
    where id = $1 and draw_at is not null`,
);
const PUT_BACK = statement(
  "put-draw-back",
  "update lot set draw_at = $2, draw_lease_until = null where id = $1 and draw_at is not null",
);
const FREEZE = statement("freeze-lot", "select freeze_lot($1, $2) as outcome");
const LIVE_RANGES = statement(
  "live-ranges",
  `
    select first, last, encode(sha256(convert_to(order_id, 'UTF8')), 'hex') as "orderHash" from ticket_range
    where lot_id = $1 and first > $2 and voided_at is null order by first limit $3`,
);
const IN_FORCE = statement(
  "commitment-in-force",
  `select id, chain_id, block_number, total_tickets, confirmed_at is not null as confirmed
    from lot_commitment where lot_id = $1 and voided_at is null`,
);
const COMMIT = statement("commit-lot", "select commit_lot($1, $2, $3, $4, $5, $6, $7, $8, $9) as written");
const CONFIRM = statement(
  "confirm-commitment",
  `update lot_commitment set confirmed_at = $2 where id = $1 and confirmed_at is null and voided_at is null
    returning id`,
);
const VOID_LATE = statement(
  "void-late-commitment",
  `update lot_commitment set voided_at = $2, void_reason = 'late'
    where id = $1 and confirmed_at is null and voided_at is null returning id`,
);
const DRAW = statement("draw-lot", "select draw_lot($1, $2, $3, $4, $5) as outcome");
const DOCUMENT = statement(
  "lot-draw-document",
  `
    select c.*, v.voided, w.*
    from lot l
    left join lateral (
      select k.tickets_root, k.total_tickets, k.ranges, k.chain_id, k.block_number, k.committed_at
      from lot_commitment k where k.lot_id = l.id and k.voided_at is null and k.confirmed_at is not null
    ) c on true
    left join lateral (
      select json_agg(json_build_object('tickets_root', k.tickets_root, 'total_tickets', k.total_tickets,
        'ranges', k.ranges, 'block_number', k.block_number, 'committed_at', k.committed_at,
        'voided_at', k.voided_at) order by k.sequence) as voided
      from lot_commitment k where k.lot_id = l.id and k.voided_at is not null
    ) v on true
    left join lateral (
      select n.ticket_number, (n.proof ->> 'winnerIndex')::integer as winner_index, n.proof ->> 'blockHash' as block_hash,
        n.won_at, r.first, r.last, encode(sha256(convert_to(r.order_id, 'UTF8')), 'hex') as order_hash
      from winner n
      join lateral (
        select * from ticket_range t where t.lot_id = n.lot_id and t.last >= n.ticket_number order by t.last limit 1
      ) r on true
      where n.lot_id = l.id and l.drawn_at is not null and c.tickets_root is not null
    ) w on true
    where l.organisation_id = $1 and l.id = $2`,
);
const FROZEN = statement(
  "lot-frozen",
  "select committed_at is not null as frozen from lot where organisation_id = $1 and id = $2",
);

interface CommitmentColumns {
  tickets_root: string;
  total_tickets: number;
  ranges: number;
  block_number: string | number;
  committed_at: Date | string;
}

/** Without a commitment or a winner, each of its columns is null. */
interface DocumentColumns extends Omit<CommitmentColumns, "tickets_root"> {
  tickets_root: string | null;
  chain_id: string;
  voided: (CommitmentColumns & { voided_at: string })[] | null;
  ticket_number: number | null;
  winner_index: number;
  block_hash: Hex;
  won_at: Date;
  first: number;
  last: number;
  order_hash: string;
}

export class PostgresLotDraws implements LotDraws {
  static readonly as = LotDraws;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async claimNext({
    now,
    leaseSec,
  }: {
    readonly now: Date;
    readonly leaseSec: number;
  }): Promise<number | null> {
    const [row] = await this.#db.query<{ id: string }>(CLAIM_NEXT, [now, leaseSec]);
    return row ? int(row.id) : null;
  }

  async claim(lotId: LotId, leaseSec: number): Promise<boolean> {
    return (await this.#db.query(CLAIM, [lotId, leaseSec])).length > 0;
  }

  async renew(lotId: LotId, leaseSec: number): Promise<void> {
    await this.#db.query(RENEW, [lotId, leaseSec]);
  }

  async putBack(lotId: LotId, dueAt: Date): Promise<void> {
    await this.#db.query(PUT_BACK, [lotId, dueAt]);
  }

  async freeze(lotId: LotId, now: Date): Promise<"frozen" | "held" | "retired" | "over"> {
    type Outcome = "frozen" | "held" | "retired" | "over";
    const [row] = await this.#db.query<{ outcome: Outcome }>(FREEZE, [lotId, now]);
    return row!.outcome;
  }

  liveRanges(
    lotId: LotId,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<DrawEntry[]> {
    return this.#db.query<DrawEntry>(LIVE_RANGES, [lotId, after, limit]);
  }

  async inForce(lotId: LotId): Promise<Commitment | null> {
    const [row] = await this.#db.query<{
      id: string;
      chain_id: string;
      block_number: string;
      total_tickets: number;
      confirmed: boolean;
    }>(IN_FORCE, [lotId]);
    if (!row) return null;
    return {
      id: int(row.id),
      chainId: int(row.chain_id),
      blockNumber: int(row.block_number),
      totalTickets: row.total_tickets,
      confirmed: row.confirmed,
    };
  }

  async commit(lotId: LotId, commitment: NewCommitment): Promise<boolean> {
    const { ticketsRoot, totalTickets, ranges, chainId, blockNumber, now, checkpoints } = commitment;
    const [row] = await this.#db.query<{ written: boolean }>(COMMIT, [
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
    return (await this.#db.query(CONFIRM, [commitmentId, now])).length > 0;
  }

  async voidLate(commitmentId: CommitmentId, now: Date): Promise<boolean> {
    return (await this.#db.query(VOID_LATE, [commitmentId, now])).length > 0;
  }

  async draw(decision: {
    readonly commitmentId: CommitmentId;
    readonly blockHash: Hex;
    readonly winnerIndex: number;
    readonly eventId: EventId;
    readonly now: Date;
  }): Promise<"drawn" | "already" | "over"> {
    const { commitmentId, blockHash, winnerIndex, eventId, now } = decision;
    const [row] = await this.#db.query<{ outcome: "drawn" | "already" | "over" }>(DRAW, [
      commitmentId,
      blockHash,
      winnerIndex,
      eventId,
      now,
    ]);
    return row!.outcome;
  }

  async document(
    organisationId: OrganisationId,
    lotId: LotId,
    chainId: number,
  ): Promise<LotDrawDocument | null> {
    const [row] = await this.#db.query<DocumentColumns>(DOCUMENT, [organisationId, lotId]);
    return row ? toDocument(lotId, chainId, row) : null;
  }

  async entries(
    organisationId: OrganisationId,
    lotId: LotId,
    slice: { readonly after: number; readonly limit: number },
  ): Promise<DrawEntry[] | null> {
    const [row] = await this.#db.query<{ frozen: boolean }>(FROZEN, [organisationId, lotId]);
    if (!row) return null;
    return row.frozen ? this.liveRanges(lotId, slice) : [];
  }
}

function toDocument(lotId: LotId, chainId: number, row: DocumentColumns): LotDrawDocument {
  const { tickets_root, ticket_number } = row;
  const commitment = tickets_root === null ? null : toCommitment({ ...row, tickets_root });
  return {
    competitionId: lotId,
    status: commitment === null ? "waiting" : ticket_number === null ? "committed" : "drawn",
    chainId: commitment === null ? chainId : int(row.chain_id),
    commitment,
    voidedCommitments: (row.voided ?? []).map((voided) => ({
      ...toCommitment(voided),
      voidedAt: new Date(voided.voided_at).toISOString(),
    })),
    winner:
      ticket_number === null
        ? null
        : {
            ticketNumber: ticket_number,
            winnerIndex: row.winner_index,
            blockHash: row.block_hash,
            entry: { first: row.first, last: row.last, orderHash: row.order_hash },
            drawnAt: row.won_at.toISOString(),
          },
  };
}

function toCommitment(row: CommitmentColumns) {
  return {
    ticketsRoot: row.tickets_root,
    totalTickets: row.total_tickets,
    ranges: row.ranges,
    blockNumber: int(row.block_number),
    committedAt: new Date(row.committed_at).toISOString(),
  };
}

import type { Hex } from "../../../ports/chain.ts";
import { type ChainLot, RaffleBook } from "../../../ports/onchain/raffle-book.ts";
import type { NewLot } from "../../../src/lots/lot.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { PrizeRow } from "../entities/lots.ts";
import { ChainLotRow } from "../entities/onchain.ts";
import { OrganisationRow } from "../entities/organisations.ts";
import { expression } from "../orm/rows.ts";
import { int } from "../statements/int.ts";
import { selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

type KeptLot = Omit<NewLot, "startAt" | "endAt" | "createdAt">;

/** A lot on chain `k`. */
const CHAIN_LOT = selection(
  ChainLotRow,
  "k",
  ["lotId", "organisationId", "chainId", "contract", "state", "lot", "tries", "validUntil", "createdAt"],
  {
    terms: {
      token: "token",
      priceUnits: "priceUnits",
      maxTickets: "maxTickets",
      treasury: "treasury",
      startAt: "startAt",
      endAt: "endAt",
    },
  },
);
const TREASURY = selection(OrganisationRow, "g", [], {
  treasury: text<Hex>({ sql: "lower(g.treasury_address)" }).orNull,
});
const BEGIN = statement(
  "begin-chain-lot",
  `insert into chain_lot as k (lot_id, organisation_id, chain_id, contract, state, lot, token, price_units, max_tickets,
      treasury, start_at, end_at, idempotency_id, tries, valid_until, created_at)
    values (nextval(pg_get_serial_sequence('lot', 'id')), $1, $2, $3, 'creating', $4, $5, $6, $7, $8, $9, $10, $11, 1,
      $12, $13)
    on conflict (organisation_id, idempotency_id) where idempotency_id is not null do nothing
    returning ${CHAIN_LOT.columns}`,
);
const GO_LIVE = statement(
  "add-lot-on-chain",
  `with added as (
      insert into lot (id, organisation_id, prize_id, title, description, price_cents, payment_token, status, start_at,
        end_at, image_url, payment_crypto, payment_fiat, payment_currency, created_at, metadata, on_chain)
      overriding system value
      values ($2, $1, $3, $4, $5, $6, $7, 'active', $9, $10, $11, $12, $13, $14, $15, $16, true) returning organisation_id, id
    )
    insert into lot_stock (organisation_id, lot_id, max_tickets) select a.organisation_id, a.id, $8 from added a`,
);
const VANISHED = statement(
  "vanished-chain-lots",
  `select ${CHAIN_LOT.columns} from chain_call c
    join chain_lot k on k.organisation_id = c.organisation_id and c.reference = k.lot_id || '/' || k.tries
      and k.lot_id = split_part(c.reference, '/', 1)::bigint
    join lot l on l.organisation_id = k.organisation_id and l.id = k.lot_id
    where c.chain_id = $1 and c.target = $2 and c.purpose = 'create_lot' and (c.state = 'refused' or not c.succeeded)
      and k.state = 'live' and l.status = 'active'
      and not exists (
        select from chain_call o where o.organisation_id = k.organisation_id and o.chain_id = k.chain_id
          and o.purpose = 'create_lot'
          and o.reference = any(array(select k.lot_id || '/' || n from generate_series(1, k.tries) n))
          and (o.state in ('queued', 'sent') or o.succeeded)
      )
    order by c.id limit $3`,
);

export class PostgresRaffleBook extends Store implements RaffleBook {
  static readonly as = RaffleBook;

  async treasuryOf(organisationId: OrganisationId): Promise<Hex | null> {
    const found = await this.db.rows(TREASURY).one({ id: organisationId });
    return found?.treasury ?? null;
  }

  async begin(
    chainLot: Omit<ChainLot, "lotId" | "state" | "tries">,
    idempotencyId: string | null,
  ): Promise<ChainLot> {
    const { organisationId, chainId, contract, terms, lot, validUntil, createdAt } = chainLot;
    invariant(lot, "a lot that begins is not live");
    const { startAt: _, endAt: __, createdAt: ___, ...lotTerms } = lot;
    const { token, priceUnits, maxTickets, treasury, startAt, endAt } = terms;
    const [begun] = await this.db.query(BEGIN, [
      organisationId,
      chainId,
      contract,
      JSON.stringify(lotTerms satisfies KeptLot),
      token,
      String(priceUnits),
      maxTickets,
      treasury,
      startAt,
      endAt,
      idempotencyId,
      validUntil,
      createdAt,
    ]);
    if (begun) return chainLotOf(CHAIN_LOT.record(begun));
    invariant(idempotencyId, "only another try of the request can have begun it");
    const other = await this.byIdempotencyId(organisationId, idempotencyId);
    invariant(other, "the earlier try of the request exists");
    return other;
  }

  async byIdempotencyId(organisationId: OrganisationId, idempotencyId: string): Promise<ChainLot | null> {
    const found = await this.db.of(organisationId, CHAIN_LOT).one({ idempotencyId: int(idempotencyId) });
    return found && chainLotOf(found);
  }

  async byId(organisationId: OrganisationId, lotId: LotId): Promise<ChainLot | null> {
    const found = await this.db.of(organisationId, CHAIN_LOT).one({ lotId });
    return found && chainLotOf(found);
  }

  async lock(organisationId: OrganisationId, lotId: LotId): Promise<ChainLot | null> {
    const found = await this.db.of(organisationId, CHAIN_LOT).locked({ lotId });
    return found && chainLotOf(found);
  }

  async tryAgain(organisationId: OrganisationId, lotId: LotId, validUntil: Date): Promise<void> {
    await this.db
      .of(organisationId, ChainLotRow)
      .change({ lotId }, { tries: expression("t.tries + 1"), validUntil });
  }

  async goLive({ organisationId, lotId, lot }: ChainLot): Promise<boolean> {
    invariant(lot, "a lot goes live once");
    // A locked prize remains until the lot exists, which keeps it.
    if (!(await this.db.of(organisationId, PrizeRow).held({ id: lot.prizeId }))) return false;
    const { payment } = lot;
    await this.db.query(GO_LIVE, [
      organisationId,
      lotId,
      lot.prizeId,
      lot.title,
      lot.description,
      lot.priceCents,
      lot.paymentToken,
      lot.maxTickets,
      lot.startAt,
      lot.endAt,
      lot.imageUrl,
      payment.crypto,
      payment.fiat,
      payment.fiatCurrency,
      lot.createdAt,
      lot.metadata,
    ]);
    await this.db.of(organisationId, ChainLotRow).change({ lotId }, { state: "live", lot: null });
    return true;
  }

  async abandon(organisationId: OrganisationId, lotId: LotId): Promise<void> {
    await this.db
      .of(organisationId, ChainLotRow)
      .change({ lotId, state: "creating" }, { state: "abandoned", idempotencyId: null });
  }

  async overdue(
    { chainId, contract }: Pick<ChainLot, "chainId" | "contract">,
    at: Date,
    limit: number,
  ): Promise<ChainLot[]> {
    const found = await this.db.ofAll(CHAIN_LOT, "a worker takes what is due, whosever it is").list(
      // The index of lots that are created is used only with the state in the text.
      { chainId, contract, state: expression("'creating'"), validUntil: { $lt: at } },
      { order: { validUntil: "asc" }, limit },
    );
    return found.map(chainLotOf);
  }

  async vanished(
    { chainId, contract }: Pick<ChainLot, "chainId" | "contract">,
    limit: number,
  ): Promise<ChainLot[]> {
    const found = await this.db.query(VANISHED, [chainId, contract, limit]);
    return found.map((row) => chainLotOf(CHAIN_LOT.record(row)));
  }
}

/** The lot's times are those of the terms, which are kept once. */
function chainLotOf({ lot, ...rest }: ReturnType<typeof CHAIN_LOT.record>): ChainLot {
  const { startAt, endAt } = rest.terms;
  return { ...rest, lot: lot && { ...lot, startAt, endAt, createdAt: rest.createdAt } };
}

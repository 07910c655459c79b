import type { Hex } from "../../../ports/chain.ts";
import { type ChainLot, type ChainLotState, RaffleBook } from "../../../ports/onchain/raffle-book.ts";
import type { NewLot } from "../../../src/lots/lot.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { bigint, int4, int8, json, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

type KeptLot = Omit<NewLot, "startAt" | "endAt" | "createdAt">;

/** A lot on chain `k`. */
const CHAIN_LOT = row("chain_lot k", {
  lotId: int8<LotId>(),
  organisationId: int8<OrganisationId>(),
  chainId: int8(),
  contract: text<Hex>(),
  terms: {
    token: text<Hex>(),
    priceUnits: bigint(),
    maxTickets: int4(),
    treasury: text<Hex>(),
    startAt: time(),
    endAt: time(),
  },
  state: text<ChainLotState>(),
  lot: json<KeptLot>().orNull,
  tries: int4(),
  validUntil: time(),
  createdAt: time(),
});
const TREASURY = statement(
  "treasury-of-organisation",
  "select lower(treasury_address) as treasury from organisation where id = $1",
);
const BEGIN = statement(
  "begin-chain-lot",
  `insert into chain_lot as k (lot_id, organisation_id, chain_id, contract, state, lot, token, price_units, max_tickets,
      treasury, start_at, end_at, idempotency_id, tries, valid_until, created_at)
    values (nextval(pg_get_serial_sequence('lot', 'id')), $1, $2, $3, 'creating', $4, $5, $6, $7, $8, $9, $10, $11, 1,
      $12, $13)
    on conflict (organisation_id, idempotency_id) where idempotency_id is not null do nothing
    returning ${CHAIN_LOT.columns}`,
);
const BY_IDEMPOTENCY_ID = statement(
  "chain-lot-by-idempotency-id",
  `select ${CHAIN_LOT.columns} from chain_lot k where k.organisation_id = $1 and k.idempotency_id = $2`,
);
const BY_ID = statement(
  "chain-lot-by-id",
  `select ${CHAIN_LOT.columns} from chain_lot k where k.organisation_id = $1 and k.lot_id = $2`,
);
const LOCK = statement("lock-chain-lot", `${BY_ID.text} for no key update`);
const TRY_AGAIN = statement(
  "try-chain-lot-again",
  "update chain_lot set tries = tries + 1, valid_until = $3 where organisation_id = $1 and lot_id = $2",
);
/** A locked prize remains until the lot exists, which keeps it. */
const HOLD_PRIZE = statement(
  "hold-prize-of-chain-lot",
  "select 1 from prize where organisation_id = $1 and id = $2 for share",
);
const GO_LIVE = statement(
  "add-lot-on-chain",
  `with added as (
      insert into lot (id, organisation_id, prize_id, title, description, price_cents, payment_token, status, start_at,
        end_at, image_url, payment_crypto, payment_fiat, payment_currency, created_at, on_chain)
      overriding system value
      values ($2, $1, $3, $4, $5, $6, $7, 'active', $9, $10, $11, $12, $13, $14, $15, true) returning organisation_id, id
    )
    insert into lot_stock (organisation_id, lot_id, max_tickets) select a.organisation_id, a.id, $8 from added a`,
);
const LIVE = statement(
  "chain-lot-is-live",
  "update chain_lot set state = 'live', lot = null where organisation_id = $1 and lot_id = $2",
);
const ABANDON = statement(
  "abandon-chain-lot",
  `update chain_lot set state = 'abandoned', idempotency_id = null
    where organisation_id = $1 and lot_id = $2 and state = 'creating'`,
);
const OVERDUE = statement(
  "overdue-chain-lots",
  `select ${CHAIN_LOT.columns} from chain_lot k
    where k.chain_id = $1 and k.contract = $2 and k.state = 'creating' and k.valid_until < $3
    order by k.valid_until limit $4`,
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
    const [found] = await this.db.query<{ treasury: Hex | null }>(TREASURY, [organisationId]);
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
    if (begun) return chainLotOf(begun);
    invariant(idempotencyId, "only another try of the request can have begun it");
    const other = await this.byIdempotencyId(organisationId, idempotencyId);
    invariant(other, "the earlier try of the request exists");
    return other;
  }

  async byIdempotencyId(organisationId: OrganisationId, idempotencyId: string): Promise<ChainLot | null> {
    const [found] = await this.db.query(BY_IDEMPOTENCY_ID, [organisationId, idempotencyId]);
    return found ? chainLotOf(found) : null;
  }

  async byId(organisationId: OrganisationId, lotId: LotId): Promise<ChainLot | null> {
    const [found] = await this.db.query(BY_ID, [organisationId, lotId]);
    return found ? chainLotOf(found) : null;
  }

  async lock(organisationId: OrganisationId, lotId: LotId): Promise<ChainLot | null> {
    const [found] = await this.db.query(LOCK, [organisationId, lotId]);
    return found ? chainLotOf(found) : null;
  }

  async tryAgain(organisationId: OrganisationId, lotId: LotId, validUntil: Date): Promise<void> {
    await this.db.query(TRY_AGAIN, [organisationId, lotId, validUntil]);
  }

  async goLive({ organisationId, lotId, lot }: ChainLot): Promise<boolean> {
    invariant(lot, "a lot goes live once");
    const [held] = await this.db.query(HOLD_PRIZE, [organisationId, lot.prizeId]);
    if (!held) return false;
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
    ]);
    await this.db.query(LIVE, [organisationId, lotId]);
    return true;
  }

  async abandon(organisationId: OrganisationId, lotId: LotId): Promise<void> {
    await this.db.query(ABANDON, [organisationId, lotId]);
  }

  async overdue(
    { chainId, contract }: Pick<ChainLot, "chainId" | "contract">,
    at: Date,
    limit: number,
  ): Promise<ChainLot[]> {
    const found = await this.db.query(OVERDUE, [chainId, contract, at, limit]);
    return found.map(chainLotOf);
  }

  async vanished(
    { chainId, contract }: Pick<ChainLot, "chainId" | "contract">,
    limit: number,
  ): Promise<ChainLot[]> {
    const found = await this.db.query(VANISHED, [chainId, contract, limit]);
    return found.map(chainLotOf);
  }
}

/** The lot's times are those of the terms, which are kept once. */
function chainLotOf(found: object): ChainLot {
  const { lot, ...rest } = CHAIN_LOT.record(found);
  const { startAt, endAt } = rest.terms;
  return { ...rest, lot: lot && { ...lot, startAt, endAt, createdAt: rest.createdAt } };
}

import type { Hex } from "../../../ports/chain.ts";
import { type OnChainLot, OnChainLots, type OnChainPurchase } from "../../../ports/onchain/onchain-lots.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { int4, int8, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** A lot on chain `c`, with its lot `l`. */
const LOT = row("c", {
  chainId: int8({ sql: "c.chain_id" }),
  contract: text<Hex>({ sql: "c.contract" }),
  token: text<Hex>({ sql: "c.token" }),
  priceUnits: text({ sql: "c.price_units::text" }),
  maxTickets: int4({ sql: "c.max_tickets" }),
  treasury: text<Hex>({ sql: "c.treasury" }),
  startAt: time({ sql: "c.start_at" }),
  endAt: time({ sql: "c.end_at" }),
  state: text<OnChainLot["state"]>({
    sql: `case when l.status = 'cancelled' then 'cancelled' when l.drawn_at is not null then 'drawn'
      when c.request_id is not null then 'drawing' else 'open' end`,
  }),
  creationTx: text<Hex>({
    sql: `coalesce(c.creation_tx, (
        select k.tx_hash from chain_call k
        where k.organisation_id = c.organisation_id and k.chain_id = c.chain_id and k.purpose = 'create_lot'
          and k.reference like c.lot_id || '/%' and k.succeeded order by k.id desc limit 1
      ))`,
  }).orNull,
  requestId: text({ sql: "c.request_id::text" }).orNull,
  requestTx: text<Hex>({ sql: "c.request_tx" }).orNull,
  answerTx: text<Hex>({ sql: "c.answer_tx" }).orNull,
  payoutTx: text<Hex>({ sql: "c.payout_tx" }).orNull,
  cancelTx: text<Hex>({ sql: "c.cancel_tx" }).orNull,
});
const BY_ID = statement(
  "on-chain-lot",
  `select ${LOT.columns} from chain_lot c
    join lot l on l.organisation_id = c.organisation_id and l.id = c.lot_id
    where c.organisation_id = $1 and c.lot_id = $2 and c.state = 'live'`,
);
/** A purchase `p` with its tickets `r`. */
const PURCHASE = row("p", {
  index: int4({ sql: "p.index" }),
  first: int4({ sql: "r.first" }),
  last: int4({ sql: "r.last" }),
  units: text({ sql: "p.units::text" }),
  txHash: text<Hex>({ sql: "p.tx_hash" }),
  refundTx: text<Hex>({ sql: "p.refund_tx" }).orNull,
});
const PURCHASES_OF = statement(
  "on-chain-purchases",
  `select ${PURCHASE.columns} from chain_purchase p
    join ticket_range r on r.organisation_id = p.organisation_id and r.order_id = p.order_id
    where p.organisation_id = $1 and p.lot_id = $2 and p.buyer = $3 and p.index > coalesce($4::integer, -1)
    order by p.index limit $5`,
);

export class PostgresOnChainLots extends Store implements OnChainLots {
  static readonly as = OnChainLots;

  async byId(organisationId: OrganisationId, lotId: LotId): Promise<OnChainLot | null> {
    const [found] = await this.db.read(BY_ID, [organisationId, lotId], "current");
    if (!found) return null;
    const { token, priceUnits, maxTickets, treasury, startAt, endAt, ...lot } = LOT.record(found);
    const terms = { token, priceUnits: BigInt(priceUnits), maxTickets, treasury, startAt, endAt };
    return { ...lot, terms };
  }

  async purchasesOf(
    organisationId: OrganisationId,
    lotId: LotId,
    {
      wallet,
      after,
      limit,
    }: { readonly wallet: string; readonly after: number | null; readonly limit: number },
  ): Promise<OnChainPurchase[]> {
    const values = [organisationId, lotId, wallet, after, limit];
    const rows = await this.db.read(PURCHASES_OF, values, "current");
    return rows.map(PURCHASE.record).map((purchase) => ({ ...purchase, units: BigInt(purchase.units) }));
  }
}

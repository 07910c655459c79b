import type { Hex } from "../../../ports/chain.ts";
import { type OnChainLot, OnChainLots, type OnChainPurchase } from "../../../ports/onchain/onchain-lots.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { ChainLotRow, ChainPurchaseRow } from "../entities/onchain.ts";
import { int4, selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** A lot on chain `c`, with its lot `l`. */
const LOT = selection(
  ChainLotRow,
  "c",
  ["chainId", "contract", "requestTx", "answerTx", "payoutTx", "cancelTx"],
  {
    terms: {
      token: "token",
      priceUnits: "priceUnits",
      maxTickets: "maxTickets",
      treasury: "treasury",
      startAt: "startAt",
      endAt: "endAt",
    },
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
  },
);
const BY_ID = statement(
  "on-chain-lot",
  `select ${LOT.columns} from chain_lot c
    join lot l on l.organisation_id = c.organisation_id and l.id = c.lot_id
    where c.organisation_id = $1 and c.lot_id = $2 and c.state = 'live'`,
);
/** A purchase `p` with its tickets `r`. */
const PURCHASE = selection(ChainPurchaseRow, "p", ["index", "units", "txHash", "refundTx"], {
  first: int4({ sql: "r.first" }),
  last: int4({ sql: "r.last" }),
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
    return found ? LOT.record(found) : null;
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
    return rows.map(PURCHASE.record);
  }
}

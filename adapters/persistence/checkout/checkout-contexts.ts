import { LRUCache } from "lru-cache";
import type { CheckoutContext } from "../../../ports/checkout/orders.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Vault } from "../../../ports/crypto.ts";
import type { Buyer } from "../../../src/buyers/account.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import type { Database } from "../database/database.ts";
import { AffiliateRow } from "../entities/organisations.ts";
import { LOT, STOCKED, VERSIONS } from "../lots/lot-row.ts";
import { ORGANISATION } from "../organisations/organisation-row.ts";
import { RAIL_ACCOUNT, railRecord } from "../organisations/rail-account-row.ts";
import { rowReader } from "../statements/collector.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

const COPIES = 1_000;

const AFFILIATE = selection(AffiliateRow, "f", ["id", "commissionBps"]);
const CONTEXT = statement(
  "checkout-context",
  `
    select q.item, f.*
    from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::text[]), (select $5::text[]))
      with ordinality
      as q (organisation_id, lot_id, email, wallet, affiliate, item)
    cross join lateral (
      select ${ORGANISATION.columns}, ${VERSIONS.columns}, ${LOT.columns}, ${RAIL_ACCOUNT.columns}, ${AFFILIATE.columns},
        (select a.balance_cents - a.reserved_cents from account_identity i join account a on a.id = i.account_id
          where i.organisation_id = g.id and i.kind = case when q.email is not null then 'email' else 'wallet' end
            and i.value = coalesce(q.email, q.wallet)) as credit
      from ${STOCKED}
      join organisation g on g.id = l.organisation_id
      left join rail_currency c on c.organisation_id = g.id and c.currency = coalesce(l.payment_currency, g.fiat_currency)
      left join rail_account r on r.id = c.rail_account_id
      left join affiliate f on f.organisation_id = g.id and f.code = q.affiliate
      where l.organisation_id = q.organisation_id and l.id = q.lot_id limit 1
    ) f`,
);

interface Asked {
  readonly organisationId: OrganisationId;
  readonly lotId: LotId;
  readonly buyer: Buyer;
  readonly affiliate: string | null;
}

/** Reads the data that decide purchases, and caches the part that does not depend on the buyer. */
export class CheckoutContexts {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #row;
  readonly #copies = new LRUCache<string, { readonly context: CheckoutContext; readonly at: number }>({
    max: COPIES,
  });

  constructor(db: Database, vault: Vault, clock: Clock) {
    this.#db = db;
    this.#vault = vault;
    this.#clock = clock;
    this.#row = rowReader<{ credit: number | null }>(db, CONTEXT);
  }

  /** @param how `copyMs`: the greatest age of a copy; 0: all is read */
  async read(request: Asked, { copyMs }: { readonly copyMs: number }): Promise<CheckoutContext | null> {
    const { organisationId, lotId, buyer, affiliate } = request;
    const name = `${organisationId} ${lotId} ${affiliate ?? ""}`;
    const at = this.#clock.now().getTime();
    const copy = this.#copies.get(name);
    if (copy && copyMs > 0 && at - copy.at < copyMs) return copy.context;
    const row = await this.#row(organisationId, lotId, buyer.email, buyer.wallet, affiliate);
    if (!row) return null;
    const context: CheckoutContext = {
      organisation: ORGANISATION.record(row),
      ...VERSIONS.record(row),
      lot: LOT.record(row),
      rail: railRecord(row, this.#vault),
      availableCreditCents: row.credit ?? 0,
      affiliate: AFFILIATE.recordOrNull(row),
    };
    // Data read in a unit of work may be rolled back, and its numbers reused.
    if (!this.#db.open) this.#copies.set(name, { context: { ...context, availableCreditCents: null }, at });
    return context;
  }
}

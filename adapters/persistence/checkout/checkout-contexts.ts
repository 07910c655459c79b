import { LRUCache } from "lru-cache";
import type { CheckoutContext } from "../../../ports/checkout/orders.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Vault } from "../../../ports/vault.ts";
import type { Buyer } from "../../../src/buyers/account.ts";
import type { AffiliateId, LotId, OrganisationId } from "../../../src/shared/ids.ts";
import type { Database } from "../database/database.ts";
import { LOT, STOCKED } from "../lots/lot-row.ts";
import { ORGANISATION } from "../organisations/organisation-row.ts";
import { RAIL_ACCOUNT, railRecord } from "../organisations/rail-account-row.ts";
import { rowReader } from "../statements/collector.ts";
import { int, int4, int8, row } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";

/** How old a copy may be. */
const COPY_MS = 1_000;
const COPIES = 1_000;

const AFFILIATE = row("affiliate f", { id: int8<AffiliateId>(), commissionBps: int4() });
/** Of an organisation `g`. */
const TERMS = row("organisation g", { terms: int8() });
const CONTEXT = statement(
  "checkout-context",
  `
    select q.item, f.*
    from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::text[]), (select $5::text[]))
      with ordinality
      as q (organisation_id, lot_id, email, wallet, affiliate, item)
    cross join lateral (
      select ${ORGANISATION.columns}, ${TERMS.columns}, ${LOT.columns}, ${RAIL_ACCOUNT.columns}, ${AFFILIATE.columns},
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

/** Reads what purchases are decided on, and keeps copies that do not depend on the buyer. */
export class CheckoutContexts {
  readonly #vault: Vault;
  readonly #row;
  readonly #copies: LRUCache<string, CheckoutContext>;

  constructor(db: Database, vault: Vault, clock: Clock) {
    this.#vault = vault;
    this.#row = rowReader<{ credit: string | null }>(db, CONTEXT);
    this.#copies = new LRUCache({
      max: COPIES,
      ttl: COPY_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    });
  }

  async read(asked: Asked, { copied }: { readonly copied: boolean }): Promise<CheckoutContext | null> {
    const { organisationId, lotId, buyer, affiliate } = asked;
    const name = `${organisationId} ${lotId} ${affiliate ?? ""}`;
    const copy = copied ? this.#copies.get(name) : undefined;
    if (copy) return copy;
    const row = await this.#row(organisationId, lotId, buyer.email, buyer.wallet, affiliate);
    if (!row) return null;
    const context: CheckoutContext = {
      organisation: ORGANISATION.record(row),
      ...TERMS.record(row),
      lot: LOT.record(row),
      rail: railRecord(row, this.#vault),
      availableCreditCents: int(row.credit ?? 0),
      affiliate: AFFILIATE.recordOrNull(row),
    };
    this.#copies.set(name, { ...context, availableCreditCents: null });
    return context;
  }
}

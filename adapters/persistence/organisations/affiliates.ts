import { Affiliates } from "../../../ports/organisations/affiliates.ts";
import type { Page } from "../../../ports/page.ts";
import type { Affiliate, CommissionEntry, NewAffiliate } from "../../../src/organisations/affiliate.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { CommissionEntryRow } from "../entities/checkout.ts";
import { AffiliateRow } from "../entities/organisations.ts";
import { int8s, selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/**
 * An affiliate `f` with the sums of its entries, read from the index alone: 0.15 s for a million entries. A stored
 * balance would be one more hot row in every settlement of the affiliate's orders.
 */
const AFFILIATE = selection(AffiliateRow, "f", ["id", "code", "name", "commissionBps", "createdAt"], {
  sums: int8s({
    sql: `(select array[
        coalesce(sum(e.amount_cents) filter (where e.amount_cents > 0), 0),
        coalesce(-sum(e.amount_cents) filter (where e.amount_cents < 0), 0)
      ]::bigint[]
      from commission_entry e where e.organisation_id = f.organisation_id and e.affiliate_id = f.id)`,
  }),
});
/** An entry `c`. */
const ENTRY = selection(CommissionEntryRow, "c", ["id", "kind", "amountCents", "orderId", "at"]);
const COMMISSIONS = statement(
  "list-commissions",
  // An affiliate without entries has one row without an entry.
  `select e.* from affiliate f left join lateral (
      select ${ENTRY.columns} from commission_entry c
      where c.organisation_id = f.organisation_id and c.affiliate_id = f.id and c.id < coalesce($3::bigint, 9223372036854775807)
      order by c.id desc limit $4
    ) e on true where f.organisation_id = $1 and f.code = $2 order by e.c_id desc`,
);

export class PostgresAffiliates extends Store implements Affiliates {
  static readonly as = Affiliates;

  async add(organisationId: OrganisationId, affiliate: NewAffiliate): Promise<Affiliate | null> {
    const row = await this.db.of(organisationId, AFFILIATE).addOnce(affiliate, ["organisationId", "code"]);
    return row && withSums(row);
  }

  async byCode(organisationId: OrganisationId, code: string): Promise<Affiliate | null> {
    const row = await this.db.of(organisationId, AFFILIATE).one({ code });
    return row && withSums(row);
  }

  async lock(organisationId: OrganisationId, code: string): Promise<Affiliate | null> {
    const row = await this.db.of(organisationId, AFFILIATE).locked({ code });
    return row && withSums(row);
  }

  async list(organisationId: OrganisationId, page: Page): Promise<Affiliate[]> {
    const rows = await this.db.of(organisationId, AFFILIATE).page(page, {}, { freshness: "current" });
    return rows.map(withSums);
  }

  async update(
    organisationId: OrganisationId,
    { id, name, commissionBps }: Pick<Affiliate, "id" | "name" | "commissionBps">,
  ): Promise<void> {
    await this.db.of(organisationId, AffiliateRow).change({ id }, { name, commissionBps });
  }

  async commissions(
    organisationId: OrganisationId,
    code: string,
    page: Page,
  ): Promise<CommissionEntry[] | null> {
    const values = [organisationId, code, page.after, page.limit];
    const rows = await this.db.read(COMMISSIONS, values, "current");
    if (rows.length === 0) return null;
    return rows.flatMap((row) => ENTRY.recordOrNull(row) ?? []);
  }
}

function withSums({ sums, ...affiliate }: ReturnType<typeof AFFILIATE.record>): Affiliate {
  return { ...affiliate, accruedCents: sums[0]!, reversedCents: sums[1]! };
}

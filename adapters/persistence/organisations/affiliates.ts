import { Affiliates } from "../../../ports/organisations/affiliates.ts";
import type { Page } from "../../../ports/page.ts";
import type { Affiliate, CommissionEntry, NewAffiliate } from "../../../src/organisations/affiliate.ts";
import { behind } from "../statements/behind.ts";
import { Database } from "../database/database.ts";
import { int } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";

const ADD = statement(
  "add-affiliate",
  `insert into affiliate (organisation_id, code, name, commission_bps, created_at) values ($1, $2, $3, $4, $5)
    on conflict (organisation_id, code) do nothing returning id`,
);
/** An affiliate `f` with the sums of its entries, of which only the index is read. */
const COLUMNS = "f.id, f.code, f.name, f.commission_bps, f.created_at, c.accrued, c.reversed";
const SUMS = `cross join lateral (
  select coalesce(sum(e.amount_cents) filter (where e.amount_cents > 0), 0) as accrued,
    coalesce(-sum(e.amount_cents) filter (where e.amount_cents < 0), 0) as reversed
  from commission_entry e where e.organisation_id = f.organisation_id and e.affiliate_id = f.id
) c`;
const LOCK = statement(
  "lock-affiliate",
  `select ${COLUMNS} from affiliate f ${SUMS} where f.organisation_id = $1 and f.code = $2
    for no key update of f`,
);
const LIST = statement(
  "list-affiliates",
  `select ${COLUMNS} from (
      select * from affiliate a where a.organisation_id = $1 and ${behind(["a.organisation_id", "a.id"], ["$1", "$2"])}
      order by a.id desc limit $3
    ) f ${SUMS} order by f.id desc`,
);
const UPDATE = statement(
  "update-affiliate",
  "update affiliate set name = $3, commission_bps = $4 where organisation_id = $1 and id = $2",
);
const COMMISSIONS = statement(
  "list-commissions",
  // One row without an entry for an affiliate that has none.
  `select e.* from affiliate f left join lateral (
      select c.id, c.kind, c.amount_cents, c.order_id, c.at from commission_entry c
      where c.organisation_id = f.organisation_id and c.affiliate_id = f.id and c.id < coalesce($3::bigint, 9223372036854775807)
      order by c.id desc limit $4
    ) e on true where f.organisation_id = $1 and f.code = $2 order by e.id desc`,
);

interface AffiliateColumns {
  id: string;
  code: string;
  name: string;
  commission_bps: number;
  created_at: Date;
  accrued: string;
  reversed: string;
}

interface EntryColumns {
  id: string;
  kind: CommissionEntry["kind"];
  amount_cents: string;
  order_id: string;
  at: Date;
}

export class PostgresAffiliates implements Affiliates {
  static readonly as = Affiliates;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(organisationId: OrganisationId, affiliate: NewAffiliate): Promise<Affiliate | null> {
    const { code, name, commissionBps, createdAt } = affiliate;
    const values = [organisationId, code, name, commissionBps, createdAt];
    const [row] = await this.#db.query<{ id: string }>(ADD, values);
    return row ? { ...affiliate, id: int(row.id), accruedCents: 0, reversedCents: 0 } : null;
  }

  async lock(organisationId: OrganisationId, code: string): Promise<Affiliate | null> {
    const [row] = await this.#db.query<AffiliateColumns>(LOCK, [organisationId, code]);
    return row ? affiliateRecord(row) : null;
  }

  async list(organisationId: OrganisationId, page: Page): Promise<Affiliate[]> {
    const rows = await this.#db.query<AffiliateColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map(affiliateRecord);
  }

  async update(
    organisationId: OrganisationId,
    { id, name, commissionBps }: Pick<Affiliate, "id" | "name" | "commissionBps">,
  ): Promise<void> {
    await this.#db.query(UPDATE, [organisationId, id, name, commissionBps]);
  }

  async commissions(
    organisationId: OrganisationId,
    code: string,
    page: Page,
  ): Promise<CommissionEntry[] | null> {
    const values = [organisationId, code, page.after, page.limit];
    const rows = await this.#db.query<EntryColumns | { id: null }>(COMMISSIONS, values);
    if (rows.length === 0) return null;
    return rows.filter((row) => row.id !== null).map(entryRecord);
  }
}

function affiliateRecord(row: AffiliateColumns): Affiliate {
  return {
    id: int(row.id),
    code: row.code,
    name: row.name,
    commissionBps: row.commission_bps,
    accruedCents: int(row.accrued),
    reversedCents: int(row.reversed),
    createdAt: row.created_at,
  };
}

function entryRecord(row: EntryColumns): CommissionEntry {
  return {
    id: int(row.id),
    kind: row.kind,
    amountCents: int(row.amount_cents),
    orderId: row.order_id,
    at: row.at,
  };
}

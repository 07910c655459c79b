import { Accounts } from "../../../ports/buyers/accounts.ts";
import type { Page } from "../../../ports/page.ts";
import type { Account, Identity } from "../../../src/buyers/account.ts";
import { behind } from "../statements/behind.ts";
import { Database } from "../database/database.ts";
import { int } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { AccountId, OrganisationId } from "../../../src/shared/ids.ts";

/** Identities in the order in which the account became known by them. */
const COLUMNS = `a.id, a.balance_cents, a.reserved_cents, a.created_at,
  (select json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.created_at, i.kind, i.value)
   from account_identity i where i.organisation_id = a.organisation_id and i.account_id = a.id) as identities`;
const LIST = statement(
  "list-accounts",
  `select ${COLUMNS} from account a where a.organisation_id = $1 and ${behind(["a.organisation_id", "a.id"], ["$1", "$2"])}
    order by a.id desc limit $3`,
);
const BY_ID = statement(
  "account-by-id",
  `select ${COLUMNS} from account a where a.organisation_id = $1 and a.id = $2`,
);
const GRANT = statement(
  "grant-credit",
  `
    with granted as (
      update account a set balance_cents = a.balance_cents + $3 where a.organisation_id = $1 and a.id = $2
      returning ${COLUMNS}
    ), written as (
      insert into credit_entry (organisation_id, account_id, kind, amount_cents, reason, at)
      select $1, id, 'grant', $3, $4, $5 from granted
    )
    select * from granted`,
);

interface AccountColumns {
  id: string;
  identities: readonly Identity[];
  balance_cents: string;
  reserved_cents: string;
  created_at: Date;
}

function accountRecord(row: AccountColumns): Account {
  return {
    id: int(row.id),
    identities: row.identities,
    balanceCents: int(row.balance_cents),
    reservedCents: int(row.reserved_cents),
    createdAt: row.created_at,
  };
}

export class PostgresAccounts implements Accounts {
  static readonly as = Accounts;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(organisationId: OrganisationId, page: Page): Promise<Account[]> {
    const rows = await this.#db.query<AccountColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map(accountRecord);
  }

  async byId(organisationId: OrganisationId, id: AccountId): Promise<Account | null> {
    const [row] = await this.#db.query<AccountColumns>(BY_ID, [organisationId, id]);
    return row ? accountRecord(row) : null;
  }

  async grantCredit(
    organisationId: OrganisationId,
    id: AccountId,
    grant: { readonly amountCents: number; readonly reason: string; readonly now: Date },
  ): Promise<Account | null> {
    const values = [organisationId, id, grant.amountCents, grant.reason, grant.now];
    const [row] = await this.#db.query<AccountColumns>(GRANT, values);
    return row ? accountRecord(row) : null;
  }
}

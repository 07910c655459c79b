import { Accounts } from "../../../ports/buyers/accounts.ts";
import type { Page } from "../../../ports/page.ts";
import type { Account, Identity } from "../../../src/buyers/account.ts";
import { behind } from "../statements/behind.ts";
import { int8, row, rowsOf, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { AccountId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** An identity of an account `a`. */
const IDENTITY = row("account_identity i", { kind: text<Identity["kind"]>(), value: text() });
/** An account `a`, with its identities in the order of their addition. */
const ACCOUNT = row("account a", {
  id: int8<AccountId>(),
  identities: rowsOf(IDENTITY, {
    sql: `(select json_agg(i order by i.created_at, i.kind, i.value) from account_identity i
      where i.organisation_id = a.organisation_id and i.account_id = a.id)`,
  }),
  balanceCents: int8(),
  reservedCents: int8(),
  createdAt: time(),
});
const LIST = statement(
  "list-accounts",
  `select ${ACCOUNT.columns} from account a where a.organisation_id = $1 and ${behind(["a.organisation_id", "a.id"], ["$1", "$2"])}
    order by a.id desc limit $3`,
);
const BY_ID = statement(
  "account-by-id",
  `select ${ACCOUNT.columns} from account a where a.organisation_id = $1 and a.id = $2`,
);
const GRANT = statement(
  "grant-credit",
  `
    with granted as (
      update account a set balance_cents = a.balance_cents + $3 where a.organisation_id = $1 and a.id = $2
      returning ${ACCOUNT.columns}
    ), written as (
      insert into credit_entry (organisation_id, account_id, kind, amount_cents, reason, at)
      select $1, a_id, 'grant', $3, $4, $5 from granted
    )
    select * from granted`,
);

export class PostgresAccounts extends Store implements Accounts {
  static readonly as = Accounts;

  async list(organisationId: OrganisationId, page: Page): Promise<Account[]> {
    const rows = await this.db.read(LIST, [organisationId, page.after, page.limit], "current");
    return rows.map(ACCOUNT.record);
  }

  async byId(organisationId: OrganisationId, id: AccountId): Promise<Account | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? ACCOUNT.record(row) : null;
  }

  async grantCredit(
    organisationId: OrganisationId,
    id: AccountId,
    grant: { readonly amountCents: number; readonly reason: string; readonly now: Date },
  ): Promise<Account | null> {
    const values = [organisationId, id, grant.amountCents, grant.reason, grant.now];
    const [row] = await this.db.query(GRANT, values);
    return row ? ACCOUNT.record(row) : null;
  }
}

import { Accounts } from "../../../ports/buyers/accounts.ts";
import type { Page } from "../../../ports/page.ts";
import type { Account } from "../../../src/buyers/account.ts";
import { AccountIdentityRow, AccountRow } from "../entities/buyers.ts";
import { rowsOf, selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import type { AccountId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** An identity of an account `a`. */
const IDENTITY = selection(AccountIdentityRow, "i", ["kind", "value"]);
/** An account `a`, with its identities in the order of their addition. */
const ACCOUNT = selection(AccountRow, "a", ["id", "balanceCents", "reservedCents", "createdAt"], {
  identities: rowsOf(IDENTITY, {
    sql: `(select json_agg(i order by i.created_at, i.kind, i.value) from account_identity i
      where i.organisation_id = a.organisation_id and i.account_id = a.id)`,
  }),
});
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

  list(organisationId: OrganisationId, page: Page): Promise<Account[]> {
    return this.db.of(organisationId, ACCOUNT).page(page, {}, { freshness: "current" });
  }

  byId(organisationId: OrganisationId, id: AccountId): Promise<Account | null> {
    return this.db.of(organisationId, ACCOUNT).one({ id });
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

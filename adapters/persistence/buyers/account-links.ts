import { AccountLinks } from "../../../ports/buyers/account-links.ts";
import type { Identity } from "../../../src/buyers/account.ts";
import type { AccountId, OrganisationId } from "../../../src/shared/ids.ts";
import { AccountLinkRow } from "../entities/buyers.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** A pair is stored once, the lower account first. */
const LINK = statement(
  "link-accounts",
  `with other as (select sign_in_account($1, $3, $4, $5) as id), linked as (
      insert into account_link (organisation_id, account_id, other_id, created_at)
      select $1, least($2::bigint, other.id), greatest($2::bigint, other.id), $5 from other where other.id <> $2
      on conflict do nothing
    )
    select id from other`,
);
const LINKED_MAX = 20;
const LINKED_WITH = statement(
  "linked-accounts",
  `select k.other_id as id from account_link k where k.organisation_id = $1 and k.account_id = $2
    union all select k.account_id from account_link k where k.organisation_id = $1 and k.other_id = $2
    order by id limit ${LINKED_MAX}`,
);

export class PostgresAccountLinks extends Store implements AccountLinks {
  static readonly as = AccountLinks;

  async link(organisationId: OrganisationId, accountId: AccountId, other: Identity, now: Date) {
    const values = [organisationId, accountId, other.kind, other.value, now];
    const [row] = await this.db.query<{ id: AccountId }>(LINK, values);
    return row!.id;
  }

  async linkedWith(organisationId: OrganisationId, accountId: AccountId): Promise<AccountId[]> {
    const rows = await this.db.query<{ id: AccountId }>(LINKED_WITH, [organisationId, accountId]);
    return rows.map(({ id }) => id);
  }

  async unlink(organisationId: OrganisationId, accountId: AccountId, other: AccountId): Promise<void> {
    const pair = { accountId: Math.min(accountId, other), otherId: Math.max(accountId, other) };
    await this.db.of(organisationId, AccountLinkRow).remove(pair);
  }
}

import { Accounts, type Purchases } from "../../../ports/buyers/accounts.ts";
import type { Page } from "../../../ports/page.ts";
import type { Account } from "../../../src/buyers/account.ts";
import { AccountIdentityRow, AccountRow } from "../entities/buyers.ts";
import { int4, int8, relation, rowsOf, selection, text } from "../statements/selection.ts";
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
const COUNTED = 500;
/** The orders of an account in one currency. */
const PURCHASES = relation("p", {
  accountId: int8<AccountId>(),
  currency: text(),
  orders: int4(),
  paid: int4(),
  amount: int8(),
});
const COUNT = statement(
  "purchases-of-accounts",
  `select ${PURCHASES.columns} from (
      select w.id as account_id, t.charge_currency as currency, count(*)::int4 as orders,
        (count(*) filter (where t.status = 'paid' and t.unwound_at is null))::int4 as paid,
        coalesce(sum(t.charge_amount::int8) filter (where t.status = 'paid' and t.unwound_at is null), 0) as amount
      from unnest($2::bigint[]) w (id)
      cross join lateral (
        select t.charge_currency, t.status, t.unwound_at, t.charge_amount from ticket_order t
        where t.organisation_id = $1 and t.account_id = w.id order by t.account_id desc, t.number desc limit ${COUNTED}
      ) t
      group by w.id, t.charge_currency
    ) p order by p.account_id, p.currency`,
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

  list(organisationId: OrganisationId, page: Page): Promise<Account[]> {
    return this.db.of(organisationId, ACCOUNT).page(page, {}, { freshness: "current" });
  }

  async purchases(
    organisationId: OrganisationId,
    ids: readonly AccountId[],
  ): Promise<ReadonlyMap<AccountId, Purchases>> {
    if (ids.length === 0) return new Map();
    const rows = (await this.db.read(COUNT, [organisationId, ids], "current")).map(PURCHASES.record);
    const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
    return new Map(
      ids.map((id) => {
        const own = byAccount.get(id) ?? [];
        const orders = own.reduce((total, each) => total + each.orders, 0);
        const paid = own
          .filter(({ paid }) => paid > 0)
          .map(({ currency, amount, paid }) => ({ currency, amount, orders: paid }));
        return [id, { orders, isMore: orders === COUNTED, paid }];
      }),
    );
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

import type { Page } from "../../ports/page.ts";
import type { PutOutcome, RailAccounts, RailAccountSettings } from "../../ports/rail-accounts.ts";
import type { RailKind } from "../../ports/rail.ts";
import { Vault } from "../../ports/vault.ts";
import type { RailAccount } from "../../src/organisations/rail-account.ts";
import { Database, int, type Statement } from "./database.ts";
import { RAIL_CREDENTIALS_PURPOSE } from "./order-row.ts";

const COLUMNS = "r.id, r.kind, r.provider, r.currencies, r.settings, r.enabled, r.updated_at";
/** Accounts of one organisation change one after the other: their currencies depend on each other. */
const LOCK_ORGANISATION: Statement = {
  name: "lock-organisation",
  text: "select id from organisation where id = $1 for no key update",
};
const PUT: Statement = {
  name: "put-rail-account",
  text: `
    insert into rail_account as r
      (organisation_id, kind, provider, currencies, credentials, settings, enabled, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict (organisation_id, kind, provider) do update set currencies = excluded.currencies,
      credentials = excluded.credentials, settings = excluded.settings, enabled = excluded.enabled,
      updated_at = excluded.updated_at
    returning ${COLUMNS}, r.xmax = 0 as added`,
};
const FREE_CURRENCIES: Statement = {
  name: "free-rail-currencies",
  text: "delete from rail_currency where organisation_id = $1 and rail_account_id = $2",
};
const TAKE_CURRENCIES: Statement = {
  name: "take-rail-currencies",
  text: `insert into rail_currency (organisation_id, currency, rail_account_id)
    select $1, currency, $2 from unnest($3::text[]) currency on conflict do nothing returning currency`,
};
const LIST: Statement = {
  name: "list-rail-accounts",
  text: `select ${COLUMNS} from rail_account r where r.organisation_id = $1 and ($2::bigint is null or r.id < $2)
    order by r.id desc limit $3`,
};
/** Waits for whoever inserts a row that refers to the account, and keeps the next one waiting. */
const LOCK: Statement = {
  name: "lock-rail-account",
  text: "select id from rail_account where organisation_id = $1 and kind = $2 and provider = $3 for update",
};
const DELETE_UNUSED: Statement = {
  name: "delete-unused-rail-account",
  text: `delete from rail_account r where r.organisation_id = $1 and r.id = $2
    and not exists (select from ticket_order t where t.organisation_id = $1 and t.rail_account_id = r.id)
    and not exists (select from rail_notification n where n.rail_account_id = r.id)
    returning r.id`,
};
const DISABLE: Statement = {
  name: "disable-rail-account",
  text: "update rail_account set enabled = false, updated_at = $3 where organisation_id = $1 and id = $2",
};

interface AccountColumns {
  id: string;
  kind: RailKind;
  provider: string;
  currencies: string[];
  settings: Record<string, unknown>;
  enabled: boolean;
  updated_at: Date;
}

function accountRecord(row: AccountColumns): RailAccount {
  const { id, kind, provider, currencies, settings, enabled, updated_at } = row;
  return { id: int(id), kind, provider, currencies, settings, enabled, updatedAt: updated_at };
}

export class PostgresRailAccounts implements RailAccounts {
  static readonly needs = [Database, Vault] as const;
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  async put(organisationId: number, account: RailAccountSettings): Promise<PutOutcome> {
    const { kind, provider, currencies, settings, enabled, now } = account;
    const credentials = this.#vault.seal(
      Buffer.from(JSON.stringify(account.credentials)),
      RAIL_CREDENTIALS_PURPOSE,
    );
    await this.#db.query(LOCK_ORGANISATION, [organisationId]);
    const values = [
      organisationId,
      kind,
      provider,
      currencies,
      credentials,
      JSON.stringify(settings),
      enabled,
      now,
    ];
    const [row] = await this.#db.query<AccountColumns & { added: boolean }>(PUT, values);
    const { id, added } = row!;
    await this.#db.query(FREE_CURRENCIES, [organisationId, id]);
    if (enabled) {
      const taken = await this.#db.query<{ currency: string }>(TAKE_CURRENCIES, [
        organisationId,
        id,
        currencies,
      ]);
      const ours = new Set(taken.map(({ currency }) => currency));
      const others = currencies.filter((currency) => !ours.has(currency));
      if (others.length > 0) return { outcome: "currencies_taken", currencies: others };
    }
    return { outcome: added ? "added" : "replaced", account: accountRecord(row!) };
  }

  async list(organisationId: number, page: Page): Promise<RailAccount[]> {
    const rows = await this.#db.query<AccountColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map(accountRecord);
  }

  async remove(
    organisationId: number,
    { kind, provider, now }: { readonly kind: RailKind; readonly provider: string; readonly now: Date },
  ): Promise<"removed" | "disabled" | null> {
    await this.#db.query(LOCK_ORGANISATION, [organisationId]);
    const [found] = await this.#db.query<{ id: string }>(LOCK, [organisationId, kind, provider]);
    if (!found) return null;
    const deleted = await this.#db.query(DELETE_UNUSED, [organisationId, found.id]);
    if (deleted.length > 0) return "removed";
    await this.#db.query(FREE_CURRENCIES, [organisationId, found.id]);
    await this.#db.query(DISABLE, [organisationId, found.id, now]);
    return "disabled";
  }
}

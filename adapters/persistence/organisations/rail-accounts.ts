import type { Page } from "../../../ports/page.ts";
import {
  type HealthReport,
  type PutOutcome,
  RailAccounts,
  type RailAccountSettings,
} from "../../../ports/organisations/rail-accounts.ts";
import type { RailKind } from "../../../ports/rail.ts";
import { Vault } from "../../../ports/vault.ts";
import type { RailAccount, RailHealth } from "../../../src/rail-accounts/rail-account.ts";
import { behind } from "../statements/behind.ts";
import { LOCK_ORGANISATION } from "./organisation-row.ts";
import { Database, int } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import { RAIL_CREDENTIALS_PURPOSE } from "../checkout/order-row.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";

const ACCOUNT = `
  select r.id, r.kind, r.provider, r.currencies, r.settings, r.enabled, r.updated_at, r.verified_at, r.previous_until,
    h.rail_account_id is not null as called, h.last_success_at, h.last_error_at, h.last_error, h.last_error_operation,
    h.consecutive_failures
  from rail_account r left join rail_account_health h on h.rail_account_id = r.id`;
const CREDENTIALS = statement(
  "rail-account-credentials",
  "select credentials from rail_account where organisation_id = $1 and kind = $2 and provider = $3",
);
const PUT = statement(
  "put-rail-account",
  `
    insert into rail_account as r
      (organisation_id, kind, provider, currencies, credentials, settings, enabled, created_at, updated_at, verified_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
    on conflict (organisation_id, kind, provider) do update set currencies = excluded.currencies,
      credentials = excluded.credentials, settings = excluded.settings, enabled = excluded.enabled,
      updated_at = excluded.updated_at, verified_at = excluded.verified_at,
      previous_credentials = coalesce($10, r.previous_credentials),
      previous_until = case when $10 is null then r.previous_until else $11::timestamptz end
    returning r.id, r.xmax = 0 as added`,
);
const BY_ID = statement("rail-account", `${ACCOUNT} where r.organisation_id = $1 and r.id = $2`);
const FREE_CURRENCIES = statement(
  "free-rail-currencies",
  "delete from rail_currency where organisation_id = $1 and rail_account_id = $2",
);
const TAKE_CURRENCIES = statement(
  "take-rail-currencies",
  `insert into rail_currency (organisation_id, currency, rail_account_id, kind, provider)
    select $1, currency, $2, $4, $5 from unnest($3::text[]) currency on conflict do nothing returning currency`,
);
const LIST = statement(
  "list-rail-accounts",
  `${ACCOUNT} where r.organisation_id = $1 and ${behind(["r.organisation_id", "r.id"], ["$1", "$2"])}
    order by r.id desc limit $3`,
);
/** Waits for whoever inserts a row that refers to the account, and keeps the next one waiting. */
const LOCK = statement(
  "lock-rail-account",
  "select id from rail_account where organisation_id = $1 and kind = $2 and provider = $3 for update",
);
const DELETE_UNUSED = statement(
  "delete-unused-rail-account",
  `delete from rail_account r where r.organisation_id = $1 and r.id = $2
    and not exists (select from ticket_order t where t.organisation_id = $1 and t.rail_account_id = r.id)
    and not exists (select from rail_notification n where n.rail_account_id = r.id)
    returning r.id`,
);
const DISABLE = statement(
  "disable-rail-account",
  "update rail_account set enabled = false, updated_at = $3 where organisation_id = $1 and id = $2",
);

const REPORT_HEALTH = statement(
  "report-rail-health",
  // In the order of its key, in which every process writes.
  `
    insert into rail_account_health as h (rail_account_id, organisation_id, last_success_at, last_error_at, last_error,
      last_error_operation, consecutive_failures)
    select r.id, r.organisation_id, q.success_at, q.error_at, q.error, q.operation, q.failures
    from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[],
      $8::integer[]) as q (slug, kind, provider, success_at, error_at, error, operation, failures)
    join organisation g on g.slug = q.slug
    join rail_account r on r.organisation_id = g.id and r.kind = q.kind and r.provider = q.provider
    order by r.id
    on conflict (rail_account_id) do update set
      last_success_at = greatest(h.last_success_at, excluded.last_success_at),
      last_error = case when excluded.last_error_at >= coalesce(h.last_error_at, '-infinity')
        then excluded.last_error else h.last_error end,
      last_error_operation = case when excluded.last_error_at >= coalesce(h.last_error_at, '-infinity')
        then excluded.last_error_operation else h.last_error_operation end,
      last_error_at = greatest(h.last_error_at, excluded.last_error_at),
      consecutive_failures = excluded.consecutive_failures`,
);

interface AccountColumns {
  id: string;
  kind: RailKind;
  provider: string;
  currencies: string[];
  settings: Record<string, unknown>;
  enabled: boolean;
  updated_at: Date;
  verified_at: Date | null;
  previous_until: Date | null;
  called: boolean;
  last_success_at: Date | null;
  last_error_at: Date | null;
  last_error: string | null;
  last_error_operation: string | null;
  consecutive_failures: number;
}

function accountRecord(row: AccountColumns): RailAccount {
  const { id, kind, provider, currencies, settings, enabled } = row;
  return {
    id: int(id),
    kind,
    provider,
    currencies,
    settings,
    enabled,
    updatedAt: row.updated_at,
    verifiedAt: row.verified_at,
    previousCredentialsUntil: row.previous_until,
    health: row.called ? healthRecord(row) : null,
  };
}

function healthRecord(row: AccountColumns): RailHealth {
  const { last_error_at: at, last_error: code, last_error_operation: operation } = row;
  return {
    lastSuccessAt: row.last_success_at,
    lastError: at === null ? null : { at, code: code!, operation: operation! },
    consecutiveFailures: row.consecutive_failures,
  };
}

export class PostgresRailAccounts implements RailAccounts {
  static readonly as = RailAccounts;
  static readonly needs = [Database, Vault] as const;
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  async put(
    organisationId: OrganisationId,
    account: RailAccountSettings & { readonly previousUntil: Date },
  ): Promise<PutOutcome> {
    const { kind, provider, currencies, settings, enabled, verifiedAt, previousUntil, now } = account;
    const credentials = this.#vault.seal(
      Buffer.from(JSON.stringify(account.credentials)),
      RAIL_CREDENTIALS_PURPOSE,
    );
    // Accounts of one organisation change one after the other: their currencies depend on each other.
    await this.#db.query(LOCK_ORGANISATION, [organisationId]);
    const [before] = await this.#db.query<{ credentials: Uint8Array }>(CREDENTIALS, [
      organisationId,
      kind,
      provider,
    ]);
    const rotated = before && !this.#holds(before.credentials, account.credentials);
    const values = [
      organisationId,
      kind,
      provider,
      currencies,
      credentials,
      JSON.stringify(settings),
      enabled,
      now,
      verifiedAt,
      rotated ? before.credentials : null,
      previousUntil,
    ];
    const [put] = await this.#db.query<{ id: string; added: boolean }>(PUT, values);
    const { id, added } = put!;
    await this.#db.query(FREE_CURRENCIES, [organisationId, id]);
    if (enabled) {
      const taken = await this.#db.query<{ currency: string }>(TAKE_CURRENCIES, [
        organisationId,
        id,
        currencies,
        kind,
        provider,
      ]);
      const ours = new Set(taken.map(({ currency }) => currency));
      const others = currencies.filter((currency) => !ours.has(currency));
      if (others.length > 0) return { outcome: "currencies_taken", currencies: others };
    }
    const [row] = await this.#db.query<AccountColumns>(BY_ID, [organisationId, id]);
    return { outcome: added ? "added" : "replaced", account: accountRecord(row!) };
  }

  /** Whether these are the credentials that are sealed. */
  #holds(sealed: Uint8Array, credentials: Readonly<Record<string, string>>): boolean {
    const text = Buffer.from(this.#vault.open(sealed, RAIL_CREDENTIALS_PURPOSE)).toString("utf8");
    const present = JSON.parse(text) as Record<string, string>;
    const names = Object.keys(present);
    return (
      names.length === Object.keys(credentials).length &&
      names.every((name) => present[name] === credentials[name])
    );
  }

  async list(organisationId: OrganisationId, page: Page): Promise<RailAccount[]> {
    const rows = await this.#db.query<AccountColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map(accountRecord);
  }

  async remove(
    organisationId: OrganisationId,
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

  async reportHealth(reports: readonly HealthReport[]): Promise<void> {
    await this.#db.query(REPORT_HEALTH, [
      reports.map(({ organisationSlug }) => organisationSlug),
      reports.map(({ kind }) => kind),
      reports.map(({ provider }) => provider),
      reports.map(({ lastSuccessAt }) => lastSuccessAt),
      reports.map(({ lastError }) => lastError?.at ?? null),
      reports.map(({ lastError }) => lastError?.code ?? null),
      reports.map(({ lastError }) => lastError?.operation ?? null),
      reports.map(({ consecutiveFailures }) => consecutiveFailures),
    ]);
  }
}

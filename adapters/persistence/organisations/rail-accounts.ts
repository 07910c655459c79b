import type { Page } from "../../../ports/page.ts";
import {
  type HealthReport,
  type PutOutcome,
  RailAccounts,
  type RailAccountSettings,
} from "../../../ports/organisations/rail-accounts.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type { RailAccount } from "../../../src/rail-accounts/rail-account.ts";
import { behind } from "../statements/behind.ts";
import { LOCK_ORGANISATION } from "./organisation-row.ts";
import { flag, int4, int8, json, row, text, texts, time, together } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { OrganisationId, RailAccountId } from "../../../src/shared/ids.ts";
import { openedCredentials, RAIL_CREDENTIALS_PURPOSE } from "./rail-account-row.ts";
import { VaultStore } from "../database/store.ts";

/** An account `r` with the results of its calls `h`. */
const RAIL_ACCOUNT = row("rail_account r", {
  id: int8<RailAccountId>(),
  kind: text<RailKind>(),
  provider: text(),
  currencies: texts(),
  settings: json<Record<string, unknown>>(),
  enabled: flag(),
  updatedAt: time(),
  verifiedAt: time().orNull,
  previousCredentialsUntil: time("previous_until").orNull,
  health: together({
    consecutiveFailures: int4({ sql: "h.consecutive_failures" }),
    lastSuccessAt: time({ sql: "h.last_success_at" }).orNull,
    lastError: together({
      at: time({ sql: "h.last_error_at" }),
      code: text({ sql: "h.last_error" }),
      operation: text({ sql: "h.last_error_operation" }),
    }),
  }),
});
const ACCOUNT = `
  select ${RAIL_ACCOUNT.columns}
  from rail_account r left join rail_account_health h
    on h.organisation_id = r.organisation_id and h.rail_account_id = r.id`;
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
const BY_PROVIDER = statement(
  "rail-account-by-provider",
  `${ACCOUNT} where r.organisation_id = $1 and r.kind = $2 and r.provider = $3`,
);
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
/** Waits for transactions that insert a row referring to the account, and blocks later ones. */
const LOCK = statement(
  "lock-rail-account",
  "select id from rail_account where organisation_id = $1 and kind = $2 and provider = $3 for update",
);
const DELETE_UNUSED = statement(
  "delete-unused-rail-account",
  `delete from rail_account r where r.organisation_id = $1 and r.id = $2
    and not exists (select from ticket_order t where t.organisation_id = $1 and t.rail_account_id = r.id)
    and not exists (select from rail_notification n where n.organisation_id = $1 and n.rail_account_id = r.id)
    returning r.id`,
);
const DISABLE = statement(
  "disable-rail-account",
  "update rail_account set enabled = false, updated_at = $3 where organisation_id = $1 and id = $2",
);

const REPORT_HEALTH = statement(
  "report-rail-health",
  // In the order of the key, as every process writes.
  `
    insert into rail_account_health as h (rail_account_id, organisation_id, last_success_at, last_error_at, last_error,
      last_error_operation, consecutive_failures)
    select r.id, r.organisation_id, q.success_at, q.error_at, q.error, q.operation, q.failures
    from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[],
      $8::integer[]) as q (slug, kind, provider, success_at, error_at, error, operation, failures)
    join organisation g on g.slug = q.slug
    join rail_account r on r.organisation_id = g.id and r.kind = q.kind and r.provider = q.provider
    order by r.id
    on conflict (rail_account_id, organisation_id) do update set
      last_success_at = greatest(h.last_success_at, excluded.last_success_at),
      last_error = case when excluded.last_error_at >= coalesce(h.last_error_at, '-infinity')
        then excluded.last_error else h.last_error end,
      last_error_operation = case when excluded.last_error_at >= coalesce(h.last_error_at, '-infinity')
        then excluded.last_error_operation else h.last_error_operation end,
      last_error_at = greatest(h.last_error_at, excluded.last_error_at),
      consecutive_failures = excluded.consecutive_failures`,
);

export class PostgresRailAccounts extends VaultStore implements RailAccounts {
  static readonly as = RailAccounts;

  async put(
    organisationId: OrganisationId,
    account: RailAccountSettings & { readonly previousUntil: Date },
  ): Promise<PutOutcome> {
    const { kind, provider, currencies, settings, enabled, verifiedAt, previousUntil, now } = account;
    const credentials = this.vault.seal(
      Buffer.from(JSON.stringify(account.credentials)),
      RAIL_CREDENTIALS_PURPOSE,
    );
    // Accounts of one organisation change one after the other: their currencies depend on each other.
    await this.db.query(LOCK_ORGANISATION, [organisationId]);
    const [before] = await this.db.query<{ credentials: Uint8Array }>(CREDENTIALS, [
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
    const [put] = await this.db.query<{ id: string; added: boolean }>(PUT, values);
    const { id, added } = put!;
    await this.db.query(FREE_CURRENCIES, [organisationId, id]);
    if (enabled) {
      const taken = await this.db.query<{ currency: string }>(TAKE_CURRENCIES, [
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
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return { outcome: added ? "added" : "replaced", account: RAIL_ACCOUNT.record(row!) };
  }

  /** Checks whether the sealed credentials equal these. */
  #holds(sealed: Uint8Array, credentials: Readonly<Record<string, string>>): boolean {
    const present = openedCredentials(sealed, this.vault);
    const names = Object.keys(present);
    return (
      names.length === Object.keys(credentials).length &&
      names.every((name) => present[name] === credentials[name])
    );
  }

  async byProvider(
    organisationId: OrganisationId,
    kind: RailKind,
    provider: string,
  ): Promise<RailAccount | null> {
    const [row] = await this.db.query(BY_PROVIDER, [organisationId, kind, provider]);
    return row ? RAIL_ACCOUNT.record(row) : null;
  }

  async list(organisationId: OrganisationId, page: Page): Promise<RailAccount[]> {
    const rows = await this.db.query(LIST, [organisationId, page.after, page.limit]);
    return rows.map(RAIL_ACCOUNT.record);
  }

  async remove(
    organisationId: OrganisationId,
    { kind, provider, now }: { readonly kind: RailKind; readonly provider: string; readonly now: Date },
  ): Promise<"removed" | "disabled" | null> {
    await this.db.query(LOCK_ORGANISATION, [organisationId]);
    const [found] = await this.db.query<{ id: string }>(LOCK, [organisationId, kind, provider]);
    if (!found) return null;
    const deleted = await this.db.query(DELETE_UNUSED, [organisationId, found.id]);
    if (deleted.length > 0) return "removed";
    await this.db.query(FREE_CURRENCIES, [organisationId, found.id]);
    await this.db.query(DISABLE, [organisationId, found.id, now]);
    return "disabled";
  }

  async reportHealth(reports: readonly HealthReport[]): Promise<void> {
    await this.db.query(REPORT_HEALTH, [
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

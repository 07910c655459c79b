import type { Page } from "../../../ports/page.ts";
import {
  type HealthReport,
  type PutOutcome,
  RailAccounts,
  type RailAccountSettings,
  type StoredRailAccount,
} from "../../../ports/organisations/rail-accounts.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type { RailAccount } from "../../../src/rail-accounts/rail-account.ts";
import {
  OrganisationRow,
  RailAccountHealthRow,
  RailAccountRow,
  RailCurrencyRow,
} from "../entities/organisations.ts";
import { rowsOf, selection, text, time, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import type { OrganisationId, RailAccountId } from "../../../src/shared/ids.ts";
import { openedCredentials, RAIL_CREDENTIALS_PURPOSE } from "./rail-account-row.ts";
import { VaultStore } from "../database/store.ts";

/** The results of calls to an account. */
const HEALTH = selection(RailAccountHealthRow, "h", ["consecutiveFailures", "lastSuccessAt"], {
  lastError: together({
    at: time("lastErrorAt"),
    code: text("lastError"),
    operation: text("lastErrorOperation"),
  }),
});
/** An account `r`. */
const RAIL_ACCOUNT = selection(
  RailAccountRow,
  "r",
  ["id", "kind", "provider", "currencies", "settings", "enabled", "updatedAt", "verifiedAt"],
  {
    previousCredentialsUntil: "previousUntil",
    health: rowsOf(HEALTH, {
      sql: `(select json_agg(to_json(h)) from rail_account_health h
        where h.organisation_id = r.organisation_id and h.rail_account_id = r.id)`,
    }),
  },
);
const CREDENTIALS = selection(RailAccountRow, "r", ["id", "credentials"]);
const OPENED = selection(RailAccountRow, "r", [
  "id",
  "kind",
  "provider",
  "currencies",
  "credentials",
  "settings",
  "enabled",
  "verifiedAt",
]);
const CURRENCY = selection(RailCurrencyRow, "c", ["currency"]);
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
const ANY_ENABLED_EXCEPT = statement(
  "any-enabled-rail-account-except",
  "select exists (select from rail_account r where r.enabled and r.kind || '/' || r.provider <> all ($1)) as found",
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
    await this.#lockOrganisation(organisationId);
    const before = await this.db.of(organisationId, CREDENTIALS).one({ kind, provider });
    const isRotated = before !== null && !this.#holds(before.credentials, account.credentials);
    const values = { currencies, credentials, settings, enabled, updatedAt: now, verifiedAt };
    const accounts = this.db.of(organisationId, RAIL_ACCOUNT);
    const [put] = before
      ? await accounts.changed(
          { id: before.id },
          { ...values, ...(isRotated && { previousCredentials: before.credentials, previousUntil }) },
        )
      : [await accounts.add({ kind, provider, createdAt: now, ...values })];
    const { id } = put!;
    const served = this.db.of(organisationId, CURRENCY);
    await served.remove({ railAccountId: id });
    if (enabled) {
      const rows = currencies.map((currency) => ({ currency, railAccountId: id, kind, provider }));
      const ours = new Set((await served.addEachOnce(rows, "any")).map(({ currency }) => currency));
      const others = currencies.filter((currency) => !ours.has(currency));
      if (others.length > 0) return { outcome: "currencies_taken", currencies: others };
    }
    return { outcome: before ? "replaced" : "added", account: accountOf(put!) };
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
    const row = await this.db.of(organisationId, RAIL_ACCOUNT).one({ kind, provider });
    return row && accountOf(row);
  }

  async opened(organisationId: OrganisationId): Promise<StoredRailAccount[]> {
    const rows = await this.db.of(organisationId, OPENED).list({}, { order: { id: "asc" } });
    return rows.map(({ credentials, ...row }) => ({
      ...row,
      credentials: this.#openedOrNull(credentials),
    }));
  }

  #openedOrNull(sealed: Uint8Array): Record<string, string> | null {
    try {
      return openedCredentials(sealed, this.vault);
    } catch {
      return null;
    }
  }

  async openedForChange(organisationId: OrganisationId): Promise<StoredRailAccount[]> {
    await this.#lockOrganisation(organisationId);
    return this.opened(organisationId);
  }

  async markVerified(organisationId: OrganisationId, id: RailAccountId, at: Date): Promise<void> {
    await this.db.of(organisationId, RailAccountRow).change({ id }, { verifiedAt: at });
  }

  async list(organisationId: OrganisationId, page: Page): Promise<RailAccount[]> {
    return (await this.db.of(organisationId, RAIL_ACCOUNT).page(page)).map(accountOf);
  }

  async remove(
    organisationId: OrganisationId,
    { kind, provider, now }: { readonly kind: RailKind; readonly provider: string; readonly now: Date },
  ): Promise<"removed" | "disabled" | null> {
    await this.#lockOrganisation(organisationId);
    const [found] = await this.db.query<{ id: RailAccountId }>(LOCK, [organisationId, kind, provider]);
    if (!found) return null;
    const deleted = await this.db.query(DELETE_UNUSED, [organisationId, found.id]);
    if (deleted.length > 0) return "removed";
    await this.db.of(organisationId, RailCurrencyRow).remove({ railAccountId: found.id });
    await this.db
      .of(organisationId, RailAccountRow)
      .change({ id: found.id }, { enabled: false, updatedAt: now });
    return "disabled";
  }

  async #lockOrganisation(id: OrganisationId): Promise<void> {
    await this.db.rows(OrganisationRow).locked({ id });
  }

  async anyEnabledExcept(accepted: readonly string[]): Promise<boolean> {
    const [row] = await this.db.query<{ found: boolean }>(ANY_ENABLED_EXCEPT, [accepted]);
    return row!.found;
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

function accountOf({ health, ...account }: ReturnType<typeof RAIL_ACCOUNT.record>): RailAccount {
  return { ...account, health: health[0] ?? null };
}

import type { RailAccount, RailHealth } from "../../src/rail-accounts/rail-account.ts";
import type { Page } from "../page.ts";
import type { RailKind } from "../rail.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId, RailAccountId } from "../../src/shared/ids.ts";

export interface RailAccountSettings {
  readonly kind: RailKind;
  readonly provider: string;
  readonly currencies: readonly string[];
  /** Stored encrypted; only rails receive them. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  /** When the provider accepted these credentials; null: not yet. */
  readonly verifiedAt: Date | null;
  readonly now: Date;
}

/** Outcomes of one process's calls to an account. */
export interface HealthReport extends RailHealth {
  readonly organisationSlug: string;
  readonly kind: RailKind;
  readonly provider: string;
}

/** An account with its credentials in the clear, for the calls that need them. */
export interface OpenedRailAccount extends Pick<
  RailAccountSettings,
  "kind" | "provider" | "currencies" | "credentials" | "settings" | "enabled" | "verifiedAt"
> {
  readonly id: RailAccountId;
}

/** An account whose credentials are null if the key that encrypted them is missing. */
export type StoredRailAccount = Omit<OpenedRailAccount, "credentials"> & {
  readonly credentials: OpenedRailAccount["credentials"] | null;
};

export type PutOutcome =
  | { readonly outcome: "added" | "replaced"; readonly account: RailAccount }
  /** Another enabled account serves these currencies. The caller must end the unit of work by throwing. */
  | { readonly outcome: "currencies_taken"; readonly currencies: readonly string[] };

/** Organisations' accounts at providers: one per kind and provider, one enabled per currency. */
export interface RailAccounts {
  /**
   * Adds the account or replaces it completely. Inside a unit of work only. If the credentials change, notifications
   * signed with the previous ones are accepted until `previousUntil`.
   */
  put(
    organisationId: OrganisationId,
    account: RailAccountSettings & { readonly previousUntil: Date },
  ): Promise<PutOutcome>;
  byProvider(organisationId: OrganisationId, kind: RailKind, provider: string): Promise<RailAccount | null>;
  /** The accounts of the organisation with their credentials, oldest first. */
  opened(organisationId: OrganisationId): Promise<StoredRailAccount[]>;
  /** Like `opened`. Inside a unit of work only: until its end no account of the organisation is changed. */
  openedForChange(organisationId: OrganisationId): Promise<StoredRailAccount[]>;
  /** Records that the provider has accepted the account's credentials. Inside a unit of work only. */
  markVerified(organisationId: OrganisationId, id: RailAccountId, at: Date): Promise<void>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<RailAccount[]>;
  /**
   * Removes the account from service and frees its currencies. An account that orders or notifications refer to is
   * disabled, not deleted, because payments in progress need it. Inside a unit of work only. null: no such account.
   */
  remove(
    organisationId: OrganisationId,
    account: { readonly kind: RailKind; readonly provider: string; readonly now: Date },
  ): Promise<"removed" | "disabled" | null>;
  /** @param accepted `kind/provider` of accounts that do not count */
  anyEnabledExcept(accepted: readonly string[]): Promise<boolean>;
  /** Newer reports replace older ones. Deleted accounts are skipped. */
  reportHealth(reports: readonly HealthReport[]): Promise<void>;
}
export const RailAccounts: Token<RailAccounts> = token("RailAccounts");

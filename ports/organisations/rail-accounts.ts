import type { RailAccount, RailHealth } from "../../src/rail-accounts/rail-account.ts";
import type { Page } from "../page.ts";
import type { RailKind } from "../rail.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

export interface RailAccountSettings {
  readonly kind: RailKind;
  readonly provider: string;
  readonly currencies: readonly string[];
  /** Stored encrypted; nobody but the rails sees them again. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  /** When the provider accepted these credentials; null: it has not. */
  readonly verifiedAt: Date | null;
  readonly now: Date;
}

/** How calls to an account ended, as one process saw it. */
export interface HealthReport extends RailHealth {
  readonly organisationSlug: string;
  readonly kind: RailKind;
  readonly provider: string;
}

export type PutOutcome =
  | { readonly outcome: "added" | "replaced"; readonly account: RailAccount }
  /** Another enabled account serves these. The caller must end the unit of work by throwing. */
  | { readonly outcome: "currencies_taken"; readonly currencies: readonly string[] };

/** Organisations' accounts at providers: one per kind and provider, one enabled per currency. */
export interface RailAccounts {
  /**
   * Adds the account or replaces all of it. Inside a unit of work only. Other credentials than before: those before
   * may sign notifications until `previousUntil`.
   */
  put(
    organisationId: OrganisationId,
    account: RailAccountSettings & { readonly previousUntil: Date },
  ): Promise<PutOutcome>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<RailAccount[]>;
  /**
   * Takes the account out of service and frees its currencies. One that orders or notifications refer to stays,
   * disabled: payments that are under way need it. Inside a unit of work only. null: no such account.
   */
  remove(
    organisationId: OrganisationId,
    account: { readonly kind: RailKind; readonly provider: string; readonly now: Date },
  ): Promise<"removed" | "disabled" | null>;
  /** What is newer counts. Accounts that are gone are passed over. */
  reportHealth(reports: readonly HealthReport[]): Promise<void>;
}
export const RailAccounts: Token<RailAccounts> = token("RailAccounts");

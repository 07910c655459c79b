import type { PaymentSettings } from "../../../src/lots/payment-options.ts";
import type { Organisation, PaymentToken } from "../../../src/organisations/organisation.ts";
import { int } from "../database/database.ts";
import { statement } from "../statements/statement.ts";

/** What happens under it in one organisation happens one after the other. The row stays free for foreign keys. */
export const LOCK_ORGANISATION = statement(
  "lock-organisation",
  "select id from organisation where id = $1 for no key update",
);

/** Columns of an organisation under the alias `g`, prefixed so that they can stand beside others. */
export const ORGANISATION_COLUMNS = `
  g.id as organisation_id, g.slug, g.name as organisation_name, g.crypto_enabled, g.accepted_tokens, g.fiat_enabled,
  g.fiat_currency, g.rates, g.entry_question_required, g.hold_minutes, g.max_pending_sessions, g.max_pending_tickets,
  g.wrong_answers_per_minute, g.auto_publish_winners, g.return_hosts,
  g.treasury_address, g.created_at as organisation_created_at`;

/** Those that decide how lots can be paid for. */
export const PAYMENT_SETTINGS_COLUMNS =
  "g.crypto_enabled, g.accepted_tokens, g.fiat_enabled, g.fiat_currency, g.entry_question_required";

export interface OrganisationColumns {
  organisation_id: string;
  slug: string;
  organisation_name: string;
  crypto_enabled: boolean;
  accepted_tokens: PaymentToken[];
  fiat_enabled: boolean;
  fiat_currency: string;
  rates: Record<string, string>;
  entry_question_required: boolean;
  hold_minutes: number;
  max_pending_sessions: number;
  max_pending_tickets: number;
  wrong_answers_per_minute: number;
  auto_publish_winners: boolean;
  return_hosts: string[];
  treasury_address: string | null;
  organisation_created_at: Date;
}

export function organisationRecord(row: OrganisationColumns): Organisation {
  return {
    id: int(row.organisation_id),
    slug: row.slug,
    name: row.organisation_name,
    cryptoEnabled: row.crypto_enabled,
    acceptedTokens: row.accepted_tokens,
    fiatEnabled: row.fiat_enabled,
    fiatCurrency: row.fiat_currency,
    rates: row.rates,
    entryQuestionRequired: row.entry_question_required,
    holdMinutes: row.hold_minutes,
    maxPendingSessions: row.max_pending_sessions,
    maxPendingTickets: row.max_pending_tickets,
    wrongAnswersPerMinute: row.wrong_answers_per_minute,
    autoPublishWinners: row.auto_publish_winners,
    returnHosts: row.return_hosts,
    treasuryAddress: row.treasury_address,
    createdAt: row.organisation_created_at,
  };
}

export type SettingsColumns = Pick<
  OrganisationColumns,
  "crypto_enabled" | "accepted_tokens" | "fiat_enabled" | "fiat_currency" | "entry_question_required"
>;

export function paymentSettings(row: SettingsColumns): PaymentSettings {
  return {
    cryptoEnabled: row.crypto_enabled,
    acceptedTokens: row.accepted_tokens,
    fiatEnabled: row.fiat_enabled,
    fiatCurrency: row.fiat_currency,
    entryQuestionRequired: row.entry_question_required,
  };
}

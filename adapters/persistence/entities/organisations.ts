import { defineEntity } from "@mikro-orm/postgresql";
import type { RailKind } from "../../../ports/rail.ts";
import type { Scope } from "../../../src/organisations/api-key.ts";
import type { Mode } from "../../../src/organisations/mode.ts";
import type { PaymentToken } from "../../../src/organisations/organisation.ts";
import type { AffiliateId, ApiKeyId, OrganisationId, RailAccountId } from "../../../src/shared/ids.ts";
import type { Locale } from "../../../src/shop/locale.ts";
import type { Theme } from "../../../src/shop/theme.ts";
import {
  bytes,
  checks,
  flag,
  identity,
  int4,
  int8,
  json,
  ofOrganisation,
  reference,
  text,
  texts,
  time,
  uuid,
} from "./columns.ts";

export const OrganisationRow = defineEntity({
  name: "OrganisationRow",
  tableName: "organisation",
  properties: {
    id: identity<OrganisationId>().primary(),
    slug: text(),
    name: text(),
    cryptoEnabled: flag(),
    acceptedTokens: texts<PaymentToken>(),
    fiatEnabled: flag(),
    fiatCurrency: text(),
    rates: json<Record<string, string>>(),
    entryQuestionRequired: flag(),
    holdMinutes: int4(),
    autoPublishWinners: flag(),
    returnHosts: texts(),
    treasuryAddress: text().strictNullable(),
    createdAt: time(),
    maxPendingSessions: int4().default(10),
    maxPendingTickets: int4().default(100),
    wrongAnswersPerMinute: int4().default(60),
    theme: json<Theme>().defaultRaw("'{}'"),
    embedOrigins: texts().defaultRaw("'{}'"),
    locale: text<Locale>().default("en"),
    hostedCheckout: flag().default(true),
    terms: int8().default(1),
    mode: text<Mode>().default("live"),
    termsUrl: text().strictNullable(),
    privacyUrl: text().strictNullable(),
    imprintUrl: text().strictNullable(),
    supportEmail: text().strictNullable(),
    minimumAge: int4().strictNullable(),
    timeZone: text().default("UTC"),
  },
  uniques: [{ name: "organisation_slug_key", properties: ["slug"] }],
  checks: checks({
    organisation_fiat_currency_check: "fiat_currency ~ '^[A-Z]{3}$'",
    organisation_hold_minutes_check: "hold_minutes >= 5 and hold_minutes <= 120",
    organisation_max_pending_sessions_check: "max_pending_sessions >= 1 and max_pending_sessions <= 1000",
    organisation_max_pending_tickets_check: "max_pending_tickets >= 100 and max_pending_tickets <= 100000",
    organisation_minimum_age_check: "minimum_age >= 1 and minimum_age <= 99",
    organisation_mode_check: "mode in ('live', 'test')",
    organisation_slug_check: "slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'",
    organisation_treasury_address_check: "treasury_address <> '0x0000000000000000000000000000000000000000'",
    organisation_wrong_answers_per_minute_check:
      "wrong_answers_per_minute >= 1 and wrong_answers_per_minute <= 100000",
  }),
});

export const ApiKeyRow = defineEntity({
  name: "ApiKeyRow",
  tableName: "api_key",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<ApiKeyId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    name: text(),
    prefix: text().strictNullable(),
    hash: bytes().strictNullable(),
    scopes: texts<Scope>(),
    rateLimit: int4(),
    rateWindowSec: int4(),
    createdAt: time(),
    revokedAt: time().strictNullable(),
    expiresAt: time().strictNullable(),
    allowedAddresses: texts().strictNullable(),
    previousHash: bytes().strictNullable(),
    previousUntil: time().strictNullable(),
    claimUntil: time().strictNullable(),
    claimedAt: time().strictNullable(),
    claimedBy: text().strictNullable(),
    lastUsedAt: time().strictNullable(),
    proofKey: bytes().strictNullable(),
    proofKeyAt: time().strictNullable(),
    organisation: () => reference(OrganisationRow, "api_key_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [
    { name: "api_key_hash_key", properties: ["hash"] },
    { name: "api_key_organisation_id_id_key", properties: ["organisationId", "id"] },
    { name: "api_key_previous", properties: ["previousHash"], where: "previous_hash is not null" },
  ],
  checks: checks({
    api_key_allowed_addresses_check:
      "cardinality(allowed_addresses) >= 1 and cardinality(allowed_addresses) <= 100",
    api_key_claimed: `(hash is null) = (prefix is null)
      and (hash is not null or (claim_until is not null and claimed_at is null))
      and (claimed_at is null) = (claimed_by is null)
      and (claimed_at is null or (claim_until is not null and hash is not null))`,
    api_key_hash_check: "length(hash) = 32",
    api_key_previous: "(previous_hash is null) = (previous_until is null)",
    api_key_previous_hash_check: "length(previous_hash) = 32",
    api_key_proof_key: "(proof_key is null) = (proof_key_at is null)",
    api_key_proof_key_check: "length(proof_key) = 32",
    api_key_rate_limit_check: "rate_limit >= 1 and rate_limit <= 10000000",
    api_key_rate_window_sec_check: "rate_window_sec >= 1 and rate_window_sec <= 86400",
  }),
});

export const FormerProofKeyRow = defineEntity({
  name: "FormerProofKeyRow",
  tableName: "former_proof_key",
  primaryKeys: ["apiKeyId", "proofKey", "organisationId"],
  properties: {
    apiKeyId: int8<ApiKeyId>().primary(),
    proofKey: bytes().primary(),
    organisationId: int8<OrganisationId>().primary(),
    replacedAt: time(),
    apiKey: () => ofOrganisation(ApiKeyRow, "former_proof_key_organisation_id_api_key_id_fkey", "api_key_id"),
  },
  checks: checks({
    former_proof_key_proof_key_check: "length(proof_key) = 32",
  }),
});

export const UsedProofRow = defineEntity({
  name: "UsedProofRow",
  tableName: "used_proof",
  primaryKeys: ["apiKeyId", "jti", "organisationId"],
  properties: {
    apiKeyId: int8<ApiKeyId>().primary(),
    jti: text().primary(),
    organisationId: int8<OrganisationId>().primary(),
    usedBy: uuid(),
    expiresAt: time(),
    apiKey: () => ofOrganisation(ApiKeyRow, "used_proof_organisation_id_api_key_id_fkey", "api_key_id"),
  },
  indexes: [{ name: "used_proof_expiring", properties: ["expiresAt"] }],
  checks: checks({
    used_proof_jti_check: "char_length(jti) >= 16 and char_length(jti) <= 64",
  }),
});

export const AffiliateRow = defineEntity({
  name: "AffiliateRow",
  tableName: "affiliate",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity<AffiliateId>().primary(),
    code: text(),
    name: text(),
    commissionBps: int4(),
    createdAt: time(),
    organisation: () =>
      reference(OrganisationRow, "affiliate_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [{ name: "affiliate_organisation_id_code_key", properties: ["organisationId", "code"] }],
  checks: checks({
    affiliate_code_check: "code ~ '^[a-z0-9_-]{1,40}$'",
    affiliate_commission_bps_check: "commission_bps >= 0 and commission_bps <= 10000",
  }),
});

export const RailAccountRow = defineEntity({
  name: "RailAccountRow",
  tableName: "rail_account",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<RailAccountId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    kind: text<RailKind>(),
    provider: text(),
    currencies: texts(),
    credentials: bytes(),
    settings: json<Record<string, unknown>>(),
    enabled: flag(),
    createdAt: time(),
    updatedAt: time(),
    verifiedAt: time().strictNullable(),
    previousCredentials: bytes().strictNullable(),
    previousUntil: time().strictNullable(),
    organisation: () =>
      reference(OrganisationRow, "rail_account_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [
    {
      name: "rail_account_organisation_id_id_kind_provider_key",
      properties: ["organisationId", "id", "kind", "provider"],
    },
    {
      name: "rail_account_organisation_id_kind_provider_key",
      properties: ["organisationId", "kind", "provider"],
    },
  ],
  indexes: [
    { name: "rail_account_previous", properties: ["previousUntil"], where: "previous_until is not null" },
  ],
  checks: checks({
    rail_account_check: "(previous_credentials is null) = (previous_until is null)",
    rail_account_kind_check: "kind in ('flow', 'embed', 'fields', 'redirect', 'qr')",
  }),
});

export const RailAccountHealthRow = defineEntity({
  name: "RailAccountHealthRow",
  tableName: "rail_account_health",
  primaryKeys: ["railAccountId", "organisationId"],
  properties: {
    railAccountId: int8<RailAccountId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    lastSuccessAt: time().strictNullable(),
    lastErrorAt: time().strictNullable(),
    lastError: text().strictNullable(),
    lastErrorOperation: text().strictNullable(),
    consecutiveFailures: int4(),
    railAccount: () =>
      ofOrganisation(
        RailAccountRow,
        "rail_account_health_organisation_id_rail_account_id_fkey",
        "rail_account_id",
      ).deleteRule("cascade"),
  },
  checks: checks({
    rail_account_health_check: "(last_error_at is null) = (last_error is null)",
    rail_account_health_check1: "(last_error_at is null) = (last_error_operation is null)",
  }),
});

export const RailCurrencyRow = defineEntity({
  name: "RailCurrencyRow",
  tableName: "rail_currency",
  primaryKeys: ["organisationId", "currency"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    currency: text().primary(),
    railAccountId: int8<RailAccountId>(),
    kind: text<RailKind>(),
    provider: text(),
    railAccount: () =>
      reference(RailAccountRow, "rail_currency_organisation_id_rail_account_id_kind_provide_fkey", {
        organisation_id: "organisation_id",
        rail_account_id: "id",
        kind: "kind",
        provider: "provider",
      }).deleteRule("cascade"),
  },
  indexes: [{ name: "rail_currency_account", properties: ["organisationId", "railAccountId"] }],
});

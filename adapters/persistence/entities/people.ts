import { defineEntity } from "@mikro-orm/postgresql";
import type { CeremonyPurpose } from "../../../ports/people/passkeys.ts";
import type { LoginMeans } from "../../../src/people/login.ts";
import type { MemberRole, OperatorRole } from "../../../src/people/role.ts";
import type { InvitationId, LoginId, OrganisationId, PasskeyId, PersonId } from "../../../src/shared/ids.ts";
import { bytes, checks, flag, identity, int4, int8, reference, text, texts, time } from "./columns.ts";
import { OrganisationRow } from "./organisations.ts";

export const PersonRow = defineEntity({
  name: "PersonRow",
  tableName: "person",
  properties: {
    id: identity<PersonId>().primary(),
    email: text(),
    name: text(),
    operatorRole: text<OperatorRole>().strictNullable(),
    handle: bytes(),
    oidcIssuer: text().strictNullable(),
    oidcSubject: text().strictNullable(),
    createdAt: time(),
  },
  uniques: [
    { name: "person_email_key", properties: ["email"] },
    { name: "person_handle_key", properties: ["handle"] },
    { name: "person_oidc_issuer_oidc_subject_key", properties: ["oidcIssuer", "oidcSubject"] },
  ],
  indexes: [{ name: "person_operator", properties: ["id"], where: "operator_role is not null" }],
  checks: checks({
    person_check: "(oidc_issuer is null) = (oidc_subject is null)",
    person_email_check: "email = lower(email)",
    person_handle_check: "length(handle) = 32",
    person_operator_role_check: "operator_role in ('owner', 'account_manager', 'support', 'auditor')",
  }),
});

export const PersonCodeRow = defineEntity({
  name: "PersonCodeRow",
  tableName: "person_code",
  properties: {
    hash: bytes().primary(),
    email: text(),
    codeMac: bytes().strictNullable(),
    mailed: flag(),
    triesLeft: int4(),
    createdAt: time(),
    expiresAt: time(),
    usedAt: time().strictNullable(),
  },
  indexes: [
    { name: "person_code_of", properties: ["email", "createdAt"] },
    { name: "person_code_old", properties: ["createdAt"] },
  ],
  checks: checks({
    person_code_hash_check: "length(hash) = 32",
    person_code_tries_left_check: "tries_left >= 0",
  }),
});

export const SignInLinkRow = defineEntity({
  name: "SignInLinkRow",
  tableName: "sign_in_link",
  properties: {
    hash: bytes().primary(),
    personId: int8<PersonId>(),
    createdAt: time(),
    expiresAt: time(),
    usedAt: time().strictNullable(),
    person: () => reference(PersonRow, "sign_in_link_person_id_fkey", { person_id: "id" }),
  },
  indexes: [
    { name: "sign_in_link_of", properties: ["personId"] },
    { name: "sign_in_link_old", properties: ["expiresAt"] },
  ],
  checks: checks({
    sign_in_link_hash_check: "length(hash) = 32",
  }),
});

export const LoginRow = defineEntity({
  name: "LoginRow",
  tableName: "login",
  properties: {
    id: identity<LoginId>().primary(),
    hash: bytes(),
    personId: int8<PersonId>(),
    means: text<LoginMeans>(),
    browser: text(),
    client: text(),
    createdAt: time(),
    seenAt: time(),
    confirmedAt: time().strictNullable(),
    person: () => reference(PersonRow, "login_person_id_fkey", { person_id: "id" }),
  },
  uniques: [{ name: "login_hash_key", properties: ["hash"] }],
  indexes: [
    { name: "login_of", properties: ["personId"] },
    { name: "login_old", properties: ["seenAt"] },
  ],
  checks: checks({
    login_hash_check: "length(hash) = 32",
    login_means_check: "means in ('code', 'link', 'invitation', 'passkey', 'oidc')",
  }),
});

export const PasskeyRow = defineEntity({
  name: "PasskeyRow",
  tableName: "passkey",
  properties: {
    id: identity<PasskeyId>().primary(),
    personId: int8<PersonId>(),
    credentialId: bytes(),
    publicKey: bytes(),
    counter: int8(),
    transports: texts(),
    name: text(),
    createdAt: time(),
    usedAt: time().strictNullable(),
    person: () => reference(PersonRow, "passkey_person_id_fkey", { person_id: "id" }),
  },
  uniques: [{ name: "passkey_credential_id_key", properties: ["credentialId"] }],
  indexes: [{ name: "passkey_of", properties: ["personId"] }],
  checks: checks({
    passkey_counter_check: "counter >= 0",
  }),
});

export const PasskeyChallengeRow = defineEntity({
  name: "PasskeyChallengeRow",
  tableName: "passkey_challenge",
  properties: {
    hash: bytes().primary(),
    purpose: text<CeremonyPurpose>(),
    challenge: text(),
    personId: int8<PersonId>().strictNullable(),
    createdAt: time(),
    expiresAt: time(),
    person: () => reference(PersonRow, "passkey_challenge_person_id_fkey", { person_id: "id" }),
  },
  indexes: [{ name: "passkey_challenge_old", properties: ["expiresAt"] }],
  checks: checks({
    passkey_challenge_hash_check: "length(hash) = 32",
    passkey_challenge_purpose_check: "purpose in ('add', 'sign_in', 'confirm')",
  }),
});

export const ProviderWayRow = defineEntity({
  name: "ProviderWayRow",
  tableName: "provider_way",
  properties: {
    hash: bytes().primary(),
    personId: int8<PersonId>().strictNullable(),
    createdAt: time(),
    expiresAt: time(),
    person: () => reference(PersonRow, "provider_way_person_id_fkey", { person_id: "id" }),
  },
  indexes: [{ name: "provider_way_old", properties: ["expiresAt"] }],
  checks: checks({
    provider_way_hash_check: "length(hash) = 32",
  }),
});

export const MembershipRow = defineEntity({
  name: "MembershipRow",
  tableName: "membership",
  primaryKeys: ["organisationId", "personId"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    personId: int8<PersonId>().primary(),
    role: text<MemberRole>(),
    createdAt: time(),
    organisation: () =>
      reference(OrganisationRow, "membership_organisation_id_fkey", { organisation_id: "id" }),
    person: () => reference(PersonRow, "membership_person_id_fkey", { person_id: "id" }),
  },
  indexes: [{ name: "membership_of", properties: ["personId"] }],
  checks: checks({
    membership_role_check: "role in ('owner', 'manager', 'developer', 'finance', 'viewer')",
  }),
});

export const InvitationRow = defineEntity({
  name: "InvitationRow",
  tableName: "invitation",
  properties: {
    id: identity<InvitationId>().primary(),
    organisationId: int8<OrganisationId>().strictNullable(),
    email: text(),
    role: text<MemberRole | OperatorRole>(),
    hash: bytes(),
    inviter: text(),
    createdAt: time(),
    expiresAt: time(),
    acceptedAt: time().strictNullable(),
    withdrawnAt: time().strictNullable(),
    organisation: () =>
      reference(OrganisationRow, "invitation_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [
    { name: "invitation_hash_key", properties: ["hash"] },
    {
      name: "invitation_open",
      expression: `create unique index invitation_open on invitation (email, coalesce(organisation_id, 0))
        where accepted_at is null and withdrawn_at is null`,
    },
  ],
  indexes: [{ name: "invitation_of", properties: ["organisationId", "id"] }],
  checks: checks({
    invitation_check: "accepted_at is null or withdrawn_at is null",
    invitation_email_check: "email = lower(email)",
    invitation_hash_check: "length(hash) = 32",
    invitation_role_check:
      "role in ('owner', 'manager', 'developer', 'finance', 'viewer', 'account_manager', 'support', 'auditor')",
  }),
});

import { defineEntity } from "@mikro-orm/postgresql";
import type { Identity } from "../../../src/buyers/account.ts";
import type { Principal } from "../../../ports/principal.ts";
import type {
  AccountId,
  LotId,
  MailId,
  NoteId,
  OrderId,
  OrganisationId,
  QuestionId,
} from "../../../src/shared/ids.ts";
import { bytes, checks, identity, int4, int8, ofOrganisation, reference, text, time } from "./columns.ts";
import { EntryQuestionRow, LotRow } from "./lots.ts";
import { OrganisationRow } from "./organisations.ts";

export const AccountRow = defineEntity({
  name: "AccountRow",
  tableName: "account",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<AccountId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    balanceCents: int8().default(0),
    reservedCents: int8().default(0),
    createdAt: time(),
    organisation: () => reference(OrganisationRow, "account_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [{ name: "account_organisation_id_id_key", properties: ["organisationId", "id"] }],
  checks: checks({
    account_never_overdrawn: "reserved_cents >= 0 and balance_cents >= reserved_cents",
  }),
});

export const AccountIdentityRow = defineEntity({
  name: "AccountIdentityRow",
  tableName: "account_identity",
  primaryKeys: ["organisationId", "kind", "value"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    kind: text<Identity["kind"]>().primary(),
    value: text().primary(),
    accountId: int8<AccountId>(),
    createdAt: time(),
    account: () =>
      ofOrganisation(AccountRow, "account_identity_organisation_id_account_id_fkey", "account_id"),
  },
  indexes: [{ name: "account_identity_by_account", properties: ["organisationId", "accountId"] }],
});

export const AccountLinkRow = defineEntity({
  name: "AccountLinkRow",
  tableName: "account_link",
  primaryKeys: ["organisationId", "accountId", "otherId"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    accountId: int8<AccountId>().primary(),
    otherId: int8<AccountId>().primary(),
    createdAt: time(),
    account: () => ofOrganisation(AccountRow, "account_link_organisation_id_account_id_fkey", "account_id"),
    other: () => ofOrganisation(AccountRow, "account_link_organisation_id_other_id_fkey", "other_id"),
  },
  indexes: [{ name: "account_link_other", properties: ["organisationId", "otherId"] }],
  checks: checks({
    account_link_check: "account_id < other_id",
  }),
});

export const BuyerNoteRow = defineEntity({
  name: "BuyerNoteRow",
  tableName: "buyer_note",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<NoteId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    accountId: int8<AccountId>(),
    orderId: text<OrderId>().strictNullable(),
    text: text(),
    authorKind: text<Principal["kind"]>(),
    authorId: text(),
    authorName: text().strictNullable(),
    createdAt: time(),
    account: () => ofOrganisation(AccountRow, "buyer_note_organisation_id_account_id_fkey", "account_id"),
  },
  uniques: [{ name: "buyer_note_of_account", properties: ["organisationId", "accountId", "id"] }],
  checks: checks({ buyer_note_text_check: "length(text) >= 1 and length(text) <= 2000" }),
});

export const BuyerSessionRow = defineEntity({
  name: "BuyerSessionRow",
  tableName: "buyer_session",
  properties: {
    hash: bytes().primary(),
    seenAt: time(),
  },
  indexes: [{ name: "buyer_session_old", properties: ["seenAt"] }],
  checks: checks({
    buyer_session_hash_check: "length(hash) = 32",
  }),
});

export const BuyerSessionAccountRow = defineEntity({
  name: "BuyerSessionAccountRow",
  tableName: "buyer_session_account",
  primaryKeys: ["organisationId", "sessionHash"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    sessionHash: bytes().primary(),
    accountId: int8<AccountId>(),
    kind: text<Identity["kind"]>(),
    value: text(),
    signedInAt: time(),
    account: () =>
      ofOrganisation(AccountRow, "buyer_session_account_organisation_id_account_id_fkey", "account_id"),
    session: () =>
      reference(BuyerSessionRow, "buyer_session_account_session_hash_fkey", { session_hash: "hash" })
        .deleteRule("cascade")
        .updateRule("cascade"),
  },
  indexes: [{ name: "buyer_session_account_of", properties: ["sessionHash"] }],
  checks: checks({
    buyer_session_account_kind_check: "kind in ('email', 'wallet')",
  }),
});

export const SignInAttemptRow = defineEntity({
  name: "SignInAttemptRow",
  tableName: "sign_in_attempt",
  primaryKeys: ["hash", "organisationId"],
  properties: {
    hash: bytes().primary(),
    organisationId: int8<OrganisationId>().primary(),
    kind: text<Identity["kind"]>(),
    value: text(),
    codeMac: bytes().strictNullable(),
    message: text().strictNullable(),
    mailId: int8<MailId>().strictNullable(),
    client: text(),
    triesLeft: int4(),
    createdAt: time(),
    expiresAt: time(),
    usedAt: time().strictNullable(),
    organisation: () =>
      reference(OrganisationRow, "sign_in_attempt_organisation_id_fkey", { organisation_id: "id" }),
  },
  indexes: [
    { name: "sign_in_attempt_by_value", properties: ["value", "organisationId", "createdAt"] },
    { name: "sign_in_attempt_old", properties: ["createdAt"] },
  ],
  checks: checks({
    sign_in_attempt_check: "(kind = 'email') = (code_mac is not null)",
    sign_in_attempt_check1: "(kind = 'wallet') = (message is not null)",
    sign_in_attempt_hash_check: "length(hash) = 32",
    sign_in_attempt_kind_check: "kind in ('email', 'wallet')",
    sign_in_attempt_tries_left_check: "tries_left >= 0",
  }),
});

export const QuestionTurnRow = defineEntity({
  name: "QuestionTurnRow",
  tableName: "question_turn",
  primaryKeys: ["organisationId", "accountId", "lotId"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    accountId: int8<AccountId>().primary(),
    lotId: int8<LotId>().primary(),
    questionId: int8<QuestionId>().strictNullable(),
    formerQuestionId: int8<QuestionId>().strictNullable(),
    answers: int4().default(0),
    answersSince: time(),
    answered: bytes().strictNullable(),
    passHash: bytes().strictNullable(),
    changedAt: time(),
    account: () => ofOrganisation(AccountRow, "question_turn_organisation_id_account_id_fkey", "account_id"),
    lot: () => ofOrganisation(LotRow, "question_turn_organisation_id_lot_id_fkey", "lot_id"),
    question: () =>
      ofOrganisation(
        EntryQuestionRow,
        "question_turn_organisation_id_question_id_fkey",
        "question_id",
      ).deleteRule("set null (question_id)"),
  },
  indexes: [{ name: "question_turn_age", properties: ["changedAt"] }],
  checks: checks({
    question_turn_answered_check: "length(answered) = 32",
    question_turn_answers_check: "answers >= 0",
    question_turn_pass_hash_check: "length(pass_hash) = 32",
  }),
});

import { defineEntity } from "@mikro-orm/postgresql";
import type { MailKind, MailState } from "../../../src/mails/mail.ts";
import type { NewsKind } from "../../../src/mails/news.ts";
import type { PersonMailContent } from "../../../src/mails/person-mail.ts";
import type { AccountId, MailId, OrganisationId } from "../../../src/shared/ids.ts";
import {
  bytes,
  checks,
  identity,
  int4,
  int8,
  json,
  ofOrganisation,
  reference,
  text,
  time,
} from "./columns.ts";
import { AccountRow } from "./buyers.ts";
import { OrganisationRow } from "./organisations.ts";

export const MailRow = defineEntity({
  name: "MailRow",
  tableName: "mail",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<MailId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    kind: text<MailKind>(),
    sealed: bytes().strictNullable(),
    about: text().strictNullable(),
    accountId: int8<AccountId>().strictNullable(),
    state: text<MailState>().default("waiting"),
    createdAt: time(),
    freshUntil: time(),
    dueAt: time().strictNullable(),
    tries: int4().default(0),
    account: () => ofOrganisation(AccountRow, "mail_organisation_id_account_id_fkey", "account_id"),
    organisation: () => reference(OrganisationRow, "mail_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [
    { name: "mail_once", properties: ["organisationId", "kind", "about"], where: "about is not null" },
  ],
  indexes: [
    { name: "mail_due", properties: ["dueAt"], where: "due_at is not null" },
    {
      name: "mail_code_due",
      properties: ["dueAt"],
      where: "due_at is not null and kind = 'sign_in_code'",
    },
  ],
  checks: checks({
    mail_check: "(state = 'waiting') = (due_at is not null)",
    mail_check1: "sealed is not null or about is not null or state <> 'waiting'",
    mail_check2: "(about is null) = (account_id is null)",
    mail_check3: "about is null or sealed is null",
    mail_kind_check: "kind in ('sign_in_code', 'tickets_issued', 'refund', 'winner', 'order_unpaid')",
    mail_state_check: "state in ('waiting', 'sent', 'refused', 'stale', 'withdrawn')",
  }),
});

export const PersonMailRow = defineEntity({
  name: "PersonMailRow",
  tableName: "person_mail",
  properties: {
    id: identity<MailId>().primary(),
    kind: text<PersonMailContent["kind"]>(),
    sealed: bytes().strictNullable(),
    state: text<MailState>().default("waiting"),
    createdAt: time(),
    freshUntil: time(),
    dueAt: time().strictNullable(),
    tries: int4().default(0),
  },
  indexes: [{ name: "person_mail_due", properties: ["dueAt"], where: "due_at is not null" }],
  checks: checks({
    person_mail_check: "(state = 'waiting') = (due_at is not null)",
    person_mail_check1: "sealed is not null or state <> 'waiting'",
    person_mail_state_check: "state in ('waiting', 'sent', 'refused', 'stale', 'withdrawn')",
  }),
});

export const NoticeRow = defineEntity({
  name: "NoticeRow",
  tableName: "notice",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity().primary(),
    organisationId: int8<OrganisationId>().primary(),
    kind: text<NewsKind>(),
    about: int8(),
    facts: json<Record<string, unknown>>(),
    dueAt: time(),
    organisation: () => reference(OrganisationRow, "notice_organisation_id_fkey", { organisation_id: "id" }),
  },
  indexes: [
    { name: "notice_due", properties: ["dueAt"] },
    { name: "notice_of", properties: ["organisationId", "kind", "about"] },
  ],
  checks: checks({
    notice_kind_check:
      "kind in ('keys', 'endpoints_disabled', 'endpoints_failing', 'refunds_failed', 'disputes_opened', 'disputes_due')",
  }),
});

export const NoticeToldRow = defineEntity({
  name: "NoticeToldRow",
  tableName: "notice_told",
  primaryKeys: ["organisationId", "kind"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    kind: text<NewsKind>().primary(),
    toldAt: time().strictNullable(),
    organisation: () =>
      reference(OrganisationRow, "notice_told_organisation_id_fkey", { organisation_id: "id" }),
  },
});

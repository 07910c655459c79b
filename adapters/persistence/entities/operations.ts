import { defineEntity } from "@mikro-orm/postgresql";
import type { BookPart } from "../../../ports/operations/books.ts";
import type { FigurePart, FigurePartId } from "../../../ports/operations/figures.ts";
import type { Role } from "../../../ports/operations/heartbeats.ts";
import type { Principal } from "../../../ports/principal.ts";
import type { RecoveryReport, SentBackThere } from "../../../src/recovery/recovery-report.ts";
import type {
  AuditEntryId,
  IdempotencyId,
  LoginId,
  LotId,
  OrganisationId,
  RailAccountId,
  RefundId,
} from "../../../src/shared/ids.ts";
import {
  bytes,
  checks,
  flag,
  identity,
  int2,
  int4,
  int8,
  json,
  ofOrganisation,
  reference,
  text,
  time,
  uuid,
} from "./columns.ts";
import { OrganisationRow, RailAccountRow } from "./organisations.ts";

export const AuditRow = defineEntity({
  name: "AuditRow",
  tableName: "audit",
  properties: {
    id: identity<AuditEntryId>().primary(),
    organisationId: int8<OrganisationId>().strictNullable(),
    actorKind: text<Principal["kind"]>(),
    actorId: text(),
    action: text(),
    subject: text(),
    facts: json<Record<string, unknown>>(),
    requestId: text(),
    at: time(),
    actorName: text().strictNullable(),
    actorEmail: text().strictNullable(),
    loginId: int8<LoginId>().strictNullable(),
    client: text().strictNullable(),
    organisation: () => reference(OrganisationRow, "audit_organisation_id_fkey", { organisation_id: "id" }),
  },
  indexes: [{ name: "audit_by_organisation", properties: ["organisationId", "id"] }],
  checks: checks({
    audit_actor_kind_check: "actor_kind in ('api_key', 'operator', 'person', 'buyer', 'public', 'system')",
  }),
});

export const HeartbeatRow = defineEntity({
  name: "HeartbeatRow",
  tableName: "heartbeat",
  properties: {
    id: uuid().primary(),
    role: text<Role>(),
    startedAt: time(),
    seenAt: time(),
    beats: int8(),
    firstHistory: text().strictNullable(),
    history: text().strictNullable(),
  },
  checks: checks({
    heartbeat_beats_check: "beats >= 1",
    heartbeat_role_check: "role in ('all', 'api', 'worker')",
  }),
});

export const BookCheckRow = defineEntity({
  name: "BookCheckRow",
  tableName: "book_check",
  properties: {
    part: text<BookPart>().primary(),
    atOrganisation: int8().default(0),
    position: text().default("0"),
    roundEndedAt: time(),
  },
  checks: checks({
    book_check_part_check: "part in ('fresh', 'orders', 'lots', 'accounts', 'draw_accounts')",
  }),
});

export const RecoveryRow = defineEntity({
  name: "RecoveryRow",
  tableName: "recovery",
  properties: {
    epoch: int4().primary().autoincrement(false),
    since: time(),
    margin: int8(),
    begunAt: time(),
    endedAt: time().strictNullable(),
    report: json<RecoveryReport>().strictNullable(),
  },
  uniques: [
    {
      name: "recovery_under_way",
      expression:
        "create unique index recovery_under_way on recovery ((ended_at is null)) where ended_at is null",
    },
  ],
  checks: checks({
    recovery_check: "(ended_at is null) = (report is null)",
    recovery_epoch_check: "epoch >= 1",
    recovery_margin_check: "margin >= 1",
  }),
});

export const RecoveryAccountRow = defineEntity({
  name: "RecoveryAccountRow",
  tableName: "recovery_account",
  primaryKeys: ["organisationId", "railAccountId", "epoch"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    railAccountId: int8<RailAccountId>().primary(),
    epoch: int4().primary(),
    cursor: text().strictNullable(),
    doneAt: time().strictNullable(),
    listed: int8().default(0),
    sentBack: json<SentBackThere[]>().defaultRaw("'[]'"),
    recovery: () =>
      reference(RecoveryRow, "recovery_account_epoch_fkey", { epoch: "epoch" }).deleteRule("cascade"),
    railAccount: () =>
      ofOrganisation(
        RailAccountRow,
        "recovery_account_organisation_id_rail_account_id_fkey",
        "rail_account_id",
      ).deleteRule("cascade"),
  },
});

export const RecoverySequenceRow = defineEntity({
  name: "RecoverySequenceRow",
  tableName: "recovery_sequence",
  primaryKeys: ["epoch", "sequence"],
  properties: {
    epoch: int4().primary(),
    sequence: text().primary(),
    was: int8(),
    raisedTo: int8(),
    recovery: () =>
      reference(RecoveryRow, "recovery_sequence_epoch_fkey", { epoch: "epoch" }).deleteRule("cascade"),
  },
});

export const CellRow = defineEntity({
  name: "CellRow",
  tableName: "cell",
  properties: {
    singleton: flag().primary().default(true),
    number: int2(),
  },
  checks: checks({
    cell_number_check: "number >= 0 and number <= 35",
    cell_singleton_check: "singleton",
  }),
});

export const EncryptionKeyCanaryRow = defineEntity({
  name: "EncryptionKeyCanaryRow",
  tableName: "encryption_key_canary",
  properties: {
    keyId: int2().primary().autoincrement(false),
    sealed: bytes(),
  },
  checks: checks({
    encryption_key_canary_key_id_check: "key_id >= 0 and key_id <= 255",
  }),
});

export const IdempotencyRow = defineEntity({
  name: "IdempotencyRow",
  tableName: "idempotency",
  properties: {
    id: identity<IdempotencyId>().primary(),
    principalKind: text<Principal["kind"]>(),
    principalId: text(),
    route: text(),
    key: text(),
    requestHash: bytes(),
    leaseUntil: time().strictNullable(),
    status: int4().strictNullable(),
    body: bytes().strictNullable(),
    createdAt: time(),
    lease: uuid().strictNullable(),
  },
  uniques: [
    {
      name: "idempotency_principal_id_principal_kind_route_key_key",
      properties: ["principalId", "principalKind", "route", "key"],
    },
  ],
  checks: checks({
    idempotency_principal_kind_check: "principal_kind in ('api_key', 'operator', 'person', 'buyer')",
  }),
});

export const RateBudgetRow = defineEntity({
  name: "RateBudgetRow",
  tableName: "rate_budget",
  primaryKeys: ["principalId", "principalKind"],
  properties: {
    principalId: text().primary(),
    principalKind: text().primary(),
    arrivalNs: int8(),
  },
});

export const FailureBudgetRow = defineEntity({
  name: "FailureBudgetRow",
  tableName: "failure_budget",
  properties: {
    address: text().primary(),
    arrivalNs: int8(),
  },
});

export const MissingWriteRow = defineEntity({
  name: "MissingWriteRow",
  tableName: "missing_write",
  properties: {
    one: flag().primary().default(true),
    noticedAt: time(),
  },
  checks: checks({
    missing_write_one_check: "one",
  }),
});

export const WriteCheckRow = defineEntity({
  name: "WriteCheckRow",
  tableName: "write_check",
  properties: {
    singleton: flag().primary().default(true),
    at: time(),
  },
  checks: checks({
    write_check_singleton_check: "singleton",
  }),
});

export const SqlFunctionRow = defineEntity({
  name: "SqlFunctionRow",
  tableName: "sql_function",
  primaryKeys: ["name", "sha256"],
  properties: {
    name: text().primary(),
    sha256: text().primary(),
    replacedAt: time().strictNullable(),
  },
  checks: checks({
    sql_function_sha256_check: "sha256 ~ '^[0-9a-f]{64}$'",
  }),
});

export const AssetRow = defineEntity({
  name: "AssetRow",
  tableName: "asset",
  properties: {
    name: text().primary(),
    body: bytes(),
    createdAt: time().defaultRaw("now()"),
  },
});

export const FigureSumRow = defineEntity({
  name: "FigureSumRow",
  tableName: "figure_sum",
  primaryKeys: ["organisationId", "isDay", "part", "partId", "at", "currency"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    isDay: flag().primary(),
    part: text<FigurePart>().primary(),
    partId: int8<FigurePartId>().primary(),
    at: time().primary(),
    currency: text().primary(),
    orders: int8(),
    tickets: int8(),
    gross: int8(),
    refunds: int8(),
    refunded: int8(),
    sessions: int8(),
    converted: int8(),
    otherTaken: int8(),
    otherRefunded: int8(),
  },
  indexes: [{ name: "figure_sum_by_time", properties: ["organisationId", "isDay", "part", "at"] }],
  checks: checks({
    figure_sum_part_check: "part in ('all', 'competition', 'rail', 'affiliate')",
  }),
});

export const FigureLotRow = defineEntity({
  name: "FigureLotRow",
  tableName: "figure_lot",
  primaryKeys: ["organisationId", "lotId"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    lotId: int8<LotId>().primary(),
    tickets: int4().default(0),
    orders: int8().default(0),
    isBehind: flag().default(true),
  },
});

export const FigureOrganisationRow = defineEntity({
  name: "FigureOrganisationRow",
  tableName: "figure_organisation",
  properties: {
    organisationId: int8<OrganisationId>().primary().autoincrement(false),
    organisation: () =>
      reference(OrganisationRow, "figure_organisation_organisation_id_fkey", { organisation_id: "id" }),
  },
});

export const FigureRefundRow = defineEntity({
  name: "FigureRefundRow",
  tableName: "figure_refund",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity().primary(),
    refundId: int8<RefundId>(),
    isFailure: flag(),
    at: time(),
  },
});

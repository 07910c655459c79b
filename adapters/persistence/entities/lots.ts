import { defineEntity } from "@mikro-orm/postgresql";
import type { LotStatus } from "../../../src/lots/lot.ts";
import type { Prize } from "../../../src/lots/prize.ts";
import type { PaymentToken } from "../../../src/organisations/organisation.ts";
import type {
  ApiKeyId,
  LotId,
  OrderId,
  OrganisationId,
  PrizeId,
  QuestionId,
} from "../../../src/shared/ids.ts";
import type { Metadata } from "../../../src/shared/metadata.ts";
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
} from "./columns.ts";
import { OrganisationRow } from "./organisations.ts";

export const PrizeRow = defineEntity({
  name: "PrizeRow",
  tableName: "prize",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity<PrizeId>().primary(),
    category: text(),
    name: text().strictNullable(),
    brand: text().strictNullable(),
    model: text().strictNullable(),
    referenceNumber: text().strictNullable(),
    condition: text<Prize["condition"]>(),
    yearManufactured: int4().strictNullable(),
    retailValueCents: int8(),
    description: text().strictNullable(),
    imageUrls: texts(),
    createdAt: time(),
    organisation: () => reference(OrganisationRow, "prize_organisation_id_fkey", { organisation_id: "id" }),
  },
  checks: checks({
    prize_check: "name is not null or (brand is not null and model is not null)",
    prize_condition_check: "condition in ('new', 'unworn', 'excellent', 'good')",
    prize_retail_value_cents_check: "retail_value_cents >= 0",
  }),
});

export const LotRow = defineEntity({
  name: "LotRow",
  tableName: "lot",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<LotId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    prizeId: int8<PrizeId>(),
    title: text(),
    description: text().strictNullable(),
    priceCents: int8(),
    paymentToken: text<PaymentToken>(),
    status: text<LotStatus>(),
    startAt: time(),
    endAt: time(),
    imageUrl: text().strictNullable(),
    paymentCrypto: flag().strictNullable(),
    paymentFiat: flag().strictNullable(),
    paymentCurrency: text().strictNullable(),
    onChain: flag().default(false),
    createdAt: time(),
    closedAt: time().strictNullable(),
    committedAt: time().strictNullable(),
    drawnAt: time().strictNullable(),
    archivedAt: time().strictNullable(),
    cancelledAt: time().strictNullable(),
    unwoundAt: time().strictNullable(),
    drawAt: time().strictNullable(),
    drawLeaseUntil: time().strictNullable(),
    haltedAt: time().strictNullable(),
    metadata: json<Metadata>().strictNullable(),
    organisation: () => reference(OrganisationRow, "lot_organisation_id_fkey", { organisation_id: "id" }),
    prize: () => ofOrganisation(PrizeRow, "lot_organisation_id_prize_id_fkey", "prize_id"),
  },
  uniques: [{ name: "lot_organisation_id_id_key", properties: ["organisationId", "id"] }],
  indexes: [
    { name: "lot_active", properties: ["organisationId", "id"], where: "status = 'active'" },
    {
      name: "lot_by_title",
      expression: 'create index lot_by_title on lot (organisation_id, lower(title) collate "C", id)',
    },
    { name: "lot_closing", properties: ["endAt"], where: "status = 'active'" },
    { name: "lot_drawing", properties: ["drawAt"], where: "draw_at is not null" },
    { name: "lot_halted", properties: ["organisationId", "id"], where: "halted_at is not null" },
    { name: "lot_over", properties: ["organisationId", "endAt"], where: "status in ('ended', 'cancelled')" },
    { name: "lot_unwinding", properties: ["id"], where: "status = 'cancelled' and unwound_at is null" },
  ],
  checks: checks({
    lot_check: "end_at > start_at",
    lot_check1: "(status = 'cancelled') = (cancelled_at is not null)",
    lot_drawing_when_ended: "draw_at is null or (status = 'ended' and drawn_at is null)",
    lot_drawn_when_ended: "drawn_at is null or status = 'ended'",
    lot_payment_token_check: "payment_token in ('USDC', 'USDT')",
    lot_price_cents_check: "price_cents >= 0 and price_cents <= 10000000",
    lot_status_check: "status in ('draft', 'active', 'ended', 'cancelled')",
  }),
});

export const LotStockRow = defineEntity({
  name: "LotStockRow",
  tableName: "lot_stock",
  primaryKeys: ["lotId", "organisationId"],
  properties: {
    lotId: int8<LotId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    lotVersion: int8().default(1),
    maxTickets: int4(),
    sold: int4().default(0),
    held: int4().default(0),
    voided: int4().default(0),
    lot: () => ofOrganisation(LotRow, "lot_stock_organisation_id_lot_id_fkey", "lot_id"),
  },
  checks: checks({
    lot_never_oversold: "sold >= 0 and held >= 0 and sold::bigint + held <= max_tickets",
    lot_voided_within_sold: "voided >= 0 and voided <= sold",
  }),
});

export const EntryQuestionRow = defineEntity({
  name: "EntryQuestionRow",
  tableName: "entry_question",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity<QuestionId>().primary(),
    question: text(),
    options: texts(),
    answerIndex: int4(),
    category: text().strictNullable(),
    createdAt: time(),
    organisation: () =>
      reference(OrganisationRow, "entry_question_organisation_id_fkey", { organisation_id: "id" }),
  },
  checks: checks({
    entry_question_answer_index_check: "answer_index >= 0",
    entry_question_check: "answer_index < cardinality(options)",
  }),
});

export const GuessBudgetRow = defineEntity({
  name: "GuessBudgetRow",
  tableName: "guess_budget",
  primaryKeys: ["apiKeyId", "questionId", "organisationId"],
  properties: {
    apiKeyId: int8<ApiKeyId>().primary(),
    questionId: int8<QuestionId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    arrivalNs: int8(),
    question: () =>
      ofOrganisation(
        EntryQuestionRow,
        "guess_budget_organisation_id_question_id_fkey",
        "question_id",
      ).deleteRule("cascade"),
  },
});

export const EntryPassRow = defineEntity({
  name: "EntryPassRow",
  tableName: "entry_pass",
  primaryKeys: ["hash", "organisationId"],
  properties: {
    hash: bytes().primary(),
    organisationId: int8<OrganisationId>().primary(),
    expiresAt: time(),
    orderId: text<OrderId>().strictNullable(),
    organisation: () =>
      reference(OrganisationRow, "entry_pass_organisation_id_fkey", { organisation_id: "id" }),
  },
  indexes: [{ name: "entry_pass_age", properties: ["expiresAt"] }],
  checks: checks({
    entry_pass_hash_check: "length(hash) = 32",
  }),
});

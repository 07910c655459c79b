import { defineEntity } from "@mikro-orm/postgresql";
import type { Instruction, NextStep, RailKind } from "../../../ports/rail.ts";
import type { EntrySource, OrderChannel, OrderStatus } from "../../../src/checkout/order.ts";
import type { CommissionEntry } from "../../../src/organisations/affiliate.ts";
import type {
  AccountId,
  AffiliateId,
  ApiKeyId,
  CommissionEntryId,
  IdempotencyId,
  LotId,
  OrderId,
  OrganisationId,
  RailAccountId,
} from "../../../src/shared/ids.ts";
import type { Metadata } from "../../../src/shared/metadata.ts";
import type { Locale } from "../../../src/shop/locale.ts";
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
  time,
  type Reference,
  type Entity,
} from "./columns.ts";
import { AccountRow } from "./buyers.ts";
import { LotRow } from "./lots.ts";
import { AffiliateRow, RailAccountRow } from "./organisations.ts";

export const TicketOrderRow = defineEntity({
  name: "TicketOrderRow",
  tableName: "ticket_order",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: text<OrderId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    number: identity(),
    lotId: int8<LotId>(),
    accountId: int8<AccountId>(),
    apiKeyId: int8<ApiKeyId>().strictNullable(),
    idempotencyId: int8<IdempotencyId>().strictNullable(),
    quantity: int4(),
    status: text<OrderStatus>(),
    error: text().strictNullable(),
    priceCents: int8(),
    creditCents: int8(),
    chargeAmount: int8(),
    chargeCurrency: text(),
    rate: text().strictNullable(),
    source: text<EntrySource>(),
    railAccountId: int8<RailAccountId>().strictNullable(),
    railKind: text<RailKind>().strictNullable(),
    railProvider: text().strictNullable(),
    providerIds: json<Record<string, string>>().defaultRaw("'{}'"),
    instruction: json<Instruction>().strictNullable(),
    returnUrl: text().strictNullable(),
    buyerEmail: text().strictNullable(),
    holdUntil: time(),
    railExpiresAt: time(),
    checks: int4().default(0),
    askedAt: time().strictNullable(),
    confirmStartedAt: time().strictNullable(),
    railCancelAt: time().strictNullable(),
    railCancels: int4().default(0),
    createdAt: time(),
    paidAt: time().strictNullable(),
    failedAt: time().strictNullable(),
    unwoundAt: time().strictNullable(),
    affiliateId: int8<AffiliateId>().strictNullable(),
    commissionCents: int8().default(0),
    confirmAwaits: text<NextStep["step"]>().strictNullable(),
    returnToken: text().strictNullable(),
    firstTicket: int4().strictNullable(),
    requestId: text().strictNullable(),
    channel: text<OrderChannel>().default("api"),
    formKey: bytes().strictNullable(),
    visitHash: bytes().strictNullable(),
    locale: text<Locale>().strictNullable(),
    metadata: json<Metadata>().strictNullable(),
    passHash: bytes().strictNullable(),
    account: () => ofOrganisation(AccountRow, "ticket_order_organisation_id_account_id_fkey", "account_id"),
    affiliate: () =>
      ofOrganisation(AffiliateRow, "ticket_order_organisation_id_affiliate_id_fkey", "affiliate_id"),
    lot: () => ofOrganisation(LotRow, "ticket_order_organisation_id_lot_id_fkey", "lot_id"),
    railAccount: () =>
      ofOrganisation(RailAccountRow, "ticket_order_organisation_id_rail_account_id_fkey", "rail_account_id"),
  },
  uniques: [
    { name: "ticket_order_by_number", properties: ["organisationId", "number"], where: "number > 0" },
    {
      name: "ticket_order_of_form",
      properties: ["formKey", "organisationId"],
      where: "form_key is not null",
    },
    {
      name: "ticket_order_once",
      properties: ["idempotencyId", "organisationId"],
      where: "idempotency_id is not null",
    },
  ],
  indexes: [
    { name: "ticket_order_by_lot", properties: ["lotId", "number"], where: "unwound_at is null" },
    { name: "ticket_order_of_buyer", properties: ["accountId", "number"] },
    { name: "ticket_order_of_visit", properties: ["visitHash", "number"], where: "visit_hash is not null" },
    { name: "ticket_order_rail_cancel", properties: ["railCancelAt"], where: "rail_cancel_at is not null" },
    { name: "ticket_order_refused", properties: ["failedAt"], where: "error = 'rail_unavailable'" },
    { name: "ticket_order_unwound", properties: ["lotId", "number"], where: "unwound_at is not null" },
  ],
  checks: checks({
    ticket_order_channel: `(channel = case
        when form_key is not null then 'hosted'
        when api_key_id is not null then 'api'
        else 'chain' end)
      and (form_key is null or api_key_id is null) and (form_key is null) = (locale is null)
      and (form_key is not null or visit_hash is null)`,
    ticket_order_check: "credit_cents >= 0 and credit_cents <= price_cents",
    ticket_order_check1: "(charge_amount > 0) = (rail_account_id is not null)",
    ticket_order_check2: "(status = 'failed') = (error is not null)",
    ticket_order_check3: "commission_cents = 0 or affiliate_id is not null",
    ticket_order_confirm_awaits: `confirm_awaits is null
      or (confirm_awaits in ('device_data', 'challenge_done') and confirm_started_at is not null)`,
    ticket_order_id_check: "id ~ '^cs_[0-9a-z]+$' and length(id) = 29",
  }),
});

export const TicketRangeRow = defineEntity({
  name: "TicketRangeRow",
  tableName: "ticket_range",
  primaryKeys: ["lotId", "last", "organisationId"],
  properties: {
    lotId: int8<LotId>().primary(),
    last: int4().primary(),
    organisationId: int8<OrganisationId>().primary(),
    first: int4(),
    follows: int4().strictNullable(),
    orderId: text<OrderId>().strictNullable(),
    accountId: int8<AccountId>().strictNullable(),
    issuedAt: time(),
    voidedAt: time().strictNullable(),
    previous: (): Reference<object> =>
      reference<Entity>(TicketRangeRow, "ticket_range_lot_id_follows_organisation_id_fkey", {
        lot_id: "lot_id",
        follows: "last",
        organisation_id: "organisation_id",
      }),
    lot: () => ofOrganisation(LotRow, "ticket_range_organisation_id_lot_id_fkey", "lot_id"),
    order: () => ofOrganisation(TicketOrderRow, "ticket_range_organisation_id_order_id_fkey", "order_id"),
  },
  uniques: [
    {
      name: "ticket_range_lot_id_first_organisation_id_key",
      properties: ["lotId", "first", "organisationId"],
    },
    { name: "ticket_range_order_id_organisation_id_key", properties: ["orderId", "organisationId"] },
  ],
  indexes: [
    { name: "ticket_range_void", properties: ["lotId", "organisationId"], where: "voided_at is not null" },
  ],
  checks: checks({
    ticket_range_check: "(order_id is null) = (account_id is null)",
    ticket_range_check1: "last >= first",
    ticket_range_contiguous: "not follows is distinct from nullif(first - 1, 0)",
    ticket_range_of_nobody_void: "order_id is not null or voided_at is not null",
  }),
});

export const PendingOrderRow = defineEntity({
  name: "PendingOrderRow",
  tableName: "pending_order",
  primaryKeys: ["organisationId", "lotId", "number"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    lotId: int8<LotId>().primary(),
    number: int8().primary(),
    accountId: int8<AccountId>(),
    orderId: text<OrderId>(),
    quantity: int4(),
    charged: flag().default(true),
    checkAt: time(),
  },
  indexes: [
    { name: "pending_order_due", properties: ["checkAt"] },
    { name: "pending_order_of_buyer", properties: ["accountId"] },
  ],
});

export const CreditEntryRow = defineEntity({
  name: "CreditEntryRow",
  tableName: "credit_entry",
  primaryKeys: ["organisationId", "accountId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    accountId: int8<AccountId>().primary(),
    id: identity().primary(),
    kind: text<"grant" | "spend" | "refund">(),
    amountCents: int8(),
    orderId: text<OrderId>().strictNullable(),
    reason: text().strictNullable(),
    at: time(),
    account: () => ofOrganisation(AccountRow, "credit_entry_organisation_id_account_id_fkey", "account_id"),
    order: () => ofOrganisation(TicketOrderRow, "credit_entry_organisation_id_order_id_fkey", "order_id"),
  },
  uniques: [
    {
      name: "credit_entry_once",
      properties: ["orderId", "kind", "organisationId"],
      where: "order_id is not null",
    },
  ],
  checks: checks({
    credit_entry_amount_cents_check: "amount_cents <> 0",
    credit_entry_kind_check: "kind in ('grant', 'spend', 'refund')",
  }),
});

export const CommissionEntryRow = defineEntity({
  name: "CommissionEntryRow",
  tableName: "commission_entry",
  primaryKeys: ["organisationId", "affiliateId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    affiliateId: int8<AffiliateId>().primary(),
    id: identity<CommissionEntryId>().primary(),
    kind: text<CommissionEntry["kind"]>(),
    amountCents: int8(),
    orderId: text<OrderId>(),
    at: time(),
    affiliate: () =>
      ofOrganisation(AffiliateRow, "commission_entry_organisation_id_affiliate_id_fkey", "affiliate_id"),
    order: () => ofOrganisation(TicketOrderRow, "commission_entry_organisation_id_order_id_fkey", "order_id"),
  },
  uniques: [
    {
      name: "commission_entry_once",
      expression:
        "create unique index commission_entry_once on commission_entry (order_id, kind, organisation_id)",
    },
  ],
  checks: checks({
    commission_entry_check: "(kind = 'accrual') = (amount_cents > 0) and amount_cents <> 0",
    commission_entry_kind_check: "kind in ('accrual', 'reversal')",
  }),
});

import { defineEntity } from "@mikro-orm/postgresql";
import type { DisputeStanding, ListedDispute } from "../../../ports/checkout/disputes.ts";
import type { OrderPayment } from "../../../ports/checkout/operator-orders.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type { RefundStatus } from "../../../src/refunds/refund.ts";
import type { UnmatchedFinder, UnmatchedState } from "../../../src/refunds/unmatched-payment.ts";
import type { NotificationRemark } from "../../../src/settlement/rail-notification.ts";
import type {
  DisputeId,
  NotificationId,
  OrderId,
  OrganisationId,
  PaymentId,
  RailAccountId,
  RefundId,
  UnmatchedPaymentId,
} from "../../../src/shared/ids.ts";
import { bytes, checks, flag, identity, int4, int8, json, ofOrganisation, text, time } from "./columns.ts";
import { TicketOrderRow } from "./checkout.ts";
import { RailAccountRow } from "./organisations.ts";

export const PaymentRow = defineEntity({
  name: "PaymentRow",
  tableName: "payment",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity<PaymentId>().primary(),
    orderId: text<OrderId>(),
    railKind: text<RailKind>(),
    railProvider: text(),
    providerPaymentId: text(),
    amount: int8(),
    currency: text(),
    state: text<OrderPayment["state"]>(),
    receivedAt: time(),
    order: () => ofOrganisation(TicketOrderRow, "payment_organisation_id_order_id_fkey", "order_id"),
  },
  uniques: [
    {
      name: "payment_organisation_id_rail_kind_rail_provider_provider_pa_key",
      properties: ["organisationId", "railKind", "railProvider", "providerPaymentId"],
    },
    {
      name: "payment_settled_once",
      expression: `create unique index payment_settled_once on payment
        (order_id, organisation_id, (case state when 'settled' then 0 else id end))`,
    },
  ],
});

export const RefundRow = defineEntity({
  name: "RefundRow",
  tableName: "refund",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<RefundId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    orderId: text<OrderId>().strictNullable(),
    paymentId: int8<PaymentId>().strictNullable(),
    unmatchedPaymentId: int8<UnmatchedPaymentId>().strictNullable(),
    key: text(),
    amount: int8(),
    currency: text(),
    reason: text(),
    state: text<RefundStatus>(),
    providerRefundId: text().strictNullable(),
    createdAt: time(),
    updatedAt: time(),
    railAccountId: int8<RailAccountId>(),
    dueAt: time().strictNullable(),
    leaseUntil: time().strictNullable(),
    requestedAt: time(),
    tries: int4().default(0),
    askedAt: time().strictNullable(),
    acceptedAt: time().strictNullable(),
    failedAtRail: flag().default(false),
    renewals: int4().default(0),
    lastError: text().strictNullable(),
    succeededAt: time().strictNullable(),
    note: text().strictNullable(),
    order: () => ofOrganisation(TicketOrderRow, "refund_organisation_id_order_id_fkey", "order_id"),
    payment: () => ofOrganisation(PaymentRow, "refund_organisation_id_payment_id_fkey", "payment_id"),
    railAccount: () =>
      ofOrganisation(RailAccountRow, "refund_organisation_id_rail_account_id_fkey", "rail_account_id"),
    unmatchedPayment: () =>
      ofOrganisation(
        UnmatchedPaymentRow,
        "refund_organisation_id_unmatched_payment_id_fkey",
        "unmatched_payment_id",
      ),
  },
  uniques: [
    { name: "refund_key_organisation_id_key", properties: ["key", "organisationId"] },
    {
      name: "refund_organisation_id_unmatched_payment_id_key",
      properties: ["organisationId", "unmatchedPaymentId"],
    },
    { name: "refund_payment_id_organisation_id_key", properties: ["paymentId", "organisationId"] },
  ],
  indexes: [
    { name: "refund_by_organisation", properties: ["organisationId", "id"] },
    {
      name: "refund_by_provider_id",
      properties: ["railAccountId", "providerRefundId"],
      where: "provider_refund_id is not null",
    },
    { name: "refund_by_state", properties: ["organisationId", "state", "id"] },
    {
      name: "refund_due",
      properties: ["railAccountId", "dueAt"],
      where: "due_at is not null and lease_until is null",
    },
    { name: "refund_leased", properties: ["railAccountId"], where: "lease_until is not null" },
    { name: "refund_waiting", properties: ["state", "createdAt"], where: "state <> 'succeeded'" },
  ],
  checks: checks({
    refund_amount_check: "amount > 0",
    refund_check: "(payment_id is null) = (order_id is null)",
    refund_of_one_payment: "num_nonnulls(payment_id, unmatched_payment_id) = 1",
    refund_state_check: "state in ('requested', 'succeeded', 'failed', 'manual')",
  }),
});

export const UnmatchedPaymentRow = defineEntity({
  name: "UnmatchedPaymentRow",
  tableName: "unmatched_payment",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity<UnmatchedPaymentId>().primary(),
    railAccountId: int8<RailAccountId>(),
    providerPaymentId: text(),
    orderId: text<OrderId>().strictNullable(),
    orderNumber: int8().strictNullable(),
    providerIds: json<Record<string, string>>().defaultRaw("'{}'"),
    amount: int8(),
    currency: text(),
    sentBack: int8().default(0),
    state: text<UnmatchedState>(),
    foundBy: text<UnmatchedFinder>(),
    foundAt: time(),
    decidedAt: time().strictNullable(),
    note: text().strictNullable(),
    railAccount: () =>
      ofOrganisation(
        RailAccountRow,
        "unmatched_payment_organisation_id_rail_account_id_fkey",
        "rail_account_id",
      ),
  },
  uniques: [
    {
      name: "unmatched_payment_organisation_id_rail_account_id_provider__key",
      properties: ["organisationId", "railAccountId", "providerPaymentId"],
    },
  ],
  indexes: [
    {
      name: "unmatched_payment_by_order",
      properties: ["organisationId", "orderId"],
      where: "order_id is not null",
    },
    { name: "unmatched_payment_open", properties: ["organisationId", "id"], where: "state = 'open'" },
  ],
  checks: checks({
    unmatched_payment_amount_check: "amount > 0",
    unmatched_payment_check: "num_nonnulls(order_id, order_number) >= 1",
    unmatched_payment_check1: "sent_back >= 0 and sent_back <= amount - 1",
    unmatched_payment_check2: "(state = 'open') = (decided_at is null)",
    unmatched_payment_check3: "(state = 'open') = (note is null)",
    unmatched_payment_found_by_check: "found_by in ('notification', 'recovery')",
    unmatched_payment_state_check: "state in ('open', 'refunded', 'resolved')",
  }),
});

export const DisputeRow = defineEntity({
  name: "DisputeRow",
  tableName: "dispute",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity<DisputeId>().primary(),
    railAccountId: int8<RailAccountId>(),
    providerDisputeId: text(),
    orderId: text<OrderId>().strictNullable(),
    stage: text(),
    standing: text<DisputeStanding>().default("open"),
    amount: int8(),
    currency: text(),
    tickets: text<ListedDispute["tickets"]>(),
    createdAt: time(),
    updatedAt: time(),
    answerBy: time().strictNullable(),
    order: () => ofOrganisation(TicketOrderRow, "dispute_organisation_id_order_id_fkey", "order_id"),
    railAccount: () =>
      ofOrganisation(RailAccountRow, "dispute_organisation_id_rail_account_id_fkey", "rail_account_id"),
  },
  uniques: [
    {
      name: "dispute_rail_account_id_provider_dispute_id_organisation_id_key",
      properties: ["railAccountId", "providerDisputeId", "organisationId"],
    },
  ],
  indexes: [
    { name: "dispute_by_order", properties: ["organisationId", "orderId"], where: "order_id is not null" },
    { name: "dispute_by_standing", properties: ["standing", "id"] },
  ],
  checks: checks({
    dispute_amount_check: "amount >= 0",
    dispute_standing_check: "standing in ('open', 'won', 'lost', 'closed')",
    dispute_tickets_check: "tickets in ('voided', 'kept', 'none')",
  }),
});

export const RailNotificationRow = defineEntity({
  name: "RailNotificationRow",
  tableName: "rail_notification",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<NotificationId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    railAccountId: int8<RailAccountId>(),
    dedupeKey: text(),
    message: bytes(),
    receivedAt: time(),
    leaseUntil: time(),
    tries: int4().default(0),
    processedAt: time().strictNullable(),
    error: text().strictNullable(),
    types: text().strictNullable(),
    remark: text<NotificationRemark>().strictNullable(),
    railAccount: () =>
      ofOrganisation(
        RailAccountRow,
        "rail_notification_organisation_id_rail_account_id_fkey",
        "rail_account_id",
      ),
  },
  uniques: [
    {
      name: "rail_notification_organisation_id_rail_account_id_dedupe_ke_key",
      properties: ["organisationId", "railAccountId", "dedupeKey"],
    },
  ],
  indexes: [
    { name: "rail_notification_due", properties: ["leaseUntil"], where: "processed_at is null" },
    {
      name: "rail_notification_remarkable",
      properties: ["organisationId", "id"],
      where: "remark is not null",
    },
  ],
});

export const RailEventCursorRow = defineEntity({
  name: "RailEventCursorRow",
  tableName: "rail_event_cursor",
  primaryKeys: ["railAccountId", "organisationId"],
  properties: {
    railAccountId: int8<RailAccountId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    askedAt: time().strictNullable(),
    leaseUntil: time(),
    railAccount: () =>
      ofOrganisation(
        RailAccountRow,
        "rail_event_cursor_organisation_id_rail_account_id_fkey",
        "rail_account_id",
      ).deleteRule("cascade"),
  },
});

export const NamedEventRow = defineEntity({
  name: "NamedEventRow",
  tableName: "named_event",
  primaryKeys: ["railAccountId", "what", "organisationId"],
  properties: {
    railAccountId: int8<RailAccountId>().primary(),
    what: text().primary(),
    organisationId: int8<OrganisationId>().primary(),
    times: int4().default(1),
    leaseUntil: time(),
    tries: int4().default(0),
    railAccount: () =>
      ofOrganisation(
        RailAccountRow,
        "named_event_organisation_id_rail_account_id_fkey",
        "rail_account_id",
      ).deleteRule("cascade"),
  },
  indexes: [{ name: "named_event_due", properties: ["leaseUntil"] }],
  checks: checks({
    named_event_what_check: "char_length(what) >= 1 and char_length(what) <= 200",
  }),
});

export const NamedEventMinuteRow = defineEntity({
  name: "NamedEventMinuteRow",
  tableName: "named_event_minute",
  primaryKeys: ["railAccountId", "organisationId"],
  properties: {
    railAccountId: int8<RailAccountId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    minute: time(),
    asked: int8(),
    railAccount: () =>
      ofOrganisation(
        RailAccountRow,
        "named_event_minute_organisation_id_rail_account_id_fkey",
        "rail_account_id",
      ).deleteRule("cascade"),
  },
});

import { defineEntity } from "@mikro-orm/postgresql";
import type { DeliveryId, EndpointId, EventId, OrganisationId } from "../../../src/shared/ids.ts";
import type { Delivery } from "../../../src/webhooks/delivery.ts";
import type { EventType } from "../../../src/webhooks/event.ts";
import {
  bytes,
  checks,
  flag,
  identity,
  int2,
  int4,
  int8,
  ofOrganisation,
  reference,
  slots,
  text,
  texts,
  time,
  transaction,
  uuid,
} from "./columns.ts";
import { OrganisationRow } from "./organisations.ts";

export const WebhookEndpointRow = defineEntity({
  name: "WebhookEndpointRow",
  tableName: "webhook_endpoint",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<EndpointId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    url: text(),
    secret: bytes(),
    events: texts<EventType>().strictNullable(),
    enabled: flag(),
    disabledReason: text().strictNullable(),
    createdAt: time(),
    updatedAt: time(),
    removedAt: time().strictNullable(),
    description: text().strictNullable(),
    previousSecret: bytes().strictNullable(),
    previousSecretUntil: time().strictNullable(),
    failingSince: time().strictNullable(),
    organisation: () =>
      reference(OrganisationRow, "webhook_endpoint_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [{ name: "webhook_endpoint_organisation_id_id_key", properties: ["organisationId", "id"] }],
  checks: checks({
    webhook_endpoint_check: "removed_at is null or not enabled",
    webhook_endpoint_description_check: "char_length(description) <= 200",
    webhook_endpoint_previous_secret: "(previous_secret is null) = (previous_secret_until is null)",
  }),
});

export const EventRow = defineEntity({
  name: "EventRow",
  tableName: "event",
  primaryKeys: ["organisationId", "id", "slot"],
  partitionBy: { type: "list", expression: "slot", partitions: slots("event") },
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: text<EventId>().primary().collation("C"),
    slot: int2()
      .primary()
      .defaultRaw(
        "(((floor((extract(epoch from now()) / (604800)::numeric)))::bigint % (8)::bigint))::smallint",
      ),
    type: text<EventType>(),
    payload: text(),
    endpointId: int8<EndpointId>().strictNullable(),
    createdAt: time(),
    requestId: text().strictNullable(),
    organisation: () => reference(OrganisationRow, "event_organisation_id_fkey", { organisation_id: "id" }),
  },
});

export const EventUnrelayedRow = defineEntity({
  name: "EventUnrelayedRow",
  tableName: "event_unrelayed",
  properties: {
    sequence: identity().primary(),
    organisationId: int8<OrganisationId>(),
    eventId: text<EventId>().collation("C"),
    slot: int2(),
  },
});

export const EventFeedRow = defineEntity({
  name: "EventFeedRow",
  tableName: "event_feed",
  primaryKeys: ["organisationId", "tx", "position", "slot"],
  partitionBy: { type: "list", expression: "slot", partitions: slots("event_feed") },
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    tx: transaction().primary().defaultRaw("pg_current_xact_id()"),
    position: int8().primary(),
    eventId: text<EventId>().collation("C"),
    slot: int2().primary(),
    type: text<EventType>(),
    relayedAt: time(),
  },
});

export const EventFeedEmptiedRow = defineEntity({
  name: "EventFeedEmptiedRow",
  tableName: "event_feed_emptied",
  properties: {
    organisationId: int8<OrganisationId>().primary().autoincrement(false),
    emptyings: int4(),
    tx: transaction(),
    position: int8(),
    organisation: () =>
      reference(OrganisationRow, "event_feed_emptied_organisation_id_fkey", { organisation_id: "id" }),
  },
});

export const DeliveryRow = defineEntity({
  name: "DeliveryRow",
  tableName: "delivery",
  primaryKeys: ["id", "organisationId", "slot"],
  partitionBy: { type: "list", expression: "slot", partitions: slots("delivery") },
  properties: {
    id: int8<DeliveryId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    slot: int2().primary(),
    eventId: text<EventId>().collation("C"),
    endpointId: int8<EndpointId>(),
    state: text<Delivery["state"]>(),
    attempts: int4().default(0),
    claims: int4().default(0),
    createdAt: time(),
    finishedAt: time().strictNullable(),
    replayedAfter: int4().default(0),
    endpoint: () =>
      ofOrganisation(WebhookEndpointRow, "delivery_organisation_id_endpoint_id_fkey", "endpoint_id"),
  },
  uniques: [
    {
      name: "delivery_organisation_id_event_id_endpoint_id_slot_key",
      properties: ["organisationId", "eventId", "endpointId", "slot"],
    },
  ],
  indexes: [{ name: "delivery_by_endpoint", properties: ["organisationId", "endpointId", "id"] }],
  checks: checks({
    delivery_check: "slot = id & 7",
    delivery_check1: "attempts <= claims",
    delivery_check2: "(state = 'pending') = (finished_at is null)",
    delivery_replayed_after: "replayed_after >= 0 and replayed_after <= attempts",
    delivery_state_check: "state in ('pending', 'delivered', 'failed')",
  }),
});

export const DeliveryAttemptRow = defineEntity({
  name: "DeliveryAttemptRow",
  tableName: "delivery_attempt",
  primaryKeys: ["deliveryId", "number", "organisationId", "slot"],
  partitionBy: { type: "list", expression: "slot", partitions: slots("delivery_attempt") },
  properties: {
    deliveryId: int8<DeliveryId>().primary(),
    number: int4().primary(),
    organisationId: int8<OrganisationId>().primary(),
    slot: int2().primary(),
    status: int4().strictNullable(),
    error: text().strictNullable(),
    response: text().strictNullable(),
    durationMs: int4(),
    at: time(),
  },
  checks: checks({
    delivery_attempt_check: "slot = delivery_id & 7",
  }),
});

export const DeliveryQueueRow = defineEntity({
  name: "DeliveryQueueRow",
  tableName: "delivery_queue",
  properties: {
    deliveryId: int8<DeliveryId>().primary().autoincrement(false),
    endpointId: int8<EndpointId>(),
    dueAt: time(),
    claims: int4().default(0),
    leaseUntil: time().strictNullable(),
    leasedBy: uuid().strictNullable(),
  },
  indexes: [
    { name: "delivery_queue_due", properties: ["endpointId", "dueAt"], where: "lease_until is null" },
    {
      name: "delivery_queue_leased",
      properties: ["endpointId", "leaseUntil"],
      where: "lease_until is not null",
    },
  ],
  checks: checks({
    delivery_queue_leased_by: "(lease_until is null) = (leased_by is null)",
  }),
});

import type { z } from "zod";
import { EVENT_TYPES, EventEnvelope, type EventType, schemaName } from "../../../src/webhooks/event.ts";
import { EVENT, HASH, SESSION } from "./samples.ts";

/** The webhooks that an API sends. */
export interface Webhooks {
  /** The body of every type, with a name. */
  readonly envelope: z.ZodType;
  readonly tag: { readonly name: string; readonly description: string };
  /** The path item of each type, for OpenAPI 3.1. */
  readonly operations: Readonly<Record<string, object>>;
}

const createdAt = "2026-10-11T12:13:14.567Z";
const envelope = { id: EVENT, createdAt };

/** One of each type. */
export const EVENT_EXAMPLES: { readonly [Type in EventType]: Extract<EventEnvelope, { type: Type }> } = {
  "entry.confirmed": {
    ...envelope,
    type: "entry.confirmed",
    data: {
      lotId: 5,
      userId: 42,
      quantity: 2,
      ticketNumbers: [118, 119],
      source: "fiat",
      orderId: SESSION,
      txHash: null,
    },
  },
  "payment.settled": {
    ...envelope,
    type: "payment.settled",
    data: {
      orderId: SESSION,
      lotId: 5,
      userId: 42,
      rail: "redirect",
      amount: 5_000,
      currency: "USD",
      quantity: 2,
    },
  },
  "lot.closed": {
    ...envelope,
    type: "lot.closed",
    data: { lotId: 5, closedAt: createdAt, endDate: "2026-10-11T12:13:00.000Z", ticketsSold: 119 },
  },
  "lot.cancelled": {
    ...envelope,
    type: "lot.cancelled",
    data: { lotId: 5, cancelledAt: createdAt, ticketsSold: 119 },
  },
  "draw.completed": {
    ...envelope,
    type: "draw.completed",
    data: { lotId: 5, winnerUserId: 42, winnerTicketId: 118 },
  },
  ping: { ...envelope, type: "ping", data: { endpointId: 3, organisation: "demo" } },
};

/** The reason of each type, as sentences. */
export const WHEN: Readonly<Record<EventType, string>> = {
  "entry.confirmed": "Tickets were issued.",
  "payment.settled":
    "A payment on a rail was settled. An order that cost nothing, or only account credit, has no such event.",
  "lot.closed": "A competition reached its end and stopped selling.",
  "lot.cancelled": "A competition was cancelled. The service refunds its buyers.",
  "draw.completed": "A winner was drawn.",
  ping: "A test delivery was requested. Every endpoint receives this type, regardless of its `events`.",
};

const ENVELOPE = "WebhookEnvelope";
const TAG = "Webhook events";

const HEADERS = [
  {
    name: "X-Service-Event",
    description: "The type, as in the body.",
    schema: { type: "string", enum: EVENT_TYPES },
  },
  {
    name: "X-Service-Delivery",
    description: "The event's id, as in the body.",
    schema: { type: "string" },
    example: EVENT,
  },
  {
    name: "X-Service-Signature",
    description:
      "The time in Unix seconds, and for each valid secret the HMAC-SHA256 of `<t>.<raw body>` with the whole secret as its key.",
    schema: { type: "string", pattern: "^t=\\d+(,v1=[0-9a-f]{64})+$" },
    example: `t=1797077594,v1=${HASH}`,
  },
].map((header) => ({ ...header, in: "header", required: true }));

/** Absent from an endpoint whose secret cannot be their key. */
const STANDARD_HEADERS = [
  {
    name: "webhook-id",
    description: "Standard Webhooks: the event's id, as in the body.",
    schema: { type: "string" },
    example: EVENT,
  },
  {
    name: "webhook-timestamp",
    description: "Standard Webhooks: the time in Unix seconds.",
    schema: { type: "string", pattern: "^\\d+$" },
    example: "1797077594",
  },
  {
    name: "webhook-signature",
    description:
      "Standard Webhooks: for each valid secret the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, in base64.",
    schema: { type: "string", pattern: "^v1,[0-9A-Za-z+/]{43}=( v1,[0-9A-Za-z+/]{43}=)*$" },
    example: `v1,${"A".repeat(43)}=`,
  },
].map((header) => ({ ...header, in: "header", required: false }));

const ANSWERS = {
  "2XX": { description: "The event is delivered, and not sent again." },
  "4XX": { description: "The event is not sent again. After a 410 the endpoint receives no further events." },
  "5XX": { description: "The event is sent again later." },
};

function operationOf(type: EventType): object {
  const name = schemaName(type);
  return {
    operationId: `receive${name}`,
    tags: [TAG],
    summary: `Receive ${type}`,
    description: WHEN[type],
    security: [],
    parameters: [...HEADERS, ...STANDARD_HEADERS].map((header) =>
      header.name === "X-Service-Event" ? { ...header, example: type } : header,
    ),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${name}` },
          example: EVENT_EXAMPLES[type],
        },
      },
    },
    responses: ANSWERS,
  };
}

export const WEBHOOKS: Webhooks = {
  envelope: EventEnvelope.meta({
    id: ENVELOPE,
    description: "The body of a webhook delivery.",
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(
        EVENT_TYPES.map((type) => [type, `#/components/schemas/${schemaName(type)}`]),
      ),
    },
  }),
  tag: { name: TAG, description: "What the service sends to your endpoints." },
  operations: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: operationOf(type) }])),
};

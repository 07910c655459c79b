import { z } from "zod";
import { Deliveries } from "../../../../ports/webhooks/deliveries.ts";
import { Events } from "../../../../ports/webhooks/events.ts";
import { WebhookEndpoints } from "../../../../ports/webhooks/webhook-endpoints.ts";
import type { DeliveryId, EndpointId } from "../../../../src/shared/ids.ts";
import { InvalidTransition, NotFound } from "../../../../src/shared/problem.ts";
import { type Attempt, type Delivery, DELIVERY_STATES } from "../../../../src/webhooks/delivery.ts";
import { EVENT_TYPES, type StoredEvent } from "../../../../src/webhooks/event.ts";
import { DeliveryReplays } from "../../../../src/webhooks/delivery-replays.ts";
import { count, id, timeOf, timeText } from "../../input/fields.ts";
import { EVENT_EXAMPLES, WHEN } from "../../openapi/webhooks.ts";
import { lookedThrough, paged, pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, ofItem, pageQuery, pageQueryBy, time, organisationRoute } from "../request.ts";

export const attemptReply = z
  .strictObject({
    number: count.describe("The number of the attempt, starting at 1."),
    at: time,
    durationMs: count,
    status: count
      .nullable()
      .describe("The HTTP status. Null if there was no answer; `error` then has the reason."),
    error: z.string().nullable(),
    response: z.string().nullable().describe("The beginning of the answer's body."),
  })
  .meta({ id: "DeliveryAttempt" });
export const deliveryReply = z
  .strictObject({
    id,
    endpointId: id,
    eventId: z.string(),
    type: z.enum(EVENT_TYPES),
    state: z.enum(DELIVERY_STATES),
    dueAt: time
      .nullable()
      .describe("The time of the next attempt. Null once the delivery is delivered or failed."),
    createdAt: time,
    finishedAt: time.nullable(),
    attempts: z.array(attemptReply),
  })
  .meta({ id: "Delivery" });

const eventId = z.string().regex(/^evt_[0-9a-z]{26}$/);
const eventQuery = pageQueryBy(eventId).extend({
  type: z.enum(EVENT_TYPES).optional().describe("Return events of this type."),
});
export const eventReply = z
  .strictObject({
    id: z.string(),
    type: z.enum(EVENT_TYPES),
    createdAt: time,
    payload: z.record(z.string(), z.unknown()).describe("The body of the event's deliveries."),
  })
  .meta({ id: "StoredEvent" });

const exampleReply = z
  .strictObject({
    type: z.enum(EVENT_TYPES),
    description: z.string().describe("The reason of the event."),
    payload: z.record(z.string(), z.unknown()).describe("The body of a delivery."),
  })
  .meta({ id: "EventExample" });

const catalogueReply = z
  .strictObject({
    examples: z.array(exampleReply).describe("One element for each type of event."),
  })
  .meta({ id: "EventCatalogue" });

export function toAttempt({ at, ...attempt }: Attempt): z.input<typeof attemptReply> {
  return { ...attempt, at: at.toISOString() };
}

export function toDelivery(delivery: Delivery): z.input<typeof deliveryReply> {
  const { dueAt, createdAt, finishedAt, attempts, ...rest } = delivery;
  return {
    ...rest,
    dueAt: dueAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    attempts: attempts.map(toAttempt),
  };
}

export function toEvent(event: StoredEvent): z.input<typeof eventReply> {
  return {
    ...event,
    createdAt: event.createdAt.toISOString(),
    payload: JSON.parse(event.payload) as Record<string, unknown>,
  };
}

const NEEDS = {
  deliveryReplays: DeliveryReplays,
  endpoints: WebhookEndpoints,
  deliveries: Deliveries,
  events: Events,
};

export const deliveryRoutes = routes(NEEDS, (parts) => {
  const { deliveryReplays, endpoints, deliveries, events } = parts;
  const tag = "Webhooks";
  return [
    organisationRoute({
      operationId: "listDeliveries",
      method: "GET",
      path: "/webhook-endpoints/{id}/deliveries",
      summary: "List deliveries with their attempts",
      description:
        "Returns the newest delivery first. A filtered page scans up to 20,000 deliveries. It may be short or empty even if more match; follow `Link`.",
      tag,
      permission: "webhooks:read",
      params: ofItem<EndpointId>(),
      query: pageQuery.extend({
        state: z.enum(DELIVERY_STATES).optional().describe("Return deliveries in this state."),
        type: z.enum(EVENT_TYPES).optional().describe("Return deliveries of events of this type."),
        since: timeText.optional().describe("Return deliveries created at this time or later."),
        until: timeText.optional().describe("Return deliveries created before this time."),
      }),
      reply: z.array(deliveryReply),
      handle: async (request) => {
        const { id } = request.params;
        const { organisation } = request;
        if ((await endpoints.byId(organisation.id, id)) === null) throw NotFound.because();
        const { state = null, type = null } = request.query;
        const [since, until] = [timeOf(request.query.since), timeOf(request.query.until)];
        const conditions = { state, type, since, until };
        const idOf = (delivery: Delivery) => delivery.id;
        if (Object.values(conditions).every((each) => each === null))
          return paged(request, (page) => deliveries.list(organisation.id, id, page), toDelivery, idOf);
        return lookedThrough(
          request,
          (page) => deliveries.look(organisation.id, id, conditions, page),
          toDelivery,
          idOf,
        );
      },
    }),
    organisationRoute({
      operationId: "getDelivery",
      method: "GET",
      path: "/deliveries/{id}",
      summary: "Get a delivery with its attempts",
      description: "Returns the state of the delivery, and each attempt with the answer of the endpoint.",
      tag,
      permission: "webhooks:read",
      params: ofItem<DeliveryId>(),
      reply: deliveryReply,
      handle: async ({ organisation, params }) => {
        const delivery = await deliveries.byId(organisation.id, params.id);
        if (delivery === null) throw NotFound.because();
        return toDelivery(delivery);
      },
    }),
    organisationRoute({
      operationId: "replayDelivery",
      method: "POST",
      path: "/deliveries/{id}/replay",
      summary: "Retry a delivery",
      description:
        "Sends the delivery again with the same id and body and a new retry schedule. A pending delivery is not changed.",
      tag,
      permission: "webhooks:send",
      params: ofItem<DeliveryId>(),
      reply: deliveryReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation, params } = request;
        const { delivery } = await deliveryReplays.delivery(actOf(request), organisation.id, params.id);
        return toDelivery(delivery);
      },
    }),
    organisationRoute({
      operationId: "listEvents",
      method: "GET",
      path: "/events",
      summary: "List events",
      description: "Returns the newest event first. Events are kept for at least 30 days.",
      tag,
      permission: "webhooks:read",
      query: eventQuery,
      reply: z.array(eventReply),
      handle: async (request) => {
        const { organisation } = request;
        const type = request.query.type ?? null;
        return pagedById(request, (page) => events.list(organisation.id, page, type), toEvent);
      },
    }),
    organisationRoute({
      operationId: "getEventCatalogue",
      method: "GET",
      path: "/event-examples",
      summary: "Get an example of each event",
      description:
        "Returns an example of each type of event, with the body that an endpoint would receive. Nothing is stored or sent.",
      tag,
      permission: "webhooks:read",
      reply: catalogueReply,
      handle: () => ({
        examples: EVENT_TYPES.map((type) => {
          const { id, createdAt, data } = EVENT_EXAMPLES[type];
          return { type, description: WHEN[type], payload: { id, type, createdAt, data } };
        }),
      }),
    }),
    organisationRoute({
      operationId: "getEvent",
      method: "GET",
      path: "/events/{id}",
      summary: "Get an event",
      description: "Returns the event with its body as it is sent.",
      tag,
      permission: "webhooks:read",
      params: z.strictObject({ id: eventId }),
      reply: eventReply,
      handle: async ({ organisation, params }) => {
        const event = await events.byId(organisation.id, params.id);
        if (event === null) throw NotFound.because();
        return toEvent(event);
      },
    }),
  ];
});

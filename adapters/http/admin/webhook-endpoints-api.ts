import { z } from "zod";
import type { Deliveries } from "../../../ports/deliveries.ts";
import type { WebhookEndpoints } from "../../../ports/webhook-endpoints.ts";
import type { Administration } from "../../../src/organisations/administration.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import type { Delivery } from "../../../src/webhooks/delivery.ts";
import type { EndpointAdministration } from "../../../src/webhooks/endpoint-administration.ts";
import {
  EndpointDisabled,
  MAX_URL_LENGTH,
  TooManyEndpoints,
  type WebhookEndpoint,
} from "../../../src/webhooks/endpoint.ts";
import { EVENT_TYPES } from "../../../src/webhooks/event.ts";
import { id, text } from "../fields.ts";
import { paged, pageQuery, type Slice } from "../page.ts";
import { operatorRoute } from "../route.ts";
import { actOf, deleted, distinct, ofItem, ofOrganisation, time } from "./request.ts";

const url = text({ min: 1, max: MAX_URL_LENGTH }).describe("https, on a public address.");
const events = distinct(z.array(z.enum(EVENT_TYPES)).min(1))
  .nullable()
  .describe("Types that it gets. Null: all.");

const endpointCreate = z
  .strictObject({
    url,
    events: events.default(null),
    secret: text({ min: 1, max: 128 })
      .optional()
      .describe("`whsec_…`, to bring one along. Default: a new one."),
  })
  .meta({ id: "WebhookEndpointCreate" });
const endpointUpdate = z
  .strictObject({ url: url.optional(), events: events.optional(), enabled: z.boolean().optional() })
  .meta({ id: "WebhookEndpointUpdate" });

const shown = {
  id,
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)).nullable(),
  enabled: z.boolean(),
  disabledReason: z.string().nullable().describe("Why the service disabled it."),
  createdAt: time,
  updatedAt: time,
};
const endpointReply = z.strictObject(shown).meta({ id: "WebhookEndpoint" });
const newEndpointReply = z
  .strictObject({
    ...shown,
    secret: z.string().describe("What signs its deliveries. It is shown only here."),
  })
  .meta({ id: "NewWebhookEndpoint" });
const pingReply = z.strictObject({ eventId: z.string() }).meta({ id: "Ping" });

const attemptReply = z
  .strictObject({
    number: z.int().describe("Counts from 1."),
    at: time,
    durationMs: z.int(),
    status: z.int().nullable().describe("Null: no answer, and error says why."),
    error: z.string().nullable(),
    response: z.string().nullable().describe("The beginning of the answer's body."),
  })
  .meta({ id: "DeliveryAttempt" });
const deliveryReply = z
  .strictObject({
    id,
    endpointId: id,
    eventId: z.string(),
    type: z.enum(EVENT_TYPES),
    state: z.enum(["pending", "delivered", "failed"]),
    dueAt: time.nullable().describe("The next attempt. Null once it is delivered or failed."),
    createdAt: time,
    finishedAt: time.nullable(),
    attempts: z.array(attemptReply),
  })
  .meta({ id: "Delivery" });

function toEndpoint(endpoint: WebhookEndpoint): z.input<typeof endpointReply> {
  const { organisationId: _, events, createdAt, updatedAt, ...rest } = endpoint;
  return {
    ...rest,
    events: events && [...events],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toDelivery(delivery: Delivery): z.input<typeof deliveryReply> {
  const { dueAt, createdAt, finishedAt, attempts, ...rest } = delivery;
  return {
    ...rest,
    dueAt: dueAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
  };
}

/** An organisation has few endpoints: all are read, and the page is cut from them. */
function pageOf(
  all: readonly WebhookEndpoint[],
  { limit, after }: Slice<number>,
): readonly WebhookEndpoint[] {
  const following = after === null ? all : all.filter((endpoint) => endpoint.id < after);
  return limit === null ? following : following.slice(0, limit);
}

export function webhookEndpointRoutes(
  administration: Administration,
  registration: EndpointAdministration,
  endpoints: WebhookEndpoints,
  deliveries: Deliveries,
) {
  const tag = "Webhooks";
  return [
    operatorRoute({
      method: "POST",
      path: "/organisations/{slug}/webhook-endpoints",
      summary: "Create a webhook endpoint",
      tag,
      scope: null,
      params: ofOrganisation,
      body: endpointCreate,
      status: 201,
      reply: newEndpointReply,
      problems: [NotFound, TooManyEndpoints],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        const wanted = { ...request.body, secret: request.body.secret ?? null };
        const { endpoint, secret } = await registration.register(actOf(request), organisation.id, wanted);
        return { ...toEndpoint(endpoint), secret };
      },
    }),
    operatorRoute({
      method: "GET",
      path: "/organisations/{slug}/webhook-endpoints",
      summary: "List webhook endpoints",
      tag,
      scope: null,
      params: ofOrganisation,
      query: pageQuery,
      status: 200,
      reply: z.array(endpointReply),
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        const all = await endpoints.list(organisation.id);
        return paged(
          request,
          async (page) => pageOf(all, page),
          toEndpoint,
          (endpoint) => endpoint.id,
        );
      },
    }),
    operatorRoute({
      method: "PATCH",
      path: "/organisations/{slug}/webhook-endpoints/{id}",
      summary: "Change a webhook endpoint",
      description: "Members that are left out stay as they are.",
      tag,
      scope: null,
      params: ofItem,
      body: endpointUpdate,
      status: 200,
      reply: endpointReply,
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        const { params, body } = request;
        return toEndpoint(await registration.change(actOf(request), organisation.id, params.id, body));
      },
    }),
    operatorRoute({
      method: "DELETE",
      path: "/organisations/{slug}/webhook-endpoints/{id}",
      summary: "Delete a webhook endpoint",
      tag,
      scope: null,
      params: ofItem,
      status: 200,
      reply: deleted,
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        await registration.remove(actOf(request), organisation.id, request.params.id);
        return { id: request.params.id, deleted: true } as const;
      },
    }),
    operatorRoute({
      method: "POST",
      path: "/organisations/{slug}/webhook-endpoints/{id}/ping",
      summary: "Send a test event to a webhook endpoint",
      tag,
      scope: null,
      params: ofItem,
      status: 200,
      reply: pingReply,
      problems: [NotFound, EndpointDisabled],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        return { eventId: await registration.ping(actOf(request), organisation, request.params.id) };
      },
    }),
    operatorRoute({
      method: "GET",
      path: "/organisations/{slug}/webhook-endpoints/{id}/deliveries",
      summary: "List deliveries with their attempts",
      tag,
      scope: null,
      params: ofItem,
      query: pageQuery,
      status: 200,
      reply: z.array(deliveryReply),
      problems: [NotFound],
      handle: async (request) => {
        const { id } = request.params;
        const organisation = await administration.organisation(request.params.slug);
        if ((await endpoints.byId(organisation.id, id)) === null) throw NotFound.because();
        return paged(
          request,
          (page) => deliveries.list(organisation.id, id, page),
          toDelivery,
          (delivery) => delivery.id,
        );
      },
    }),
  ];
}

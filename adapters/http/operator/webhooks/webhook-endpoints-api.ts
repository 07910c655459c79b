import { z } from "zod";
import { WebhookEndpoints } from "../../../../ports/webhooks/webhook-endpoints.ts";
import { WebhookEndpointAdministration } from "../../../../src/webhooks/webhook-endpoint-administration.ts";
import {
  EndpointDisabled,
  MAX_DESCRIPTION_LENGTH,
  MAX_URL_LENGTH,
  TooManyEndpoints,
  type WebhookEndpoint,
} from "../../../../src/webhooks/endpoint.ts";
import { EVENT_TYPES } from "../../../../src/webhooks/event.ts";
import type { EndpointId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { lines, optional, text } from "../../../../src/shared/input/fields.ts";
import { deleted, id } from "../../input/fields.ts";
import { type Slice, pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, distinct, ofItem, pageQuery, time, organisationRoute } from "../request.ts";

const url = text({ min: 1, max: MAX_URL_LENGTH }).describe(
  "The https address that receives events, on a public network address.",
);
const events = distinct(z.array(z.enum(EVENT_TYPES)).min(1))
  .nullable()
  .describe("The event types that the endpoint receives. Null receives all types, including future ones.");

const description = lines({ max: MAX_DESCRIPTION_LENGTH }).nullable().describe("A note for operators.");
const secret = optional(text({ min: 1, max: 128 })).describe(
  "The secret, `whsec_…`. Default: a generated one.",
);

export const endpointCreate = z
  .strictObject({ url, events: events.default(null), description: description.default(null), secret })
  .meta({ id: "WebhookEndpointCreate" });
export const endpointUpdate = z
  .strictObject({
    url: optional(url),
    events: events.optional(),
    description: description.optional(),
    enabled: optional(z.boolean()).describe("Whether events are sent. True also clears disabledReason."),
  })
  .meta({ id: "WebhookEndpointUpdate" });
export const secretRotation = z.strictObject({ secret }).meta({ id: "SecretRotation" });

const endpointFields = {
  id,
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)).nullable(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  disabledReason: z.string().nullable().describe("The reason why the service disabled the endpoint."),
  failingSince: time
    .nullable()
    .describe("The first failed attempt after the last success. Null if the last attempt succeeded."),
  standardWebhooks: z
    .boolean()
    .describe(
      "Whether deliveries also have the headers of Standard Webhooks. False if the secret is not padded base64; replace the secret to change that.",
    ),
  createdAt: time,
  updatedAt: time,
};
export const endpointReply = z.strictObject(endpointFields).meta({ id: "WebhookEndpoint" });
export const newEndpointReply = z
  .strictObject({
    ...endpointFields,
    secret: z.string().describe("The key that signs the endpoint's deliveries. Shown only in this answer."),
  })
  .meta({ id: "NewWebhookEndpoint" });
export const rotatedReply = z
  .strictObject({
    id,
    url: z.string(),
    secret: z.string().describe("The new secret. Shown only in this answer."),
  })
  .meta({ id: "RotatedSecret" });
export const pingReply = z.strictObject({ eventId: z.string() }).meta({ id: "Ping" });

export function toEndpoint(endpoint: WebhookEndpoint): z.input<typeof endpointReply> {
  const { organisationId: _, events, failingSince, createdAt, updatedAt, ...rest } = endpoint;
  return {
    ...rest,
    events: events && [...events],
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** An organisation has few endpoints: all are read, and the page is cut from them. */
export function pageOf(
  all: readonly WebhookEndpoint[],
  { limit, after }: Slice<number>,
): readonly WebhookEndpoint[] {
  const following = after === null ? all : all.filter((endpoint) => endpoint.id < after);
  return following.slice(0, limit);
}

const NEEDS = {
  administration: WebhookEndpointAdministration,
  endpoints: WebhookEndpoints,
};

export const webhookEndpointRoutes = routes(NEEDS, ({ administration, endpoints }) => {
  const tag = "Webhooks";
  return [
    organisationRoute({
      operationId: "createWebhookEndpoint",
      method: "POST",
      path: "/webhook-endpoints",
      summary: "Create a webhook endpoint",
      description: "The answer is the only one that shows the secret.",
      tag,
      permission: "webhooks:secret",
      body: endpointCreate,
      status: 201,
      reply: newEndpointReply,
      problems: [TooManyEndpoints],
      prepare: async (request) => {
        const { organisation, body } = request;
        const url = await administration.checkedUrl(body.url);
        const newEndpoint = { ...body, url, secret: body.secret ?? null };
        return async () => {
          const { endpoint, secret } = await administration.register(
            actOf(request),
            organisation.id,
            newEndpoint,
          );
          return { ...toEndpoint(endpoint), secret };
        };
      },
    }),
    organisationRoute({
      operationId: "listWebhookEndpoints",
      method: "GET",
      path: "/webhook-endpoints",
      summary: "List webhook endpoints",
      description: "Returns the newest endpoint first, all in one answer. Secrets are not shown.",
      tag,
      permission: "webhooks:read",
      query: pageQuery,
      reply: z.array(endpointReply),
      handle: async (request) => {
        const { organisation } = request;
        const all = await endpoints.list(organisation.id);
        return pagedById(request, async (page) => pageOf(all, page), toEndpoint);
      },
    }),
    organisationRoute({
      operationId: "getWebhookEndpoint",
      method: "GET",
      path: "/webhook-endpoints/{id}",
      summary: "Get a webhook endpoint",
      description: "Returns the endpoint without its secret.",
      tag,
      permission: "webhooks:read",
      params: ofItem<EndpointId>(),
      reply: endpointReply,
      handle: async ({ organisation, params }) => {
        const endpoint = await endpoints.byId(organisation.id, params.id);
        if (endpoint === null) throw NotFound.because();
        return toEndpoint(endpoint);
      },
    }),
    organisationRoute({
      operationId: "updateWebhookEndpoint",
      method: "PATCH",
      path: "/webhook-endpoints/{id}",
      summary: "Change a webhook endpoint",
      description: "Fields that are absent keep their values.",
      tag,
      permission: "webhooks:write",
      params: ofItem<EndpointId>(),
      body: endpointUpdate,
      reply: endpointReply,
      prepare: async (request) => {
        const { organisation, params } = request;
        const { url, ...body } = request.body;
        const changes = url === undefined ? body : { ...body, url: await administration.checkedUrl(url) };
        return async () =>
          toEndpoint(await administration.change(actOf(request), organisation.id, params.id, changes));
      },
    }),
    organisationRoute({
      operationId: "deleteWebhookEndpoint",
      method: "DELETE",
      path: "/webhook-endpoints/{id}",
      summary: "Delete a webhook endpoint",
      description: "Nothing is sent to the endpoint afterwards.",
      tag,
      permission: "webhooks:write",
      params: ofItem<EndpointId>(),
      reply: deleted,
      handle: async (request) => {
        const { organisation } = request;
        await administration.remove(actOf(request), organisation.id, request.params.id);
        return { id: request.params.id, deleted: true } as const;
      },
    }),
    organisationRoute({
      operationId: "rotateWebhookSecret",
      method: "POST",
      path: "/webhook-endpoints/{id}/rotate-secret",
      summary: "Rotate the secret of a webhook endpoint",
      description:
        "Both secrets sign for 24 hours: `t=…,v1=new,v1=old`. Another rotation within that time removes the oldest secret immediately.",
      tag,
      permission: "webhooks:secret",
      params: ofItem<EndpointId>(),
      body: secretRotation,
      reply: rotatedReply,
      handle: async (request) => {
        const { organisation } = request;
        const newSecret = request.body.secret ?? null;
        const { endpoint, secret } = await administration.rotateSecret(
          actOf(request),
          organisation.id,
          request.params.id,
          newSecret,
        );
        return { id: endpoint.id, url: endpoint.url, secret };
      },
    }),
    organisationRoute({
      operationId: "pingWebhookEndpoint",
      method: "POST",
      path: "/webhook-endpoints/{id}/ping",
      summary: "Ping a webhook endpoint",
      description:
        "Sends a `ping` event to this endpoint only, regardless of its `events`. A disabled endpoint is refused.",
      tag,
      permission: "webhooks:send",
      params: ofItem<EndpointId>(),
      reply: pingReply,
      problems: [EndpointDisabled],
      handle: async (request) => ({
        eventId: await administration.ping(actOf(request), request.organisation, request.params.id),
      }),
    }),
  ];
});

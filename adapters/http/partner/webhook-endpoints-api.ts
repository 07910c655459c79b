import { z } from "zod";
import type { Caller } from "../../../ports/organisations/access-control.ts";
import { apiKeyPrincipal } from "../../../ports/principal.ts";
import { Deliveries } from "../../../ports/webhooks/deliveries.ts";
import { WebhookEndpoints } from "../../../ports/webhooks/webhook-endpoints.ts";
import type { Act } from "../../../src/operations/audit-trail.ts";
import type { DeliveryId, EndpointId } from "../../../src/shared/ids.ts";
import { InvalidTransition, NotFound } from "../../../src/shared/problem.ts";
import { DeliveryReplays } from "../../../src/webhooks/delivery-replays.ts";
import { EndpointDisabled, TooManyEndpoints } from "../../../src/webhooks/endpoint.ts";
import { WebhookEndpointAdministration } from "../../../src/webhooks/webhook-endpoint-administration.ts";
import { deleted, idTextOf } from "../input/fields.ts";
import { pagedById, pageQuery } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { deliveryReply, toDelivery } from "../operator/webhooks/deliveries-api.ts";
import {
  endpointCreate,
  endpointReply,
  endpointUpdate,
  newEndpointReply,
  pageOf,
  pingReply,
  rotatedReply,
  secretRotation,
  toEndpoint,
} from "../operator/webhooks/webhook-endpoints-api.ts";
import { partnerRoute } from "./partner-route.ts";

const params = z.strictObject({ id: idTextOf<EndpointId>() });

function actOf({ caller, requestId }: { readonly caller: Caller; readonly requestId: string }): Act {
  return { actor: apiKeyPrincipal(caller.apiKeyId), requestId };
}

const NEEDS = {
  administration: WebhookEndpointAdministration,
  endpoints: WebhookEndpoints,
  deliveries: Deliveries,
  deliveryReplays: DeliveryReplays,
};

export const webhookEndpointRoutes = routes(NEEDS, (parts) => {
  const { administration, endpoints, deliveries, deliveryReplays } = parts;
  const common = { tag: "Webhooks", scope: "webhooks:manage", description: "Extension." } as const;
  return [
    partnerRoute({
      ...common,
      operationId: "createWebhookEndpoint",
      method: "POST",
      path: "/webhook-endpoints",
      summary: "Create a webhook endpoint",
      body: endpointCreate,
      status: 201,
      reply: newEndpointReply,
      problems: [TooManyEndpoints],
      prepare: async (request) => {
        const { caller, body } = request;
        const url = await administration.checkedUrl(body.url);
        const newEndpoint = { ...body, url, secret: body.secret ?? null };
        return async () => {
          const { endpoint, secret } = await administration.register(
            actOf(request),
            caller.organisationId,
            newEndpoint,
          );
          return { ...toEndpoint(endpoint), secret };
        };
      },
    }),
    partnerRoute({
      ...common,
      operationId: "listWebhookEndpoints",
      method: "GET",
      path: "/webhook-endpoints",
      summary: "List webhook endpoints",
      query: pageQuery,
      reply: z.array(endpointReply),
      handle: async (request) => {
        const all = await endpoints.list(request.caller.organisationId);
        return pagedById(request, async (page) => pageOf(all, page), toEndpoint);
      },
    }),
    partnerRoute({
      ...common,
      operationId: "getWebhookEndpoint",
      method: "GET",
      path: "/webhook-endpoints/{id}",
      summary: "Get a webhook endpoint",
      params,
      reply: endpointReply,
      problems: [NotFound],
      handle: async ({ caller, params }) => {
        const endpoint = await endpoints.byId(caller.organisationId, params.id);
        if (endpoint === null) throw NotFound.because();
        return toEndpoint(endpoint);
      },
    }),
    partnerRoute({
      ...common,
      operationId: "updateWebhookEndpoint",
      method: "PATCH",
      path: "/webhook-endpoints/{id}",
      summary: "Change a webhook endpoint",
      description: "Extension. Fields that are absent keep their values.",
      params,
      body: endpointUpdate,
      reply: endpointReply,
      problems: [NotFound],
      prepare: async (request) => {
        const { caller, params } = request;
        const { url, ...body } = request.body;
        const changes = url === undefined ? body : { ...body, url: await administration.checkedUrl(url) };
        return async () =>
          toEndpoint(await administration.change(actOf(request), caller.organisationId, params.id, changes));
      },
    }),
    partnerRoute({
      ...common,
      operationId: "deleteWebhookEndpoint",
      method: "DELETE",
      path: "/webhook-endpoints/{id}",
      summary: "Delete a webhook endpoint",
      params,
      reply: deleted,
      problems: [NotFound],
      handle: async (request) => {
        const { id } = request.params;
        await administration.remove(actOf(request), request.caller.organisationId, id);
        return { id, deleted: true } as const;
      },
    }),
    partnerRoute({
      ...common,
      operationId: "rotateWebhookSecret",
      method: "POST",
      path: "/webhook-endpoints/{id}/rotate-secret",
      summary: "Rotate the secret of a webhook endpoint",
      description:
        "Extension. Both secrets sign for 24 hours: `t=…,v1=new,v1=old`. Another rotation within that time removes the oldest secret immediately.",
      params,
      body: secretRotation,
      reply: rotatedReply,
      problems: [NotFound],
      handle: async (request) => {
        const { caller, params, body } = request;
        const newSecret = body.secret ?? null;
        const act = actOf(request);
        const { endpoint, secret } = await administration.rotateSecret(
          act,
          caller.organisationId,
          params.id,
          newSecret,
        );
        return { id: endpoint.id, url: endpoint.url, secret };
      },
    }),
    partnerRoute({
      ...common,
      operationId: "pingWebhookEndpoint",
      method: "POST",
      path: "/webhook-endpoints/{id}/ping",
      summary: "Ping a webhook endpoint",
      params,
      reply: pingReply,
      problems: [NotFound, EndpointDisabled],
      handle: async (request) => {
        const { organisationId: id, organisationSlug: slug } = request.caller;
        const eventId = await administration.ping(actOf(request), { id, slug }, request.params.id);
        return { eventId };
      },
    }),
    partnerRoute({
      ...common,
      operationId: "listDeliveries",
      method: "GET",
      path: "/webhook-endpoints/{id}/deliveries",
      summary: "List deliveries with their attempts",
      description: "Extension. Returns the newest delivery first.",
      params,
      query: pageQuery,
      reply: z.array(deliveryReply),
      problems: [NotFound],
      handle: async (request) => {
        const { organisationId } = request.caller;
        const { id } = request.params;
        if ((await endpoints.byId(organisationId, id)) === null) throw NotFound.because();
        return pagedById(request, (page) => deliveries.list(organisationId, id, page), toDelivery);
      },
    }),
    partnerRoute({
      ...common,
      operationId: "replayDelivery",
      method: "POST",
      path: "/webhook-endpoints/deliveries/{id}/replay",
      summary: "Retry a delivery",
      description:
        "Extension. Sends the delivery again with the same id and body and a new retry schedule. A pending delivery is not changed.",
      params: z.strictObject({ id: idTextOf<DeliveryId>() }),
      reply: deliveryReply,
      problems: [NotFound, InvalidTransition],
      handle: async (request) => {
        const { caller, params } = request;
        const { delivery } = await deliveryReplays.delivery(actOf(request), caller.organisationId, params.id);
        return toDelivery(delivery);
      },
    }),
  ];
});

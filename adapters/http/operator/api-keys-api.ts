import { z } from "zod";
import { ApiKeys } from "../../../ports/organisations/api-keys.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { type ApiKey, DEFAULT_RATE, MAX_RATE } from "../../../src/organisations/api-key.ts";
import { DEFAULT_SCOPES, SCOPES } from "../../../src/organisations/scope.ts";
import type { ApiKeyId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { integer, label, optionalOr } from "../../../src/shared/input/fields.ts";
import { count, id } from "../input/fields.ts";
import { paged } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { actOf, distinct, ofItem, pageQuery, time, organisationRoute } from "./request.ts";

const apiKeyCreate = z
  .strictObject({
    name: label({ max: 200 }),
    scopes: optionalOr(distinct(z.array(z.enum(SCOPES))), [...DEFAULT_SCOPES]),
    rateLimit: optionalOr(integer({ min: 1, max: MAX_RATE.rateLimit }), DEFAULT_RATE.rateLimit).describe(
      "Requests per window; also the largest burst.",
    ),
    rateWindowSec: optionalOr(integer({ min: 1, max: MAX_RATE.rateWindowSec }), DEFAULT_RATE.rateWindowSec),
  })
  .meta({ id: "ApiKeyCreate" });

const shown = {
  id,
  name: z.string(),
  prefix: z.string().describe("The first characters of the key."),
  scopes: z.array(z.enum(SCOPES)),
  rateLimit: count,
  rateWindowSec: count,
  createdAt: time,
  revokedAt: time.nullable(),
};
const apiKeyReply = z.strictObject(shown).meta({ id: "ApiKey" });
const newApiKeyReply = z
  .strictObject({ ...shown, key: z.string().describe("The key itself. It is shown only here.") })
  .meta({ id: "NewApiKey" });

function toApiKey({ scopes, createdAt, revokedAt, ...rest }: ApiKey): z.input<typeof apiKeyReply> {
  return {
    ...rest,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

const NEEDS = { administration: OrganisationAdministration, apiKeys: ApiKeys };

export const apiKeyRoutes = routes(NEEDS, ({ administration, apiKeys }) => {
  const tag = "API keys";
  return [
    organisationRoute({
      operationId: "createApiKey",
      method: "POST",
      path: "/api-keys",
      summary: "Create an API key",
      tag,
      permission: "keys:issue",
      body: apiKeyCreate,
      status: 201,
      reply: newApiKeyReply,
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        const { apiKey, secret } = await administration.createApiKey(
          actOf(request),
          organisation.id,
          request.body,
        );
        return { ...toApiKey(apiKey), key: secret };
      },
    }),
    organisationRoute({
      operationId: "listApiKeys",
      method: "GET",
      path: "/api-keys",
      summary: "List API keys, revoked ones too",
      tag,
      permission: "keys:read",
      query: pageQuery,
      status: 200,
      reply: z.array(apiKeyReply),
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        return paged(
          request,
          (page) => apiKeys.list(organisation.id, page),
          toApiKey,
          (key) => key.id,
        );
      },
    }),
    organisationRoute({
      operationId: "getApiKey",
      method: "GET",
      path: "/api-keys/{id}",
      summary: "Get an API key, also a revoked one",
      tag,
      permission: "keys:read",
      params: ofItem<ApiKeyId>(),
      status: 200,
      reply: apiKeyReply,
      problems: [],
      handle: async ({ organisation, params }) => {
        const apiKey = await apiKeys.byId(organisation.id, params.id);
        if (apiKey === null) throw NotFound.because();
        return toApiKey(apiKey);
      },
    }),
    organisationRoute({
      operationId: "revokeApiKey",
      method: "DELETE",
      path: "/api-keys/{id}",
      summary: "Revoke an API key",
      description: "Effective at once. Repeating it changes nothing.",
      tag,
      permission: "keys:revoke",
      params: ofItem<ApiKeyId>(),
      status: 200,
      reply: apiKeyReply,
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        return toApiKey(
          await administration.revokeApiKey(actOf(request), organisation.id, request.params.id),
        );
      },
    }),
  ];
});

import { z } from "zod";
import { ApiKeys } from "../../../ports/organisations/api-keys.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import {
  type ApiKey,
  CLAIM_DAYS,
  DEFAULT_RATE,
  DEFAULT_SCOPES,
  MAX_GRACE_HOURS,
  MAX_RATE,
  SCOPES,
} from "../../../src/organisations/api-key.ts";
import {
  AlreadyClaimed,
  ApiKeyAdministration,
  ClaimExpired,
} from "../../../src/organisations/api-key-administration.ts";
import type { ApiKeyId } from "../../../src/shared/ids.ts";
import { InvalidTransition, NotFound } from "../../../src/shared/problem.ts";
import { integer, label, optional, optionalOr } from "../../../src/shared/input/fields.ts";
import { count, dateTime, id } from "../input/fields.ts";
import { network } from "../input/network.ts";
import { pagedById } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { actOf, distinct, ofItem, pageQuery, time, organisationRoute } from "./request.ts";

const MAX_NETWORKS = 100;

const expiresAt = dateTime.describe(
  "The time at which the key expires, in the future. Null if it never expires.",
);
const allowedAddresses = distinct(z.array(network).min(1).max(MAX_NETWORKS)).describe(
  "Addresses and networks that may use the key, such as `192.0.2.0/24`. Null allows any.",
);

const apiKeyCreate = z
  .strictObject({
    name: label({ max: 200 }),
    scopes: optionalOr(distinct(z.array(z.enum(SCOPES))), [...DEFAULT_SCOPES]),
    rateLimit: optionalOr(integer({ min: 1, max: MAX_RATE.rateLimit }), DEFAULT_RATE.rateLimit).describe(
      "Requests per window; also the maximum burst.",
    ),
    rateWindowSec: optionalOr(integer({ min: 1, max: MAX_RATE.rateWindowSec }), DEFAULT_RATE.rateWindowSec),
    expiresAt: expiresAt.nullable().default(null),
    allowedAddresses: allowedAddresses.nullable().default(null),
    handOver: optionalOr(z.boolean(), false).describe(
      `Whether to hand the key over: the answer does not show the secret, and a member of the organisation claims it within ${CLAIM_DAYS} days.`,
    ),
  })
  .meta({ id: "ApiKeyCreate" });
const apiKeyUpdate = z
  .strictObject({
    name: optional(label({ max: 200 })),
    expiresAt: dateTime
      .nullable()
      .optional()
      .describe(
        "The time at which the key expires. A time in the past disables the key immediately, until this is changed again. Null if it never expires.",
      ),
    allowedAddresses: allowedAddresses.nullable().optional(),
  })
  .meta({ id: "ApiKeyUpdate" });
const apiKeyRoll = z
  .strictObject({
    graceHours: integer({ min: 0, max: MAX_GRACE_HOURS }).describe(
      "The time for which the previous secret continues to work, in hours.",
    ),
  })
  .meta({ id: "ApiKeyRoll" });

const keyFields = {
  id,
  name: z.string(),
  prefix: z
    .string()
    .nullable()
    .describe("The first characters of the key. Null if the key has not been claimed yet."),
  scopes: z.array(z.enum(SCOPES)),
  rateLimit: count,
  rateWindowSec: count,
  createdAt: time,
  revokedAt: time.nullable(),
  expiresAt: time.nullable().describe("The time at which the key expires. Null if it never expires."),
  allowedAddresses: z
    .array(z.string())
    .nullable()
    .describe(
      "Networks that may use the key, in CIDR notation. Other addresses get `invalid_api_key`. Null allows any.",
    ),
  previousUntil: time.nullable().describe("The time until which the previous secret of a rolled key works."),
  claimable: z.boolean().describe("Whether the key was handed over and can be claimed."),
  claimUntil: time.nullable().describe("The time until which a key that was handed over can be claimed."),
  claimedAt: time
    .nullable()
    .describe("The time at which the key was claimed: its secret was created and shown."),
  claimedBy: z.string().nullable().describe("The person who claimed the key, such as `person:7`."),
  lastUsedAt: time.nullable().describe("The last use of the key, accurate to about two minutes."),
};
const apiKeyReply = z.strictObject(keyFields).meta({ id: "ApiKey" });
const newApiKeyReply = z
  .strictObject({
    ...keyFields,
    key: z
      .string()
      .nullable()
      .describe(
        "The secret key, shown only in this answer. Null if the key was handed over: it is shown to the person who claims it.",
      ),
  })
  .meta({ id: "NewApiKey" });

function toApiKey(apiKey: ApiKey, now: Date): z.input<typeof apiKeyReply> {
  const { scopes, createdAt, allowedAddresses, ...rest } = apiKey;
  const { revokedAt, expiresAt, previousUntil, claimUntil, claimedAt, lastUsedAt } = apiKey;
  const written = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...rest,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    revokedAt: written(revokedAt),
    expiresAt: written(expiresAt),
    allowedAddresses: allowedAddresses && [...allowedAddresses],
    previousUntil: written(previousUntil),
    claimable: claimUntil !== null && claimedAt === null && revokedAt === null && now <= claimUntil,
    claimUntil: written(claimUntil),
    claimedAt: written(claimedAt),
    lastUsedAt: written(lastUsedAt),
  };
}

const NEEDS = {
  administration: OrganisationAdministration,
  keyAdministration: ApiKeyAdministration,
  apiKeys: ApiKeys,
};

export const apiKeyRoutes = routes(NEEDS, ({ administration, keyAdministration, apiKeys }) => {
  const tag = "API keys";
  return [
    organisationRoute({
      operationId: "createApiKey",
      method: "POST",
      path: "/api-keys",
      summary: "Create an API key",
      description:
        "The answer is the only one that shows the secret. With `handOver` it shows none: a member of the organisation claims the key.",
      tag,
      permission: "keys:issue",
      body: apiKeyCreate,
      status: 201,
      reply: newApiKeyReply,
      handle: async (request) => {
        const { organisation, now } = request;
        const { handOver, ...keyRequest } = request.body;
        const act = actOf(request);
        if (handOver) {
          const apiKey = await keyAdministration.handOver(act, organisation.id, keyRequest);
          return { ...toApiKey(apiKey, now), key: null };
        }
        const { apiKey, secret } = await administration.createApiKey(act, organisation.id, keyRequest);
        return { ...toApiKey(apiKey, now), key: secret };
      },
    }),
    organisationRoute({
      operationId: "listApiKeys",
      method: "GET",
      path: "/api-keys",
      summary: "List API keys",
      description: "Returns the newest key first, including revoked keys. Secrets are not shown.",
      tag,
      permission: "keys:read",
      query: pageQuery,
      reply: z.array(apiKeyReply),
      handle: async (request) => {
        const { organisation, now } = request;
        return pagedById(
          request,
          (page) => apiKeys.list(organisation.id, page),
          (apiKey) => toApiKey(apiKey, now),
        );
      },
    }),
    organisationRoute({
      operationId: "getApiKey",
      method: "GET",
      path: "/api-keys/{id}",
      summary: "Get an API key",
      description: "Returns a key, also a revoked one. The secret is not shown.",
      tag,
      permission: "keys:read",
      params: ofItem<ApiKeyId>(),
      reply: apiKeyReply,
      handle: async ({ organisation, params, now }) => {
        const apiKey = await apiKeys.byId(organisation.id, params.id);
        if (apiKey === null) throw NotFound.because();
        return toApiKey(apiKey, now);
      },
    }),
    organisationRoute({
      operationId: "updateApiKey",
      method: "PATCH",
      path: "/api-keys/{id}",
      summary: "Change an API key",
      description: "Takes effect immediately. Fields that are absent keep their values.",
      tag,
      permission: "keys:issue",
      params: ofItem<ApiKeyId>(),
      body: apiKeyUpdate,
      reply: apiKeyReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation, params, body, now } = request;
        return toApiKey(
          await keyAdministration.change(actOf(request), organisation.id, params.id, body),
          now,
        );
      },
    }),
    organisationRoute({
      operationId: "claimApiKey",
      method: "POST",
      path: "/api-keys/{id}/claim",
      summary: "Claim an API key",
      description:
        "Creates the secret of a key that was handed over and shows it once. The secret did not exist before.",
      tag,
      permission: "keys:hold",
      params: ofItem<ApiKeyId>(),
      reply: newApiKeyReply,
      problems: [InvalidTransition, AlreadyClaimed, ClaimExpired],
      handle: async (request) => {
        const { organisation, params, now } = request;
        const { apiKey, secret } = await keyAdministration.claim(actOf(request), organisation.id, params.id);
        return { ...toApiKey(apiKey, now), key: secret };
      },
    }),
    organisationRoute({
      operationId: "rollApiKey",
      method: "POST",
      path: "/api-keys/{id}/roll",
      summary: "Roll an API key",
      description:
        "Replaces the key's secret. The key keeps its id, budget and scopes. Both secrets work until the grace period ends; another roll within it revokes the oldest secret immediately.",
      tag,
      permission: "keys:hold",
      params: ofItem<ApiKeyId>(),
      body: apiKeyRoll,
      reply: newApiKeyReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation, params, body, now } = request;
        const { apiKey, secret } = await keyAdministration.roll(
          actOf(request),
          organisation.id,
          params.id,
          body.graceHours,
        );
        return { ...toApiKey(apiKey, now), key: secret };
      },
    }),
    organisationRoute({
      operationId: "revokeApiKey",
      method: "DELETE",
      path: "/api-keys/{id}",
      summary: "Revoke an API key",
      description: "Takes effect immediately. Repeating the request changes nothing.",
      tag,
      permission: "keys:revoke",
      params: ofItem<ApiKeyId>(),
      reply: apiKeyReply,
      handle: async (request) => {
        const { organisation, params, now } = request;
        return toApiKey(await administration.revokeApiKey(actOf(request), organisation.id, params.id), now);
      },
    }),
  ];
});

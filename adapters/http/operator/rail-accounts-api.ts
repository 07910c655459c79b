import { z } from "zod";
import { TestOrganisation } from "../../../src/organisations/mode.ts";
import { RailAccounts } from "../../../ports/organisations/rail-accounts.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { ClockMoved, RailAdministration } from "../../../src/rail-accounts/rail-administration.ts";
import {
  type RailAccount,
  RailAccountExists,
  type RailHealth,
} from "../../../src/rail-accounts/rail-account.ts";
import { optionalOr, text } from "../../../src/shared/input/fields.ts";
import { count, id } from "../input/fields.ts";
import { pagedById } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { actOf, currencyCode, distinct, pageQuery, time, organisationRoute } from "./request.ts";

const MAX_CURRENCIES = 200;
const MAX_MEMBERS = 50;

const ofKind = z.strictObject({ kind: z.enum(RAIL_KINDS) });
const provider = text({ min: 1, max: 100 });

const ofProvider = z.strictObject({
  provider: provider
    .optional()
    .describe("The provider. Required if the organisation has several accounts of this kind."),
});

function members<Value extends z.ZodType>(value: Value) {
  return z
    .record(text({ min: 1, max: 100 }), value)
    .refine(
      (record) => Object.keys(record).length <= MAX_MEMBERS,
      `must have at most ${MAX_MEMBERS} members`,
    );
}

const railAccountPut = z
  .strictObject({
    provider,
    currencies: distinct(z.array(currencyCode).min(1).max(MAX_CURRENCIES)),
    credentials: optionalOr(members(text({ max: 10_000 })), {}).describe(
      "The credentials. They are stored encrypted and never returned. Credentials that are absent are removed.",
    ),
    settings: optionalOr(members(z.unknown()), {}).describe("Public settings of the provider."),
    enabled: optionalOr(z.boolean(), true),
  })
  .meta({ id: "RailAccountPut" });

export const failedCall = z
  .strictObject({ at: time, operation: z.string(), code: z.string() })
  .meta({ id: "FailedRailCall" });

const railHealth = z
  .strictObject({
    lastSuccessAt: time.nullable().describe("The last call that the provider answered."),
    lastError: failedCall
      .nullable()
      .describe("The last call without an answer, or with an answer that could not be read."),
    consecutiveFailures: count.describe(
      "The number of consecutive failed calls. 0 if the last call was answered.",
    ),
  })
  .meta({ id: "RailHealth" });

const railAccountReply = z
  .strictObject({
    id,
    kind: z.enum(RAIL_KINDS),
    provider: z.string(),
    currencies: z.array(z.string()),
    settings: z.record(z.string(), z.unknown()),
    enabled: z.boolean(),
    updatedAt: time,
    verifiedAt: time
      .nullable()
      .describe(
        "The time at which the provider accepted these credentials. Null if the provider could not be reached, or if the account was set disabled.",
      ),
    previousCredentialsUntil: time
      .nullable()
      .describe("The time until which notifications signed with the previous credentials are accepted."),
    health: railHealth
      .nullable()
      .describe(
        "The results of calls to the provider, at most about one minute old. Null before the first call.",
      ),
  })
  .meta({ id: "RailAccount" });

const removalReply = z
  .strictObject({
    kind: z.enum(RAIL_KINDS),
    provider: z.string(),
    outcome: z
      .enum(["removed", "disabled"])
      .describe(
        "The outcome. `disabled`: orders refer to the account, so it is kept but no longer serves a currency.",
      ),
  })
  .meta({ id: "RailAccountRemoval" });

function toRailAccount(account: RailAccount): z.input<typeof railAccountReply> {
  const { currencies, settings, updatedAt, verifiedAt, previousCredentialsUntil, health, ...rest } = account;
  return {
    ...rest,
    currencies: [...currencies],
    settings: { ...settings },
    updatedAt: updatedAt.toISOString(),
    verifiedAt: verifiedAt?.toISOString() ?? null,
    previousCredentialsUntil: previousCredentialsUntil?.toISOString() ?? null,
    health: health && toHealth(health),
  };
}

function toHealth({ lastSuccessAt, lastError, consecutiveFailures }: RailHealth) {
  return {
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastError: lastError && { ...lastError, at: lastError.at.toISOString() },
    consecutiveFailures,
  };
}

const NEEDS = { rails: RailAdministration, accounts: RailAccounts };

export const railAccountRoutes = routes(NEEDS, ({ rails, accounts }) => {
  const tag = "Rails";
  return [
    organisationRoute({
      operationId: "setRailAccount",
      method: "PUT",
      path: "/rails/{kind}",
      summary: "Set a rail account",
      description:
        "Adds or replaces the organisation's account at a provider for this kind of rail. The service checks the credentials at the provider; if the provider cannot be reached, they are stored anyway. Notifications signed with the previous credentials are accepted for 24 hours.",
      tag,
      permission: "rails:write",
      params: ofKind,
      body: railAccountPut,
      reply: railAccountReply,
      problems: [RailAccountExists, ClockMoved, TestOrganisation],
      prepare: async (request) => {
        const { organisation, params, body } = request;
        const checked = await rails.checked(organisation, { kind: params.kind, ...body });
        return async () => toRailAccount(await rails.put(actOf(request), organisation.id, checked));
      },
    }),
    organisationRoute({
      operationId: "listRailAccounts",
      method: "GET",
      path: "/rails",
      summary: "List rail accounts",
      description:
        "Returns the newest account first, including disabled accounts. Credentials are not shown.",
      tag,
      permission: "rails:read",
      query: pageQuery,
      reply: z.array(railAccountReply),
      handle: (request) =>
        pagedById(request, (page) => accounts.list(request.organisation.id, page), toRailAccount),
    }),
    organisationRoute({
      operationId: "getRailAccount",
      method: "GET",
      path: "/rails/{kind}",
      summary: "Get a rail account",
      description: "Returns the account without its credentials.",
      tag,
      permission: "rails:read",
      params: ofKind,
      query: ofProvider,
      reply: railAccountReply,
      handle: async ({ organisation, params, query }) =>
        toRailAccount(await rails.account(organisation.id, params.kind, query.provider ?? null)),
    }),
    organisationRoute({
      operationId: "deleteRailAccount",
      method: "DELETE",
      path: "/rails/{kind}",
      summary: "Remove a rail account",
      description: "Payments in progress are still completed.",
      tag,
      permission: "rails:write",
      params: ofKind,
      query: ofProvider,
      reply: removalReply,
      handle: async (request) => {
        const { params, query } = request;
        const { organisation } = request;
        const removal = await rails.remove(
          actOf(request),
          organisation.id,
          params.kind,
          query.provider ?? null,
        );
        return { kind: params.kind, ...removal };
      },
    }),
  ];
});

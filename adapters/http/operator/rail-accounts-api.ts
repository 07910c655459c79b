import { z } from "zod";
import { RailAccounts } from "../../../ports/organisations/rail-accounts.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { RailAdministration } from "../../../src/rail-accounts/rail-administration.ts";
import {
  type RailAccount,
  RailAccountExists,
  type RailHealth,
} from "../../../src/rail-accounts/rail-account.ts";
import { optionalOr, text } from "../../../src/shared/input/fields.ts";
import { count, id } from "../input/fields.ts";
import { paged } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { actOf, currencyCode, distinct, pageQuery, time, organisationRoute } from "./request.ts";

const MAX_CURRENCIES = 200;
const MAX_MEMBERS = 50;

const ofKind = z.strictObject({ kind: z.enum(RAIL_KINDS) });
const provider = text({ min: 1, max: 100 });

const ofProvider = z.strictObject({
  provider: provider.optional().describe("Required where the organisation has several accounts of the kind."),
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
      "Stored encrypted and never returned. Replaced with everything else: those left out are gone.",
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
    lastSuccessAt: time.nullable().describe("When the provider last answered a call."),
    lastError: failedCall
      .nullable()
      .describe("The last call that was not answered, or not so that it could be read."),
    consecutiveFailures: count.describe("Calls in a row that failed; 0: the last one was answered."),
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
        "When the provider accepted these credentials. null: it could not be asked, or the account was put disabled.",
      ),
    previousCredentialsUntil: time
      .nullable()
      .describe("Until then notifications are accepted that are signed with the credentials before."),
    health: railHealth
      .nullable()
      .describe("How calls to the provider ended: at most about a minute old. null: none yet."),
  })
  .meta({ id: "RailAccount" });

const removalReply = z
  .strictObject({
    kind: z.enum(RAIL_KINDS),
    provider: z.string(),
    outcome: z
      .enum(["removed", "disabled"])
      .describe("disabled: orders refer to the account, so it is kept, and serves no currency any more."),
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
        "Adds the organisation's account at a provider for this kind, or replaces all of it. The provider is asked whether it knows the credentials; if it cannot be asked now, they are taken all the same. Notifications signed with the credentials before are accepted for 24 hours.",
      tag,
      permission: "rails:write",
      params: ofKind,
      body: railAccountPut,
      status: 200,
      reply: railAccountReply,
      problems: [RailAccountExists],
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
      tag,
      permission: "rails:read",
      query: pageQuery,
      status: 200,
      reply: z.array(railAccountReply),
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        return paged(
          request,
          (page) => accounts.list(organisation.id, page),
          toRailAccount,
          (account) => account.id,
        );
      },
    }),
    organisationRoute({
      operationId: "getRailAccount",
      method: "GET",
      path: "/rails/{kind}",
      summary: "Get a rail account",
      tag,
      permission: "rails:read",
      params: ofKind,
      query: ofProvider,
      status: 200,
      reply: railAccountReply,
      problems: [],
      handle: async ({ organisation, params, query }) =>
        toRailAccount(await rails.account(organisation.id, params.kind, query.provider ?? null)),
    }),
    organisationRoute({
      operationId: "deleteRailAccount",
      method: "DELETE",
      path: "/rails/{kind}",
      summary: "Remove a rail account",
      description: "Payments that are under way still end.",
      tag,
      permission: "rails:write",
      params: ofKind,
      query: ofProvider,
      status: 200,
      reply: removalReply,
      problems: [],
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

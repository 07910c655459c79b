import { z } from "zod";
import { type Mode, MODES, TestOrganisation } from "../../../src/organisations/mode.ts";
import type { Organisation } from "../../../src/organisations/organisation.ts";
import { RailAccounts } from "../../../ports/organisations/rail-accounts.ts";
import { type Rail, RAIL_KINDS, type RailKind } from "../../../ports/rail.ts";
import { Addresses } from "../../../ports/settings.ts";
import {
  ClockMoved,
  RailAccountChanged,
  RailAdministration,
  RailCredentialsUnreadable,
} from "../../../src/rail-accounts/rail-administration.ts";
import {
  type RailAccount,
  RailAccountExists,
  type RailHealth,
} from "../../../src/rail-accounts/rail-account.ts";
import { optional, optionalOr, text } from "../../../src/shared/input/fields.ts";
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

const railAccountPatch = z
  .strictObject({
    currencies: optional(distinct(z.array(currencyCode).min(1).max(MAX_CURRENCIES))),
    credentials: optional(members(text({ min: 1, max: 10_000 }).nullable())).describe(
      "The credentials to change. Those that are absent stay; null removes one. They are stored encrypted and never returned.",
    ),
    settings: optional(members(z.unknown())).describe(
      "The settings to change. Those that are absent stay; null removes one.",
    ),
    enabled: optional(z.boolean()),
  })
  .meta({ id: "RailAccountPatch" });

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
    mode: z
      .enum(MODES)
      .nullable()
      .describe(
        "`live`: the account takes real money. Null for an account in tokens, and if the service no longer has its rail.",
      ),
    notificationUrl: z
      .string()
      .describe("The address to enter at the provider as the webhook, so that payments are reported."),
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

const railField = z
  .strictObject({
    name: z.string().describe("The name in `credentials` or `settings`."),
    part: z.enum(["credentials", "settings"]).describe("`credentials` are secret: never returned."),
    help: z.string().describe("The meaning of the field, and the place where the provider shows it."),
    required: z.boolean().describe("Whether an account needs the field."),
    pattern: z.string().nullable().describe("The regular expression that the value must match."),
    patternFlags: z.string().describe("The flags of the regular expression."),
  })
  .meta({ id: "RailField" });

const railProviderReply = z
  .strictObject({
    kind: z.enum(RAIL_KINDS),
    provider: z.string(),
    simulated: z.boolean().describe("Whether the provider is simulated: it takes no money."),
    currencies: z.array(z.string()).describe("The currencies that the provider supports."),
    refunds: z.enum(["partial", "full", "none"]).describe("The refunds that the provider supports."),
    notificationUrl: z
      .string()
      .describe("The address to enter at the provider as the webhook, before or after the account is set."),
    fields: z.array(railField).describe("The fields of an account."),
  })
  .meta({ id: "RailProvider" });

const railCatalogueReply = z
  .strictObject({
    providers: z.array(railProviderReply).describe("One element for each kind and provider."),
  })
  .meta({ id: "RailCatalogue" });

const railTestReply = z
  .strictObject({
    outcome: z
      .enum(["accepted", "refused", "unknown"])
      .describe("`unknown`: the provider could not be reached."),
    reason: z.string().nullable().describe("The reason, unless the account was accepted."),
    field: z.string().nullable().describe("The refused field, if the provider names it."),
    testedAt: time.describe("The time of the test."),
  })
  .meta({ id: "RailAccountTest" });

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

function toRailAccount(
  account: RailAccount,
  described: { readonly mode: Mode | null; readonly notificationUrl: string },
): z.input<typeof railAccountReply> {
  const { currencies, settings, updatedAt, verifiedAt, previousCredentialsUntil, health, ...rest } = account;
  return {
    ...rest,
    ...described,
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

function toRailProvider(
  { kind, provider, simulated, capabilities, accountFields }: Rail,
  notificationUrl: string,
): z.input<typeof railProviderReply> {
  const { currencies, refunds } = capabilities;
  const fieldsOf = (part: "credentials" | "settings") =>
    Object.entries(accountFields[part]).map(([name, { help, required, pattern }]) => ({
      name,
      part,
      help,
      required,
      pattern: pattern?.source ?? null,
      // A global or sticky expression would remember where it stopped.
      patternFlags: pattern?.flags.replace(/[gy]/g, "") ?? "",
    }));
  return {
    kind,
    provider,
    simulated,
    currencies: [...currencies.keys()].sort(),
    refunds,
    notificationUrl,
    fields: [...fieldsOf("credentials"), ...fieldsOf("settings")],
  };
}

interface RailName {
  readonly kind: RailKind;
  readonly provider: string;
}

const NEEDS = { rails: RailAdministration, accounts: RailAccounts, addresses: Addresses };

export const railAccountRoutes = routes(NEEDS, ({ rails, accounts, addresses }) => {
  const tag = "Rails";
  const base = addresses.baseUrl.replace(/\/$/, "");
  const addressOf = ({ slug }: Organisation, { kind, provider }: RailName) =>
    `${base}/rails/${kind}/${encodeURIComponent(provider)}/${slug}/notifications`;
  const described = async (organisation: Organisation, account: RailAccount) => {
    const modes = await rails.modes(organisation);
    return toRailAccount(account, {
      mode: modes.get(account.id) ?? null,
      notificationUrl: addressOf(organisation, account),
    });
  };
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
        return async () => described(organisation, await rails.put(actOf(request), organisation.id, checked));
      },
    }),
    organisationRoute({
      operationId: "updateRailAccount",
      method: "PATCH",
      path: "/rails/{kind}",
      summary: "Change a rail account",
      description:
        "Fields, credentials and settings that are absent keep their values, so no secret has to be sent again. The service checks the resulting account at the provider, as when an account is set. If another request changes the account meanwhile, the answer is `rail_account_changed` and nothing is changed.",
      tag,
      permission: "rails:write",
      params: ofKind,
      query: ofProvider,
      body: railAccountPatch,
      reply: railAccountReply,
      problems: [
        RailAccountExists,
        RailAccountChanged,
        RailCredentialsUnreadable,
        ClockMoved,
        TestOrganisation,
      ],
      prepare: async (request) => {
        const { organisation, body, params, query } = request;
        const name = { kind: params.kind, provider: query.provider ?? null };
        const change = await rails.checkedChange(organisation, name, body);
        return async () =>
          described(organisation, await rails.change(actOf(request), organisation.id, change, body));
      },
    }),
    organisationRoute({
      operationId: "testRailAccount",
      method: "POST",
      path: "/rails/{kind}/test",
      summary: "Test a rail account",
      description:
        "Queries the provider with the stored credentials, as when the account is set. No money moves. `verifiedAt` of the account becomes the time of the test if the provider accepts the credentials.",
      tag,
      permission: "rails:write",
      params: ofKind,
      query: ofProvider,
      reply: railTestReply,
      problems: [RailAccountChanged, RailCredentialsUnreadable],
      prepare: async (request) => {
        const { organisation, params, query } = request;
        const name = { kind: params.kind, provider: query.provider ?? null };
        const tested = await rails.tested(organisation, name);
        const { check } = tested;
        return async () => ({
          outcome: check.outcome,
          reason: check.outcome === "accepted" ? null : check.reason,
          field: check.outcome === "refused" ? check.field : null,
          testedAt: (await rails.recordTest(actOf(request), organisation.id, tested)).toISOString(),
        });
      },
    }),
    organisationRoute({
      operationId: "getRailCatalogue",
      method: "GET",
      path: "/rail-providers",
      summary: "Get the providers of rail accounts",
      description:
        "Returns each provider that the organisation can have an account at, with the fields of an account and the address for the provider's webhook. The list has one element for each kind and provider, all in one answer.",
      tag,
      permission: "rails:read",
      reply: railCatalogueReply,
      handle: ({ organisation }) => ({
        providers: rails
          .offered(organisation.mode)
          .map((rail) => toRailProvider(rail, addressOf(organisation, rail))),
      }),
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
      handle: async (request) => {
        const { organisation } = request;
        const modes = await rails.modes(organisation);
        return pagedById(
          request,
          (page) => accounts.list(organisation.id, page),
          (account) =>
            toRailAccount(account, {
              mode: modes.get(account.id) ?? null,
              notificationUrl: addressOf(organisation, account),
            }),
        );
      },
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
        described(organisation, await rails.account(organisation.id, params.kind, query.provider ?? null)),
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

import { z } from "zod";
import type { RailAccounts } from "../../../ports/rail-accounts.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import type { Administration } from "../../../src/organisations/administration.ts";
import type { RailAdministration } from "../../../src/organisations/rail-administration.ts";
import { type RailAccount, RailAccountExists } from "../../../src/organisations/rail-account.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { id, text } from "../fields.ts";
import { paged, pageQuery } from "../page.ts";
import { operatorRoute } from "../route.ts";
import { actOf, currencyCode, distinct, ofOrganisation, time } from "./request.ts";

const MAX_CURRENCIES = 200;
const MAX_MEMBERS = 50;

const ofKind = ofOrganisation.extend({ kind: z.enum(RAIL_KINDS) });
const provider = text({ min: 1, max: 100 });

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
    credentials: members(text({ max: 10_000 }))
      .default({})
      .describe(
        "Stored encrypted and never returned. Replaced with everything else: those left out are gone.",
      ),
    settings: members(z.unknown()).default({}).describe("Public settings of the provider."),
    enabled: z.boolean().default(true),
  })
  .meta({ id: "RailAccountPut" });

const railAccountReply = z
  .strictObject({
    id,
    kind: z.enum(RAIL_KINDS),
    provider: z.string(),
    currencies: z.array(z.string()),
    settings: z.record(z.string(), z.unknown()),
    enabled: z.boolean(),
    updatedAt: time,
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
  const { currencies, settings, updatedAt, ...rest } = account;
  return {
    ...rest,
    currencies: [...currencies],
    settings: { ...settings },
    updatedAt: updatedAt.toISOString(),
  };
}

export function railAccountRoutes(
  administration: Administration,
  rails: RailAdministration,
  accounts: RailAccounts,
) {
  const tag = "Rails";
  return [
    operatorRoute({
      method: "PUT",
      path: "/organisations/{slug}/rails/{kind}",
      summary: "Set a rail account",
      description: "Adds the organisation's account at a provider for this kind, or replaces all of it.",
      tag,
      scope: null,
      params: ofKind,
      body: railAccountPut,
      status: 200,
      reply: railAccountReply,
      problems: [NotFound, RailAccountExists],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        const wanted = { kind: request.params.kind, ...request.body };
        return toRailAccount(await rails.put(actOf(request), organisation.id, wanted));
      },
    }),
    operatorRoute({
      method: "GET",
      path: "/organisations/{slug}/rails",
      summary: "List rail accounts",
      tag,
      scope: null,
      params: ofOrganisation,
      query: pageQuery,
      status: 200,
      reply: z.array(railAccountReply),
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        return paged(
          request,
          (page) => accounts.list(organisation.id, page),
          toRailAccount,
          (account) => account.id,
        );
      },
    }),
    operatorRoute({
      method: "DELETE",
      path: "/organisations/{slug}/rails/{kind}",
      summary: "Remove a rail account",
      description: "Payments that are under way still end.",
      tag,
      scope: null,
      params: ofKind,
      query: z.strictObject({
        provider: provider
          .optional()
          .describe("Needed where the organisation has several accounts of the kind."),
      }),
      status: 200,
      reply: removalReply,
      problems: [NotFound],
      handle: async (request) => {
        const { params, query } = request;
        const organisation = await administration.organisation(params.slug);
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
}

import { z } from "zod";
import { Prizes } from "../../../ports/lots/prizes.ts";
import { CONDITIONS, isNamed, type NewPrize, type Prize } from "../../../src/lots/prize.ts";
import { PrizeAdministration, PrizeInUse } from "../../../src/lots/prize-administration.ts";
import type { PrizeId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import {
  clearable,
  CLEARED,
  integer,
  label,
  optional,
  optionalOr,
  lines,
} from "../../../src/shared/input/fields.ts";
import { count, deleted, form, httpsUrl, id, idTextOf } from "../input/fields.ts";
import { pageQuery, pagedById } from "../input/page.ts";
import { partnerRoute } from "./partner-route.ts";
import { routes } from "../kernel/route.ts";

const MAX_IMAGES = 12;
const NAMED = "A prize must have a name, or both brand and model.";

export const prizeReply = z
  .strictObject({
    id,
    category: z.string(),
    name: z.string().nullable(),
    brand: z.string().nullable(),
    model: z.string().nullable(),
    referenceNumber: z.string().nullable(),
    condition: z.enum(CONDITIONS),
    retailValueUSDCents: count,
    description: z.string().nullable(),
    imageUrls: z.array(z.string()),
    yearManufactured: z.int().nullable().describe("Extension."),
  })
  .meta({ id: "Prize" });

const word = label({ max: 200 });
const yearManufactured = integer({ min: 1, max: 9999 });
const description = lines({ max: 20_000 });
const category = label({ max: 80 });
const retailValueUSDCents = integer({ min: 0 });
const condition = z.enum(CONDITIONS);
const imageUrls = z.array(httpsUrl).max(MAX_IMAGES);

export const prizeCreate = z
  .strictObject({
    retailValueUSDCents,
    name: optional(word).describe(NAMED),
    brand: optional(word),
    model: optional(word),
    referenceNumber: optional(word),
    yearManufactured: optional(yearManufactured),
    description: optional(description),
    category: optionalOr(category, "watch"),
    condition: optionalOr(condition, "new"),
    imageUrls: optionalOr(imageUrls, []),
  })
  // Reported together with the other faults, not after them.
  .refine(isNamed, { path: ["name"], message: NAMED, when: ({ value }) => isObject(value) })
  .meta({
    id: "PrizeCreate",
    example: { retailValueUSDCents: 1_000_000, brand: "Example", model: "Diver 200", condition: "unworn" },
    anyOf: [form("name"), form("brand", "model")],
  });

export const prizeUpdate = z
  .strictObject({
    name: clearable(word).describe(`${NAMED} ${CLEARED}`),
    brand: clearable(word).describe(`The brand. ${CLEARED}`),
    model: clearable(word).describe(`The model's name. ${CLEARED}`),
    referenceNumber: clearable(word).describe(`The manufacturer's reference number. ${CLEARED}`),
    yearManufactured: clearable(yearManufactured).describe(`The year of manufacture, 1 to 9999. ${CLEARED}`),
    description: clearable(description).describe(`Markdown. ${CLEARED}`),
    retailValueUSDCents: optional(retailValueUSDCents),
    category: optional(category),
    condition: optional(condition),
    imageUrls: optional(imageUrls).describe("Addresses of images. The list is replaced as a whole."),
  })
  .meta({ id: "PrizeUpdate" });

const params = z.object({ id: idTextOf<PrizeId>() });

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function toPrize(prize: Prize): z.input<typeof prizeReply> {
  const { id, category, name, brand, model, referenceNumber, condition, description } = prize;
  return {
    id,
    category,
    name,
    brand,
    model,
    referenceNumber,
    condition,
    retailValueUSDCents: prize.retailValueCents,
    description,
    imageUrls: [...prize.imageUrls],
    yearManufactured: prize.yearManufactured,
  };
}

export function toNewPrize({
  retailValueUSDCents,
  ...rest
}: z.output<typeof prizeCreate>): Omit<NewPrize, "createdAt"> {
  const absent = { name: null, brand: null, model: null, referenceNumber: null };
  return {
    ...absent,
    yearManufactured: null,
    ...rest,
    // An empty one is none, as it is in a change.
    description: rest.description || null,
    retailValueCents: retailValueUSDCents,
  };
}

export function toPrizeChanges({
  retailValueUSDCents,
  ...rest
}: z.output<typeof prizeUpdate>): Partial<Omit<NewPrize, "createdAt">> {
  return { ...rest, ...(retailValueUSDCents !== undefined && { retailValueCents: retailValueUSDCents }) };
}

const NEEDS = { prizes: Prizes, administration: PrizeAdministration };

export const prizeRoutes = routes(NEEDS, ({ prizes, administration }) => {
  const tag = "Prizes";
  const scope = "competitions:write";
  return [
    partnerRoute({
      operationId: "listPrizes",
      method: "GET",
      path: "/prizes",
      summary: "List prizes",
      description: "Returns the newest prize first.",
      tag,
      scope,
      query: pageQuery,
      reply: z.array(prizeReply),
      handle: (request) =>
        pagedById(request, (page) => prizes.list(request.caller.organisationId, page), toPrize),
    }),
    partnerRoute({
      operationId: "createPrize",
      method: "POST",
      path: "/prizes",
      summary: "Create a prize",
      description: "A prize needs a name, or both a brand and a model.",
      tag,
      scope,
      body: prizeCreate,
      status: 201,
      reply: prizeReply,
      handle: async ({ caller, body }) => {
        return toPrize(await administration.add(caller.organisationId, toNewPrize(body)));
      },
    }),
    partnerRoute({
      operationId: "getPrize",
      method: "GET",
      path: "/prizes/{id}",
      summary: "Get a prize",
      description: "Extension.",
      tag,
      scope,
      params,
      reply: prizeReply,
      problems: [NotFound],
      handle: async ({ caller, params }) =>
        toPrize(await administration.byId(caller.organisationId, params.id)),
    }),
    partnerRoute({
      operationId: "updatePrize",
      method: "PATCH",
      path: "/prizes/{id}",
      summary: "Change a prize",
      description:
        "Extension. Fields that are absent keep their values. A prize can no longer be changed once a competition that uses it has left draft, because buyers have seen the prize.",
      tag,
      scope,
      params,
      body: prizeUpdate,
      reply: prizeReply,
      problems: [NotFound, PrizeInUse],
      handle: async ({ caller, params, body }) => {
        return toPrize(await administration.change(caller.organisationId, params.id, toPrizeChanges(body)));
      },
    }),
    partnerRoute({
      operationId: "deletePrize",
      method: "DELETE",
      path: "/prizes/{id}",
      summary: "Delete a prize",
      description: "Extension. Only a prize that no competition uses, in any state, can be deleted.",
      tag,
      scope,
      params,
      reply: deleted,
      problems: [NotFound, PrizeInUse],
      handle: async ({ caller, params }) => {
        await administration.remove(caller.organisationId, params.id);
        return { id: params.id, deleted: true as const };
      },
    }),
  ];
});

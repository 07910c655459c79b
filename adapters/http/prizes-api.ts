import { z } from "zod";
import type { Competitions } from "../../src/lots/competitions.ts";
import type { Prizes } from "../../ports/prizes.ts";
import { CONDITIONS, isNamed, type Prize } from "../../src/lots/prize.ts";
import { form, id, imageUrl, integer, label, optional, optionalOr, text } from "./fields.ts";
import { paged, pageQuery } from "./page.ts";
import { route } from "./route.ts";

const MAX_IMAGES = 12;
const NAMED = "A prize needs a name, or both brand and model.";

const prizeReply = z
  .strictObject({
    id,
    category: z.string(),
    name: z.string().nullable(),
    brand: z.string().nullable(),
    model: z.string().nullable(),
    referenceNumber: z.string().nullable(),
    condition: z.enum(CONDITIONS),
    retailValueUSDCents: z.int(),
    description: z.string().nullable(),
    imageUrls: z.array(z.string()),
  })
  .meta({ id: "Prize" });

const prizeCreate = z
  .strictObject({
    retailValueUSDCents: integer({ min: 0 }),
    category: optionalOr(label({ max: 80 }), "watch"),
    name: optional(label({ max: 200 })).describe(NAMED),
    brand: optional(label({ max: 200 })),
    model: optional(label({ max: 200 })),
    referenceNumber: optional(label({ max: 200 })),
    condition: optionalOr(z.enum(CONDITIONS), "new"),
    yearManufactured: optional(integer({ min: 1, max: 9999 })),
    description: optional(text({ max: 20_000 })),
    imageUrls: optionalOr(z.array(imageUrl).max(MAX_IMAGES), []),
  })
  // Told beside what else is wrong, not only after it.
  .refine(isNamed, { path: ["name"], message: NAMED, when: ({ value }) => isObject(value) })
  .meta({
    id: "PrizeCreate",
    anyOf: [form({ name: "string" }), form({ brand: "string", model: "string" })],
  });

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toPrize(prize: Prize): z.input<typeof prizeReply> {
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
  };
}

export function prizeRoutes(prizes: Prizes, competitions: Competitions) {
  return [
    route({
      method: "GET",
      path: "/prizes",
      summary: "List prizes",
      tag: "Prizes",
      scope: "competitions:write",
      query: pageQuery,
      status: 200,
      reply: z.array(prizeReply),
      problems: [],
      handle: (request) =>
        paged(
          request,
          (page) => prizes.list(request.caller.organisationId, page),
          toPrize,
          (prize) => prize.id,
        ),
    }),
    route({
      method: "POST",
      path: "/prizes",
      summary: "Create a prize",
      tag: "Prizes",
      scope: "competitions:write",
      body: prizeCreate,
      status: 201,
      reply: prizeReply,
      problems: [],
      handle: async ({ caller, body }) =>
        toPrize(
          await competitions.addPrize(caller.organisationId, {
            category: body.category,
            name: body.name ?? null,
            brand: body.brand ?? null,
            model: body.model ?? null,
            referenceNumber: body.referenceNumber ?? null,
            condition: body.condition,
            yearManufactured: body.yearManufactured ?? null,
            retailValueCents: body.retailValueUSDCents,
            description: body.description ?? null,
            imageUrls: body.imageUrls,
          }),
        ),
    }),
  ];
}

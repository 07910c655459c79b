import { z } from "zod";
import type { Competitions } from "../../src/lots/competitions.ts";
import type { Prizes } from "../../ports/prizes.ts";
import { CONDITIONS, type Prize } from "../../src/lots/prize.ts";
import { id, text } from "./fields.ts";
import { paged, pageQuery } from "./page.ts";
import { route } from "./route.ts";

const MAX_IMAGES = 12;

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
    retailValueUSDCents: z.int().min(0),
    category: text({ min: 1, max: 80 }).default("watch"),
    name: text({ min: 1, max: 200 }).optional().describe("A prize needs a name, or both brand and model."),
    brand: text({ min: 1, max: 200 }).optional(),
    model: text({ min: 1, max: 200 }).optional(),
    referenceNumber: text({ min: 1, max: 200 }).optional(),
    condition: z.enum(CONDITIONS).default("new"),
    yearManufactured: z.int().min(1).max(9999).optional(),
    description: text({ max: 20_000 }).optional(),
    imageUrls: z
      .array(z.url({ protocol: /^https?$/ }).max(2048))
      .max(MAX_IMAGES)
      .default([]),
  })
  .meta({ id: "PrizeCreate" });

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

import { z } from "zod";
import { ChainUnavailable } from "../../ports/chain.ts";
import type { Lots } from "../../ports/lots.ts";
import { type LotOfOrganisation } from "../../ports/lots.ts";
import type { Competitions } from "../../src/lots/competitions.ts";
import { OnChainCreationFailed } from "../../src/lots/competitions.ts";
import {
  HasWinner,
  InvalidTransition,
  LOT_STATES,
  LOT_STATUSES,
  lotState,
  type PaymentOverride,
} from "../../src/lots/lot.ts";
import { NoUsableRail, paymentOptions } from "../../src/lots/payment-options.ts";
import { PAYMENT_TOKENS } from "../../src/organisations/organisation.ts";
import { NotFound } from "../../src/shared/problem.ts";
import { id, idText, imageUrl, integer, label, optional, optionalOr, text } from "./fields.ts";
import { paged, pageQuery } from "./page.ts";
import { route } from "./route.ts";

const paymentReply = z
  .strictObject({
    acceptedTokens: z.array(z.enum(PAYMENT_TOKENS)).describe("Empty when crypto is off for the competition."),
    fiat: z.boolean().describe("Whether card or bank checkout is available."),
    fiatCurrency: z
      .string()
      .nullable()
      .optional()
      .describe("The single fiat currency charged. Absent when fiat is off."),
  })
  .meta({ id: "Payment" });

export const competitionReply = z
  .strictObject({
    id,
    title: z.string(),
    description: z.string().nullable().describe("Markdown."),
    ticketPriceUSDCents: z.int(),
    paymentToken: z.string().describe("The crypto token the competition is priced in."),
    maxTickets: z.int(),
    ticketsSold: z.int(),
    status: z.enum(LOT_STATUSES).describe("Coarse persisted status; state is preferred."),
    state: z.enum(LOT_STATES).describe("Derived lifecycle state. Only open sells."),
    endDate: z.iso.datetime().describe("When the draw closes."),
    imageUrl: z.string().nullable(),
    payment: paymentReply,
  })
  .meta({ id: "Competition" });

/** An offset can carry a time out of the years that ISO 8601 writes with four digits. */
const dateTime = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .refine(
    (date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999,
    "must be in the years 1 to 9999",
  );

const paymentOverride = z
  .strictObject({
    crypto: optional(z.boolean()),
    fiat: optional(z.boolean()),
    fiatCurrency: optional(z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code in capitals")),
  })
  .describe("Rail overrides. Null or omitted inherits the organisation's rails.")
  .meta({ id: "PaymentOverride" });

const competitionCreate = z
  .strictObject({
    prizeId: id,
    title: label({ max: 200 }),
    ticketPriceUSDCents: integer({ min: 0, max: 10_000_000 }),
    maxTickets: integer({ min: 1, max: 100_000_000 }),
    startDate: dateTime,
    endDate: dateTime,
    description: optional(text({ max: 20_000 })).describe("Markdown."),
    paymentToken: optionalOr(z.enum(PAYMENT_TOKENS), "USDC"),
    imageUrl: optional(imageUrl),
    createOnChain: optionalOr(z.boolean(), false),
    payment: optional(paymentOverride),
  })
  .meta({ id: "CompetitionCreate" });

const competitionUpdate = z
  .strictObject({
    title: optional(label({ max: 200 })),
    description: optional(text({ max: 20_000 })),
    status: optional(z.enum(["draft", "active"])),
    payment: optional(paymentOverride),
  })
  .meta({ id: "CompetitionUpdate" });

const params = z.object({ id: idText });

function toOverride(payment: z.output<typeof paymentOverride> | undefined): PaymentOverride {
  return {
    crypto: payment?.crypto ?? null,
    fiat: payment?.fiat ?? null,
    fiatCurrency: payment?.fiatCurrency ?? null,
  };
}

export function toCompetition(
  { lot, organisation }: LotOfOrganisation,
  now: Date,
): z.input<typeof competitionReply> {
  const { acceptedTokens, fiat, fiatCurrency } = paymentOptions(organisation, lot.payment);
  return {
    id: lot.id,
    title: lot.title,
    description: lot.description,
    ticketPriceUSDCents: lot.priceCents,
    paymentToken: lot.paymentToken,
    maxTickets: lot.maxTickets,
    ticketsSold: lot.sold,
    status: lot.status,
    state: lotState(lot, now),
    endDate: lot.endAt.toISOString(),
    imageUrl: lot.imageUrl,
    payment: { acceptedTokens: [...acceptedTokens], fiat, ...(fiat ? { fiatCurrency } : {}) },
  };
}

export function competitionRoutes(lots: Lots, competitions: Competitions) {
  return [
    route({
      method: "GET",
      path: "/competitions",
      summary: "List live competitions",
      description: "The organisation's active competitions, newest first.",
      tag: "Competitions",
      scope: "competitions:read",
      query: pageQuery,
      status: 200,
      reply: z.array(competitionReply),
      problems: [],
      handle: (request) =>
        paged(
          request,
          (page) => lots.listLive(request.caller.organisationId, request.now, page),
          (found) => toCompetition(found, request.now),
          ({ lot }) => lot.id,
        ),
    }),
    route({
      method: "POST",
      path: "/competitions",
      summary: "Create a competition",
      description:
        "It starts as a draft. With createOnChain it is created on the raffle contract and active at once.",
      tag: "Competitions",
      scope: "competitions:write",
      body: competitionCreate,
      status: 201,
      reply: competitionReply,
      problems: [NotFound, NoUsableRail, OnChainCreationFailed],
      handle: async ({ caller, body, now }) => {
        const { ticketPriceUSDCents, startDate, endDate, createOnChain, payment, ...rest } = body;
        const lot = {
          ...rest,
          description: rest.description ?? null,
          imageUrl: rest.imageUrl ?? null,
          priceCents: ticketPriceUSDCents,
          startAt: startDate,
          endAt: endDate,
          payment: toOverride(payment),
        };
        return toCompetition(await competitions.create(caller.organisationId, lot, { createOnChain }), now);
      },
    }),
    route({
      method: "GET",
      path: "/competitions/{id}",
      summary: "Get a competition",
      tag: "Competitions",
      scope: "competitions:read",
      params,
      status: 200,
      reply: competitionReply,
      problems: [NotFound],
      handle: async ({ caller, params, now }) =>
        toCompetition(await competitions.byId(caller.organisationId, params.id), now),
    }),
    route({
      method: "PATCH",
      path: "/competitions/{id}",
      summary: "Update or activate a competition",
      description:
        "status accepts draft and active. payment replaces the whole override; omitted members inherit.",
      tag: "Competitions",
      scope: "competitions:write",
      params,
      body: competitionUpdate,
      status: 200,
      reply: competitionReply,
      problems: [NotFound, InvalidTransition, NoUsableRail],
      handle: async ({ caller, params, body, now }) => {
        const { payment, ...rest } = body;
        const changes = payment === undefined ? rest : { ...rest, payment: toOverride(payment) };
        return toCompetition(await competitions.change(caller.organisationId, params.id, changes), now);
      },
    }),
    route({
      method: "POST",
      path: "/competitions/{id}/cancel",
      summary: "Cancel a competition",
      description:
        "Final. Pending sessions fail and buyers get their money back. A repeated cancel changes nothing. Once the block of the draw's commitment exists the winner is decided.",
      tag: "Competitions",
      scope: "competitions:write",
      params,
      status: 200,
      reply: competitionReply,
      problems: [NotFound, HasWinner, ChainUnavailable],
      // It may ask the chain, which no transaction waits for; the row remembers what was done.
      idempotency: "resumable",
      handle: async ({ caller, params, now }) =>
        toCompetition(await competitions.cancel(caller.organisationId, params.id), now),
    }),
  ];
}

import { z } from "zod";
import { ChainUnavailable } from "../../../ports/chain.ts";
import { Lots } from "../../../ports/lots/lots.ts";
import type { LotOfOrganisation } from "../../../ports/lots/lots.ts";
import { LotCatalogue, type LotChangeRequest } from "../../../src/lots/lot-catalogue.ts";
import { LotCanceller } from "../../../src/onchain/lot-canceller.ts";
import { LotCreation, OnChainCreationFailed } from "../../../src/onchain/lot-creation.ts";
import {
  availableTickets,
  HasWinner,
  LOT_STATES,
  LOT_STATUSES,
  lotState,
  type NewLot,
  type PaymentOverride,
} from "../../../src/lots/lot.ts";
import { type Offer, PaymentOffers } from "../../../src/lots/payment-offers.ts";
import { NoUsableRail } from "../../../src/lots/payment-options.ts";
import { PAYMENT_TOKENS } from "../../../src/organisations/organisation.ts";
import type { LotId, PrizeId } from "../../../src/shared/ids.ts";
import {
  metadata,
  metadataChanges,
  metadataMember,
  shownMetadata,
  storedMetadata,
} from "../../../src/shared/metadata.ts";
import { InvalidTransition, NotFound } from "../../../src/shared/problem.ts";
import {
  clearable,
  CLEARED,
  integer,
  label,
  optional,
  optionalOr,
  lines,
} from "../../../src/shared/input/fields.ts";
import { count, dateTime, httpsUrl, id, idOf, idTextOf } from "../input/fields.ts";
import { paged, pageQuery } from "../input/page.ts";
import { partnerRoute } from "./partner-route.ts";
import { routes } from "../kernel/route.ts";

const paymentReply = z
  .strictObject({
    acceptedTokens: z
      .array(z.enum(PAYMENT_TOKENS))
      .describe("Tokens that are accepted. Empty if crypto is off for the competition."),
    fiat: z
      .boolean()
      .describe(
        "Whether card or bank checkout is available now: it is enabled, and a rail account and an exchange rate serve the charge currency.",
      ),
    fiatCurrency: z
      .string()
      .nullable()
      .optional()
      .describe("The fiat currency that buyers are charged in. Absent if fiat is false."),
  })
  .meta({ id: "Payment" });

export const competitionReply = z
  .strictObject({
    id,
    title: z.string(),
    description: z.string().nullable().describe("Markdown."),
    ticketPriceUSDCents: count,
    paymentToken: z.string().describe("The crypto token that the competition is priced in."),
    maxTickets: count,
    ticketsSold: count,
    status: z.enum(LOT_STATUSES).describe("The stored status. Prefer `state`, which is more precise."),
    state: z.enum(LOT_STATES).describe("The lifecycle state. Only an open competition sells entries."),
    endDate: z.iso.datetime().describe("The time at which sales end."),
    imageUrl: z.string().nullable(),
    payment: paymentReply,
    available: count.describe(
      "Extension: tickets that can be bought now. Tickets held for pending sessions are not included.",
    ),
    prizeId: id.describe("Extension."),
    startDate: z.iso.datetime().describe("Extension: the time at which sales begin."),
    createdAt: z.iso.datetime().describe("Extension."),
    paymentOverride: z
      .strictObject({
        crypto: z.boolean().nullable(),
        fiat: z.boolean().nullable(),
        fiatCurrency: z.string().nullable(),
      })
      .describe(
        "Extension: the competition's payment override, as it was set. Null inherits the organisation's settings.",
      )
      .meta({ id: "CompetitionPaymentOverride" }),
    metadata: shownMetadata,
  })
  .meta({ id: "Competition" });

const paymentOverride = z
  .strictObject({
    crypto: optional(z.boolean()),
    fiat: optional(z.boolean()),
    fiatCurrency: optional(z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code in capital letters")),
  })
  .describe("The payment override. Null or absent inherits the organisation's settings.")
  .meta({ id: "PaymentOverride" });

const title = label({ max: 200 });
const ticketPriceUSDCents = integer({ min: 0, max: 10_000_000 });
const maxTickets = integer({ min: 1, max: 100_000_000 });

export const competitionCreate = z
  .strictObject({
    prizeId: idOf<PrizeId>(),
    title,
    ticketPriceUSDCents,
    maxTickets,
    startDate: dateTime,
    endDate: dateTime,
    description: optional(lines({ max: 20_000 })).describe("Markdown."),
    paymentToken: optionalOr(z.enum(PAYMENT_TOKENS), "USDC"),
    imageUrl: optional(httpsUrl),
    createOnChain: optionalOr(z.boolean(), false),
    payment: optional(paymentOverride),
    metadata: optional(metadata),
  })
  .meta({
    id: "CompetitionCreate",
    example: {
      prizeId: 1,
      title: "Win a diver's watch",
      ticketPriceUSDCents: 2_500,
      maxTickets: 1_000,
      startDate: "2030-01-01T00:00:00Z",
      endDate: "2030-02-01T00:00:00Z",
      metadata: { order: "A-1017" },
    },
  });

const OF_A_DRAFT =
  "Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`.";
export const competitionUpdate = z
  .strictObject({
    title: optional(title),
    description: clearable(lines({ max: 20_000 })).describe(`Markdown. ${CLEARED}`),
    status: optional(z.enum(["draft", "active"])),
    payment: optional(paymentOverride),
    prizeId: optional(id).describe(OF_A_DRAFT),
    ticketPriceUSDCents: optional(ticketPriceUSDCents).describe(OF_A_DRAFT),
    maxTickets: optional(maxTickets).describe(OF_A_DRAFT),
    startDate: optional(dateTime).describe(OF_A_DRAFT),
    endDate: optional(dateTime).describe(OF_A_DRAFT),
    imageUrl: clearable(httpsUrl).describe(`${OF_A_DRAFT} An https URL. ${CLEARED}`),
    metadata: metadataChanges,
  })
  .meta({ id: "CompetitionUpdate", example: { status: "active" } });

const params = z.object({ id: idTextOf<LotId>() });

const MAX_IDS = 100;
const competitionQuery = pageQuery.extend({
  state: z.enum(LOT_STATES).optional().describe("Extension: return competitions in this state."),
  ids: z
    .string()
    .transform((list) => list.split(","))
    .pipe(z.array(idTextOf<LotId>()).min(1).max(MAX_IDS))
    .optional()
    .describe(
      "Extension: return the competitions with these ids, separated by commas. Unknown ids are ignored.",
    ),
});

function toOverride(payment: z.output<typeof paymentOverride> | undefined): PaymentOverride {
  return {
    crypto: payment?.crypto ?? null,
    fiat: payment?.fiat ?? null,
    fiatCurrency: payment?.fiatCurrency ?? null,
  };
}

export function toCompetition({ lot, payment }: Offer, now: Date): z.input<typeof competitionReply> {
  const { acceptedTokens, fiat, fiatCurrency } = payment;
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
    available: availableTickets(lot),
    prizeId: lot.prizeId,
    startDate: lot.startAt.toISOString(),
    createdAt: lot.createdAt.toISOString(),
    paymentOverride: { ...lot.payment },
    ...metadataMember(lot.metadata),
  };
}

/** Members as the lot has them. */
export function toNewLot(body: z.output<typeof competitionCreate>): Omit<NewLot, "createdAt"> {
  const { ticketPriceUSDCents, startDate, endDate, createOnChain: _, payment, metadata, ...rest } = body;
  return {
    ...rest,
    // An empty one is none, as it is in a change.
    description: rest.description || null,
    imageUrl: rest.imageUrl ?? null,
    priceCents: ticketPriceUSDCents,
    startAt: startDate,
    endAt: endDate,
    payment: toOverride(payment),
    ...metadataMember(storedMetadata(metadata)),
  };
}

export function toChanges(body: z.output<typeof competitionUpdate>): LotChangeRequest {
  const { payment, ticketPriceUSDCents, startDate, endDate, ...rest } = body;
  return {
    ...rest,
    ...(payment !== undefined && { payment: toOverride(payment) }),
    ...(ticketPriceUSDCents !== undefined && { priceCents: ticketPriceUSDCents }),
    ...(startDate !== undefined && { startAt: startDate }),
    ...(endDate !== undefined && { endAt: endDate }),
  };
}

const NEEDS = {
  lots: Lots,
  catalogue: LotCatalogue,
  lotCreation: LotCreation,
  lotCanceller: LotCanceller,
  offers: PaymentOffers,
};

export const competitionRoutes = routes(NEEDS, ({ lots, catalogue, lotCreation, lotCanceller, offers }) => {
  const reply = (found: LotOfOrganisation, now: Date) => toCompetition(offers.of(found), now);
  return [
    partnerRoute({
      operationId: "listCompetitions",
      method: "GET",
      path: "/competitions",
      summary: "List live competitions",
      description:
        "Returns the organisation's active competitions, newest first. Extension: with `state` or `ids`, returns the matching competitions, including drafts, ended and cancelled ones.",
      tag: "Competitions",
      scope: "competitions:read",
      query: competitionQuery,
      reply: z.array(competitionReply),
      handle: (request) => {
        const { now, caller, query } = request;
        const { state = null, ids = null } = query;
        return paged(
          request,
          (page) =>
            state === null && ids === null
              ? lots.listLive(caller.organisationId, now, page)
              : lots.list(caller.organisationId, { state, ids }, now, page),
          (found) => reply(found, now),
          ({ lot }) => lot.id,
        );
      },
    }),
    partnerRoute({
      operationId: "createCompetition",
      method: "POST",
      path: "/competitions",
      summary: "Create a competition",
      description:
        "The competition starts as a draft. With createOnChain it is created on the raffle contract and is active immediately.",
      tag: "Competitions",
      scope: "competitions:write",
      body: competitionCreate,
      status: 201,
      reply: competitionReply,
      problems: [NotFound, NoUsableRail, OnChainCreationFailed],
      // What has begun on the contract is kept, and found again by the id of the claimed key.
      prepare: async ({ caller, body, now, idempotency }) => {
        const { createOnChain } = body;
        const lot = toNewLot(body);
        const { organisationId } = caller;
        if (!createOnChain) return async () => reply(await catalogue.create(organisationId, lot), now);
        const goLive = await lotCreation.create(organisationId, lot, idempotency?.id ?? null);
        return async () => reply(await goLive(), now);
      },
    }),
    partnerRoute({
      operationId: "getCompetition",
      method: "GET",
      path: "/competitions/{id}",
      summary: "Get a competition",
      description: "Returns a competition in any state.",
      tag: "Competitions",
      scope: "competitions:read",
      params,
      reply: competitionReply,
      problems: [NotFound],
      handle: async ({ caller, params, now }) =>
        reply(await catalogue.byId(caller.organisationId, params.id), now),
    }),
    partnerRoute({
      operationId: "updateCompetition",
      method: "PATCH",
      path: "/competitions/{id}",
      summary: "Change or open a competition",
      description:
        "`status` accepts draft and active. `payment` replaces the whole override; members that it leaves out inherit. A competition that no buyer could enter is not opened: `reason` is then `fiat_off`, `no_rail_account` or `no_exchange_rate` (code `no_usable_rail`), or `no_entry_question` (code `invalid_transition`). A free competition needs no rail.",
      tag: "Competitions",
      scope: "competitions:write",
      params,
      body: competitionUpdate,
      reply: competitionReply,
      problems: [NotFound, InvalidTransition, NoUsableRail],
      handle: async ({ caller, params, body, now }) =>
        reply(await catalogue.change(caller.organisationId, params.id, toChanges(body)), now),
    }),
    partnerRoute({
      operationId: "cancelCompetition",
      method: "POST",
      path: "/competitions/{id}/cancel",
      summary: "Cancel a competition",
      description:
        "Cancels a competition for good. Pending sessions fail, and buyers are refunded. Repeating the request changes nothing. A competition cannot be cancelled once the block of the draw's commitment exists: the winner is then decided.",
      tag: "Competitions",
      scope: "competitions:write",
      params,
      reply: competitionReply,
      problems: [NotFound, HasWinner, ChainUnavailable],
      // May read the chain, so it must not run inside a transaction; the row makes repeats safe.
      idempotency: "resumable",
      handle: async ({ caller, params, now }) =>
        reply(await lotCanceller.cancel(caller.organisationId, params.id), now),
    }),
  ];
});

import { z } from "zod";
import { OperatorLots } from "../../../../ports/lots/operator-lots.ts";
import { LotAdministration } from "../../../../src/lot-administration/lot-administration.ts";
import { LOT_STATES } from "../../../../src/lots/lot.ts";
import { PaymentOffers } from "../../../../src/lots/payment-offers.ts";
import { NoUsableRail } from "../../../../src/lots/payment-options.ts";
import { OnChainCreationFailed } from "../../../../src/onchain/lot-creation.ts";
import { dayOfInstant } from "../../../../src/shared/days/days.ts";
import type { LotId } from "../../../../src/shared/ids.ts";
import { InvalidTransition } from "../../../../src/shared/problem.ts";
import { count } from "../../input/fields.ts";
import { paged } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { competitionCreate, competitionUpdate, toChanges, toNewLot } from "../../partner/competitions-api.ts";
import { timeZone } from "../service/figures-api.ts";
import { actOf, ofItem, organisationRoute, pageQuery } from "../request.ts";
import { operatorCompetitionReply, toOperatorCompetition } from "./competition-reply.ts";

const salesReply = z
  .strictObject({
    day: z.iso.date().describe("The day, in the time zone of the query."),
    orders: count.describe("Paid orders of the day."),
    ticketsSold: count.describe("Tickets sold, including those that no longer take part in the draw."),
    ticketsVoided: count.describe("Tickets sold that no longer take part in the draw."),
    salesUSDCents: count.describe(
      "The price of the tickets sold, before credit and commissions, in US cents.",
    ),
  })
  .meta({ id: "SalesOfDay" });

const NEEDS = { administration: LotAdministration, lots: OperatorLots, offers: PaymentOffers };

export const competitionRoutes = routes(NEEDS, ({ administration, lots, offers }) => {
  const tag = "Competitions";
  return [
    organisationRoute({
      operationId: "listCompetitions",
      method: "GET",
      path: "/competitions",
      summary: "List competitions",
      description: "Returns competitions in every state, newest first.",
      tag,
      permission: "competitions:read",
      query: pageQuery.extend({
        state: z.enum(LOT_STATES).optional().describe("Return competitions in this state."),
      }),
      reply: z.array(operatorCompetitionReply),
      handle: (request) => {
        const { organisation, now, query } = request;
        const { state = null } = query;
        return paged(
          request,
          (page) => lots.list(organisation.id, { ...page, state, now }),
          (found) => toOperatorCompetition(offers, found, now),
          ({ lot }) => lot.id,
        );
      },
    }),
    organisationRoute({
      operationId: "createCompetition",
      method: "POST",
      path: "/competitions",
      summary: "Create a competition",
      description:
        "The competition starts as a draft. With createOnChain it is created on the raffle contract and is active immediately.",
      tag,
      permission: "competitions:write",
      body: competitionCreate,
      status: 201,
      reply: operatorCompetitionReply,
      problems: [NoUsableRail, OnChainCreationFailed],
      // What has begun on the contract is kept, and found again by the id of the claimed key.
      prepare: async (request) => {
        const { organisation, body, now, idempotency } = request;
        const lot = toNewLot(body);
        const act = actOf(request);
        const create = body.createOnChain
          ? await administration.createOnChain(act, organisation.id, lot, idempotency?.id ?? null)
          : () => administration.create(act, organisation.id, lot);
        return async () => toOperatorCompetition(offers, await create(), now);
      },
    }),
    organisationRoute({
      operationId: "getCompetition",
      method: "GET",
      path: "/competitions/{id}",
      summary: "Get a competition",
      description: "Returns a competition in any state, with its prize and the tickets sold.",
      tag,
      permission: "competitions:read",
      params: ofItem<LotId>(),
      reply: operatorCompetitionReply,
      handle: async ({ organisation, params, now }) =>
        toOperatorCompetition(offers, await administration.byId(organisation.id, params.id), now),
    }),
    organisationRoute({
      operationId: "updateCompetition",
      method: "PATCH",
      path: "/competitions/{id}",
      summary: "Change or open a competition",
      description:
        "Fields that are absent keep their values; `payment` replaces the whole override. `status` accepts draft and active. A competition that no buyer could enter is not opened; `reason` says why.",
      tag,
      permission: "competitions:write",
      params: ofItem<LotId>(),
      body: competitionUpdate,
      reply: operatorCompetitionReply,
      problems: [InvalidTransition, NoUsableRail],
      handle: async (request) => {
        const { organisation, params, body, now } = request;
        const changes = toChanges(body);
        const changed = await administration.change(actOf(request), organisation.id, params.id, changes);
        return toOperatorCompetition(offers, changed, now);
      },
    }),
    organisationRoute({
      operationId: "getSalesByDay",
      method: "GET",
      path: "/competitions/{id}/sales",
      summary: "Get a competition's sales by day",
      description: "Returns all days with a sale, oldest first.",
      tag,
      permission: "competitions:read",
      params: ofItem<LotId>(),
      query: z.strictObject({ timeZone }),
      reply: z
        .strictObject({ days: z.array(salesReply).describe("The days with a sale, oldest first.") })
        .meta({ id: "SalesByDay" }),
      handle: async ({ organisation, params, query }) => {
        const { lot } = await administration.byId(organisation.id, params.id);
        const sales = await lots.salesByDay(organisation.id, params.id, dayOfInstant(query.timeZone));
        const days = sales.map(({ day, orders, tickets, voided }) => ({
          day,
          orders,
          ticketsSold: tickets,
          ticketsVoided: voided,
          salesUSDCents: tickets * lot.priceCents,
        }));
        return { days };
      },
    }),
  ];
});

import { z } from "zod";
import { ChainUnavailable } from "../../../../ports/chain.ts";
import { Winners } from "../../../../ports/lots/winners.ts";
import { LotDrawAdministration } from "../../../../src/lot-draws/lot-draw-administration.ts";
import { LotDrawDocument } from "../../../../src/lot-draws/lot-draw-document.ts";
import type { Winner } from "../../../../src/lots/winner.ts";
import type { LotId, WinnerId } from "../../../../src/shared/ids.ts";
import { InvalidTransition, NotFound } from "../../../../src/shared/problem.ts";
import { PaymentOffers } from "../../../../src/lots/payment-offers.ts";
import { LotAdministration } from "../../../../src/lot-administration/lot-administration.ts";
import { id, idTextOf } from "../../input/fields.ts";
import { pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { proofReply } from "../../partner/winners-api.ts";
import { operatorCompetitionReply, toOperatorCompetition } from "./competition-reply.ts";
import { actOf, buyerReply, ofItem, pageQuery, time, organisationRoute } from "../request.ts";

const winnerReply = z
  .strictObject({
    id,
    competitionId: id,
    competitionTitle: z.string(),
    ticketNumber: id,
    accountId: id,
    buyer: buyerReply,
    wonAt: time,
    publishedAt: time
      .nullable()
      .describe("The time of publication. Null if the winner is not published and partners cannot see it."),
    draw: proofReply,
  })
  .meta({ id: "OperatorWinner" });

function toWinner(winner: Winner): z.input<typeof winnerReply> {
  return {
    id: winner.id,
    competitionId: winner.lotId,
    competitionTitle: winner.lotTitle,
    ticketNumber: winner.ticketNumber,
    accountId: winner.accountId,
    buyer: { email: winner.buyer.email, walletAddress: winner.buyer.wallet },
    wonAt: winner.wonAt.toISOString(),
    publishedAt: winner.publishedAt?.toISOString() ?? null,
    draw: winner.proof,
  };
}

const stateOf = ({ publishedAt }: Winner) => (publishedAt === null ? "unpublished" : "published");

const NEEDS = {
  draws: LotDrawAdministration,
  winners: Winners,
  offers: PaymentOffers,
  lots: LotAdministration,
};

export const winnerRoutes = routes(NEEDS, ({ draws, winners, offers, lots }) => {
  const tag = "Draws and winners";
  const publication = (act: "publish" | "unpublish", summary: string) =>
    organisationRoute({
      operationId: `${act}Winner`,
      method: "POST",
      path: `/winners/{id}/${act}`,
      summary,
      description: "Repeating the request changes nothing.",
      tag,
      permission: "winners:publish",
      params: ofItem<WinnerId>(),
      reply: winnerReply,
      handle: async (request) => {
        const { organisation } = request;
        const { id } = request.params;
        const { winner } = await draws.publish(actOf(request), organisation.id, id, act === "publish");
        return toWinner(winner);
      },
    });
  return [
    organisationRoute({
      operationId: "continueDraw",
      method: "POST",
      path: "/competitions/{id}/draw",
      summary: "Run a draw now",
      description:
        "Draws run automatically; this request does not wait for the next run. It does not influence the winner: the committed block decides. A competition on chain is drawn by the raffle contract and refused with `invalid_transition`.",
      tag,
      permission: "draws:continue",
      params: ofItem<LotId>(),
      reply: LotDrawDocument,
      problems: [InvalidTransition, ChainUnavailable],
      // Reads the chain, so it must not run inside a transaction; the rows make repeats safe.
      idempotency: "resumable",
      handle: async (request) => draws.draw(actOf(request), request.organisation.id, request.params.id),
    }),
    organisationRoute({
      operationId: "archiveCompetition",
      method: "POST",
      path: "/competitions/{id}/archive",
      summary: "Archive a drawn competition",
      description: "Sets the competition's state to retired. Repeating the request changes nothing.",
      tag,
      permission: "competitions:archive",
      params: ofItem<LotId>(),
      reply: operatorCompetitionReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation, params, now } = request;
        await draws.archive(actOf(request), organisation.id, params.id);
        return toOperatorCompetition(offers, await lots.byId(organisation.id, params.id), now);
      },
    }),
    organisationRoute({
      operationId: "listWinners",
      method: "GET",
      path: "/winners",
      summary: "List winners",
      description: "Returns the newest winner first, published or not.",
      tag,
      permission: "winners:read",
      query: pageQuery.extend({
        competitionId: idTextOf<LotId>().optional().describe("Return the winner of this competition."),
        state: z
          .enum(["published", "unpublished"])
          .optional()
          .describe("Return winners that are published, or not."),
      }),
      reply: z.array(winnerReply),
      handle: async (request) => {
        const { organisation } = request;
        const { competitionId, state } = request.query;
        if (competitionId !== undefined) {
          await lots.byId(organisation.id, competitionId);
          const winner = await winners.ofLot(organisation.id, competitionId);
          const isListed = winner !== null && (state === undefined || stateOf(winner) === state);
          return isListed ? [toWinner(winner)] : [];
        }
        const isPublished = state === undefined ? null : state === "published";
        return pagedById(request, (page) => winners.list(organisation.id, page, isPublished), toWinner);
      },
    }),
    organisationRoute({
      operationId: "getWinner",
      method: "GET",
      path: "/winners/{id}",
      summary: "Get a winner",
      description: "Returns a winner, published or not, with the buyer and the proof of the draw.",
      tag,
      permission: "winners:read",
      params: ofItem<WinnerId>(),
      reply: winnerReply,
      handle: async ({ organisation, params }) => {
        const winner = await winners.byId(organisation.id, params.id);
        if (winner === null) throw NotFound.because();
        return toWinner(winner);
      },
    }),
    publication("publish", "Publish a winner"),
    publication("unpublish", "Unpublish a winner"),
  ];
});

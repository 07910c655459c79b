import { z } from "zod";
import { ChainUnavailable } from "../../../ports/chain.ts";
import { Winners } from "../../../ports/lots/winners.ts";
import { LotDrawAdministration } from "../../../src/lot-draws/lot-draw-administration.ts";
import { LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import type { Winner } from "../../../src/lots/winner.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { InvalidTransition, NotFound } from "../../../src/shared/problem.ts";
import { Offers } from "../../../src/lots/offers.ts";
import { competitionReply, toCompetition } from "../partner/competitions-api.ts";
import { id } from "../input/fields.ts";
import { paged } from "../input/page.ts";
import { operatorRoute, routes } from "../kernel/route.ts";
import { proofReply } from "../partner/winners-api.ts";
import { actOf, buyerReply, ofItem, ofOrganisation, pageQuery, time } from "./request.ts";

const winnerReply = z
  .strictObject({
    id,
    competitionId: id,
    competitionTitle: z.string(),
    ticketNumber: id,
    accountId: id,
    buyer: buyerReply,
    wonAt: time,
    publishedAt: time.nullable().describe("Null: partners do not see it."),
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

const NEEDS = {
  administration: OrganisationAdministration,
  draws: LotDrawAdministration,
  winners: Winners,
  offers: Offers,
};

export const winnerRoutes = routes(NEEDS, ({ administration, draws, winners, offers }) => {
  const tag = "Draws and winners";
  const publication = (act: "publish" | "unpublish", summary: string) =>
    operatorRoute({
      operationId: `${act}Winner`,
      method: "POST",
      path: `/organisations/{slug}/winners/{id}/${act}`,
      summary,
      description: "Repeating it changes nothing.",
      tag,
      scope: null,
      params: ofItem,
      status: 200,
      reply: winnerReply,
      problems: [NotFound],
      handle: async (request) => {
        const { slug, id } = request.params;
        const organisation = await administration.organisation(slug);
        return toWinner(await draws.publish(actOf(request), organisation.id, id, act === "publish"));
      },
    });
  return [
    operatorRoute({
      operationId: "continueDraw",
      method: "POST",
      path: "/organisations/{slug}/competitions/{id}/draw",
      summary: "Go on with a draw now",
      description:
        "Draws go on by themselves; this does not wait for the next look. It chooses nothing: the committed block decides.",
      tag,
      scope: null,
      params: ofItem,
      status: 200,
      reply: LotDrawDocument,
      problems: [NotFound, InvalidTransition, ChainUnavailable],
      // It asks the chain, which no transaction waits for; the rows remember what was done.
      idempotency: "resumable",
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        return draws.draw(actOf(request), organisation.id, request.params.id);
      },
    }),
    operatorRoute({
      operationId: "archiveCompetition",
      method: "POST",
      path: "/organisations/{slug}/competitions/{id}/archive",
      summary: "Archive a drawn competition",
      description: "Its state is then retired. Repeating it changes nothing.",
      tag,
      scope: null,
      params: ofItem,
      status: 200,
      reply: competitionReply,
      problems: [NotFound, InvalidTransition],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        const archived = await draws.archive(actOf(request), organisation.id, request.params.id);
        return toCompetition(offers.of(archived), request.now);
      },
    }),
    operatorRoute({
      operationId: "listWinners",
      method: "GET",
      path: "/organisations/{slug}/winners",
      summary: "List winners, published or not",
      tag,
      scope: null,
      params: ofOrganisation,
      query: pageQuery,
      status: 200,
      reply: z.array(winnerReply),
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        return paged(
          request,
          (page) => winners.list(organisation.id, page),
          toWinner,
          (winner) => winner.id,
        );
      },
    }),
    publication("publish", "Publish a winner"),
    publication("unpublish", "Take back the publication of a winner"),
  ];
});

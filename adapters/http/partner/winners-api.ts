import { z } from "zod";
import { Winners } from "../../../ports/lots/winners.ts";
import type { Winner } from "../../../src/lots/winner.ts";
import { masked } from "../../../src/buyers/account.ts";
import { count, id } from "../input/fields.ts";
import { pageQuery, pagedById } from "../input/page.ts";
import { partnerRoute } from "./partner-route.ts";
import { routes } from "../kernel/route.ts";

const blockHashDraw = z
  .strictObject({
    blockNumber: count,
    blockHash: z.string(),
    winnerIndex: count,
    totalTickets: count,
  })
  .describe("winnerIndex = keccak256(blockHash, competitionId) mod totalTickets")
  .meta({ id: "BlockHashDraw" });

const verifiableRandomDraw = z
  .strictObject({
    method: z.literal("vrf"),
    seed: z.string(),
    winnerIndex: count,
    totalTickets: count,
    vrfRequestId: z.string(),
    fulfillmentTx: z.string(),
    blockNumber: count.nullable(),
  })
  .meta({ id: "VerifiableRandomDraw" });

export const proofReply = z.union([blockHashDraw, verifiableRandomDraw]).nullable();

const winnerReply = z
  .strictObject({
    competitionId: id,
    competitionTitle: z.string(),
    winnerWalletAddress: z.string().describe("The winner's wallet, abbreviated, or email, masked."),
    wonAt: z.iso.datetime(),
    draw: proofReply,
  })
  .meta({ id: "Winner" });

function toWinner(winner: Winner): z.input<typeof winnerReply> {
  return {
    competitionId: winner.lotId,
    competitionTitle: winner.lotTitle,
    winnerWalletAddress: masked(winner.buyer),
    wonAt: winner.wonAt.toISOString(),
    draw: winner.proof,
  };
}

const NEEDS = { winners: Winners };

export const winnerRoutes = routes(NEEDS, ({ winners }) => {
  return [
    partnerRoute({
      operationId: "listWinners",
      method: "GET",
      path: "/winners",
      summary: "List published winners",
      description: "Returns the newest winner first, each with the proof of the draw.",
      tag: "Winners",
      scope: "winners:read",
      query: pageQuery,
      reply: z.array(winnerReply),
      handle: (request) =>
        pagedById(request, (page) => winners.listPublished(request.caller.organisationId, page), toWinner),
    }),
  ];
});

import { z } from "zod";
import { Prizes } from "../../../../ports/lots/prizes.ts";
import { PrizeActs } from "../../../../src/lot-administration/prize-acts.ts";
import { PrizeInUse } from "../../../../src/lots/prize-administration.ts";
import type { PrizeId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { deleted } from "../../input/fields.ts";
import { pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import {
  prizeCreate,
  prizeReply,
  prizeUpdate,
  toNewPrize,
  toPrize,
  toPrizeChanges,
} from "../../partner/prizes-api.ts";
import { actOf, ofItem, organisationRoute, pageQuery } from "../request.ts";

const NEEDS = { prizes: Prizes, acts: PrizeActs };

export const prizeRoutes = routes(NEEDS, ({ prizes, acts }) => {
  const tag = "Prizes";
  return [
    organisationRoute({
      operationId: "listPrizes",
      method: "GET",
      path: "/prizes",
      summary: "List prizes",
      description: "Returns the newest prize first.",
      tag,
      permission: "competitions:read",
      query: pageQuery,
      reply: z.array(prizeReply),
      handle: (request) => pagedById(request, (page) => prizes.list(request.organisation.id, page), toPrize),
    }),
    organisationRoute({
      operationId: "createPrize",
      method: "POST",
      path: "/prizes",
      summary: "Create a prize",
      description: "A prize needs a name, or both a brand and a model.",
      tag,
      permission: "competitions:write",
      body: prizeCreate,
      status: 201,
      reply: prizeReply,
      handle: async (request) =>
        toPrize(await acts.add(actOf(request), request.organisation.id, toNewPrize(request.body))),
    }),
    organisationRoute({
      operationId: "getPrize",
      method: "GET",
      path: "/prizes/{id}",
      summary: "Get a prize",
      description: "Returns a prize of the organisation, used by a competition or not.",
      tag,
      permission: "competitions:read",
      params: ofItem<PrizeId>(),
      reply: prizeReply,
      handle: async ({ organisation, params }) => {
        const prize = await prizes.byId(organisation.id, params.id);
        if (prize === null) throw NotFound.because();
        return toPrize(prize);
      },
    }),
    organisationRoute({
      operationId: "updatePrize",
      method: "PATCH",
      path: "/prizes/{id}",
      summary: "Change a prize",
      description:
        "Fields that are absent keep their values. A prize can no longer be changed once a competition that uses it has left draft, because buyers have seen the prize.",
      tag,
      permission: "competitions:write",
      params: ofItem<PrizeId>(),
      body: prizeUpdate,
      reply: prizeReply,
      problems: [PrizeInUse],
      handle: async (request) => {
        const { organisation, params, body } = request;
        return toPrize(await acts.change(actOf(request), organisation.id, params.id, toPrizeChanges(body)));
      },
    }),
    organisationRoute({
      operationId: "deletePrize",
      method: "DELETE",
      path: "/prizes/{id}",
      summary: "Delete a prize",
      description: "Only a prize that no competition uses, in any state, can be deleted.",
      tag,
      permission: "competitions:write",
      params: ofItem<PrizeId>(),
      reply: deleted,
      problems: [PrizeInUse],
      handle: async (request) => {
        await acts.remove(actOf(request), request.organisation.id, request.params.id);
        return { id: request.params.id, deleted: true as const };
      },
    }),
  ];
});

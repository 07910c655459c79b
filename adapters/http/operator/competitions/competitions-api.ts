import { Lots } from "../../../../ports/lots/lots.ts";
import { Offers } from "../../../../src/lots/offers.ts";
import type { LotId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { routes } from "../../kernel/route.ts";
import { competitionReply, toCompetition } from "../../partner/competitions-api.ts";
import { ofItem, organisationRoute } from "../request.ts";

const NEEDS = { lots: Lots, offers: Offers };

export const competitionRoutes = routes(NEEDS, ({ lots, offers }) => [
  organisationRoute({
    operationId: "getCompetition",
    method: "GET",
    path: "/competitions/{id}",
    summary: "Get a competition, whatever its state",
    tag: "Draws and winners",
    permission: "competitions:read",
    params: ofItem<LotId>(),
    status: 200,
    reply: competitionReply,
    problems: [],
    handle: async ({ organisation, params, now }) => {
      const found = await lots.byId(organisation.id, params.id);
      if (found === null) throw NotFound.because();
      return toCompetition(offers.of(found), now);
    },
  }),
]);

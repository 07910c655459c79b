import { z } from "zod";
import { Chain } from "../../../ports/chain.ts";
import { LotDraws } from "../../../ports/lot-draws/lot-draws.ts";
import { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { idText, idTextOf } from "../input/fields.ts";
import { limitUpTo, paged } from "../input/page.ts";
import { route, routes } from "../kernel/route.ts";

const MAX_ENTRIES = 10_000;

const params = z.object({ id: idTextOf<LotId>() });

const NEEDS = { draws: LotDraws, chain: Chain };

export const lotDrawRoutes = routes(NEEDS, ({ draws, chain }) => {
  const { chainId } = chain;
  return [
    route({
      operationId: "getCompetitionDraw",
      method: "GET",
      path: "/competitions/{id}/draw",
      summary: "Get the draw of a competition",
      description:
        "Extension. The commitment is shown before its block exists; with the entries it is all that a verification needs.",
      tag: "Winners",
      scope: "winners:read",
      params,
      status: 200,
      reply: LotDrawDocument,
      problems: [NotFound],
      handle: async ({ caller, params }) => {
        const document = await draws.document(caller.organisationId, params.id, chainId);
        if (document === null) throw NotFound.because();
        return document;
      },
    }),
    route({
      operationId: "listDrawEntries",
      method: "GET",
      path: "/competitions/{id}/draw/entries",
      summary: "List the ticket ranges that a draw is made of",
      description:
        "Extension. In ascending order of the numbers; empty until the competition is closed and every payment has ended.",
      tag: "Winners",
      scope: "winners:read",
      params,
      query: z.strictObject({
        limit: limitUpTo(MAX_ENTRIES),
        after: idText
          .optional()
          .describe(
            "Continues behind the entry that begins with this number. The Link header has the address.",
          ),
      }),
      status: 200,
      reply: z.array(DrawEntry),
      problems: [NotFound],
      handle: ({ caller, params, query, url }) =>
        paged(
          { url, query },
          async ({ limit, after }) => {
            const slice = { limit, after: after ?? 0 };
            const entries = await draws.entries(caller.organisationId, params.id, slice);
            if (entries === null) throw NotFound.because();
            return entries;
          },
          (entry) => entry,
          (entry) => entry.first,
          MAX_ENTRIES + 1,
        ),
    }),
  ];
});

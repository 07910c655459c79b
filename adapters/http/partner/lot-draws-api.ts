import { z } from "zod";
import { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { idTextOf } from "../input/fields.ts";
import { partnerRoute } from "./partner-route.ts";
import { routes } from "../kernel/route.ts";
import { drawEntriesQuery, LOT_DRAW_NEEDS, LotDrawReading } from "../public/lot-draw-reading.ts";

const params = z.object({ id: idTextOf<LotId>() });

export const lotDrawRoutes = routes(LOT_DRAW_NEEDS, (parts) => {
  const reading = new LotDrawReading(parts);
  return [
    partnerRoute({
      operationId: "getCompetitionDraw",
      method: "GET",
      path: "/competitions/{id}/draw",
      summary: "Get a competition's draw",
      description:
        "Extension. Returns the commitment before its block exists. With the entries, it contains everything that a verification needs.",
      tag: "Winners",
      scope: "winners:read",
      params,
      reply: LotDrawDocument,
      problems: [NotFound],
      handle: ({ caller: { organisationId }, params }) => reading.document({ organisationId }, params.id),
    }),
    partnerRoute({
      operationId: "listDrawEntries",
      method: "GET",
      path: "/competitions/{id}/draw/entries",
      summary: "List a draw's entries",
      description:
        "Extension. Returns the ticket ranges of the draw, in ascending order of the numbers. Empty until the competition is closed and every payment is final.",
      tag: "Winners",
      scope: "winners:read",
      params,
      query: drawEntriesQuery,
      reply: z.array(DrawEntry),
      problems: [NotFound],
      handle: ({ caller: { organisationId }, params, query, url }) =>
        reading.entries({ organisationId }, params.id, { query, url }),
    }),
  ];
});

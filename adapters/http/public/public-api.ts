import { z } from "zod";
import type { DrawView } from "../../../ports/lot-draws/lot-draws.ts";
import type { PartSource } from "../../../ports/token.ts";
import { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import { SLUG } from "../../../src/organisations/settings.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { idTextOf } from "../input/fields.ts";
import { publicRoute } from "./public-route.ts";
import { type Route, routes } from "../kernel/route.ts";
import type { Visitor } from "../callers/caller.ts";
import { walletPurchaseRoutes } from "./wallet-purchases.ts";
import { DRAW_FILE, drawEntriesQuery, LOT_DRAW_NEEDS, LotDrawReading } from "./lot-draw-reading.ts";

const params = z.strictObject({
  organisation: z.string().regex(SLUG).describe("The organisation's slug."),
  id: idTextOf<LotId>(),
});

const HASH = "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4";
const FILE_EXAMPLE = `{"competitionId":5,"status":"committed","chainId":8453,"commitment":{"ticketsRoot":"${HASH}","totalTickets":2,"ranges":1,"blockNumber":21345678,"committedAt":"2027-01-11T12:13:14.567Z"},"voidedCommitments":[],"winner":null}
[1,2,"${HASH}"]
`;

const lotDrawRoutes = routes(LOT_DRAW_NEEDS, (parts) => {
  const reading = new LotDrawReading(parts);
  return [
    publicRoute({
      operationId: "getPublicCompetitionDraw",
      method: "GET",
      path: "/{organisation}/competition/{id}/draw.json",
      summary: "Get a competition's draw",
      description:
        "Returns the same document as the partner API: with the entries, it contains everything that a verification needs. The answer is `not_found` until the draw is committed, and never changes once the draw has a winner.",
      tag: "Draws",
      params,
      reply: LotDrawDocument,
      settled: ({ status }) => status === "drawn",
      handle: ({ caller, params: { organisation, id } }) =>
        reading.document(viewOf(caller, organisation), id),
    }),
    publicRoute({
      operationId: "getPublicDrawFile",
      method: "GET",
      path: "/{organisation}/competition/{id}/draw.ndjson",
      summary: "Get a draw file",
      description:
        "Returns a file whose first line is the document and whose other lines are the entries: programs verify it without another request. It is there when the document is. It spends one more unit of the budget for each 10,000 entries; units that are not left must return before the next request. If the connection closes early, the file is incomplete.",
      tag: "Draws",
      params,
      reply: z.string().meta({ example: FILE_EXAMPLE }),
      media: DRAW_FILE,
      wrap: false,
      settled: ({ status }: LotDrawDocument) => status === "drawn",
      handle: ({ caller, params: { organisation, id } }) =>
        reading.file(viewOf(caller, organisation), id, () => caller.charge()),
    }),
    publicRoute({
      operationId: "listPublicDrawEntries",
      method: "GET",
      path: "/{organisation}/competition/{id}/draw/entries.json",
      summary: "List a draw's entries",
      description:
        "Returns the ticket ranges of the draw, in ascending order of the numbers. The answer is `not_found` until the draw is committed, and never changes: the tickets are fixed before the commitment.",
      tag: "Draws",
      params,
      query: drawEntriesQuery,
      reply: z.array(DrawEntry),
      settled: () => true,
      handle: ({ caller, params: { organisation, id }, query, url }) =>
        reading.entries(viewOf(caller, organisation), id, { query, url }),
    }),
  ];
});

/** Raises not_found where the host is another organisation's. */
function viewOf({ tenantSlug }: Visitor, organisation: string): DrawView {
  if (tenantSlug !== null && tenantSlug !== organisation) throw NotFound.because();
  return { publicOf: organisation };
}

/** Returns the routes that need no key, as the table that is served and documented. */
export function publicRoutes(source: PartSource): readonly Route<Visitor>[] {
  return [...lotDrawRoutes(source), ...walletPurchaseRoutes(source)];
}

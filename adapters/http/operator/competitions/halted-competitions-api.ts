import { z } from "zod";
import { HaltedLots } from "../../../../ports/lots/halted-lots.ts";
import type { HaltedLot } from "../../../../src/recovery/halted-lot.ts";
import { HaltedLotAdministration } from "../../../../src/recovery/halted-lot-administration.ts";
import { LOT_STATUSES } from "../../../../src/lots/lot.ts";
import type { LotId } from "../../../../src/shared/ids.ts";
import { InvalidTransition } from "../../../../src/shared/problem.ts";
import { count, id } from "../../input/fields.ts";
import { pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, ofItem, organisationRoute, pageQuery, time } from "../request.ts";

const haltedReply = z
  .strictObject({
    id,
    title: z.string(),
    status: z.enum(LOT_STATUSES),
    ticketsSold: count.describe("Tickets sold: also the highest ticket number in the database."),
    ticketsHeld: count.describe("Tickets held by pending sessions."),
    maxTickets: count,
    endDate: time,
    committed: z
      .boolean()
      .describe("Whether the draw was committed before the restored point. If so, the same block decides."),
    haltedAt: time
      .nullable()
      .describe("The time at which a recovery halted the competition. Null if it has been resumed."),
  })
  .meta({ id: "HaltedCompetition" });

const resumption = z
  .strictObject({
    highestTicketTold: z
      .int()
      .min(0)
      .max(100_000_000)
      .describe(
        "The highest ticket number that any buyer has received, before or after the restored point. Numbers above ticketsSold " +
          "up to this number are skipped: they are void and belong to no buyer. 0 if no number was issued.",
      ),
  })
  .meta({ id: "CompetitionResumption" });

function toHalted({ sold, held, endAt, haltedAt, ...rest }: HaltedLot): z.input<typeof haltedReply> {
  return {
    ...rest,
    ticketsSold: sold,
    ticketsHeld: held,
    endDate: endAt.toISOString(),
    haltedAt: haltedAt?.toISOString() ?? null,
  };
}

const NEEDS = { halted: HaltedLots, administration: HaltedLotAdministration };

export const haltedCompetitionRoutes = routes(NEEDS, ({ halted, administration }) => {
  const tag = "Draws and winners";
  return [
    organisationRoute({
      operationId: "listHaltedCompetitions",
      method: "GET",
      path: "/halted-competitions",
      summary: "List halted competitions",
      description:
        "Returns competitions that a recovery has halted, newest first. Each must be resumed or cancelled.",
      tag,
      permission: "competitions:resume",
      query: pageQuery,
      reply: z.array(haltedReply),
      handle: async (request) =>
        pagedById(request, (page) => halted.list(request.organisation.id, page), toHalted),
    }),
    organisationRoute({
      operationId: "resumeCompetition",
      method: "POST",
      path: "/competitions/{id}/resume",
      summary: "Resume a halted competition",
      description: "Resumes a competition that a recovery has halted. Repeating the request changes nothing.",
      tag,
      permission: "competitions:resume",
      params: ofItem<LotId>(),
      body: resumption,
      reply: haltedReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation, params, body } = request;
        return toHalted(
          await administration.resume(actOf(request), organisation.id, params.id, body.highestTicketTold),
        );
      },
    }),
  ];
});

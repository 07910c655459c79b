import { z } from "zod";
import {
  WaitingLists,
  type DrawPlace,
  type WaitingDraw,
} from "../../../../ports/operations/waiting-lists.ts";
import { DISPUTE_STANDINGS } from "../../../../ports/checkout/disputes.ts";
import { LOT_STATUSES } from "../../../../src/lots/lot.ts";
import { REFUND_STATES, type RefundStatus } from "../../../../src/refunds/refund.ts";
import { count, id, timeText } from "../../input/fields.ts";
import { paged, pagedById } from "../../input/page.ts";
import { operatorRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { listedReply, toListed } from "../refunds/disputes-api.ts";
import { refundReply, toRefund } from "../refunds/refunds-api.ts";
import { pageQuery, pageQueryBy, time } from "../request.ts";

type Waiting = Exclude<RefundStatus, "succeeded">;
const WAITING_STATES = REFUND_STATES.filter((state): state is Waiting => state !== "succeeded");
/** States of refunds that need a person. The others continue automatically. */
const FOR_SOMEBODY: readonly Waiting[] = ["manual", "failed"];

const organisation = z.string().describe("The organisation's slug.");
const waitingRefund = refundReply.extend({ organisation }).meta({ id: "WaitingRefund" });
const waitingDispute = listedReply.extend({ organisation }).meta({ id: "WaitingDispute" });
const waitingDraw = z
  .strictObject({
    id,
    organisation,
    title: z.string(),
    status: z.enum(LOT_STATUSES),
    ticketsSold: count,
    endDate: time,
    closedAt: time.nullable().describe("The time at which sales ended."),
    committedAt: time
      .nullable()
      .describe(
        "The time of the commitment, which fixes the deciding block. Null if the draw is not committed.",
      ),
    haltedAt: time
      .nullable()
      .describe("The time at which a recovery halted the competition. It is drawn once it is resumed."),
    since: time.describe("The time since which the competition waits: the halt or the end of sales."),
  })
  .meta({ id: "WaitingDraw" });

function toWaitingDraw({
  sold,
  endAt,
  since,
  ...draw
}: WaitingDraw & { readonly organisation: string }): z.input<typeof waitingDraw> {
  const written = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...draw,
    ticketsSold: sold,
    endDate: endAt.toISOString(),
    closedAt: written(draw.closedAt),
    committedAt: written(draw.committedAt),
    haltedAt: written(draw.haltedAt),
    since: since.toISOString(),
  };
}

const drawCursor = z.string().regex(/^\d{1,13}\.[1-9]\d{0,14}$/, "must come from a Link header");

function drawPlaceOf(cursor: string): DrawPlace {
  const [since, id] = cursor.split(".").map(Number) as [number, number];
  return { since: new Date(since), id };
}

const NEEDS = { lists: WaitingLists };

export const waitingRoutes = routes(NEEDS, ({ lists }) => {
  const tag = "Health";
  return [
    operatorRoute({
      operationId: "listWaitingRefunds",
      method: "GET",
      path: "/refunds",
      summary: "List refunds that need attention",
      description:
        "Returns refunds of all organisations, oldest first. Without `state`, returns manual and failed refunds.",
      tag,
      permission: "orders:read",
      query: pageQuery.extend({
        state: z.enum(WAITING_STATES).optional().describe("Return refunds in this state."),
      }),
      reply: z.array(waitingRefund),
      handle: (request) => {
        const { state } = request.query;
        return pagedById(
          request,
          (page) => lists.refunds(page, state === undefined ? FOR_SOMEBODY : [state]),
          ({ organisation, ...refund }) => ({ ...toRefund(refund), organisation }),
        );
      },
    }),
    operatorRoute({
      operationId: "listWaitingDisputes",
      method: "GET",
      path: "/disputes",
      summary: "List disputes of all organisations",
      description: "Returns disputes in the order in which they were opened.",
      tag,
      permission: "orders:read",
      query: pageQuery.extend({
        standing: z.enum(DISPUTE_STANDINGS).default("open").describe("Return disputes with this standing."),
        since: timeText
          .optional()
          .describe("Return disputes that were opened or changed at this time or later."),
      }),
      reply: z.array(waitingDispute),
      handle: (request) => {
        const { standing, since } = request.query;
        const changedSince = since === undefined ? null : new Date(since);
        return pagedById(
          request,
          (page) => lists.disputes(page, { standing, changedSince }),
          ({ organisation, ...dispute }) => ({ ...toListed(dispute), organisation }),
        );
      },
    }),
    operatorRoute({
      operationId: "listWaitingDraws",
      method: "GET",
      path: "/draws",
      summary: "List competitions that wait for their draw",
      description:
        "Returns competitions of all organisations that wait for their draw or are halted, longest wait first.",
      tag,
      permission: "competitions:read",
      query: pageQueryBy(drawCursor),
      reply: z.array(waitingDraw),
      handle: (request) =>
        paged(
          request,
          ({ limit, after }) => lists.draws({ limit, after: after === null ? null : drawPlaceOf(after) }),
          toWaitingDraw,
          ({ since, id }) => `${since.getTime()}.${id}`,
        ),
    }),
  ];
});

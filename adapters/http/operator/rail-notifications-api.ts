import { z } from "zod";
import { Inbox } from "../../../ports/checkout/inbox.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { NOTIFICATION_STATES, type RailNotification } from "../../../src/settlement/rail-notification.ts";
import { count, id } from "../input/fields.ts";
import { paged } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { pageQuery, time, organisationRoute } from "./request.ts";

const state = z
  .enum(NOTIFICATION_STATES)
  .describe(
    "waiting: it is tried again. processed: done, though not at the first try. ignored: it reports nothing that matters here. unmatched: it names an order or refund that the account does not have. failed: given up.",
  );

const notificationReply = z
  .strictObject({
    id,
    kind: z.enum(RAIL_KINDS),
    provider: z.string(),
    state,
    types: z
      .string()
      .nullable()
      .describe("What it reports, such as `payment.paid`; where it is ignored, the provider's own type."),
    dedupeKey: z.string().describe("Equal in all repetitions of a notification."),
    tries: count.describe("How often a worker tried again after the first try."),
    error: z.string().nullable(),
    receivedAt: time,
    processedAt: time.nullable(),
  })
  .meta({ id: "RailNotification" });

function toNotification(notification: RailNotification): z.input<typeof notificationReply> {
  const { receivedAt, processedAt, ...rest } = notification;
  return {
    ...rest,
    receivedAt: receivedAt.toISOString(),
    processedAt: processedAt?.toISOString() ?? null,
  };
}

const NEEDS = { inbox: Inbox };

export const railNotificationRoutes = routes(NEEDS, ({ inbox }) => {
  return [
    organisationRoute({
      operationId: "listRailNotifications",
      method: "GET",
      path: "/rail-notifications",
      summary: "List notifications that need attention",
      description:
        "Notifications that were not processed at the first try. Bodies are stored encrypted and not shown. Kept for 90 days.",
      tag: "Rails",
      permission: "rails:read",
      query: pageQuery.extend({ state: state.optional() }),
      status: 200,
      reply: z.array(notificationReply),
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        return paged(
          request,
          (page) => inbox.list(organisation.id, request.query.state ?? null, page),
          toNotification,
          (notification) => notification.id,
        );
      },
    }),
  ];
});

import { z } from "zod";
import { Inbox } from "../../../ports/checkout/inbox.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { NOTIFICATION_STATES, type RailNotification } from "../../../src/settlement/rail-notification.ts";
import { count, id } from "../input/fields.ts";
import { pagedById } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { pageQuery, time, organisationRoute } from "./request.ts";

const state = z
  .enum(NOTIFICATION_STATES)
  .describe(
    "The state. `waiting`: it will be retried. `processed`: done, but not at the first attempt. `ignored`: it reports nothing relevant to the service. `unmatched`: it names an order or refund that the account does not have. `failed`: the service stopped retrying.",
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
      .describe(
        "The reported events, such as `payment.paid`. For an ignored notification, the provider's type.",
      ),
    dedupeKey: z.string().describe("The key that all repetitions of the notification share."),
    tries: count.describe("The number of retries after the first attempt."),
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
        "Returns notifications that were not processed at the first attempt. Bodies are stored encrypted and are not shown. Notifications are kept for 90 days.",
      tag: "Rails",
      permission: "rails:read",
      query: pageQuery.extend({ state: state.optional() }),
      reply: z.array(notificationReply),
      handle: (request) =>
        pagedById(
          request,
          (page) => inbox.list(request.organisation.id, request.query.state ?? null, page),
          toNotification,
        ),
    }),
  ];
});

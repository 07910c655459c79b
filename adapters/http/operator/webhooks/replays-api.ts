import { z } from "zod";
import type { FailedDeliveries } from "../../../../ports/webhooks/replays.ts";
import type { DeliveryId, EndpointId, OrganisationId } from "../../../../src/shared/ids.ts";
import { optional } from "../../../../src/shared/input/fields.ts";
import { InvalidTransition } from "../../../../src/shared/problem.ts";
import { DeliveryReplays } from "../../../../src/webhooks/delivery-replays.ts";
import { count, id, idOf, idTextOf, timeText } from "../../input/fields.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, ofItem, organisationRoute, time } from "../request.ts";

const replayWanted = z
  .strictObject({
    since: timeText.describe("Replay events from this time or later."),
    until: timeText.describe("Replay events before this time, at most 30 days after `since`."),
  })
  .meta({ id: "Replay" });
const replayReply = z
  .strictObject({ replayed: count.describe("Deliveries that are due again or for the first time.") })
  .meta({ id: "Replayed" });

/** The retention of events. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const SINCE = "Include deliveries that failed at this time or later.";
const AFTER = "Continues after this delivery: `reached` of the previous answer.";
const reached = id
  .nullable()
  .describe("The last delivery that was scanned, if more follow. Null if all were scanned.");
const failuresReply = z
  .strictObject({
    failed: count.describe("The number of deliveries that the replay would send again."),
    since: time.describe("The start of the period."),
    until: time.describe(
      "The end of the period; by default the time of the request. A replay with this value does not include deliveries that fail later.",
    ),
    reached,
  })
  .meta({ id: "FailedDeliveries" });
const failuresWanted = z
  .strictObject({
    since: timeText.describe(SINCE),
    until: timeText.describe("Include deliveries that failed before this time. Use `until` of the count."),
    after: optional(idOf<DeliveryId>()).describe(AFTER),
  })
  .meta({ id: "FailedReplay" });
const failuresReplayed = z
  .strictObject({ replayed: count.describe("The number of deliveries that are due again."), reached })
  .meta({ id: "FailedReplayed" });

const LOOKED =
  "Scans 20,000 deliveries, newest first. If `reached` is not null, repeat the request with `after` set to it.";

const NEEDS = { deliveryReplays: DeliveryReplays };

export const replayRoutes = routes(NEEDS, ({ deliveryReplays }) => {
  const tag = "Webhooks";
  return [
    organisationRoute({
      operationId: "replayEvents",
      method: "POST",
      path: "/webhook-endpoints/{id}/replay",
      summary: "Replay events to a webhook endpoint",
      description:
        "Sends all events of a period again, delivered or not, of the types that the endpoint receives now. Events from before the endpoint existed are included. Pending deliveries are not changed.",
      tag,
      permission: "webhooks:send",
      params: ofItem<EndpointId>(),
      body: replayWanted,
      reply: replayReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation } = request;
        const range = { since: new Date(request.body.since), until: new Date(request.body.until) };
        const { id } = request.params;
        return { replayed: await deliveryReplays.endpoint(actOf(request), organisation.id, id, range) };
      },
    }),
    organisationRoute({
      operationId: "getReplayPreview",
      method: "GET",
      path: "/webhook-endpoints/{id}/replay-failed",
      summary: "Count failed deliveries",
      description: `Returns the number of deliveries that a replay of failed deliveries would send now. ${LOOKED}`,
      tag,
      permission: "webhooks:read",
      params: ofItem<EndpointId>(),
      query: z.strictObject({
        since: timeText.optional().describe(`${SINCE} Default: ${KEPT_DAYS} days ago.`),
        until: timeText.optional().describe("Include deliveries that failed before this time. Default: now."),
        after: idTextOf<DeliveryId>().optional().describe(AFTER),
      }),
      reply: failuresReply,
      handle: async ({ organisation, params, query, now }) => {
        const oldest = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
        const range = {
          since: query.since ?? oldest,
          until: query.until ?? now.toISOString(),
          after: query.after,
        };
        const selection = wantedOf(organisation.id, params.id, range);
        const { count, reached } = await deliveryReplays.failures(selection);
        const { since, until } = selection;
        return { failed: count, since: since.toISOString(), until: until.toISOString(), reached };
      },
    }),
    organisationRoute({
      operationId: "replayFailed",
      method: "POST",
      path: "/webhook-endpoints/{id}/replay-failed",
      summary: "Replay failed deliveries",
      description: `Sends all deliveries that failed in the period again, each with the same id and body and a new retry schedule, in one step. ${LOOKED}`,
      tag,
      permission: "webhooks:send",
      params: ofItem<EndpointId>(),
      body: failuresWanted,
      reply: failuresReplayed,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation, params, body } = request;
        const selection = wantedOf(organisation.id, params.id, body);
        const { count, reached } = await deliveryReplays.failed(actOf(request), selection);
        return { replayed: count, reached };
      },
    }),
  ];
});

function wantedOf(
  organisationId: OrganisationId,
  endpointId: EndpointId,
  range: { readonly since: string; readonly until: string; readonly after?: DeliveryId | undefined },
): FailedDeliveries {
  const { since, until, after = null } = range;
  return { organisationId, endpointId, since: new Date(since), until: new Date(until), after };
}

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
    since: timeText.describe("Events from this time on."),
    until: timeText.describe("Events before this time; at most 30 days after `since`."),
  })
  .meta({ id: "Replay" });
const replayReply = z
  .strictObject({ replayed: count.describe("Deliveries that are due again, or for the first time.") })
  .meta({ id: "Replayed" });

/** As long as events are kept. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const SINCE = "Only what failed from this time on.";
const AFTER = "Continues behind this delivery: `reached` of what was found before it.";
const reached = id
  .nullable()
  .describe("The last delivery that was looked at, where more follow it. Null: all were looked at.");
const failuresReply = z
  .strictObject({
    failed: count.describe("Deliveries that the replay would make due again."),
    since: time.describe("As it was asked for."),
    until: time.describe(
      "As it was asked for, else now: with it the replay sends these, and none that fails later.",
    ),
    reached,
  })
  .meta({ id: "FailedDeliveries" });
const failuresWanted = z
  .strictObject({
    since: timeText.describe(SINCE),
    until: timeText.describe("Only what failed before this time: that of the count."),
    after: optional(idOf<DeliveryId>()).describe(AFTER),
  })
  .meta({ id: "FailedReplay" });
const failuresReplayed = z
  .strictObject({ replayed: count.describe("Deliveries that are due again."), reached })
  .meta({ id: "FailedReplayed" });

const LOOKED =
  "20,000 deliveries are looked at, newest first; where `reached` is not null, ask again behind it.";

const NEEDS = { deliveryReplays: DeliveryReplays };

export const replayRoutes = routes(NEEDS, ({ deliveryReplays }) => {
  const tag = "Webhooks";
  return [
    organisationRoute({
      operationId: "replayEvents",
      method: "POST",
      path: "/webhook-endpoints/{id}/replay",
      summary: "Send the events of a period to a webhook endpoint again",
      description:
        "All events of the types that it receives now, delivered or not, also from before it existed. Pending deliveries stay as they are.",
      tag,
      permission: "webhooks:send",
      params: ofItem<EndpointId>(),
      body: replayWanted,
      status: 200,
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
      summary: "Count the deliveries to a webhook endpoint that failed",
      description: `What the replay would send now. ${LOOKED}`,
      tag,
      permission: "webhooks:read",
      params: ofItem<EndpointId>(),
      query: z.strictObject({
        since: timeText.optional().describe(`${SINCE} Default: ${KEPT_DAYS} days ago.`),
        until: timeText.optional().describe("Only what failed before this time. Default: now."),
        after: idTextOf<DeliveryId>().optional().describe(AFTER),
      }),
      status: 200,
      reply: failuresReply,
      problems: [],
      handle: async ({ organisation, params, query, now }) => {
        const kept = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
        const range = {
          since: query.since ?? kept,
          until: query.until ?? now.toISOString(),
          after: query.after,
        };
        const wanted = wantedOf(organisation.id, params.id, range);
        const { count, reached } = await deliveryReplays.failures(wanted);
        const { since, until } = wanted;
        return { failed: count, since: since.toISOString(), until: until.toISOString(), reached };
      },
    }),
    organisationRoute({
      operationId: "replayFailed",
      method: "POST",
      path: "/webhook-endpoints/{id}/replay-failed",
      summary: "Send the deliveries to a webhook endpoint again that failed",
      description: `In one step: those that failed in the time, each with the same id and body and a new schedule of retries. ${LOOKED}`,
      tag,
      permission: "webhooks:send",
      params: ofItem<EndpointId>(),
      body: failuresWanted,
      status: 200,
      reply: failuresReplayed,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation, params, body } = request;
        const wanted = wantedOf(organisation.id, params.id, body);
        const { count, reached } = await deliveryReplays.failed(actOf(request), wanted);
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

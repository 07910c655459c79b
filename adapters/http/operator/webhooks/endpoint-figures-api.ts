import { z } from "zod";
import { DeliveryCounts } from "../../../../ports/webhooks/delivery-counts.ts";
import { WebhookEndpoints } from "../../../../ports/webhooks/webhook-endpoints.ts";
import type { EndpointId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { count } from "../../input/fields.ts";
import { routes } from "../../kernel/route.ts";
import { ofItem, organisationRoute, time } from "../request.ts";
import { lastDays } from "../../../../src/shared/days/days.ts";
import { timeZone } from "../service/figures-api.ts";
import { attemptReply, toAttempt } from "./deliveries-api.ts";

const HOUR_MS = 3_600_000;
const HOURS = 24;
const DAYS = 14;

const figuresReply = z
  .strictObject({
    deliveries: z
      .strictObject({
        pending: count.describe("Deliveries to be sent, for the first time or again."),
        delivered: count.describe("Deliveries accepted by the receiver."),
        failed: count.describe("Deliveries that the service stopped retrying."),
      })
      .meta({ id: "DeliveryFigures" })
      .describe("The stored deliveries, by state."),
    failing: z
      .strictObject({
        since: time.describe("The first failed attempt after the last success."),
        attempted: count.describe("Deliveries attempted since then."),
        undelivered: count.describe("Deliveries attempted since then that are not delivered."),
        lastAttempt: attemptReply
          .nullable()
          .describe("The last attempt since then. Null if it is no longer stored."),
      })
      .meta({ id: "FailingDeliveries" })
      .nullable()
      .describe("The present failure. Null if the last attempt was accepted or there was no attempt."),
    hours: z
      .array(
        z
          .strictObject({
            from: time.describe("The start of the hour."),
            accepted: count.describe("Attempts answered with a status from 200 to 299."),
            failed: count.describe("All other attempts."),
          })
          .meta({ id: "AttemptsOfHour" }),
      )
      .describe(`Attempts of the last ${HOURS} hours, earliest first.`),
    days: z
      .array(
        z
          .strictObject({
            day: z.iso.date().describe("The date."),
            delivered: count.describe("Deliveries that the receiver accepted on the day."),
            failed: count.describe("Deliveries that the service stopped retrying on the day."),
          })
          .meta({ id: "DeliveriesOfDay" }),
      )
      .describe(`Stored deliveries that ended on the last ${DAYS} days, earliest first.`),
  })
  .meta({ id: "EndpointFigures" });

const NEEDS = { endpoints: WebhookEndpoints, counts: DeliveryCounts };

export const endpointFigureRoutes = routes(NEEDS, ({ endpoints, counts }) => [
  organisationRoute({
    operationId: "getEndpointFigures",
    method: "GET",
    path: "/webhook-endpoints/{id}/figures",
    summary: "Get the figures of a webhook endpoint",
    description: "Counts deliveries and attempts. The counts are exact and include all stored deliveries.",
    tag: "Webhooks",
    permission: "webhooks:read",
    params: ofItem<EndpointId>(),
    query: z.strictObject({ timeZone }),
    reply: figuresReply,
    handle: async ({ organisation, params, query, now }) => {
      if ((await endpoints.byId(organisation.id, params.id)) === null) throw NotFound.because();
      const first = (Math.floor(now.getTime() / HOUR_MS) - HOURS + 1) * HOUR_MS;
      const calendar = lastDays(query.timeZone, now, DAYS);
      const { deliveries, failing, hours, days } = await counts.ofEndpoint(organisation.id, params.id, {
        hoursFrom: new Date(first),
        dayBounds: [...calendar.map(({ from }) => from), calendar.at(-1)!.until],
      });
      return {
        deliveries,
        failing: failing && {
          ...failing,
          since: failing.since.toISOString(),
          lastAttempt: failing.lastAttempt && toAttempt(failing.lastAttempt),
        },
        hours: Array.from({ length: HOURS }, (_, at) => {
          const { accepted = 0, failed = 0 } = hours.find(({ hour }) => hour === at) ?? {};
          return { from: new Date(first + at * HOUR_MS).toISOString(), accepted, failed };
        }),
        days: calendar.map(({ day }, at) => {
          const { delivered = 0, failed = 0 } = days.find((each) => each.day === at) ?? {};
          return { day, delivered, failed };
        }),
      };
    },
  }),
]);

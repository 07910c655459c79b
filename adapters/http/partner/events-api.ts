import { z } from "zod";
import { invalid } from "../../../src/shared/problem.ts";
import { EVENT_TYPES } from "../../../src/webhooks/event.ts";
import { CursorExpired, FeedReader, InvalidCursor, TooManyWaiting } from "../../../src/webhooks/feed.ts";
import { integerText, timeText } from "../input/fields.ts";
import { limitUpTo, linkToNext } from "../input/page.ts";
import { WEBHOOKS } from "../openapi/webhooks.ts";
import { routes, WrittenReply } from "../kernel/route.ts";
import { partnerRoute } from "./partner-route.ts";

const MAX_LIMIT = 100;
const MAX_WAIT_SEC = 25;

const query = z.strictObject({
  limit: limitUpTo(MAX_LIMIT),
  after: z
    .string()
    .optional()
    .describe("Continues behind the page that this cursor ends. Taken from the `Link` header."),
  since: timeText
    .optional()
    .describe(
      "Begins with the first event of this time or later, by `createdAt`. Without it and `after` the page begins with the oldest event kept.",
    ),
  type: z
    .string()
    .transform((list) => list.split(","))
    .pipe(z.array(z.enum(EVENT_TYPES)).min(1))
    .optional()
    .describe("Return events of these types, separated by commas."),
  wait: integerText(z.int().min(0).max(MAX_WAIT_SEC))
    .default(0)
    .describe("The number of seconds to wait for an event if there is none."),
});

export const eventRoutes = routes({ reader: FeedReader }, ({ reader }) => [
  partnerRoute({
    operationId: "listEvents",
    method: "GET",
    path: "/events",
    summary: "List events in their order",
    description:
      "Extension. Returns the oldest event first, each as it is delivered. The order never changes, and `Link` always names the next page, which may still be empty. Events are kept for at least 30 days. A call that waits spends one unit of the budget.",
    tag: "Events",
    scope: "events:read",
    query,
    reply: z.array(WEBHOOKS.envelope),
    problems: [InvalidCursor, CursorExpired, TooManyWaiting],
    handle: async ({ caller, query, url, whenGone }) => {
      const { after = null, type: types = null, limit } = query;
      const since = query.since === undefined ? null : new Date(query.since);
      if (after !== null && since !== null)
        throw invalid("since", "conflict", "since and after exclude each other.");
      const waitMs = query.wait * 1_000;
      const page = await reader.read({ caller, after, since, types, limit, waitMs, whenGone });
      const json = Buffer.from(`{"data":[${page.payloads.join(",")}]}`);
      return new WrittenReply(json, linkToNext(url, page.cursor, ["since"]));
    },
  }),
]);

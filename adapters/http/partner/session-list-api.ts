import { z } from "zod";
import { OrderLists } from "../../../ports/checkout/order-lists.ts";
import { mailAddress } from "../../../src/mails/mail-address.ts";
import { isOrderId, type LotId } from "../../../src/shared/ids.ts";
import { metadata } from "../../../src/shared/metadata.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { STATUSES, statusReply, toStatus } from "./checkout-api.ts";
import { anyAddress, idTextOf, timeText } from "../input/fields.ts";
import { limitUpTo, linkToNext } from "../input/page.ts";
import { Reply, routes } from "../kernel/route.ts";
import { partnerRoute } from "./partner-route.ts";

const MAX_SESSIONS = 100;

const query = z
  .strictObject({
    email: mailAddress
      .optional()
      .describe("Return sessions of the buyer with this email. At most one of email and walletAddress."),
    walletAddress: anyAddress
      .pipe(z.string())
      .optional()
      .describe("Return sessions of the buyer with this wallet."),
    competitionId: idTextOf<LotId>().optional().describe("Return sessions of this competition."),
    status: z.enum(STATUSES).optional().describe("Return sessions with this status."),
    createdAfter: timeText.optional().describe("Return sessions created at this time or later."),
    createdBefore: timeText.optional().describe("Return sessions created before this time."),
    metadata: metadata
      .optional()
      .describe(
        "Return sessions whose metadata has these values, each in a parameter `metadata[key]=value`.",
      ),
    limit: limitUpTo(MAX_SESSIONS),
    after: z
      .string()
      .refine(isOrderId, "must be the id of a session")
      .meta({ pattern: "^cs_[0-9a-z]{26}$" })
      .optional()
      .describe("Continues after the session with this id. Taken from the `Link` header."),
  })
  .check(({ value, issues }) => {
    if (value.email === undefined || value.walletAddress === undefined) return;
    const message = "must not be given together with email";
    issues.push({ code: "custom", path: ["walletAddress"], message, input: value });
  });

const timeOf = (text: string | undefined) => (text === undefined ? null : new Date(text));

const NEEDS = { lists: OrderLists };

export const sessionListRoutes = routes(NEEDS, ({ lists }) => {
  return [
    partnerRoute({
      operationId: "listCheckoutSessions",
      method: "GET",
      path: "/checkout/sessions",
      summary: "List checkout sessions",
      description:
        "Extension. Returns the organisation's sessions, newest first, each in the form of `GET /checkout/sessions/{id}` but without querying the provider. All filters must match. A page scans 1,000 sessions of the competition, or without `competitionId` of the organisation (starting with the buyer's first). A page may therefore have fewer than `limit` sessions, or none, even if more match. Continue while `Link` names a next page.",
      tag: "Checkout",
      scope: "entries:create",
      query,
      reply: z.array(statusReply),
      problems: [NotFound],
      handle: async ({ caller, query, url }) => {
        const { email = null, walletAddress: wallet = null } = query;
        const listed = await lists.list(
          caller.organisationId,
          {
            buyer: email === null && wallet === null ? null : { email, wallet },
            lotId: query.competitionId ?? null,
            status: query.status ?? null,
            since: timeOf(query.createdAfter),
            until: timeOf(query.createdBefore),
            metadata: query.metadata ?? null,
          },
          { limit: query.limit, after: query.after ?? null },
        );
        if (listed === null) throw NotFound.because();
        const { orders, next } = listed;
        const sessions = orders.map(toStatus);
        return next === null ? new Reply(sessions, {}) : new Reply(sessions, linkToNext(url, next));
      },
    }),
  ];
});

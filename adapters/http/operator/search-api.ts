import { z } from "zod";
import {
  FINDING_KINDS,
  type FindingAnywhere,
  type FindingDetails,
  type FindingKind,
  NAMED_BY,
} from "../../../src/search/finding.ts";
import { Search, SEARCH_PARTS, type SearchPart, type SearchPlace } from "../../../src/search/search.ts";
import { ORDER_STATUSES, outcomeOf } from "../../../src/checkout/order.ts";
import { ORDER_REFUND_STATES, refundOf } from "../../../src/refunds/order-refund.ts";
import { optional, text } from "../../../src/shared/input/fields.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { count, dateTime, id, idOf } from "../input/fields.ts";
import { linkToNext } from "../input/page.ts";
import { operatorRoute } from "./operator-route.ts";
import { Reply, routes } from "../kernel/route.ts";
import { seesEmails } from "./masked-emails.ts";
import { buyerReply, organisationRoute, pageQueryBy, time } from "./request.ts";

const MAX_TEXT = 254;
/** Things that a search of all organisations finds. */
const MOST_ANYWHERE = 100;

/** The path of each kind of object. */
const COLLECTIONS: Readonly<Record<FindingKind, string>> = {
  order: "orders",
  account: "accounts",
  competition: "competitions",
  refund: "refunds",
  unmatched_payment: "unmatched-payments",
  event: "events",
  delivery: "deliveries",
};

const lookedFor = z
  .string()
  .transform((value) => value.trim())
  .pipe(text({ min: 1, max: MAX_TEXT }))
  .meta({ minLength: 1, maxLength: MAX_TEXT })
  .describe("The text to search for. Surrounding spaces are ignored.");
const wantedAnywhere = z
  .strictObject({ text: lookedFor })
  .meta({ id: "SearchAnywhere", example: { text: "competition 12 ticket 340" } });
const searchQuery = z
  .strictObject({
    text: lookedFor,
    competitionId: optional(idOf<LotId>()).describe(
      "The competition, if the text is the number of one of its tickets and nothing else.",
    ),
    placedBefore: optional(dateTime).describe(
      "Limits the buyer's orders, and the orders that are scanned, to those placed before this time.",
    ),
  })
  .meta({ id: "SearchText", example: { text: "buyer@example.com" } });

/** The part of a cursor after each search part's name. */
const BEHIND: Readonly<Record<SearchPart, string>> = {
  names: `(${FINDING_KINDS.join("|")})\\.[0-9a-z_]{1,30}`,
  orders: "cs_[0-9a-z]{26}",
  titles: "[1-9]\\d{0,14}",
  others: "cs_[0-9a-z]{26}",
};
const CURSOR = new RegExp(`^(${SEARCH_PARTS.map((part) => `${part}\\.(${BEHIND[part]})?`).join("|")})$`);
const cursor = z.string().regex(CURSOR, "must come from a Link header");

const detailsReply = z
  .strictObject({
    status: z.enum(ORDER_STATUSES).nullable().describe("The status of the order, or of the refund's order."),
    refundState: z
      .enum(ORDER_REFUND_STATES)
      .nullable()
      .describe("The progress of the order's refund, or the state of the refund. Null if there is none."),
    buyer: buyerReply.nullable().describe("The buyer of the order, or of the account."),
    competitionId: id.nullable(),
    competitionTitle: z.string().nullable(),
    quantity: count.nullable().describe("The number of tickets of the order."),
    tickets: z
      .strictObject({ first: id, last: id })
      .meta({ id: "FoundTickets" })
      .nullable()
      .describe("The ticket numbers of the order. Null until they are issued."),
    amount: count
      .nullable()
      .describe("The amount of the order, the refund or the payment, in the currency's minor unit."),
    currency: z.string().nullable(),
  })
  .meta({ id: "FindingDetails" });

const findingReply = z
  .strictObject({
    kind: z.enum(FINDING_KINDS),
    id: z.string(),
    organisation: z.string().describe("The organisation's slug."),
    at: time.describe("The time at which the object was created."),
    namedBy: z.enum(NAMED_BY).describe("The kind of identifier that matched."),
    link: z.string().describe("The path of the object's GET endpoint."),
    details: detailsReply.describe(
      "Facts that identify the object to a person. Facts that do not apply to this kind of object are null.",
    ),
  })
  .meta({ id: "Finding" });

function placeOf(after: string): SearchPlace {
  const part = SEARCH_PARTS.find((each) => after.startsWith(`${each}.`))!;
  const behind = after.slice(part.length + 1);
  return { part, behind: behind === "" ? null : behind };
}

function toDetails({ order, refundState, lot, buyer, amount }: FindingDetails): z.input<typeof detailsReply> {
  const outcome = order && outcomeOf(order);
  const refund = order && outcome && refundOf({ ...order, ...outcome });
  return {
    status: outcome?.status ?? null,
    refundState: refundState ?? refund?.state ?? null,
    buyer: buyer && { email: buyer.email, walletAddress: buyer.wallet },
    competitionId: lot?.id ?? null,
    competitionTitle: lot?.title ?? null,
    quantity: order?.quantity ?? null,
    tickets: order?.tickets ?? null,
    amount: amount?.amount ?? null,
    currency: amount?.currency ?? null,
  };
}

async function withDetails(
  search: Search,
  findings: readonly FindingAnywhere[],
): Promise<z.input<typeof findingReply>[]> {
  const details = await search.details(findings);
  return findings.map(({ kind, id, organisation, at, namedBy }, position) => ({
    kind,
    id,
    organisation,
    at: at.toISOString(),
    namedBy,
    link: `/admin/api/v1/organisations/${organisation}/${COLLECTIONS[kind]}/${id}`,
    details: toDetails(details[position]!),
  }));
}

const NEEDS = { search: Search };

export const searchRoutes = routes(NEEDS, ({ search }) => [
  operatorRoute({
    operationId: "searchAllPurchases",
    method: "POST",
    path: "/search",
    summary: "Search all organisations",
    description:
      "Works like the search of one organisation, without the searches that scan: those for titles, request ids, and provider ids of " +
      `orders that were never paid. A buyer's newest orders follow the buyer's accounts. Returns at most ${MOST_ANYWHERE} objects in one answer. Changes nothing.`,
    tag: "Search",
    permission: "search:read",
    body: wantedAnywhere,
    reply: z.array(findingReply),
    idempotency: "none",
    handle: async ({ body }) => withDetails(search, await search.findAnywhere(body.text, MOST_ANYWHERE)),
  }),
  organisationRoute({
    operationId: "searchPurchases",
    method: "POST",
    path: "/search",
    summary: "Search an organisation",
    description:
      "Searches by a buyer's email, wallet or account id (`userId`), a session's id or number, a payment's, refund's or dispute's id at " +
      "the provider, the id of a refund, event or delivery, a competition's id or the beginning of its title, a ticket such as " +
      "`competition 12 ticket 340`, the " +
      "`X-Request-Id` of the call that created the session, and ids of the provider for it. A text that matches several objects returns all " +
      "of them; `namedBy` tells the kind of match. Request ids and provider ids are searched in 10,000 orders per page: " +
      "a page may be short or empty, and `Link` names the next page, which takes the same body. " +
      "The text is in the body because addresses are logged. An email finds nothing for members whose role sees emails in part. Changes nothing.",
    tag: "Search",
    permission: "search:read",
    query: pageQueryBy(cursor),
    body: searchQuery,
    reply: z.array(findingReply),
    idempotency: "none",
    handle: async ({ organisation, caller, body, query, url }) => {
      const { slug } = organisation;
      const { findings, next } = await search.find(
        organisation.id,
        {
          text: body.text,
          lotId: body.competitionId ?? null,
          placedBefore: body.placedBefore ?? null,
          findsByEmail: seesEmails(caller, slug),
        },
        { limit: query.limit, from: query.after === undefined ? null : placeOf(query.after) },
      );
      const found = await withDetails(
        search,
        findings.map((finding) => ({ ...finding, organisation: slug })),
      );
      return new Reply(found, next === null ? {} : linkToNext(url, `${next.part}.${next.behind ?? ""}`));
    },
  }),
]);

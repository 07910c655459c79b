import { z } from "zod";
import { FINDING_KINDS, type Finding, type FindingKind, NAMED_BY } from "../../../src/search/finding.ts";
import { Search, SEARCH_PARTS, type SearchPart, type SearchPlace } from "../../../src/search/search.ts";
import { optional, text } from "../../../src/shared/input/fields.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { dateTime, idOf } from "../input/fields.ts";
import { linkToNext } from "../input/page.ts";
import { operatorRoute } from "./operator-route.ts";
import { Reply, routes } from "../kernel/route.ts";
import { organisationRoute, pageQueryBy, time } from "./request.ts";

const MAX_TEXT = 254;
/** Things that a search of all organisations finds. */
const MOST_ANYWHERE = 100;

/** Where each kind of thing is read. */
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
  .transform((given) => given.trim())
  .pipe(text({ min: 1, max: MAX_TEXT }))
  .meta({ minLength: 1, maxLength: MAX_TEXT })
  .describe("What is looked for. Blanks around it do not count.");
const wantedAnywhere = z
  .strictObject({ text: lookedFor })
  .meta({ id: "SearchAnywhere", example: { text: "competition 12 ticket 340" } });
const wanted = z
  .strictObject({
    text: lookedFor,
    competitionId: optional(idOf<LotId>()).describe(
      "The text is the number of a ticket of this competition, and nothing else.",
    ),
    placedBefore: optional(dateTime).describe(
      "Of the buyer's orders, and of those that are looked through, only what was placed before this time.",
    ),
  })
  .meta({ id: "SearchText", example: { text: "buyer@example.com" } });

/** Behind what each part goes on. */
const BEHIND: Readonly<Record<SearchPart, string>> = {
  names: `(${FINDING_KINDS.join("|")})\\.[0-9a-z_]{1,30}`,
  orders: "cs_[0-9a-z]{26}",
  titles: "[1-9]\\d{0,14}",
  others: "cs_[0-9a-z]{26}",
};
const CURSOR = new RegExp(`^(${SEARCH_PARTS.map((part) => `${part}\\.(${BEHIND[part]})?`).join("|")})$`);
const cursor = z.string().regex(CURSOR, "must come from a Link header");

const findingReply = z
  .strictObject({
    kind: z.enum(FINDING_KINDS),
    id: z.string(),
    organisation: z.string().describe("The organisation's slug."),
    at: time.describe("When the thing was made."),
    namedBy: z.enum(NAMED_BY).describe("What the text was taken for when it named the thing."),
    link: z.string().describe("The path of its GET."),
  })
  .meta({ id: "Finding" });

function placeOf(after: string): SearchPlace {
  const part = SEARCH_PARTS.find((each) => after.startsWith(`${each}.`))!;
  const behind = after.slice(part.length + 1);
  return { part, behind: behind === "" ? null : behind };
}

function toFinding({ kind, id, at, namedBy }: Finding, organisation: string): z.input<typeof findingReply> {
  const link = `/admin/api/v1/organisations/${organisation}/${COLLECTIONS[kind]}/${id}`;
  return { kind, id, organisation, at: at.toISOString(), namedBy, link };
}

const NEEDS = { search: Search };

export const searchRoutes = routes(NEEDS, ({ search }) => [
  operatorRoute({
    operationId: "searchAllPurchases",
    method: "POST",
    path: "/search",
    summary: "Find purchases of all organisations by anything that names them",
    description:
      "As the search of one organisation, but for what it looks through: titles, requests and ids of what was never paid. A buyer's " +
      `newest orders follow the buyer's accounts. At most ${MOST_ANYWHERE} things, in one answer. Nothing is changed.`,
    tag: "Search",
    permission: "search:read",
    body: wantedAnywhere,
    status: 200,
    reply: z.array(findingReply),
    problems: [],
    idempotency: "none",
    handle: async ({ body }) =>
      (await search.findAnywhere(body.text, MOST_ANYWHERE)).map((finding) =>
        toFinding(finding, finding.organisation),
      ),
  }),
  organisationRoute({
    operationId: "searchPurchases",
    method: "POST",
    path: "/search",
    summary: "Find purchases by anything that names them",
    description:
      "By a buyer's email, wallet or account id (`userId`), a session's id or number, a payment's, refund's or dispute's id at " +
      "the provider, the id of a refund, event or delivery, a competition's id or the beginning of its title, a ticket as " +
      "`competition 12 ticket 340`, the " +
      "`X-Request-Id` of the call that created the session, and ids of the provider for it. A text that fits several finds all " +
      "of them: `namedBy` says which. Of 10,000 orders at once it is looked whether a request or a provider named them so: " +
      "where that is not all, a page may be short or empty, and `Link` names the next, to which the same body is sent. " +
      "The text stands in the body because addresses are logged. Nothing is changed.",
    tag: "Search",
    permission: "search:read",
    query: pageQueryBy(cursor),
    body: wanted,
    status: 200,
    reply: z.array(findingReply),
    problems: [],
    idempotency: "none",
    handle: async ({ organisation, body, query, url }) => {
      const { findings, next } = await search.find(
        organisation.id,
        { text: body.text, lotId: body.competitionId ?? null, placedBefore: body.placedBefore ?? null },
        { limit: query.limit, from: query.after === undefined ? null : placeOf(query.after) },
      );
      const found = findings.map((finding) => toFinding(finding, organisation.slug));
      return new Reply(found, next === null ? {} : linkToNext(url, `${next.part}.${next.behind ?? ""}`));
    },
  }),
]);

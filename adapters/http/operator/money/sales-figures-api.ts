import { z } from "zod";
import { SalesFigures } from "../../../../src/operations/sales-figures.ts";
import { count, integerText } from "../../input/fields.ts";
import { routes } from "../../kernel/route.ts";
import type { LotId } from "../../../../src/shared/ids.ts";
import { ofItem, organisationRoute, time } from "../request.ts";
import {
  figuresReply,
  filterOf,
  filterQuery,
  memberReply,
  rangeOf,
  rangeQuery,
  toFigures,
} from "./figure-replies.ts";

const MEMBERS = { least: 1, most: 1_000, usual: 100 } as const;
export const PARTS = ["competition", "rail", "affiliate"] as const;

const figuresList = z.array(figuresReply).describe("One element for each charge currency with a figure.");

const dayReply = z
  .strictObject({
    day: z.iso.date().describe("The date."),
    from: time.describe("The start of the day."),
    until: time.describe("The start of the next day. A day on which clocks change has 23 or 25 hours."),
    figures: figuresList,
  })
  .meta({ id: "FiguresOfDay" });
const range = {
  from: z.iso.date().describe("The first day."),
  to: z.iso.date().describe("The last day."),
};
const ofDays = {
  ...range,
  figures: figuresList.describe("All days together, by charge currency. Currencies are never added up."),
  days: z.array(dayReply).describe("All days, earliest first."),
};

const salesReply = z
  .strictObject({
    at: time.describe("The time of the service's clock."),
    timeZone: z.string().describe("The organisation's time zone."),
    ...ofDays,
    before: z
      .strictObject(ofDays)
      .meta({ id: "FiguresBefore" })
      .describe("The same number of days, up to the day before the first."),
  })
  .meta({ id: "SalesFigures" });

type OfDays = Pick<Awaited<ReturnType<SalesFigures["byDay"]>>, "days" | "figures">;

const toDays = ({ days, figures }: OfDays) => ({
  figures: figures.map(toFigures),
  days: days.map(({ day, from, until, figures: ofDay }) => ({
    day,
    from: from.toISOString(),
    until: until.toISOString(),
    figures: ofDay.map(toFigures),
  })),
});

const breakdownReply = z
  .strictObject({
    at: time.describe("The time of the service's clock."),
    timeZone: z.string().describe("The organisation's time zone."),
    ...range,
    members: z
      .array(
        z
          .strictObject({
            member: memberReply
              .nullable()
              .describe("Null: sales on no rail, such as free tickets, or by no affiliate."),
            figures: figuresList,
          })
          .meta({ id: "FiguresOfMember" }),
      )
      .describe("Members with a figure, the most paid orders first."),
    more: count.describe("The number of members that `limit` has cut off. The export has them all."),
  })
  .meta({ id: "SalesBreakdown" });

const competitionReply = z
  .strictObject({
    at: time.describe("The time of the service's clock."),
    figures: figuresList,
  })
  .meta({ id: "CompetitionFigures" });

const NEEDS = { figures: SalesFigures };

export const salesFigureRoutes = routes(NEEDS, ({ figures }) => [
  organisationRoute({
    operationId: "getSalesFigures",
    method: "GET",
    path: "/sales-figures",
    summary: "Get sales figures by day",
    description:
      "Returns gross, refunded, disputed and net amounts, orders, tickets and conversion of up to 366 calendar days in the " +
      "organisation's time zone, by charge currency, and of as many days before. The figures are exact at the time of the answer.",
    tag: "Finance",
    permission: "orders:read",
    query: z.strictObject({ ...rangeQuery, ...filterQuery }),
    reply: salesReply,
    handle: async ({ organisation, query, now }) => {
      const days = rangeOf(organisation, query, now);
      const found = await figures.byDay(organisation, days, filterOf(query));
      const { from, to } = found.before;
      return {
        at: now.toISOString(),
        timeZone: organisation.timeZone,
        ...days,
        ...toDays(found),
        before: { from, to, ...toDays(found.before) },
      };
    },
  }),
  organisationRoute({
    operationId: "getCompetitionFigures",
    method: "GET",
    path: "/competitions/{id}/figures",
    summary: "Get all sales figures of a competition",
    description:
      "Returns gross, refunded, disputed and net amounts, orders, tickets and conversion since the competition was created, by " +
      "charge currency. The figures are exact at the time of the answer.",
    tag: "Finance",
    permission: "orders:read",
    params: ofItem<LotId>(),
    reply: competitionReply,
    handle: async ({ organisation, params, now }) => ({
      at: now.toISOString(),
      figures: (await figures.ofCompetition(organisation, params.id)).map(toFigures),
    }),
  }),
  organisationRoute({
    operationId: "getSalesBreakdown",
    method: "GET",
    path: "/sales-breakdown",
    summary: "Get sales figures by competition, rail or affiliate",
    description:
      "Returns the figures of the days by competition, rail or affiliate. Together they are the figures of the same days " +
      "in `GET /organisations/{slug}/sales-figures`.",
    tag: "Finance",
    permission: "orders:read",
    query: z.strictObject({
      ...rangeQuery,
      by: z.enum(PARTS).default("competition").describe("The part by which the figures are broken down."),
      limit: integerText(z.int().min(MEMBERS.least).max(MEMBERS.most))
        .default(MEMBERS.usual)
        .describe("The largest number of members."),
    }),
    reply: breakdownReply,
    handle: async ({ organisation, query, now }) => {
      const days = rangeOf(organisation, query, now);
      const members = await figures.byMember(organisation, days, query.by);
      return {
        at: now.toISOString(),
        timeZone: organisation.timeZone,
        ...days,
        members: members
          .slice(0, query.limit)
          .map(({ member, figures: some }) => ({ member, figures: some.map(toFigures) })),
        more: Math.max(0, members.length - query.limit),
      };
    },
  }),
]);

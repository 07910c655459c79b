import { z } from "zod";
import { OrganisationCounts, type Sales } from "../../../../ports/operations/organisation-figures.ts";
import { isTimeZone, lastDays } from "../../../../src/shared/days/days.ts";
import { count } from "../../input/fields.ts";
import { routes } from "../../kernel/route.ts";
import { organisationRoute, time } from "../request.ts";

const MOST_DAYS = 31;
const DEFAULT_DAYS = 7;

/** The time zone that days are counted in. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be the name of a time zone, such as Europe/Zurich")
  .default("UTC")
  .describe("Days are those of this time zone.");

const salesReply = z
  .strictObject({
    currency: z.string().describe("The charge currency."),
    orders: count.describe("Paid orders that were not given back."),
    tickets: count.describe("Tickets of these orders."),
    amount: count.describe("What rails charged, in the currency's minor unit."),
    priceUSDCents: count.describe("The price of the tickets, with what credit paid."),
    creditUSDCents: count.describe("What credit paid of it."),
    givenBackOrders: count.describe("Paid orders that were given back since."),
    givenBackTickets: count.describe("Tickets of the orders that were given back."),
    givenBackAmount: count.describe("What rails charged for the orders that were given back."),
  })
  .meta({ id: "SalesInCurrency" });
const salesList = z.array(salesReply).describe("One element for each charge currency with an order.");

const figuresReply = z
  .strictObject({
    at: time.describe("The service's clock."),
    timeZone: z.string().describe("Of the days."),
    sales: salesList.describe("Of all days together."),
    days: z
      .array(
        z
          .strictObject({
            day: z.iso.date().describe("The date."),
            from: time.describe("Where the day begins."),
            until: time.describe(
              "Where the next day begins: a day is not 24 hours long where clocks change.",
            ),
            sales: salesList,
          })
          .meta({ id: "SalesOnDay" }),
      )
      .describe("The last days, the earliest first, each with the orders that were paid on it."),
    pendingOrders: count.describe("Orders that wait for their payment."),
    openCompetitions: count.describe("Competitions that sell now."),
    ticketsLeft: count.describe("What the open competitions can still sell."),
    refunds: z
      .strictObject({
        requested: count.describe("Under way."),
        failed: count.describe("The rail did not send the money."),
        manual: count.describe("The rail cannot refund, or the money is disputed."),
      })
      .meta({ id: "RefundFigures" })
      .describe("Refunds that are not done, by state."),
    unmatchedPayments: count.describe("Payments without an order that wait for a decision."),
    openDisputes: count.describe("Disputes that no provider has ended."),
  })
  .meta({ id: "OrganisationFigures" });

function toSales({ priceCents, creditCents, ...rest }: Sales): z.input<typeof salesReply> {
  return { ...rest, priceUSDCents: priceCents, creditUSDCents: creditCents };
}

/** Adds up sales by currency. */
function totalOf(all: readonly Sales[]): Sales[] {
  const byCurrency = Map.groupBy(all, ({ currency }) => currency);
  return [...byCurrency].map(([currency, some]) => {
    const sum = (of: (sales: Sales) => number) => some.reduce((total, sales) => total + of(sales), 0);
    return {
      currency,
      orders: sum(({ orders }) => orders),
      tickets: sum(({ tickets }) => tickets),
      amount: sum(({ amount }) => amount),
      priceCents: sum(({ priceCents }) => priceCents),
      creditCents: sum(({ creditCents }) => creditCents),
      givenBackOrders: sum(({ givenBackOrders }) => givenBackOrders),
      givenBackTickets: sum(({ givenBackTickets }) => givenBackTickets),
      givenBackAmount: sum(({ givenBackAmount }) => givenBackAmount),
    };
  });
}

const NEEDS = { counts: OrganisationCounts };

export const figureRoutes = routes(NEEDS, ({ counts }) => [
  organisationRoute({
    operationId: "getFigures",
    method: "GET",
    path: "/figures",
    summary: "Count an organisation's sales by day and what needs attention",
    description: "Exact: counted over all rows.",
    tag: "Orders",
    permission: "orders:read",
    query: z.strictObject({
      timeZone,
      days: z.coerce.number().int().min(1).max(MOST_DAYS).default(DEFAULT_DAYS).describe("How many days."),
    }),
    status: 200,
    reply: figuresReply,
    problems: [],
    handle: async ({ organisation, query, now }) => {
      const days = lastDays(query.timeZone, now, query.days);
      const { days: found, openLots, ...figures } = await counts.read(organisation.id, { days, now });
      return {
        at: now.toISOString(),
        timeZone: query.timeZone,
        sales: totalOf(found.flatMap(({ sales }) => sales)).map(toSales),
        days: days.map(({ day, from, until }, at) => ({
          day,
          from: from.toISOString(),
          until: until.toISOString(),
          sales: found[at]!.sales.map(toSales),
        })),
        ...figures,
        openCompetitions: openLots,
      };
    },
  }),
]);

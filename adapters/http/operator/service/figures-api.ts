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
  .describe("The time zone of the days.");

const salesReply = z
  .strictObject({
    currency: z.string().describe("The charge currency."),
    orders: count.describe("Paid orders that were not refunded."),
    tickets: count.describe("Tickets of the paid orders that were not refunded."),
    amount: count.describe("The charges of the rails, in the currency's minor unit."),
    priceUSDCents: count.describe(
      "The price of the tickets, including the part paid by credit, in US cents.",
    ),
    creditUSDCents: count.describe("The part of the price paid by credit, in US cents."),
    givenBackOrders: count.describe("Paid orders that were refunded."),
    givenBackTickets: count.describe("Tickets of the refunded orders."),
    givenBackAmount: count.describe("The charges of the refunded orders, in the currency's minor unit."),
  })
  .meta({ id: "SalesInCurrency" });
const salesList = z.array(salesReply).describe("One element for each charge currency with an order.");

const figuresReply = z
  .strictObject({
    at: time.describe("The time of the service's clock."),
    timeZone: z.string().describe("The time zone of the days."),
    sales: salesList.describe("The sales of all days together."),
    days: z
      .array(
        z
          .strictObject({
            day: z.iso.date().describe("The date."),
            from: time.describe("The start of the day."),
            until: time.describe(
              "The start of the next day. A day on which clocks change does not have 24 hours.",
            ),
            sales: salesList,
          })
          .meta({ id: "SalesOnDay" }),
      )
      .describe("The last days, earliest first, each with the orders paid on it."),
    pendingOrders: count.describe("Orders that wait for payment."),
    openCompetitions: count.describe("Competitions that are open for entries."),
    ticketsLeft: count.describe("Tickets that the open competitions can still sell."),
    refunds: z
      .strictObject({
        requested: count.describe("Refunds in progress."),
        failed: count.describe("Refunds that the rail failed to send."),
        manual: count.describe(
          "Refunds that need a decision, because the rail cannot refund or the money is disputed.",
        ),
      })
      .meta({ id: "RefundFigures" })
      .describe("Unfinished refunds, by state."),
    unmatchedPayments: count.describe("Payments without an order that wait for a decision."),
    openDisputes: count.describe("Disputes that the provider has not ended."),
    nextDisputeAnswerBy: time
      .nullable()
      .describe(
        "The next time by which an open dispute must be answered; null if no provider waits for an answer or names a time.",
      ),
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
    summary: "Get an organisation's figures",
    description: "Returns sales by day and counts of items that need attention. The counts are exact.",
    tag: "Orders",
    permission: "orders:read",
    query: z.strictObject({
      timeZone,
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_DAYS)
        .default(DEFAULT_DAYS)
        .describe("The number of days."),
    }),
    reply: figuresReply,
    handle: async ({ organisation, query, now }) => {
      const days = lastDays(query.timeZone, now, query.days);
      const {
        days: found,
        openLots,
        nextDisputeAnswerBy,
        ...figures
      } = await counts.read(organisation.id, { days, now });
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
        nextDisputeAnswerBy: nextDisputeAnswerBy?.toISOString() ?? null,
      };
    },
  }),
]);

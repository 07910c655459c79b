import { z } from "zod";
import type { FigureMember, Figures } from "../../../../ports/operations/figures.ts";
import { AuditTrail } from "../../../../src/operations/audit-trail.ts";
import { SalesFigures } from "../../../../src/operations/sales-figures.ts";
import type { Columns } from "../../answers/csv.ts";
import { routes } from "../../kernel/route.ts";
import { filterOf, filterQuery, rangeOf, rangeQuery, toFigures } from "../money/figure-replies.ts";
import { hasMoney, monthsOf, monthsQuery, toMoney } from "../money/finance-api.ts";
import { PARTS } from "../money/sales-figures-api.ts";
import { organisationRoute } from "../request.ts";
import { common, exported, file } from "./export-file.ts";

type MoneyRow = ReturnType<typeof toMoney> & { readonly month: string; readonly rail: string | null };
const MONEY_COLUMNS: Columns<MoneyRow> = {
  month: ({ month }) => month,
  rail: ({ rail }) => rail,
  currency: ({ currency }) => currency,
  taken: ({ taken }) => taken,
  givenBack: ({ givenBack }) => givenBack,
  disputed: ({ disputed }) => disputed,
  fees: ({ fees }) => fees,
  net: ({ net }) => net,
};

type Row = ReturnType<typeof toFigures>;

const FIGURE_COLUMNS: Columns<Row> = {
  currency: ({ currency }) => currency,
  orders: ({ orders }) => orders,
  tickets: ({ tickets }) => tickets,
  gross: ({ gross }) => gross,
  refunds: ({ refunds }) => refunds,
  refunded: ({ refunded }) => refunded,
  disputes: ({ disputes }) => disputes,
  disputed: ({ disputed }) => disputed,
  net: ({ net }) => net,
  sessions: ({ sessions }) => sessions,
  converted: ({ converted }) => converted,
  conversionBps: ({ conversionBps }) => conversionBps,
};
const DAY_COLUMNS: Columns<Row & { readonly day: string }> = { day: ({ day }) => day, ...FIGURE_COLUMNS };
const MEMBER_COLUMNS: Columns<Row & { readonly member: FigureMember | null }> = {
  key: ({ member }) => member?.key ?? null,
  name: ({ member }) => member?.name ?? null,
  ...FIGURE_COLUMNS,
};

async function* once<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}

const withFigures = <Head>(head: Head, figures: readonly Figures[]): (Head & Row)[] =>
  figures.map((each) => ({ ...head, ...toFigures(each) }));

const NEEDS = { trail: AuditTrail, figures: SalesFigures };

export const figureExportRoutes = routes(NEEDS, ({ trail, figures }) => [
  organisationRoute({
    ...common,
    ...file(DAY_COLUMNS),
    operationId: "getSalesFigureExport",
    path: "/exports/sales-figures",
    summary: "Export sales figures by day as CSV",
    description: "Returns a row for each day and charge currency with a figure, earliest first.",
    query: z.strictObject({ ...rangeQuery, ...filterQuery }),
    handle: async (request) => {
      const { organisation, query, now } = request;
      const { days } = await figures.byDay(organisation, rangeOf(organisation, query, now), filterOf(query));
      const rows = days.flatMap(({ day, figures: some }) => withFigures({ day }, some));
      return exported(trail, request, "sales-figures", DAY_COLUMNS, once(rows));
    },
  }),
  organisationRoute({
    ...common,
    ...file(MEMBER_COLUMNS),
    operationId: "getSalesBreakdownExport",
    path: "/exports/sales-breakdown",
    summary: "Export sales figures by competition, rail or affiliate as CSV",
    description:
      "Returns a row for each member and charge currency with a figure, the most paid orders first. Key and name are empty " +
      "for sales on no rail, or by no affiliate.",
    query: z.strictObject({
      ...rangeQuery,
      by: z.enum(PARTS).default("competition").describe("The part by which the figures are broken down."),
    }),
    handle: async (request) => {
      const { organisation, query, now } = request;
      const found = await figures.byMember(organisation, rangeOf(organisation, query, now), query.by);
      const rows = found.flatMap(({ member, figures: some }) => withFigures({ member }, some));
      return exported(trail, request, "sales-breakdown", MEMBER_COLUMNS, once(rows));
    },
  }),
  organisationRoute({
    ...common,
    ...file(MONEY_COLUMNS),
    permission: "finance:read",
    operationId: "getFinanceExport",
    path: "/exports/finance",
    summary: "Export the money of each rail by month as CSV",
    description: "Returns a row for each month, rail and charge currency with money, earliest first.",
    query: z.strictObject(monthsQuery),
    handle: async (request) => {
      const { organisation, query, now } = request;
      const { from, to } = monthsOf(organisation, query, now);
      const months = await figures.byMonth(organisation, from, to);
      const rows = months.flatMap(({ month, rails }) =>
        rails.flatMap(({ member, figures: some }) =>
          some
            .map(toMoney)
            .filter(hasMoney)
            .map((money) => ({ month, rail: member?.key ?? null, ...money })),
        ),
      );
      return exported(trail, request, "finance", MONEY_COLUMNS, once(rows));
    },
  }),
]);

import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { monthsUntil, todayIn } from "../../calendar/days.ts";
import { Download } from "../../lists/download.tsx";
import { ListSection } from "../../lists/list-page.tsx";
import { Empty } from "../../parts/empty.tsx";
import { money, usd } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { type Column, DataTable, Loading } from "../../parts/table.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import { disputeColumns } from "../disputes/disputes-page.tsx";
import { FigureExport } from "../home/sales-part.tsx";
import { PayoutFile } from "./payout-file.tsx";

const SPANS = {
  1: "This month",
  3: "Last 3 months",
  6: "Last 6 months",
  12: "Last 12 months",
  24: "Last 24 months",
};
const DEFAULT_SPAN = "6";

/** Shows the money of an organisation: by rail and month, against payout files, disputed, and owed to affiliates. */
export function FinancePage() {
  const slug = useSlug();
  const may = useMay(slug);
  const organisation = useQuery(organisationOf(slug));
  return (
    <Page
      title="Finance"
      lead="Payments, refunds and disputes of each payment rail, to compare with the payouts of its provider."
    >
      <ProblemAlert problem={organisation.error} />
      {organisation.isLoading && <Loading rows={6} />}
      {organisation.data && <MoneyByMonth slug={slug} timeZone={organisation.data.timeZone} />}
      <PayoutFile slug={slug} />
      <OpenDisputes slug={slug} />
      {may("affiliates:read") && <Commissions slug={slug} />}
    </Page>
  );
}

type Money = Schema<"FinanceInCurrency">;

interface Row {
  readonly month: string;
  readonly rail: Schema<"FigureMember"> | null;
  readonly money: Money;
}

const MONTH = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });

const amount = (title: string, name: "taken" | "givenBack" | "disputed" | "net"): Column<Row> => ({
  title,
  isFigure: true,
  cell: ({ money: each }) => money(each[name], each.currency),
});
const COLUMNS: readonly Column<Row>[] = [
  { title: "Month", cell: ({ month }) => MONTH.format(new Date(`${month}-01T00:00:00Z`)) },
  { title: "Rail", cell: ({ rail }) => rail?.key ?? "–" },
  amount("Taken", "taken"),
  amount("Refunded", "givenBack"),
  amount("Disputed", "disputed"),
  {
    title: "Fees",
    isFigure: true,
    cell: ({ money: { fees, currency } }) => (fees === null ? "–" : money(fees, currency)),
  },
  amount("Net", "net"),
];

function MoneyByMonth({ slug, timeZone }: { readonly slug: string; readonly timeZone: string }) {
  const [{ months }, set] = useFilters<"months">();
  const span = months !== undefined && months in SPANS ? months : DEFAULT_SPAN;
  const to = todayIn(timeZone).slice(0, 7);
  const range = { from: monthsUntil(to, Number(span)), to };
  const { data, error, isLoading } = useQuery({
    queryKey: ["o", slug, "finance", range.from, range.to],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/finance", { params: { path: { slug }, query: range } })),
    placeholderData: (before) => before,
  });
  const rows = (data?.months ?? [])
    .toReversed()
    .flatMap(({ month, rails }) =>
      rails.flatMap(({ rail, money: some }) => some.map((each): Row => ({ month, rail, money: each }))),
    );
  return (
    <Section
      title="By rail and month"
      lead={`Months in ${timeZone}. Taken includes payments without tickets, such as late ones, which are refunded. Fees are shown where the rail reports them; payout files have them.`}
      acts={
        <>
          <Select
            aria-label="Months"
            data={Object.entries(SPANS).map(([value, label]) => ({ value, label }))}
            value={span}
            allowDeselect={false}
            w="11rem"
            onChange={(value) => set("months", value === DEFAULT_SPAN ? null : value)}
          />
          <FigureExport slug={slug} what="finance" query={range} />
        </>
      }
    >
      <ProblemAlert problem={error} />
      {isLoading && <Loading rows={4} />}
      {data && rows.length === 0 && (
        <Empty
          title="No money moved in these months"
          action={
            <To to="/o/$slug/orders" params={{ slug }}>
              Orders
            </To>
          }
        >
          Choose more months, or open the orders to see what waits for payment.
        </Empty>
      )}
      {rows.length > 0 && (
        <DataTable
          label="Money by rail and month"
          rows={rows}
          keyOf={({ month, rail, money: { currency } }) => `${month} ${rail?.id} ${currency}`}
          columns={COLUMNS}
        />
      )}
    </Section>
  );
}

function OpenDisputes({ slug }: { readonly slug: string }) {
  const list = useList({
    key: ["o", slug, "disputes", "open"],
    read: (query) =>
      pageOf(
        api.GET("/organisations/{slug}/disputes", {
          params: { path: { slug }, query: { ...query, standing: "open" } },
        }),
      ),
  });
  return (
    <ListSection
      label="Open disputes"
      title="Open disputes"
      list={list}
      columns={disputeColumns(slug).filter(({ title }) => !["Tickets", "Since"].includes(title))}
      empty={["No open disputes", "Disputes that were won or lost are on the page Disputes."]}
      acts={
        <To to="/o/$slug/disputes" params={{ slug }}>
          All disputes
        </To>
      }
    />
  );
}

function Commissions({ slug }: { readonly slug: string }) {
  const list = useList({
    key: ["o", slug, "affiliates", "due"],
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/affiliates", { params: { path: { slug }, query } })),
  });
  return (
    <ListSection
      label="Commissions"
      title="Commissions by affiliate"
      list={list}
      columns={[
        {
          title: "Affiliate",
          cell: ({ code, name }) => (
            <To to="/o/$slug/affiliates/$code" params={{ slug, code }}>
              {name}
            </To>
          ),
        },
        { title: "Earned", isFigure: true, cell: ({ accruedCents }) => usd(accruedCents) },
        { title: "Reversed", isFigure: true, cell: ({ reversedCents }) => usd(reversedCents) },
        { title: "Due", isFigure: true, cell: ({ balanceCents }) => usd(balanceCents) },
      ]}
      empty={["No affiliates yet", "Affiliates earn a commission on what buyers with their code pay."]}
      acts={<Download of="/organisations/{slug}/exports/commissions">Export commissions as CSV</Download>}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Empty } from "../../parts/empty.tsx";
import { count, counted } from "../../parts/money.ts";
import { Page, Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { RangePicker, useRange } from "../../calendar/range.tsx";
import { DataTable, Loading } from "../../parts/table.tsx";
import { To } from "../../shell/links.tsx";
import { PageMissing } from "../../shell/root.tsx";
import { orderColumns } from "../orders/orders-page.tsx";
import { useFigures } from "./figures.ts";
import { Needs } from "./needs.tsx";
import { SalesByPart, SalesChart, SalesStats, StatsLoading } from "./sales-part.tsx";
import { useSales } from "./sales.ts";

const LATEST = 5;

/** Shows an organisation at a glance: its sales, and what needs attention. */
export function OverviewPage() {
  const slug = useSlug();
  const mayOrders = useMay(slug)("orders:read");
  const organisation = useQuery(organisationOf(slug));
  const figures = useFigures(slug);
  if (organisation.error?.status === 404) return <PageMissing />;
  if (organisation.isLoading) return <Loading rows={8} />;
  return (
    <Page
      title={organisation.data?.name ?? slug}
      lead={organisation.data && `Sells in ${organisation.data.fiatCurrency}`}
    >
      <ProblemAlert problem={organisation.error ?? figures.error} />
      <Needs />
      {organisation.data && mayOrders && <Sales organisation={organisation.data} />}
      {figures.data && <Open figures={figures.data} slug={slug} />}
      {mayOrders && <Latest />}
    </Page>
  );
}

function Sales({ organisation }: { readonly organisation: Schema<"Organisation"> }) {
  const { slug, fiatCurrency: currency, timeZone } = organisation;
  const range = useRange(timeZone);
  const { data, error, isLoading, isPlaceholderData } = useSales(slug, range, true);
  const isEmpty = data && !isPlaceholderData && data.figures.length === 0;
  return (
    <>
      <Section
        title="Sales"
        lead={`${range.from === range.to ? range.from : `${range.from} to ${range.to}`}, days in ${timeZone}`}
        acts={<RangePicker range={range} />}
      >
        <ProblemAlert problem={error} />
        {isLoading && <StatsLoading />}
        {data && <SalesStats slug={slug} sales={data} currency={currency} />}
        {isEmpty && (
          <Empty
            title="No sales in these days"
            action={
              <To to="/o/$slug/competitions" params={{ slug }}>
                Competitions
              </To>
            }
          >
            Sales appear here when buyers start a checkout in an open competition. Choose other days to see
            earlier sales.
          </Empty>
        )}
      </Section>
      {data && !isEmpty && (
        <>
          <SalesChart slug={slug} sales={data} currency={currency} />
          <SalesByPart slug={slug} range={{ from: range.from, to: range.to }} />
        </>
      )}
    </>
  );
}

interface OpenProps {
  readonly slug: string;
  readonly figures: Schema<"OrganisationFigures">;
}

function Open({ slug, figures: { openCompetitions, ticketsLeft, pendingOrders } }: OpenProps) {
  const params = { slug };
  return (
    <div className="stats">
      <Stat
        label="Open competitions"
        value={count(openCompetitions)}
        note={
          <>
            {counted(ticketsLeft, "ticket")} left
            <div>
              <To to="/o/$slug/competitions" params={params} search={{ state: "open" }}>
                View
              </To>
            </div>
          </>
        }
      />
      <Stat
        label="Waiting for payment"
        value={count(pendingOrders)}
        note={
          <>
            orders
            <div>
              <To to="/o/$slug/orders" params={params} search={{ status: "pending" } as never}>
                View
              </To>
            </div>
          </>
        }
      />
    </div>
  );
}

function Latest() {
  const slug = useSlug();
  const orders = useQuery({
    queryKey: ["o", slug, "orders", "latest"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/orders", { params: { path: { slug }, query: { limit: LATEST } } }),
      ),
  });
  return (
    <Section
      title="Latest orders"
      acts={
        <To to="/o/$slug/orders" params={{ slug }}>
          All orders
        </To>
      }
    >
      <ProblemAlert problem={orders.error} />
      {orders.isLoading && <Loading rows={LATEST} />}
      {orders.data?.length === 0 && (
        <Empty title="No orders yet">The first order appears here when a buyer starts a checkout.</Empty>
      )}
      {orders.data && orders.data.length > 0 && (
        <DataTable
          label="Latest orders"
          rows={orders.data}
          keyOf={({ id }) => id}
          columns={orderColumns(slug)}
        />
      )}
    </Section>
  );
}

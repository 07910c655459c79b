import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Bars } from "../../parts/chart.tsx";
import { dayLabel } from "../../calendar/days.ts";
import { Empty } from "../../parts/empty.tsx";
import { count, counted } from "../../parts/money.ts";
import { Page, Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { DataTable, Loading } from "../../parts/table.tsx";
import { ZONE } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { PageMissing } from "../../shell/root.tsx";
import { orderColumns } from "../orders/orders-page.tsx";
import { amountsOf, DAYS, ordersIn, ordersNote, useFigures } from "./figures.ts";
import { Needs } from "./needs.tsx";

type Figures = Schema<"OrganisationFigures">;

const LATEST = 5;

/** Shows an organisation at a glance: its sales, and what needs attention. */
export function OverviewPage() {
  const slug = useSlug();
  const mayOrders = useMay(slug)("orders:read");
  const organisation = useQuery(organisationOf(slug));
  const figures = useFigures(slug);
  if (organisation.error?.status === 404) return <PageMissing />;
  if (organisation.isLoading || figures.isLoading) return <Loading rows={8} />;
  const currency = organisation.data?.fiatCurrency ?? "USD";
  return (
    <Page
      title={organisation.data?.name ?? slug}
      lead={organisation.data && `Sells in ${organisation.data.fiatCurrency}`}
    >
      <ProblemAlert problem={organisation.error ?? figures.error} />
      {figures.data && <Stats figures={figures.data} currency={currency} />}
      <Needs />
      {figures.data && <LastDays figures={figures.data} currency={currency} />}
      {mayOrders && <Latest />}
    </Page>
  );
}

interface FiguresProps {
  readonly figures: Figures;
  readonly currency: string;
}

function Stats({ figures, currency }: FiguresProps) {
  const { days, openCompetitions, ticketsLeft, pendingOrders } = figures;
  const today = days.at(-1)?.sales ?? [];
  return (
    <div className="stats">
      <Stat label="Sold today" value={amountsOf(today, currency)} note={ordersNote(today)} />
      <Stat
        label="Open competitions"
        value={count(openCompetitions)}
        note={`${counted(ticketsLeft, "ticket")} left`}
      />
      <Stat label="Waiting for payment" value={count(pendingOrders)} note="orders" />
    </div>
  );
}

function LastDays({ figures: { days, sales }, currency }: FiguresProps) {
  return (
    <Section
      title={`Last ${DAYS} days`}
      lead={`${amountsOf(sales, currency)} from ${ordersNote(sales)}. Days in ${ZONE}.`}
    >
      <Bars
        bars={days.map(({ day, sales }) => ({ label: dayLabel(day), value: ordersIn(sales) }))}
        label="Paid orders by day"
        unit={(value) => counted(value, "order")}
      />
    </Section>
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

import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Bars } from "../../parts/chart.tsx";
import { Empty } from "../../parts/empty.tsx";
import { count, counted, usd } from "../../parts/money.ts";
import { Page, Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { DataTable, Loading } from "../../parts/table.tsx";
import { To } from "../../shell/links.tsx";
import { PageMissing } from "../../shell/root.tsx";
import { orderColumns } from "../orders/orders-page.tsx";
import { Needs } from "./needs.tsx";

type Order = Schema<"Order">;

const DAY_MS = 86_400_000;
const DAYS = 7;
const LATEST = 100;
const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric" });

/** One organisation at a glance: what is sold, and what needs somebody. */
export function OverviewPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const organisation = useQuery(organisationOf(slug));
  const mayOrders = may("orders:read");
  const mayLots = may("competitions:read");
  const orders = useQuery({
    queryKey: ["o", slug, "orders", "latest"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/orders", { params: { path: { slug }, query: { limit: LATEST } } }),
      ),
    enabled: mayOrders,
  });
  const open = useQuery({
    queryKey: ["o", slug, "competitions", "open"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/competitions", {
          params: { path: { slug }, query: { limit: LATEST, state: "open" } },
        }),
      ),
    enabled: mayLots,
  });
  if (organisation.error?.status === 404) return <PageMissing />;
  if (organisation.isLoading) return <Loading rows={8} />;
  const paid = orders.data?.filter(({ status }) => status === "paid") ?? [];
  const today = new Date().toDateString();
  const soldToday = paid.filter(({ paidAt }) => paidAt !== null && new Date(paidAt).toDateString() === today);
  return (
    <Page
      title={organisation.data?.name ?? slug}
      lead={organisation.data && `Sells in ${organisation.data.fiatCurrency}`}
    >
      <ProblemAlert problem={organisation.error ?? orders.error ?? open.error} />
      <div className="stats">
        <Stat label="Sold today" value={usd(sumOf(soldToday))} note={counted(soldToday.length, "order")} />
        <Stat
          label="Open competitions"
          value={count(open.data?.length ?? 0)}
          note={leftIn(open.data ?? [])}
        />
        <Stat
          label="Waiting for payment"
          value={count(orders.data?.filter(({ status }) => status === "pending").length ?? 0)}
          note="of the latest orders"
        />
      </div>
      <Needs />
      {mayOrders && <Latest orders={orders.data ?? []} paid={paid} />}
    </Page>
  );
}

interface LatestProps {
  readonly orders: readonly Order[];
  readonly paid: readonly Order[];
}

function Latest({ orders, paid }: LatestProps) {
  const slug = useSlug();
  return (
    <>
      <Section title="Last 7 days" lead={`Paid orders, of the latest ${LATEST}.`}>
        <Bars bars={daysOf(paid)} label="Paid orders by day" unit={(value) => counted(value, "order")} />
      </Section>
      <Section
        title="Latest orders"
        acts={
          <To to="/o/$slug/orders" params={{ slug }}>
            All orders
          </To>
        }
      >
        {orders.length === 0 ? (
          <Empty title="No order yet">The first one stands here as soon as somebody begins to buy.</Empty>
        ) : (
          <DataTable
            label="Latest orders"
            rows={orders.slice(0, 5)}
            keyOf={({ id }) => id}
            columns={orderColumns(slug)}
          />
        )}
      </Section>
    </>
  );
}

const sumOf = (orders: readonly Order[]) => orders.reduce((sum, { priceUSDCents }) => sum + priceUSDCents, 0);

function leftIn(competitions: readonly Schema<"OperatorCompetition">[]): string {
  return `${counted(
    competitions.reduce((sum, { available }) => sum + available, 0),
    "ticket",
  )} left`;
}

function daysOf(paid: readonly Order[]) {
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(Date.now() - (DAYS - 1 - at) * DAY_MS);
    const value = paid.filter(
      ({ paidAt }) => paidAt !== null && new Date(paidAt).toDateString() === day.toDateString(),
    ).length;
    return { label: WEEKDAY.format(day), value };
  });
}

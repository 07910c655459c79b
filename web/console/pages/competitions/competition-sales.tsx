import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import { withoutGaps } from "../../calendar/days.ts";
import { Bars } from "../../parts/chart.tsx";
import { count, counted } from "../../parts/money.ts";
import { Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { ZONE } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { type Amount, AMOUNTS, amountsOf, countOf } from "../home/sales.ts";

/** Shows what a competition took, was refunded and disputed, in each charge currency, and its tickets by day. */
export function CompetitionSales({ id }: { readonly id: number }) {
  const slug = useSlug();
  const mayRead = useMay(slug)("orders:read");
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["o", slug, "competition", id, "figures"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/competitions/{id}/figures", { params: { path: { slug, id } } }),
      ),
    enabled: mayRead,
  });
  const { data: organisation } = useQuery(organisationOf(slug));
  const currency = organisation?.fiatCurrency ?? "USD";
  const figures = data?.figures ?? [];
  const names: Amount[] = figures.some(({ disputes }) => disputes > 0)
    ? ["gross", "refunded", "disputed", "net"]
    : ["gross", "refunded", "net"];
  const orders = (label: string, search: object) => (
    <To to="/o/$slug/orders" params={{ slug }} search={{ competitionId: String(id), ...search } as never}>
      {label}
    </To>
  );
  return (
    <Section
      title="Sales"
      lead="From the first sale until now, in the currencies that buyers were charged in."
    >
      <ProblemAlert problem={error} again={() => void refetch()} />
      {isLoading && <Loading rows={2} />}
      {data && (
        <div className="stats">
          {names.map((name) => (
            <Stat
              key={name}
              label={AMOUNTS[name]}
              value={amountsOf(figures, name, currency).map((text) => (
                <span key={text} className="stat-currency">
                  {text}
                </span>
              ))}
            />
          ))}
          <Stat
            label="Paid orders"
            value={count(countOf(figures, "orders"))}
            note={
              <>
                {`of ${counted(countOf(figures, "sessions"), "checkout session")}`}
                <div>
                  {orders("View paid orders", { status: "paid" })} · {orders("All orders", {})}
                </div>
              </>
            }
          />
        </div>
      )}
      <SoldByDay id={id} />
    </Section>
  );
}

function SoldByDay({ id }: { readonly id: number }) {
  const slug = useSlug();
  const { data } = useQuery({
    queryKey: ["o", slug, "competition", id, "sales"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/competitions/{id}/sales", {
          params: { path: { slug, id }, query: { timeZone: ZONE } },
        }),
      ),
  });
  if (!data || data.days.length === 0) return null;
  const sold = data.days.map(({ day, ticketsSold }) => ({ day, value: ticketsSold }));
  const bars = withoutGaps(sold, (day) => ({ day, value: 0 })).map(({ day, value }) => ({
    label: day,
    value,
  }));
  return (
    <>
      <h3 className="chart-title">Tickets sold by day, in {ZONE}</h3>
      <Bars label="Tickets sold by day" bars={bars} unit={(value) => counted(value, "ticket")} />
    </>
  );
}

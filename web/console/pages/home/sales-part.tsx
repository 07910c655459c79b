import { Button, Select, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { BASE } from "../../api/base.ts";
import { useMay } from "../../api/me.ts";
import type { Schema } from "../../api/schemas.ts";
import { dayLabel } from "../../calendar/days.ts";
import { Bars } from "../../parts/chart.tsx";
import { Empty } from "../../parts/empty.tsx";
import { count, counted, money } from "../../parts/money.ts";
import { Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import type { DayRange } from "../../calendar/range.tsx";
import { type Column, DataTable, Loading } from "../../parts/table.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import {
  type Amount,
  amountNote,
  AMOUNTS,
  amountsOf,
  type Breakdown,
  conversionOf,
  type Count,
  countNote,
  countOf,
  COUNTS,
  type Figures,
  type SalesFigures,
  useBreakdown,
} from "./sales.ts";

interface SalesProps {
  readonly slug: string;
  readonly sales: SalesFigures;
  /** Charge currency of the organisation. */
  readonly currency: string;
}

/** Shows the key figures of a range of days, each with a link to the list that it comes from. */
export function SalesStats({ slug, sales, currency }: SalesProps) {
  const { figures, before, from, to } = sales;
  const params = { slug };
  const days = { since: from, until: to };
  const orders = (label: string, search: object) => (
    <To to="/o/$slug/orders" params={params} search={search as never}>
      {label}
    </To>
  );
  const amount = (name: Amount, link: ReactNode) => (
    <Stat
      key={name}
      label={AMOUNTS[name]}
      value={amountsOf(figures, name, currency).map((text) => (
        <span key={text} className="stat-currency">
          {text}
        </span>
      ))}
      note={
        <>
          {amountNote(name, sales, currency)}
          {link && <div>{link}</div>}
        </>
      }
    />
  );
  const amountOfOrders = (name: Count, link: ReactNode) => (
    <Stat
      label={COUNTS[name]}
      value={count(countOf(figures, name))}
      note={
        <>
          {countNote(countOf(figures, name), countOf(before.figures, name))}
          {link && <div>{link}</div>}
        </>
      }
    />
  );
  return (
    <div className="stats">
      {amount("gross", orders("Paid orders", { status: "paid", ...days }))}
      {amount(
        "refunded",
        <To to="/o/$slug/refunds" params={params} search={{ state: "succeeded" }}>
          Refunds
        </To>,
      )}
      {amount(
        "disputed",
        <To to="/o/$slug/disputes" params={params}>
          Disputes
        </To>,
      )}
      {amount("net", null)}
      {amountOfOrders("orders", orders("View", { status: "paid", ...days }))}
      {amountOfOrders("tickets", null)}
      <Stat
        label="Conversion"
        value={conversionOf(figures)}
        note={
          <>
            {`${count(countOf(figures, "converted"))} of ${counted(countOf(figures, "sessions"), "checkout session")} paid; before: ${conversionOf(before.figures)}`}
            <div>{orders("All orders", days)}</div>
          </>
        }
      />
    </div>
  );
}

/** Shows the boxes of figures that are not read yet. */
export function StatsLoading() {
  return (
    <div className="stats" role="status" aria-label="Loading figures">
      {Array.from({ length: 7 }, (_, at) => (
        <Skeleton key={at} height={92} radius="md" />
      ))}
    </div>
  );
}

const FIGURES = { ...AMOUNTS, ...COUNTS };
type Figure = keyof typeof FIGURES;

const isFigure = (text: string | undefined): text is Figure => text !== undefined && text in FIGURES;

/** Shows a figure by day: an amount in each currency, a count in all of them. */
export function SalesChart({ slug, sales, currency }: SalesProps) {
  const [{ figure }, set] = useFilters<"figure">();
  const chosen = isFigure(figure) ? figure : "gross";
  const label = FIGURES[chosen];
  const currencies = [...new Set([...sales.figures, ...sales.before.figures].map((each) => each.currency))];
  const barsOf = (valueOf: (figures: readonly Figures[]) => number) =>
    sales.days.map(({ day, figures }, at) => ({
      label: dayLabel(day),
      value: valueOf(figures),
      before: Math.max(0, valueOf(sales.before.days[at]!.figures)),
    }));
  return (
    <Section
      title={`${label} by day`}
      lead={`${sales.from} to ${sales.to}, days in ${sales.timeZone}. Lines: ${sales.before.from} to ${sales.before.to}.`}
      acts={
        <>
          <Select
            aria-label="Figure"
            data={Object.entries(FIGURES).map(([value, label]) => ({ value, label }))}
            value={chosen}
            allowDeselect={false}
            w="12rem"
            onChange={(value) => set("figure", value === "gross" ? null : value)}
          />
          <FigureExport slug={slug} what="sales-figures" query={{ from: sales.from, to: sales.to }} />
        </>
      }
    >
      {chosen in COUNTS ? (
        <Bars
          bars={barsOf((figures) => countOf(figures, chosen as Count))}
          label={`${label} by day`}
          unit={(value) => count(value)}
        />
      ) : (
        (currencies.length === 0 ? [currency] : currencies).map((of) => (
          <div key={of}>
            {currencies.length > 1 && <h3 className="chart-title">{of}</h3>}
            <Bars
              bars={barsOf(
                (figures) => figures.find((each) => each.currency === of)?.[chosen as Amount] ?? 0,
              )}
              label={`${label} in ${of} by day`}
              unit={(value) => money(value, of)}
            />
          </div>
        ))
      )}
    </Section>
  );
}

const PARTS: readonly (readonly [by: Breakdown, label: string, none: string])[] = [
  ["competition", "Competition", "–"],
  ["rail", "Rail", "No rail: free, or paid by credit"],
  ["affiliate", "Affiliate", "Without an affiliate"],
];

interface Row {
  readonly member: Schema<"FigureMember"> | null;
  readonly figures: Figures;
}

/** Shows the figures of a range of days by competition, rail or affiliate. */
export function SalesByPart({ slug, range }: { readonly slug: string; readonly range: DayRange }) {
  const [{ by }, set] = useFilters<"by">();
  const [part, label, none] = PARTS.find(([name]) => name === by) ?? PARTS[0]!;
  const { data, error, isLoading } = useBreakdown(slug, range, part);
  const rows = (data?.members ?? []).flatMap(({ member, figures }) =>
    figures.map((each): Row => ({ member, figures: each })),
  );
  return (
    <Section
      title={`By ${part}`}
      acts={
        <>
          <Select
            aria-label="Break down by"
            data={PARTS.map(([value, label]) => ({ value, label }))}
            value={part}
            allowDeselect={false}
            w="9rem"
            onChange={(value) => set("by", value === "competition" ? null : value)}
          />
          <FigureExport slug={slug} what="sales-breakdown" query={{ ...range, by: part }} />
        </>
      }
    >
      <ProblemAlert problem={error} />
      {isLoading && <Loading rows={3} />}
      {data && rows.length === 0 && (
        <Empty title="No sales in these days">Choose other days to see their figures.</Empty>
      )}
      {rows.length > 0 && (
        <DataTable
          label={`Sales by ${part}`}
          rows={rows}
          keyOf={({ member, figures }) => `${member?.id} ${figures.currency}`}
          columns={columnsOf({ slug, range, part, label, none })}
        />
      )}
      {data && data.more > 0 && (
        <p className="figures">{`${counted(data.more, `more ${part}`)}: the export has all.`}</p>
      )}
    </Section>
  );
}

interface ColumnsOf {
  readonly slug: string;
  readonly range: DayRange;
  readonly part: Breakdown;
  readonly label: string;
  readonly none: string;
}

function columnsOf({ slug, range, part, label, none }: ColumnsOf): readonly Column<Row>[] {
  const filterOf = ({ id, key }: Schema<"FigureMember">) =>
    part === "competition"
      ? { competitionId: String(id) }
      : part === "rail"
        ? { rail: key.split("/")[0] }
        : { affiliate: key };
  const amount = (name: Amount): Column<Row> => ({
    title: AMOUNTS[name],
    isFigure: true,
    cell: ({ figures }) => money(figures[name], figures.currency),
  });
  return [
    {
      title: label,
      cell: ({ member }) =>
        member === null ? (
          none
        ) : (
          <To
            to="/o/$slug/orders"
            params={{ slug }}
            search={{ status: "paid", since: range.from, until: range.to, ...filterOf(member) } as never}
          >
            {part === "rail" ? member.key : member.name}
          </To>
        ),
    },
    { title: "Orders", isFigure: true, cell: ({ figures }) => count(figures.orders) },
    { title: "Tickets", isFigure: true, cell: ({ figures }) => count(figures.tickets) },
    amount("gross"),
    amount("refunded"),
    amount("disputed"),
    amount("net"),
    { title: "Conversion", isFigure: true, cell: ({ figures }) => conversionOf([figures]) },
  ];
}

interface FigureExportProps {
  readonly slug: string;
  readonly what: "sales-figures" | "sales-breakdown" | "finance";
  readonly query: Readonly<Record<string, string>>;
}

/** Link to the export of figures, for people who may export. */
export function FigureExport({ slug, what, query }: FigureExportProps) {
  if (!useMay(slug)(what === "finance" ? "finance:read" : "exports:read")) return null;
  return (
    <Button
      component="a"
      variant="default"
      href={`${BASE}/api/v1/organisations/${slug}/exports/${what}?${new URLSearchParams(query)}`}
      download
    >
      Export as CSV
    </Button>
  );
}

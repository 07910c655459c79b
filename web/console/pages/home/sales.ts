import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { count, money } from "../../parts/money.ts";
import type { DayRange } from "../../calendar/range.tsx";

export type Figures = Schema<"FiguresInCurrency">;
export type SalesFigures = Schema<"SalesFigures">;
export type Breakdown = "competition" | "rail" | "affiliate";

const LOOK_EVERY_MS = 30_000;

/** Reads an organisation's sales of a range of days, and of as many days before. */
export function useSales(slug: string, { from, to }: DayRange, enabled: boolean) {
  return useQuery({
    queryKey: ["o", slug, "sales", from, to],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/sales-figures", {
          params: { path: { slug }, query: { from, to } },
        }),
      ),
    enabled,
    placeholderData: (before) => before,
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** Reads them by competition, rail or affiliate. */
export function useBreakdown(slug: string, { from, to }: DayRange, by: Breakdown) {
  return useQuery({
    queryKey: ["o", slug, "sales", from, to, by],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/sales-breakdown", {
          params: { path: { slug }, query: { from, to, by } },
        }),
      ),
    placeholderData: (before) => before,
  });
}

/** Members of figures that are amounts, and those that count. */
export const AMOUNTS = { gross: "Gross", refunded: "Refunded", disputed: "Disputed", net: "Net" } as const;
export const COUNTS = { orders: "Orders", tickets: "Tickets", sessions: "Checkout sessions" } as const;
export type Amount = keyof typeof AMOUNTS;
export type Count = keyof typeof COUNTS;

/** Adds up what can be added in all currencies: things, and never amounts. */
export const countOf = (figures: readonly Figures[], name: Count | "converted"): number =>
  figures.reduce((sum, each) => sum + each[name], 0);

/** Returns the amount in each currency with one, the organisation's first. @param currency shown if there is none */
export function amountsOf(figures: readonly Figures[], name: Amount, currency: string): string[] {
  const some = figures.filter((each) => each[name] !== 0);
  if (some.length === 0) return [money(0, currency)];
  return some.map((each) => money(each[name], each.currency));
}

/** Formats the part of checkout sessions that were paid: `62.5 %`. */
export function conversionOf(figures: readonly Figures[]): string {
  const sessions = countOf(figures, "sessions");
  if (sessions === 0) return "–";
  return PERCENT.format(countOf(figures, "converted") / sessions);
}

const PERCENT = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const CHANGE = new Intl.NumberFormat(undefined, {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** Formats how a number changed from the period before: `+12%`. null: there is nothing to compare with. */
function changeOf(now: number, before: number): string | null {
  return before <= 0 ? null : CHANGE.format(now / before - 1);
}

/** Formats how a count changed: `before: 120 (+12%)`. */
export function countNote(now: number, before: number): string {
  const change = changeOf(now, before);
  return `before: ${count(before)}${change === null ? "" : ` (${change})`}`;
}

/** Formats how amounts changed. A change is only of one currency. */
export function amountNote(
  name: Amount,
  { figures, before }: Pick<SalesFigures, "figures" | "before">,
  currency: string,
): string {
  const amounts = amountsOf(before.figures, name, currency).join(" + ");
  const currencies = new Set([...figures, ...before.figures].map((each) => each.currency));
  const [one] = currencies;
  const of = (some: readonly Figures[]) => some.find((each) => each.currency === one)?.[name] ?? 0;
  const change = currencies.size === 1 ? changeOf(of(figures), of(before.figures)) : null;
  return `before: ${amounts}${change === null ? "" : ` (${change})`}`;
}

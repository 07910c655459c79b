import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import type { Schema } from "../../api/schemas.ts";
import { counted, money } from "../../parts/money.ts";
import { ZONE } from "../../parts/time.tsx";

type Sales = Schema<"SalesInCurrency">;

export const DAYS = 7;
const LOOK_EVERY_MS = 30_000;

/** Reads the sales figures of an organisation, by the viewer's days. */
export function useFigures(slug: string) {
  const may = useMay(slug);
  return useQuery({
    queryKey: ["o", slug, "figures"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/figures", {
          params: { path: { slug }, query: { timeZone: ZONE, days: DAYS } },
        }),
      ),
    enabled: may("orders:read"),
    refetchInterval: LOOK_EVERY_MS,
  });
}

export const ordersIn = (sales: readonly Sales[]): number =>
  sales.reduce((sum, { orders }) => sum + orders, 0);

/** Formats the charged amounts of all currencies. @param currency shown if nothing was charged */
export function amountsOf(sales: readonly Sales[], currency: string): string {
  const charged = sales.filter(({ orders }) => orders > 0);
  if (charged.length === 0) return money(0, currency);
  return charged.map(({ amount, currency }) => money(amount, currency)).join(" + ");
}

/** Formats orders and refunds: `124 orders, plus 3 with a refund (€75.00)`. */
export function ordersNote(sales: readonly Sales[]): string {
  const back = sales.filter(({ givenBackOrders }) => givenBackOrders > 0);
  const orders = counted(ordersIn(sales), "order");
  if (back.length === 0) return orders;
  const count = back.reduce((sum, { givenBackOrders }) => sum + givenBackOrders, 0);
  const amounts = back.map(({ givenBackAmount, currency }) => money(givenBackAmount, currency)).join(" + ");
  return `${orders}, plus ${count} with a refund (${amounts})`;
}

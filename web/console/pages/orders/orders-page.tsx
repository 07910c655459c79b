import { ListPage } from "../../lists/list-page.tsx";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { money } from "../../parts/money.ts";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { OrderLink, To } from "../../shell/links.tsx";
import { OrderState } from "./order-state.tsx";
import { SearchForm } from "../search/search-form.tsx";

type Order = Schema<"Order">;

const STATES: Order["status"][] = ["pending", "paid", "failed"];

/** Orders of an organisation, with a search for one. */
export function OrdersPage() {
  const slug = useSlug();
  const list = useList({
    key: ["o", slug, "orders"],
    filter: { name: "status", values: STATES },
    read: (query) => pageOf(api.GET("/organisations/{slug}/orders", { params: { path: { slug }, query } })),
  });
  return (
    <ListPage
      title="Orders"
      lead="Everything that buyers ordered, and its outcome."
      export="/organisations/{slug}/exports/orders"
      above={useMay(slug)("search:read") && <SearchForm slug={slug} />}
      list={list}
      columns={orderColumns(slug)}
      empty={[
        "No orders yet",
        "An order starts with a checkout session, through the API or on the hosted pages.",
      ]}
    />
  );
}

export const buyerOf = ({ buyer }: Pick<Order, "buyer">) => buyer.email ?? buyer.walletAddress ?? "";

export function orderColumns(slug: string): readonly Column<Order>[] {
  return [
    {
      title: "Order",
      cell: ({ id }) => <OrderLink slug={slug} id={id} />,
    },
    { title: "State", cell: (order) => <OrderState order={order} /> },
    { title: "Buyer", cell: buyerOf },
    {
      title: "Competition",
      cell: ({ competitionId, competitionTitle }) => (
        <To to="/o/$slug/competitions/$id" params={{ slug, id: String(competitionId) }}>
          {competitionTitle}
        </To>
      ),
    },
    { title: "Tickets", isFigure: true, cell: ({ quantity }) => quantity },
    { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
    { title: "Placed", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

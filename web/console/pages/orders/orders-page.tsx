import { Select } from "@mantine/core";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Download } from "../../parts/download.tsx";
import { Empty } from "../../parts/empty.tsx";
import { money } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { type Column, ListTable } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import { OrderState } from "./order-state.tsx";
import { SearchForm } from "../search/search-form.tsx";

type Order = Schema<"Order">;

const STATES: Order["status"][] = ["pending", "paid", "failed"];

/** Every purchase, with a search that takes whatever names one. */
export function OrdersPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [{ status }, setFilter] = useFilters<"status">();
  const wanted = STATES.find((each) => each === status);
  const list = useList({
    key: ["o", slug, "orders", wanted],
    read: (part) => {
      const query = { ...part, ...(wanted ? { status: wanted } : {}) };
      return pageOf(api.GET("/organisations/{slug}/orders", { params: { path: { slug }, query } }));
    },
  });
  return (
    <Page
      title="Orders"
      lead="Everything that buyers ordered, and its outcome."
      acts={
        may("exports:read") && (
          <Download of="/organisations/{slug}/exports/orders" slug={slug} query={{ status: wanted }}>
            Export as CSV
          </Download>
        )
      }
    >
      {may("search:read") && <SearchForm slug={slug} />}
      <Section
        title="All orders"
        acts={
          <Select
            aria-label="State"
            placeholder="Any state"
            clearable
            data={STATES}
            value={wanted ?? null}
            onChange={(value) => setFilter("status", value)}
            w="10rem"
          />
        }
      >
        <ListTable
          label="Orders"
          list={list}
          columns={orderColumns(slug)}
          keyOf={({ id }) => id}
          empty={
            <Empty title={wanted ? `No ${wanted} orders` : "No orders yet"}>
              An order starts with a checkout session, through the API or on the hosted pages.
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

export const buyerOf = ({ buyer }: Pick<Order, "buyer">) => buyer.email ?? buyer.walletAddress ?? "";

export function orderColumns(slug: string): readonly Column<Order>[] {
  return [
    {
      title: "Order",
      cell: ({ id }) => (
        <To to="/o/$slug/orders/$id" params={{ slug, id }}>
          <code className="plain">{id}</code>
        </To>
      ),
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

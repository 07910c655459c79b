import { ListSection } from "../../lists/list-page.tsx";
import { Tabs } from "@mantine/core";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { type FilterField, useListFilters } from "../../lists/list-filters.ts";
import { Download } from "../../lists/download.tsx";
import { money } from "../../parts/money.ts";
import { Page } from "../../parts/page.tsx";
import type { Column } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { RAILS, RefundTag } from "../orders/order-state.tsx";
import { NextTry } from "./next-try.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { OrderLink, To } from "../../shell/links.tsx";

type Refund = Schema<"Refund">;

const UNMATCHED_STATES: Schema<"UnmatchedPayment">["state"][] = ["open", "refunded", "resolved"];

const FIELDS = [
  { name: "since", label: "Requested from", kind: "since" },
  { name: "until", label: "Requested until", kind: "until" },
  { name: "rail", label: "Rail", kind: "choice", values: RAILS },
  { name: "affiliate", label: "Affiliate", kind: "text" },
  { name: "currency", label: "Currency", kind: "text" },
  { name: "minAmount", label: "Amount from", kind: "amount" },
  { name: "maxAmount", label: "Amount to", kind: "amount" },
] as const satisfies readonly FilterField[];

/** Refunds of an organisation, and payments that belong to no order. */
export function RefundsPage() {
  const [{ tab = "refunds" }, setFilter] = useFilters<"tab">();
  const slug = useSlug();
  const filters = useListFilters(FIELDS);
  const refunds = useList({
    key: ["o", slug, "refunds", filters.query],
    filter: { name: "state", values: ["requested", "succeeded", "failed", "manual"] },
    read: (query) =>
      pageOf(
        api.GET("/organisations/{slug}/refunds", {
          params: { path: { slug }, query: { ...filters.query, ...query } as never },
        }),
      ),
    enabled: tab === "refunds",
  });
  return (
    <Page
      title="Refunds"
      lead="Each refund returns one payment in full. Failed and manual refunds need attention."
      acts={
        tab === "refunds" && (
          <Download
            of="/organisations/{slug}/exports/refunds"
            filter={refunds.filter}
            query={filters.query}
          />
        )
      }
    >
      <Tabs value={tab} onChange={(value) => setFilter("tab", value)} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="refunds">Refunds</Tabs.Tab>
          <Tabs.Tab value="unmatched">Payments without an order</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="refunds">
          <ListSection
            label="Refunds"
            title="Refunds"
            name="refunds"
            filters={filters}
            list={refunds}
            columns={refundColumns(slug)}
            empty={["No refunds yet", "Refund an order on its page."]}
          />
        </Tabs.Panel>
        <Tabs.Panel value="unmatched">
          <UnmatchedPayments />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function refundColumns(slug: string): readonly Column<Refund>[] {
  return [
    {
      title: "Refund",
      cell: ({ id }) => (
        <To to="/o/$slug/refunds/$id" params={{ slug, id: String(id) }}>
          {id}
        </To>
      ),
    },
    { title: "State", cell: ({ state }) => <RefundTag state={state} /> },
    { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
    { title: "Order", cell: ({ orderId }) => <OrderLink slug={slug} id={orderId} /> },
    { title: "Reason", cell: reasonOf },
    { title: "Next attempt", cell: (refund) => <NextTry refund={refund} /> },
    { title: "Last change", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ];
}

/** Reason of a refund, with the error of its last attempt. */
export function reasonOf({ reason, lastError }: Pick<Refund, "reason" | "lastError">): string {
  return lastError ? `${reason} – ${lastError}` : reason;
}

function UnmatchedPayments() {
  const slug = useSlug();
  const list = useList({
    key: ["o", slug, "unmatched"],
    filter: { name: "state", values: UNMATCHED_STATES },
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/unmatched-payments", { params: { path: { slug }, query } })),
  });
  return (
    <ListSection
      label="Payments without an order"
      title="Payments without an order"
      list={list}
      columns={[
        {
          title: "Payment",
          cell: ({ id, providerPaymentId }) => (
            <To to="/o/$slug/unmatched/$id" params={{ slug, id: String(id) }}>
              <code className="plain">{providerPaymentId}</code>
            </To>
          ),
        },
        {
          title: "State",
          cell: ({ state }) => <Tag state={state} tone={state === "open" ? "warn" : "good"} />,
        },
        { title: "Provider", cell: ({ kind, provider }) => `${provider} (${kind})` },
        { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
        { title: "Found", cell: ({ foundAt }) => <Time at={foundAt} /> },
      ]}
      empty={["No payments without an order", "Every payment that providers reported belongs to an order."]}
    />
  );
}

import { Text } from "@mantine/core";
import type { BulkAct } from "../../lists/bulk.tsx";
import { type FilterField, useListFilters } from "../../lists/list-filters.ts";
import { ListPage } from "../../lists/list-page.tsx";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { counted, money, sums, usd } from "../../parts/money.ts";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { OrderLink, To } from "../../shell/links.tsx";
import { OrderState, RAILS, REFUND_WORDS } from "./order-state.tsx";

type Order = Schema<"Order">;

const STATES: Order["status"][] = ["pending", "paid", "failed"];

const REFUND_STATES: NonNullable<Order["refundState"]>[] = [
  "requested",
  "failed",
  "manual",
  "succeeded",
  "on_chain",
];

/** An email is not among them: the buyer's number is, which the search finds by the email. */
const FIELDS = [
  { name: "since", label: "Placed from", kind: "since" },
  { name: "until", label: "Placed until", kind: "until" },
  {
    name: "refundState",
    label: "Refund",
    kind: "choice",
    values: REFUND_STATES.map((value) => ({ value, label: REFUND_WORDS[value] })),
  },
  { name: "competitionId", label: "Competition ID", kind: "text" },
  {
    name: "accountId",
    label: "Buyer ID",
    kind: "text",
    hint: "Search for the e-mail to find it. Addresses are logged, so they contain no e-mail.",
  },
  { name: "rail", label: "Rail", kind: "choice", values: RAILS },
  { name: "affiliate", label: "Affiliate", kind: "text" },
  { name: "currency", label: "Currency", kind: "text" },
  { name: "minAmount", label: "Amount from", kind: "amount" },
  { name: "maxAmount", label: "Amount to", kind: "amount" },
] as const satisfies readonly FilterField[];

/** Orders of an organisation, with a search for one. */
export function OrdersPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const filters = useListFilters(FIELDS);
  const list = useList({
    key: ["o", slug, "orders", filters.query],
    filter: { name: "status", values: STATES },
    read: (query) =>
      pageOf(
        api.GET("/organisations/{slug}/orders", {
          params: { path: { slug }, query: { ...filters.query, ...query } as never },
        }),
      ),
  });
  return (
    <ListPage
      title="Orders"
      name="orders"
      lead="Everything that buyers ordered, and its outcome."
      export="/organisations/{slug}/exports/orders"
      list={list}
      filters={filters}
      bulk={may("orders:refund") ? refundOf(slug) : null}
      columns={orderColumns(slug)}
      empty={[
        "No orders yet",
        "An order starts with a checkout session, through the API or on the hosted pages.",
      ]}
    />
  );
}

function refundOf(slug: string): BulkAct<Order> {
  return {
    label: "Refund",
    noun: "order",
    isDangerous: true,
    hasReason: true,
    applies: ({ status, givenBackAt }) => status === "paid" && givenBackAt === null,
    nameOf: ({ id, buyer }) => `order ${id} of ${buyerOf({ buyer })}`,
    preview: (rows) => {
      const credit = rows.reduce((total, { creditCents }) => total + creditCents, 0);
      const tickets = rows.reduce((total, { quantity }) => total + quantity, 0);
      const charged = rows.filter(({ amount }) => amount > 0);
      return (
        <Text size="sm">
          {charged.length > 0
            ? `${sums(charged)} is sent back for ${counted(charged.length, "charged order")}.`
            : "Nothing was charged, so no money is sent back."}
          {credit > 0 && ` ${usd(credit)} of credit is returned.`}{" "}
          {`${counted(tickets, "ticket")} of ${counted(rows.length, "order")} are removed from draws that have not started.`}
        </Text>
      );
    },
    send: (rows, reason, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/batches/refunds", {
          params: { path: { slug } },
          headers,
          body: { orderIds: rows.map(({ id }) => id), reason },
        }),
      ),
    changes: [
      ["o", slug, "orders"],
      ["o", slug, "order"],
      ["o", slug, "refunds"],
    ],
  };
}

export const buyerOf = ({ buyer }: Pick<Order, "buyer">) => buyer.email ?? buyer.walletAddress ?? "";

export function orderColumns(slug: string): readonly Column<Order>[] {
  return [
    {
      title: "Order",
      cell: ({ id }) => (
        <Id value={id} of="order">
          <OrderLink slug={slug} id={id} />
        </Id>
      ),
    },
    { title: "State", cell: (order) => <OrderState order={order} /> },
    { title: "Buyer", isOneLine: true, cell: buyerOf },
    {
      title: "Competition",
      isOneLine: true,
      cell: ({ competitionId, competitionTitle }) => (
        <To to="/o/$slug/competitions/$id" params={{ slug, id: String(competitionId) }}>
          {competitionTitle}
        </To>
      ),
    },
    { title: "Tickets", isFigure: true, cell: ({ quantity }) => quantity },
    { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
    { title: "Rail", isExtra: true, cell: ({ rail, provider, source }) => provider ?? rail ?? source },
    { title: "Affiliate", isExtra: true, cell: ({ affiliate }) => affiliate },
    { title: "Placed", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

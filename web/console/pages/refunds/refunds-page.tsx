import { Select, Tabs } from "@mantine/core";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Download } from "../../parts/download.tsx";
import { Empty } from "../../parts/empty.tsx";
import { money } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { NextTry } from "./next-try.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";

type RefundState = Schema<"Refund">["state"];
type UnmatchedState = Schema<"UnmatchedPayment">["state"];

const REFUND_STATES: RefundState[] = ["requested", "succeeded", "failed", "manual"];
const UNMATCHED_STATES: UnmatchedState[] = ["open", "refunded", "resolved"];

/** Money on its way back, and money that nobody asked for. */
export function RefundsPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [{ tab = "refunds", state }, setFilter] = useFilters<"tab" | "state">();
  const wanted = REFUND_STATES.find((each) => each === state);
  return (
    <Page
      title="Refunds"
      lead="Each refund returns one payment in full. Failed and manual refunds need attention."
      acts={
        may("exports:read") &&
        tab === "refunds" && (
          <Download of="/organisations/{slug}/exports/refunds" slug={slug} query={{ state: wanted }}>
            Export as CSV
          </Download>
        )
      }
    >
      <Tabs value={tab} onChange={(value) => setFilter("tab", value)} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="refunds">Refunds</Tabs.Tab>
          <Tabs.Tab value="unmatched">Payments without an order</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="refunds">
          <RefundList />
        </Tabs.Panel>
        <Tabs.Panel value="unmatched">
          <UnmatchedList />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function RefundList() {
  const slug = useSlug();
  const [{ state }, setFilter] = useFilters<"state">();
  const wanted = REFUND_STATES.find((each) => each === state);
  const list = useList({
    key: ["o", slug, "refunds", wanted],
    read: (part) => {
      const query = { ...part, ...(wanted ? { state: wanted } : {}) };
      return pageOf(api.GET("/organisations/{slug}/refunds", { params: { path: { slug }, query } }));
    },
  });
  return (
    <Section
      title="Refunds"
      acts={
        <StateSelect states={REFUND_STATES} value={wanted} onChange={(value) => setFilter("state", value)} />
      }
    >
      <ListTable
        label="Refunds"
        list={list}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Refund",
            cell: ({ id }) => (
              <To to="/o/$slug/refunds/$id" params={{ slug, id: String(id) }}>
                {id}
              </To>
            ),
          },
          { title: "State", cell: ({ state }) => <Tag state={state} /> },
          { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
          {
            title: "Order",
            cell: ({ orderId }) =>
              orderId && (
                <To to="/o/$slug/orders/$id" params={{ slug, id: orderId }}>
                  <code className="plain">{orderId}</code>
                </To>
              ),
          },
          {
            title: "Reason",
            cell: ({ reason, lastError }) => (lastError ? `${reason} – ${lastError}` : reason),
          },
          { title: "Next attempt", cell: (refund) => <NextTry refund={refund} /> },
          { title: "Last change", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
        ]}
        empty={
          <Empty title={wanted ? `No ${wanted} refunds` : "No refunds yet"}>
            Refund an order on its page.
          </Empty>
        }
      />
    </Section>
  );
}

function UnmatchedList() {
  const slug = useSlug();
  const [{ state }, setFilter] = useFilters<"state">();
  const wanted = UNMATCHED_STATES.find((each) => each === state);
  const list = useList({
    key: ["o", slug, "unmatched", wanted],
    read: (part) => {
      const query = { ...part, ...(wanted ? { state: wanted } : {}) };
      return pageOf(
        api.GET("/organisations/{slug}/unmatched-payments", { params: { path: { slug }, query } }),
      );
    },
  });
  return (
    <Section
      title="Payments without an order"
      acts={
        <StateSelect
          states={UNMATCHED_STATES}
          value={wanted}
          onChange={(value) => setFilter("state", value)}
        />
      }
    >
      <ListTable
        label="Payments without an order"
        list={list}
        keyOf={({ id }) => id}
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
        empty={
          <Empty title="No payments without an order">
            Every payment that providers reported belongs to an order.
          </Empty>
        }
      />
    </Section>
  );
}

interface StateSelectProps {
  readonly states: readonly string[];
  readonly value: string | undefined;
  readonly onChange: (value: string | null) => void;
}

function StateSelect({ states, value, onChange }: StateSelectProps) {
  return (
    <Select
      aria-label="State"
      placeholder="Any state"
      clearable
      data={[...states]}
      value={value ?? null}
      onChange={onChange}
      w="10rem"
    />
  );
}

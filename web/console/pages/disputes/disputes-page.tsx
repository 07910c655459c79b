import { Select } from "@mantine/core";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import { Id } from "../../parts/copy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { money } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import { DISPUTE_STANDINGS, DisputeState } from "./dispute-state.tsx";

/** Payments that buyers dispute at their bank. */
export function DisputesPage() {
  const slug = useSlug();
  const [{ standing }, setFilter] = useFilters<"standing">();
  const wanted = DISPUTE_STANDINGS.find((each) => each === standing);
  const list = useList({
    key: ["o", slug, "disputes", wanted],
    read: (part) => {
      const query = { ...part, ...(wanted ? { standing: wanted } : {}) };
      return pageOf(api.GET("/organisations/{slug}/disputes", { params: { path: { slug }, query } }));
    },
  });
  return (
    <Page
      title="Disputes"
      lead="Disputes are answered at the provider. This page shows what happened to the tickets."
    >
      <Section
        title="All disputes"
        acts={
          <Select
            aria-label="State"
            placeholder="Any state"
            clearable
            data={DISPUTE_STANDINGS}
            value={wanted ?? null}
            onChange={(value) => setFilter("standing", value)}
            w="10rem"
          />
        }
      >
        <ListTable
          label="Disputes"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Provider ID",
              cell: ({ providerDisputeId }) => <Id value={providerDisputeId} of="dispute" />,
            },
            { title: "State", cell: (dispute) => <DisputeState dispute={dispute} /> },
            { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
            { title: "Tickets", cell: ({ tickets }) => tickets },
            {
              title: "Order",
              cell: ({ orderId }) =>
                orderId && (
                  <To to="/o/$slug/orders/$id" params={{ slug, id: orderId }}>
                    <code className="plain">{orderId}</code>
                  </To>
                ),
            },
            { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
          empty={
            <Empty title={wanted ? `No ${wanted} disputes` : "No disputes"}>
              Buyers dispute a payment with their bank or with the provider.
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

import { Select } from "@mantine/core";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { Id } from "../../parts/copy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { money } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Ago } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import { DISPUTE_STANDINGS, DisputeState } from "../disputes/dispute-state.tsx";

/** Disputes of all organisations, by default those that are open. */
export function WaitingDisputesPage() {
  const [{ standing: named }, setFilter] = useFilters<"standing">();
  const standing = DISPUTE_STANDINGS.find((each) => each === named) ?? "open";
  const list = useList({
    key: ["waiting-disputes", standing],
    read: (part) => pageOf(api.GET("/disputes", { params: { query: { ...part, standing } } })),
  });
  return (
    <Page title="Disputes" lead="Disputes of all organisations. They are answered at the provider.">
      <Section
        title="Disputes by state"
        acts={
          <Select
            aria-label="State"
            data={DISPUTE_STANDINGS}
            value={standing}
            allowDeselect={false}
            onChange={(value) => setFilter("standing", value === "open" ? null : value)}
            w="10rem"
          />
        }
      >
        <ListTable
          label="Disputes"
          order="Oldest first"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Provider ID",
              cell: ({ providerDisputeId }) => <Id value={providerDisputeId} of="dispute" />,
            },
            {
              title: "Organisation",
              cell: ({ organisation }) => (
                <To to="/o/$slug/disputes" params={{ slug: organisation }}>
                  {organisation}
                </To>
              ),
            },
            { title: "State", cell: (dispute) => <DisputeState dispute={dispute} /> },
            { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
            {
              title: "Order",
              cell: ({ orderId, organisation }) =>
                orderId && (
                  <To to="/o/$slug/orders/$id" params={{ slug: organisation, id: orderId }}>
                    <code className="plain">{orderId}</code>
                  </To>
                ),
            },
            { title: "Since", cell: ({ createdAt }) => <Ago at={createdAt} /> },
          ]}
          empty={<Empty title={`No ${standing} disputes`}>Choose another state to see the others.</Empty>}
        />
      </Section>
    </Page>
  );
}

import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { Id } from "../../parts/copy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { money } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Ago } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

/** Disputes of all organisations that something happened to lately. */
export function RecentDisputesPage() {
  const list = useList({
    key: ["recent-disputes"],
    read: (query) => pageOf(api.GET("/disputes", { params: { query } })),
  });
  return (
    <Page
      title="Disputes"
      lead="Of all organisations, opened or changed in the last 30 days. They are answered at the provider."
    >
      <Section title="Disputes of late">
        <ListTable
          label="Disputes of late"
          order="Oldest first"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "At the provider",
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
            { title: "Stage", cell: ({ stage }) => <Tag state={stage} tone="warn" /> },
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
          empty={<Empty title="No dispute">Nobody has disputed a payment in the last 30 days.</Empty>}
        />
      </Section>
    </Page>
  );
}

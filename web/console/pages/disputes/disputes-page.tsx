import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import { Id } from "../../parts/copy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { money } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

/** Payments that buyers dispute at their bank. */
export function DisputesPage() {
  const slug = useSlug();
  const list = useList({
    key: ["o", slug, "disputes"],
    read: (query) => pageOf(api.GET("/organisations/{slug}/disputes", { params: { path: { slug }, query } })),
  });
  return (
    <Page title="Disputes" lead="They are answered at the provider. Here you see what became of the tickets.">
      <Section title="All disputes">
        <ListTable
          label="Disputes"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "At the provider",
              cell: ({ providerDisputeId }) => <Id value={providerDisputeId} of="dispute" />,
            },
            { title: "Stage", cell: ({ stage }) => <Tag state={stage} tone="warn" /> },
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
          empty={<Empty title="No dispute">Nobody has disputed a payment.</Empty>}
        />
      </Section>
    </Page>
  );
}

import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import { Id } from "../../parts/copy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";

/** Who did what, and by which request. */
export function AuditPage() {
  const slug = useSlug();
  const list = useList({
    key: ["o", slug, "audit"],
    read: (query) => pageOf(api.GET("/organisations/{slug}/audit", { params: { path: { slug }, query } })),
  });
  return (
    <Page
      title="Audit"
      lead="Every change, by people and by the service's own token. Nothing is ever taken out."
    >
      <Section title="All entries">
        <ListTable
          label="Audit"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            { title: "When", cell: ({ at }) => <Time at={at} /> },
            { title: "Who", cell: ({ actor }) => actor },
            { title: "What", cell: ({ action }) => action.replaceAll(/[._]/g, " ") },
            { title: "To what", cell: ({ subject }) => <code className="plain">{subject}</code> },
            { title: "Details", cell: ({ facts }) => <Details facts={facts} /> },
            { title: "Request", cell: ({ requestId }) => <Id value={requestId} of="request" /> },
          ]}
          empty={<Empty title="Nothing was changed yet">Whatever somebody changes stands here.</Empty>}
        />
      </Section>
    </Page>
  );
}

function Details({ facts }: { readonly facts: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(facts);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>{entries.map(([name]) => name).join(", ")}</summary>
      <pre className="inline-pre">{JSON.stringify(facts, null, 2)}</pre>
    </details>
  );
}

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import { Id } from "../../parts/copy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";

/** Who did what, and by which request. */
export function AuditPage() {
  const slug = useSlug();
  const [{ actor, action }, setFilter] = useFilters<"actor" | "action">();
  const list = useList({
    key: ["o", slug, "audit", actor, action],
    read: (part) => {
      const query = { ...part, ...(actor ? { actor } : {}), ...(action ? { action } : {}) };
      return pageOf(api.GET("/organisations/{slug}/audit", { params: { path: { slug }, query } }));
    },
  });
  return (
    <Page
      title="Audit"
      lead="Every change, by people and by the service's own token. Nothing is ever taken out."
    >
      <div className="filters">
        <Filter
          key={`who ${actor}`}
          label="Who"
          value={actor}
          onChange={(value) => setFilter("actor", value)}
        />
        <Filter
          key={`what ${action}`}
          label="What, as api_key.revoked"
          value={action}
          onChange={(value) => setFilter("action", value)}
        />
      </div>
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

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Counts once it is left or sent, not with every letter. */
function Filter({ label, value = "", onChange }: FilterProps) {
  const [typed, setTyped] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim());
      }}
    >
      <TextInput
        label={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => typed.trim() !== value && onChange(typed.trim())}
      />
    </form>
  );
}

import { TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { Page as Part } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { type Column, ListTable } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";

type Entry = Schema<"AuditEntry"> & { readonly organisation?: string | null };

interface Query {
  readonly limit: number;
  readonly after?: never;
  readonly actor?: string;
  readonly action?: string;
}

interface AuditProps {
  readonly lead: string;
  readonly of: readonly unknown[];
  readonly read: (query: Query) => Promise<Part<Entry>>;
  readonly acts?: ReactNode;
  /** Whether entries are of several organisations. */
  readonly isOfAll?: boolean;
}

/** Who did what, from where, and by which request. */
export function AuditView({ lead, of, read, acts, isOfAll = false }: AuditProps) {
  const [{ actor, action }, setFilter] = useFilters<"actor" | "action">();
  const list = useList({
    key: [...of, "audit", actor, action],
    read: (part) => read({ ...part, ...(actor ? { actor } : {}), ...(action ? { action } : {}) }),
  });
  return (
    <Page title="Audit" lead={lead} acts={acts}>
      <div className="filters">
        <Filter
          key={`who ${actor}`}
          label="Actor, for example person:7"
          value={actor}
          onChange={(value) => setFilter("actor", value)}
        />
        <Filter
          key={`what ${action}`}
          label="Action, for example api_key.revoked"
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
            { title: "Actor", cell: (entry) => <Who entry={entry} /> },
            ...(isOfAll ? [OF] : []),
            { title: "Action", cell: ({ action }) => <What action={action} /> },
            { title: "Subject", cell: ({ subject }) => <code className="plain">{subject}</code> },
            { title: "Details", cell: ({ facts }) => <Details facts={facts} /> },
            {
              title: "Request",
              isActs: true,
              cell: ({ requestId }) => (
                <Id value={requestId} of="request">
                  {requestId.length > 12 ? `${requestId.slice(0, 8)}…` : requestId}
                </Id>
              ),
            },
          ]}
          empty={
            actor || action ? (
              <Empty title="No matches">Clear the filters to see all entries.</Empty>
            ) : (
              <Empty title="No changes yet">Every change appears here.</Empty>
            )
          }
        />
      </Section>
    </Page>
  );
}

const OF: Column<Entry> = {
  title: "Organisation",
  cell: ({ organisation }) =>
    organisation && (
      <To to="/o/$slug/audit" params={{ slug: organisation }}>
        {organisation}
      </To>
    ),
};

/** The name as it was then; it leads to everything that this one did. */
function Who({ entry: { actor, actorName, actorEmail, client } }: { readonly entry: Entry }) {
  return (
    <>
      <To to="." search={{ actor } as never}>
        {actorName ?? actor}
      </To>
      {actorEmail && <div className="figures">{actorEmail}</div>}
      {client && <div className="figures">from {client}</div>}
    </>
  );
}

/** In words; it leads to every entry of its kind, under the code that the filter wants. */
function What({ action }: { readonly action: string }) {
  return (
    <To to="." search={{ action } as never}>
      {action.replaceAll(/[._]/g, " ")}
    </To>
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

import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Page as PageOf } from "../../api/client.ts";
import { type Part, useList } from "../../api/list.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id, ShortId } from "../../parts/copy.tsx";
import { Download, type ExportPath } from "../../lists/download.tsx";
import { ListPage } from "../../lists/list-page.tsx";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";

type Entry = Schema<"AuditEntry"> & { readonly organisation?: string | null };

type Query = Part & { readonly actor?: string; readonly action?: string; readonly subject?: string };

interface AuditProps {
  readonly lead: string;
  readonly of: readonly unknown[];
  readonly read: (query: Query) => Promise<PageOf<Entry>>;
  /** Route of the export. */
  readonly file: ExportPath;
  /** true: entries of several organisations. */
  readonly isOfAll?: boolean;
}

/** Lists audit entries: who did what, from where, and by which request. */
export function AuditView({ lead, of, read, file, isOfAll = false }: AuditProps) {
  const [{ actor, action, subject }, setFilter] = useFilters<"actor" | "action" | "subject">();
  const list = useList({
    key: [...of, "audit", actor, action, subject],
    read: (part) =>
      read({
        ...part,
        ...(actor ? { actor } : {}),
        ...(action ? { action } : {}),
        ...(subject ? { subject } : {}),
      }),
  });
  return (
    <ListPage
      title="Audit"
      lead={lead}
      acts={<Download of={file}>Export as JSON Lines</Download>}
      above={
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
          <Filter
            key={`to what ${subject}`}
            label="Subject, for example competition:12"
            value={subject}
            onChange={(value) => setFilter("subject", value)}
          />
        </div>
      }
      section="All entries"
      name="audit"
      list={list}
      columns={[
        { title: "When", cell: ({ at }) => <Time at={at} /> },
        { title: "Actor", cell: (entry) => <Who entry={entry} /> },
        ...(isOfAll ? [OF] : []),
        { title: "Action", cell: ({ action }) => <What action={action} /> },
        { title: "Subject", cell: ({ subject }) => <About subject={subject} /> },
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
        actor || action || subject
          ? ["No matches", "Clear the filters to see all entries."]
          : ["No changes yet", "Every change appears here."]
      }
    />
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

/** Shows the name at that time, with a link to all actions of this actor. */
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

/** Shows the action in words, with a link to all entries of its kind. */
function What({ action }: { readonly action: string }) {
  return (
    <To to="." search={{ action } as never}>
      {action.replaceAll(/[._]/g, " ")}
    </To>
  );
}

/** Shows what was acted on, with a link to all entries about it. */
function About({ subject }: { readonly subject: string }) {
  const [kind = "", name = ""] = subject.split(":", 2);
  return (
    <To to="." search={{ subject } as never}>
      {name === "" ? (
        <code className="plain">{subject}</code>
      ) : (
        <>
          {kind.replaceAll("_", " ")} <ShortId value={name} />
        </>
      )}
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

/** Applies the filter when the field is left or submitted, not with every letter. */
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

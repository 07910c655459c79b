import type { Page as PageOf } from "../../api/client.ts";
import { type Part, useList } from "../../api/list.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id, ShortId } from "../../parts/copy.tsx";
import { Download, type ExportPath } from "../../lists/download.tsx";
import { type FilterField, useListFilters } from "../../lists/list-filters.ts";
import { ListPage } from "../../lists/list-page.tsx";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

type Entry = Schema<"AuditEntry"> & { readonly organisation?: string | null };

type Query = Part & { readonly [N in (typeof FIELDS)[number]["name"]]?: string };

const FIELDS = [
  { name: "since", label: "From", kind: "since" },
  { name: "until", label: "Until", kind: "until" },
  { name: "actor", label: "Actor", kind: "text", hint: "For example person:7." },
  { name: "action", label: "Action", kind: "text", hint: "For example api_key.revoked." },
  { name: "subject", label: "Subject", kind: "text", hint: "For example competition:12." },
] as const satisfies readonly FilterField[];

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
  const filters = useListFilters(FIELDS);
  const list = useList({
    key: [...of, "audit", filters.query],
    read: (part) => read({ ...part, ...filters.query }),
  });
  return (
    <ListPage
      title="Audit"
      label="Audit entries"
      lead={lead}
      acts={<Download of={file}>Export all as JSON Lines</Download>}
      filters={filters}
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
      empty={["No changes yet", "Every change appears here."]}
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

import { Alert, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Page as Part, pageOf } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { SecretOnce } from "../../parts/secret.tsx";
import { DataTable, Loading, RowButton } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { RevokeKey, RollKey } from "../keys/key-acts.tsx";
import { ReplaceSecret } from "../webhooks/endpoint-acts.tsx";

type ApiKey = Schema<"ApiKey">;
type Endpoint = Schema<"WebhookEndpoint">;
type Entry = Schema<"AuditEntry">;

/** Actions that show a secret. */
const SHOWING = [
  "api_key.claimed",
  "api_key.rolled",
  "webhook_endpoint.created",
  "webhook_endpoint.secret_rotated",
] as const;
const PART = 100;
const MOST_PARTS = 20;
const NONE_SO_FAR = "No matches in the entries that were checked.";

interface Held {
  readonly name: string;
  readonly keys: readonly ApiKey[];
  readonly endpoints: readonly Endpoint[];
  /** false: there are more keys, endpoints or entries than are read. */
  readonly isComplete: boolean;
}

type Chosen =
  | { readonly act: "roll" | "revoke"; readonly apiKey: ApiKey }
  | { readonly act: "replace"; readonly endpoint: Endpoint };

/**
 * Lists the keys and endpoints whose secrets a removed member knows, each with an action that replaces the secret.
 */
export function LeftBehind({ person }: { readonly person: number }) {
  const slug = useSlug();
  const may = useMay(slug);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["o", slug, "held-by", person],
    queryFn: () => heldBy(slug, person),
    staleTime: 0,
  });
  const close = () => {
    setChosen(null);
    void refetch();
  };
  return (
    <Page
      title={`Secrets known to ${data?.name ?? "a former member"}`}
      lead="The secrets of these were shown to this person. Replace them."
      acts={
        <To to="/o/$slug/team" params={{ slug }} search={{}}>
          Back to the team
        </To>
      }
    >
      <ProblemAlert problem={error} again={() => void refetch()} />
      {isLoading && <Loading rows={4} />}
      {data && (
        <>
          {!data.isComplete && (
            <Alert color="yellow" title="This list is not complete" mb="md">
              There are more keys, endpoints or audit entries than this page checks. Check the audit log, too.
            </Alert>
          )}
          <Section title="API keys">
            <Keys
              keys={data.keys}
              isComplete={data.isComplete}
              mayRoll={may("keys:hold")}
              mayRevoke={may("keys:revoke")}
              onChoose={setChosen}
            />
          </Section>
          <Section title="Endpoints">
            <Endpoints
              endpoints={data.endpoints}
              isComplete={data.isComplete}
              mayReplace={may("webhooks:secret")}
              onChoose={setChosen}
            />
          </Section>
        </>
      )}
      {chosen?.act === "roll" && <RollKey apiKey={chosen.apiKey} onClose={close} onShown={setSecret} />}
      {chosen?.act === "revoke" && <RevokeKey apiKey={chosen.apiKey} onClose={close} />}
      {chosen?.act === "replace" && (
        <ReplaceSecret id={chosen.endpoint.id} onClose={close} onReplaced={setSecret} />
      )}
      <SecretOnce
        title="The new secret"
        secret={secret}
        about="It replaces the previous secret. Store it where only your programs can read it."
        onStored={() => setSecret(null)}
      />
    </Page>
  );
}

const worksUntil = (time: string | null): boolean => time !== null && new Date(time) > new Date();

/** Finds the secrets that a person knows. Each secret is shown to one person, and the latest one works. */
async function heldBy(slug: string, person: number): Promise<Held> {
  const path = { slug };
  const [keys, endpoints, ...auditLists] = await Promise.all([
    wholeOf<ApiKey>((query) =>
      pageOf(api.GET("/organisations/{slug}/api-keys", { params: { path, query } })),
    ),
    wholeOf<Endpoint>((query) =>
      pageOf(api.GET("/organisations/{slug}/webhook-endpoints", { params: { path, query } })),
    ),
    ...SHOWING.map((action) =>
      // With a filter the API scans a part of the entries at a time, so a page may be empty although more follow.
      wholeOf<Entry>((query) =>
        pageOf(api.GET("/organisations/{slug}/audit", { params: { path, query: { action, ...query } } })),
      ),
    ),
  ]);
  const actor = `person:${person}`;
  // Ids ascend, so the newest entry is the first.
  const entries = auditLists.flatMap(({ rows }) => rows).toSorted((one, other) => other.id - one.id);
  const isTheirs = (subject: string, secrets: number) =>
    entries
      .filter((entry) => entry.subject === subject)
      .slice(0, secrets)
      .some((entry) => entry.actor === actor);
  const latest = entries.find((entry) => entry.actor === actor && entry.actorName !== null);
  return {
    name: latest?.actorName ?? `person ${person}`,
    // During its grace period the previous secret of a key works, too.
    keys: keys.rows.filter(
      ({ id, revokedAt, previousUntil }) =>
        revokedAt === null && isTheirs(`api_key:${id}`, worksUntil(previousUntil) ? 2 : 1),
    ),
    endpoints: endpoints.rows.filter(({ id }) => isTheirs(`webhook_endpoint:${id}`, 1)),
    isComplete: [keys, endpoints, ...auditLists].every((list) => list.isComplete),
  };
}

/** Reads a list page by page, up to the limit of this page. */
async function wholeOf<Row>(
  read: (part: { readonly limit: number; readonly after?: never }) => Promise<Part<Row>>,
): Promise<{ readonly rows: readonly Row[]; readonly isComplete: boolean }> {
  const found: Row[] = [];
  let after: string | null = null;
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const { rows, next }: Part<Row> = await read(
      after === null ? { limit: PART } : { limit: PART, after: after as never },
    );
    found.push(...rows);
    if (next === null) return { rows: found, isComplete: true };
    after = next;
  }
  return { rows: found, isComplete: false };
}

interface KeysProps {
  readonly keys: readonly ApiKey[];
  readonly isComplete: boolean;
  readonly mayRoll: boolean;
  readonly mayRevoke: boolean;
  readonly onChoose: (chosen: Chosen) => void;
}

function Keys({ keys, isComplete, mayRoll, mayRevoke, onChoose }: KeysProps) {
  if (keys.length === 0 && !isComplete) return NONE_SO_FAR;
  if (keys.length === 0) return "None. This person has not claimed or rolled a key that still works.";
  return (
    <DataTable
      label="API keys"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { title: "Name", cell: ({ name }) => <strong>{name}</strong> },
        { title: "Starts with", cell: ({ prefix }) => prefix && <code className="plain">{prefix}…</code> },
        {
          title: "Previous secret works until",
          cell: ({ previousUntil }) => <Time at={previousUntil} none="expired" />,
        },
        {
          title: "Actions",
          isActs: true,
          cell: (apiKey) => (
            <Group gap="xs">
              {mayRoll && (
                <RowButton label="Roll" of={apiKey.name} onClick={() => onChoose({ act: "roll", apiKey })} />
              )}
              {mayRevoke && (
                <RowButton
                  label="Revoke"
                  of={apiKey.name}
                  onClick={() => onChoose({ act: "revoke", apiKey })}
                />
              )}
            </Group>
          ),
        },
      ]}
    />
  );
}

interface EndpointsProps {
  readonly endpoints: readonly Endpoint[];
  readonly isComplete: boolean;
  readonly mayReplace: boolean;
  readonly onChoose: (chosen: Chosen) => void;
}

function Endpoints({ endpoints, isComplete, mayReplace, onChoose }: EndpointsProps) {
  if (endpoints.length === 0 && !isComplete) return NONE_SO_FAR;
  if (endpoints.length === 0) return "None. No endpoint's secret was shown to this person.";
  return (
    <DataTable
      label="Endpoints"
      rows={endpoints}
      keyOf={({ id }) => id}
      columns={[
        { title: "Address", cell: ({ url }) => url },
        {
          title: "Actions",
          isActs: true,
          cell: (endpoint) =>
            mayReplace && (
              <RowButton
                label="Replace the secret"
                of={`of ${endpoint.url}`}
                onClick={() => onChoose({ act: "replace", endpoint })}
              />
            ),
        },
      ]}
    />
  );
}

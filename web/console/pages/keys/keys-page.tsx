import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { SecretOnce } from "../../parts/secret.tsx";
import { type Column, ListTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { IssueKey } from "./issue-key.tsx";

type ApiKey = Schema<"ApiKey">;

/** By what programs of an organisation call the API. */
export function KeysPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [isNew, setNew] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList({
    key: ["o", slug, "keys"],
    read: (query) => pageOf(api.GET("/organisations/{slug}/api-keys", { params: { path: { slug }, query } })),
  });
  const issue = may("keys:issue") && <Button onClick={() => setNew(true)}>Issue a key</Button>;
  return (
    <Page
      title="API keys"
      lead="Each has scopes and a budget of its own. A secret is shown once."
      acts={issue}
    >
      <Section title="All keys">
        <ListTable
          label="API keys"
          list={list}
          keyOf={({ id }) => id}
          columns={columnsOf(may("keys:revoke") ? setRevoked : null)}
          empty={
            <Empty title="No key yet" action={issue}>
              A key is issued by an operator of the service. Its secret belongs in a server, never in a page.
            </Empty>
          }
        />
      </Section>
      {isNew && (
        <IssueKey
          onClose={() => setNew(false)}
          onIssued={(key) => {
            setNew(false);
            setSecret(key);
          }}
        />
      )}
      {revoked && <RevokeKey apiKey={revoked} onClose={() => setRevoked(null)} />}
      <SecretOnce
        title="The new API key"
        secret={secret}
        about="Whoever has it may do what its scopes allow. Hand it over by a way that nobody else reads."
        onStored={() => setSecret(null)}
      />
    </Page>
  );
}

function columnsOf(onRevoke: ((key: ApiKey) => void) | null): readonly Column<ApiKey>[] {
  const columns: Column<ApiKey>[] = [
    { title: "Name", cell: ({ name }) => <strong>{name}</strong> },
    {
      title: "Begins with",
      cell: ({ prefix }) => (prefix === null ? "not claimed yet" : <code className="plain">{prefix}…</code>),
    },
    { title: "State", cell: ({ revokedAt }) => <Tag state={revokedAt === null ? "active" : "revoked"} /> },
    { title: "Scopes", cell: ({ scopes }) => scopes.join(", ") },
    { title: "Budget", cell: ({ rateLimit, rateWindowSec }) => `${rateLimit} in ${rateWindowSec} s` },
    { title: "Issued", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  if (onRevoke)
    columns.push({
      title: "Acts",
      cell: (key) =>
        key.revokedAt === null && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Revoke ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            Revoke
          </Button>
        ),
    });
  return columns;
}

function RevokeKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const slug = useSlug();
  const revoking = useAct({
    send: (_: null, headers) =>
      answerOf(
        api.DELETE("/organisations/{slug}/api-keys/{id}", {
          params: { path: { slug, id: apiKey.id } },
          headers,
        }),
      ),
    changes: [["o", slug, "keys"]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Revoke ${apiKey.name}`}
      opened
      onClose={onClose}
      onSubmit={() => revoking.act(null)}
      submit="Revoke"
      isDangerous
      isActing={revoking.isActing}
      problem={revoking.problem}
    >
      <Text size="sm">
        Whatever calls with <code>{apiKey.prefix}…</code> is refused from this moment on, for ever.
      </Text>
    </FormDialog>
  );
}

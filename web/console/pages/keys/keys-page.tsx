import { ListPage } from "../../lists/list-page.tsx";
import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { SecretOnce } from "../../parts/secret.tsx";
import { type Column, RowButton } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Ago, Time } from "../../parts/time.tsx";
import { useFilters, useNew } from "../../shell/filters.ts";
import { IssueKey } from "./issue-key.tsx";
import { ClaimKey, RevokeKey, RollKey } from "./key-acts.tsx";

type ApiKey = Schema<"ApiKey">;

const NAMES = { claim: "Claim", roll: "Roll", revoke: "Revoke" } as const;

/** Key with the chosen action. */
interface Chosen {
  readonly act: "claim" | "roll" | "revoke";
  readonly apiKey: ApiKey;
}

/** Lists the API keys of an organisation. */
export function KeysPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [isNew, setNew] = useNew();
  const [{ claim }, setFilter] = useFilters<"claim">();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setChosen(null);
  const list = useList({
    key: ["o", slug, "keys"],
    read: (query) => pageOf(api.GET("/organisations/{slug}/api-keys", { params: { path: { slug }, query } })),
  });
  const claimed =
    may("keys:hold") && list.rows.find(({ id, claimable }) => claimable && String(id) === claim);
  return (
    <ListPage
      title="API keys"
      lead="Each key has its own scopes and rate limit. A secret is shown once."
      create={may("keys:issue") && <Button onClick={() => setNew(true)}>Issue a key</Button>}
      section="All keys"
      name="keys"
      list={list}
      columns={columnsOf({ mayHold: may("keys:hold"), mayRevoke: may("keys:revoke"), choose: setChosen })}
      empty={[
        "No keys yet",
        "An operator of the service issues keys. Keep the secret on a server, never in a web page.",
      ]}
    >
      {isNew && may("keys:issue") && (
        <IssueKey
          onClose={() => setNew(false)}
          onIssued={(key) => {
            setNew(false);
            setSecret(key);
          }}
        />
      )}
      {claimed && <ClaimKey apiKey={claimed} onClose={() => setFilter("claim", null)} onShown={setSecret} />}
      {chosen?.act === "claim" && <ClaimKey apiKey={chosen.apiKey} onClose={close} onShown={setSecret} />}
      {chosen?.act === "roll" && <RollKey apiKey={chosen.apiKey} onClose={close} onShown={setSecret} />}
      {chosen?.act === "revoke" && <RevokeKey apiKey={chosen.apiKey} onClose={close} />}
      <SecretOnce
        title="The API key"
        secret={secret}
        about="Anyone who has this key can do what its scopes allow. Keep it in a server's configuration, never in a web page."
        onStored={() => setSecret(null)}
      />
    </ListPage>
  );
}

function stateOf({ revokedAt, expiresAt, claimable }: ApiKey): string {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && new Date(expiresAt) < new Date()) return "expired";
  return claimable ? "waiting" : "active";
}

interface Allowed {
  readonly mayHold: boolean;
  readonly mayRevoke: boolean;
  readonly choose: (chosen: Chosen) => void;
}

function columnsOf(allowed: Allowed): readonly Column<ApiKey>[] {
  return [
    { title: "Name", cell: ({ name }) => <strong>{name}</strong> },
    { title: "Starts with", cell: ({ prefix }) => prefix && <code className="plain">{prefix}…</code> },
    { title: "State", cell: (apiKey) => <KeyState apiKey={apiKey} /> },
    { title: "Scopes", cell: ({ scopes }) => scopes.join(", ") },
    { title: "Rate limit", cell: ({ rateLimit, rateWindowSec }) => `${rateLimit} per ${rateWindowSec} s` },
    { title: "Last used", cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
    { title: "Expires", cell: ({ expiresAt }) => <Time at={expiresAt} none="never" /> },
    { title: "Actions", isActs: true, cell: (apiKey) => <KeyActs apiKey={apiKey} {...allowed} /> },
  ];
}

function KeyState({ apiKey }: { readonly apiKey: ApiKey }) {
  const { previousUntil, allowedAddresses, claimedBy } = apiKey;
  return (
    <>
      <Tag state={stateOf(apiKey)}>{stateOf(apiKey) === "waiting" ? "to be claimed" : undefined}</Tag>
      {claimedBy && (
        <div className="figures">
          claimed by <PersonName actor={claimedBy} />
        </div>
      )}
      {allowedAddresses && <div className="figures">from {allowedAddresses.join(", ")}</div>}
      {previousUntil && (
        <div className="figures">
          previous secret works until <Time at={previousUntil} />
        </div>
      )}
    </>
  );
}

/** Shows the name of a member: `person:7` means nothing to people. */
function PersonName({ actor }: { readonly actor: string }) {
  const slug = useSlug();
  const { data } = useQuery({
    queryKey: ["o", slug, "team", "people"],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/members", { params: { path: { slug } } })),
    enabled: useMay(slug)("team:read"),
  });
  if (data === undefined) return actor;
  return data.find(({ id }) => actor === `person:${id}`)?.name ?? `${actor}, who has left`;
}

function KeyActs({ apiKey, mayHold, mayRevoke, choose }: Allowed & { readonly apiKey: ApiKey }) {
  const state = stateOf(apiKey);
  const acts: Chosen["act"][] = [];
  if (mayHold && state === "waiting") acts.push("claim");
  if (mayHold && state === "active") acts.push("roll");
  if (mayRevoke && state !== "revoked") acts.push("revoke");
  return (
    <Group gap="xs">
      {acts.map((act) => (
        <RowButton
          key={act}
          label={NAMES[act]}
          of={apiKey.name}
          isPrimary={act === "claim"}
          onClick={() => choose({ act, apiKey })}
        />
      ))}
    </Group>
  );
}

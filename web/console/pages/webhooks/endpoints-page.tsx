import { Button } from "@mantine/core";
import { useState } from "react";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { SecretOnce } from "../../parts/secret.tsx";
import { type Column, ListTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { RegisterEndpoint } from "./endpoint-forms.tsx";

type Endpoint = Schema<"WebhookEndpoint">;

/** Where events are posted to. */
export function EndpointsPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList({
    key: ["o", slug, "endpoints"],
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/webhook-endpoints", { params: { path: { slug }, query } })),
  });
  const columns: readonly Column<Endpoint>[] = [
    {
      title: "Address",
      cell: ({ id, url }) => (
        <To to="/o/$slug/webhooks/$id" params={{ slug, id: String(id) }}>
          {url}
        </To>
      ),
    },
    { title: "State", cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
    { title: "Events", cell: ({ events }) => events?.join(", ") ?? "all" },
    { title: "Description", cell: ({ description }) => description ?? "" },
    { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  const register = may("webhooks:secret") && (
    <Button onClick={() => setNew(true)}>Register an endpoint</Button>
  );
  return (
    <Page
      title="Webhooks"
      lead="The service sends each event to these addresses, signed, and retries if it is not accepted."
      acts={register}
    >
      <Section title="Endpoints">
        <ListTable
          label="Endpoints"
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <Empty title="No endpoints yet" action={register}>
              Register the https address of your receiver. Its secret is shown once. You can send a ping at
              any time.
            </Empty>
          }
        />
      </Section>
      {isNew && (
        <RegisterEndpoint
          onClose={() => setNew(false)}
          onRegistered={(shown) => {
            setNew(false);
            setSecret(shown);
          }}
        />
      )}
      <SecretOnce
        title="The endpoint's secret"
        secret={secret}
        about="It signs every delivery. With it your receiver verifies that a delivery comes from this service."
        onStored={() => setSecret(null)}
      />
    </Page>
  );
}

export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const { enabled, failingSince } = endpoint;
  if (enabled && failingSince !== null)
    return (
      <>
        <Tag state="failing" /> since <Time at={failingSince} />
      </>
    );
  if (enabled) return <Tag state="enabled" />;
  return (
    <>
      <Tag state="disabled" /> {endpoint.disabledReason}
    </>
  );
}

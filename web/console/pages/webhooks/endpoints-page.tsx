import { ListPage } from "../../lists/list-page.tsx";
import { Button } from "@mantine/core";
import { useState } from "react";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { SecretOnce } from "../../parts/secret.tsx";
import type { Column } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { EndpointForm } from "./endpoint-form.tsx";

type Endpoint = Schema<"WebhookEndpoint">;

/** Lists the webhook endpoints of an organisation. */
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
  return (
    <ListPage
      title="Webhooks"
      lead="The service sends each event to these addresses, signed, and retries if it is not accepted."
      label="Endpoints"
      section="Endpoints"
      create={may("webhooks:secret") && <Button onClick={() => setNew(true)}>Register an endpoint</Button>}
      list={list}
      columns={columns}
      empty={[
        "No endpoints yet",
        "Register the https address of your receiver. Its secret is shown once. You can send a ping at any time.",
      ]}
    >
      {isNew && (
        <EndpointForm
          endpoint={null}
          onClose={() => setNew(false)}
          onRegistered={(endpointSecret) => {
            setNew(false);
            setSecret(endpointSecret);
          }}
        />
      )}
      <SecretOnce
        title="The endpoint's secret"
        secret={secret}
        about="It signs every delivery. With it your receiver verifies that a delivery comes from this service."
        onStored={() => setSecret(null)}
      />
    </ListPage>
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

import { ListPage } from "../../lists/list-page.tsx";
import { Button } from "@mantine/core";
import { useState } from "react";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { SecretOnce } from "../../parts/secret.tsx";
import { type Column, RowButton } from "../../parts/table.tsx";
import { useNew } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import {
  DAYS,
  type EndpointFigures,
  endpointName,
  EndpointState,
  failingText,
  successText,
  useFiguresOf,
} from "./endpoint-health.tsx";
import { ExampleEvents } from "./example-events.tsx";
import { ReplayFailed } from "./replay-failed.tsx";

const LOOK_EVERY_MS = 15_000;

type Endpoint = Schema<"WebhookEndpoint">;

/** Lists the webhook endpoints of an organisation. */
export function EndpointsPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [isNew, setNew] = useNew();
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList({
    key: ["o", slug, "endpoints"],
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/webhook-endpoints", { params: { path: { slug }, query } })),
  });
  const [replay, setReplay] = useState<number | null>(null);
  const figures = useFiguresOf(slug, list.rows, LOOK_EVERY_MS);
  const mayReplay = may("webhooks:send") && [...figures.values()].some(failingText);
  const columns = columnsOf(slug, figures, mayReplay ? setReplay : null);
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
      {isNew && may("webhooks:secret") && (
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
      {replay !== null && (
        <ReplayFailed
          endpointId={replay}
          failingSince={figures.get(replay)?.failing?.since}
          onClose={() => setReplay(null)}
        />
      )}
      <ExampleEvents />
    </ListPage>
  );
}

/** @param onReplay null: nothing can be replayed */
function columnsOf(
  slug: string,
  figures: ReadonlyMap<number, EndpointFigures>,
  onReplay: ((id: number) => void) | null,
): readonly Column<Endpoint>[] {
  const columns: Column<Endpoint>[] = [
    {
      title: "Endpoint",
      cell: (endpoint) => (
        <>
          <To to="/o/$slug/webhooks/$id" params={{ slug, id: String(endpoint.id) }}>
            {endpointName(endpoint)}
          </To>
          {endpoint.description !== null && <div className="figures">{endpoint.url}</div>}
        </>
      ),
    },
    {
      title: "State",
      cell: (endpoint) => <EndpointState endpoint={endpoint} figures={figures.get(endpoint.id)} />,
    },
    {
      title: `Last ${DAYS} days`,
      cell: ({ id }) => {
        const found = figures.get(id);
        return found && successText(found);
      },
    },
    { title: "Events", cell: ({ events }) => events?.join(", ") ?? "all" },
  ];
  if (onReplay)
    columns.push({
      title: "Actions",
      isActs: true,
      cell: (endpoint) => {
        const found = figures.get(endpoint.id);
        return (
          found &&
          failingText(found) && (
            <RowButton label="Replay" of={endpointName(endpoint)} onClick={() => onReplay(endpoint.id)} />
          )
        );
      },
    });
  return columns;
}

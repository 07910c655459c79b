import { type FilterField, useListFilters } from "../../lists/list-filters.ts";
import { ListSection } from "../../lists/list-page.tsx";
import type { BulkAct } from "../../lists/bulk.tsx";
import { Alert, Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Bars } from "../../parts/chart.tsx";
import { Id } from "../../parts/copy.tsx";
import { count, counted } from "../../parts/money.ts";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { type Column, Loading } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time, ZONE } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { ToList } from "../../shell/to-list.tsx";
import { PageMissing } from "../../shell/root.tsx";
import { Activity } from "../audit/activity.tsx";
import { barsOf, dayBarsOf, outcomeOf } from "./delivery-figures.ts";
import { EndpointActs } from "./endpoint-acts.tsx";
import {
  DAYS,
  type EndpointFigures,
  endpointName,
  failingText,
  figuresOf,
  successText,
} from "./endpoint-health.tsx";
import { EVENT_NAMES } from "./endpoint-form.tsx";
import { ReplayFailed } from "./replay-failed.tsx";

type Delivery = Schema<"Delivery">;
type Endpoint = Schema<"WebhookEndpoint">;

const LOOK_EVERY_MS = 3_000;
const STATES: Delivery["state"][] = ["pending", "delivered", "failed"];

const FIELDS = [
  { name: "since", label: "Sent from", kind: "since" },
  { name: "until", label: "Sent until", kind: "until" },
  { name: "type", label: "Event", kind: "choice", values: ["ping", ...EVENT_NAMES] },
] as const satisfies readonly FilterField[];

/** Shows one endpoint, with its deliveries and failures. */
export function EndpointPage() {
  const slug = useSlug();
  const id = Number(useParams({ strict: false }).id);
  const endpoints = useList({
    key: ["o", slug, "endpoints"],
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/webhook-endpoints", { params: { path: { slug }, query } })),
  });
  const figures = useQuery({ ...figuresOf(slug, id), refetchInterval: LOOK_EVERY_MS });
  const endpoint = endpoints.rows.find((each) => each.id === id);
  if (endpoints.isLoading) return <Loading rows={8} />;
  if (endpoints.problem) return <ProblemAlert problem={endpoints.problem} again={endpoints.again} />;
  if (!endpoint) return <PageMissing />;
  return (
    <Page
      within={<ToList slug={slug} to="webhooks" />}
      title={endpointName(endpoint)}
      beside={<StateTag endpoint={endpoint} />}
      lead={endpoint.description !== null && endpoint.url}
      acts={<EndpointActs endpoint={endpoint} />}
    >
      <Trouble figures={figures.data} />
      <Section title="Endpoint">
        <Facts
          facts={[
            ["ID", <Id key="id" value={endpoint.id} of="endpoint" />],
            ["Events", endpoint.events?.join(", ") ?? "all"],
            ["Standard Webhooks", endpoint.standardWebhooks ? "also sent" : "not sent: replace the secret"],
            ["Registered", <Time key="at" at={endpoint.createdAt} />],
            ["Changed", <Time key="changed" at={endpoint.updatedAt} />],
          ]}
        />
      </Section>
      {figures.data && sumOf(figures.data.deliveries) > 0 && (
        <Section title="Attempts by hour" lead={`The last 24 hours. ${stored(figures.data.deliveries)}`}>
          <Bars
            bars={barsOf(figures.data.hours)}
            label="Attempts by hour"
            unit={(value) => counted(value, "attempt")}
          />
        </Section>
      )}
      {figures.data && figures.data.days.some(({ delivered, failed }) => delivered + failed > 0) && (
        <Section
          title="Deliveries by day"
          lead={`The last ${DAYS} days, in ${ZONE}: ${successText(figures.data)}.`}
        >
          <Bars
            bars={dayBarsOf(figures.data.days)}
            label="Deliveries by day"
            unit={(value) => counted(value, "delivery", "deliveries")}
          />
        </Section>
      )}
      <Deliveries endpointId={id} failingSince={figures.data?.failing?.since} />
      <Activity slug={slug} subjects={[`webhook_endpoint:${id}`]} />
    </Page>
  );
}

interface DeliveriesProps {
  readonly endpointId: number;
  readonly failingSince: string | undefined;
}

function Deliveries({ endpointId: id, failingSince }: DeliveriesProps) {
  const slug = useSlug();
  const may = useMay(slug);
  const filters = useListFilters(FIELDS);
  const list = useList({
    key: ["o", slug, "deliveries", id, filters.query],
    filter: { name: "state", values: STATES },
    read: (query) =>
      pageOf(
        api.GET("/organisations/{slug}/webhook-endpoints/{id}/deliveries", {
          params: { path: { slug, id }, query: { ...filters.query, ...query } as never },
        }),
      ),
    everyMs: LOOK_EVERY_MS,
  });
  const [isReplaying, setReplaying] = useState(false);
  return (
    <>
      <ListSection
        label="Deliveries"
        title="Deliveries"
        list={list}
        acts={
          may("webhooks:send") && (
            <Button variant="default" onClick={() => setReplaying(true)}>
              Replay all failed
            </Button>
          )
        }
        name="deliveries"
        filters={filters}
        bulk={may("webhooks:send") ? replayOf(slug) : null}
        columns={columnsOf(slug)}
        empty={["No deliveries yet", "Send a ping to check whether the endpoint accepts it."]}
      />
      {isReplaying && (
        <ReplayFailed endpointId={id} failingSince={failingSince} onClose={() => setReplaying(false)} />
      )}
    </>
  );
}

function replayOf(slug: string): BulkAct<Delivery> {
  return {
    label: "Replay",
    noun: "failed delivery",
    plural: "failed deliveries",
    applies: ({ state }) => state === "failed",
    nameOf: ({ id, type }) => `${type} ${id}`,
    preview: (rows) => (
      <Text size="sm">
        {`${counted(rows.length, "delivery", "deliveries")} will be sent again, with the same id and body and a new retry schedule.`}
      </Text>
    ),
    send: (rows, _reason, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/batches/replays", {
          params: { path: { slug } },
          headers,
          body: { deliveryIds: rows.map(({ id }) => id) },
        }),
      ),
    changes: [["o", slug, "deliveries"]],
  };
}

const sumOf = ({ delivered, failed, pending }: Schema<"DeliveryFigures">) => delivered + failed + pending;

/** Describes the stored deliveries by state. */
function stored({ delivered, failed, pending }: Schema<"DeliveryFigures">): string {
  return `Stored: ${count(delivered)} delivered, ${count(failed)} failed, ${count(pending)} pending.`;
}

function StateTag({ endpoint: { enabled, failingSince, disabledReason } }: { readonly endpoint: Endpoint }) {
  if (!enabled)
    return (
      <>
        <Tag state="disabled" /> {disabledReason}
      </>
    );
  return <Tag state={failingSince === null ? "enabled" : "failing"} />;
}

function Trouble({ figures }: { readonly figures: EndpointFigures | undefined }) {
  const failure = figures && failingText(figures);
  if (!failure) return null;
  return (
    <Alert className="problem" color="red" title={failure}>
      No attempt has been accepted since then.
    </Alert>
  );
}

function columnsOf(slug: string): readonly Column<Delivery>[] {
  return [
    {
      title: "Delivery",
      cell: ({ id, type }) => (
        <To to="/o/$slug/deliveries/$id" params={{ slug, id: String(id) }}>
          {type}
        </To>
      ),
    },
    { title: "State", cell: ({ state }) => <Tag state={state} /> },
    {
      title: "Last response",
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return last ? outcomeOf(last) : "";
      },
    },
    { title: "Attempts", isFigure: true, cell: ({ attempts }) => attempts.length },
    { title: "Sent", cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: "Next attempt", cell: ({ dueAt }) => <Time at={dueAt} /> },
  ];
}

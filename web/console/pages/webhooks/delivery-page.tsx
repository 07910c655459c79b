import { Button, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id, Verbatim } from "../../parts/copy.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Tag } from "../../parts/tag.tsx";
import { duration, Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import { Loaded } from "../../shell/loaded.tsx";
import { curlOf, headersOf } from "./as-sent.ts";
import { isAccepted } from "./delivery-figures.ts";

type Delivery = Schema<"Delivery">;

const LOOK_EVERY_MS = 2_000;

/** Shows one delivery: its attempts, the request, the responses, and a command that repeats it. */
export function DeliveryPage() {
  const slug = useSlug();
  const id = Number(useParams({ strict: false }).id);
  const may = useMay(slug);
  const params = { path: { slug, id } };
  const query = useQuery({
    queryKey: ["o", slug, "delivery", id],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/deliveries/{id}", { params })),
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? LOOK_EVERY_MS : false),
  });
  const replaying = useAct({
    send: (_: null, headers) =>
      answerOf(api.POST("/organisations/{slug}/deliveries/{id}/replay", { params, headers })),
    changes: [
      ["o", slug, "delivery", id],
      ["o", slug, "deliveries"],
    ],
  });
  return (
    <Loaded query={query} rows={8}>
      {(data) => (
        <Page
          title={data.type}
          beside={<Tag state={data.state} />}
          lead={
            <To to="/o/$slug/webhooks/$id" params={{ slug, id: String(data.endpointId) }}>
              All deliveries of this endpoint
            </To>
          }
          acts={
            may("webhooks:send") && (
              <Button
                onClick={() => replaying.act(null)}
                loading={replaying.isActing}
                disabled={data.state === "pending"}
              >
                Replay
              </Button>
            )
          }
        >
          <ProblemAlert problem={replaying.problem} />
          <Section title="Delivery">
            <Facts
              facts={[
                ["Delivery", <Id key="id" value={data.id} of="delivery" />],
                ["Event", <EventLink key="event" slug={slug} id={data.eventId} />],
                ["First sent", <Time key="at" at={data.createdAt} />],
                ["Finished", <Time key="end" at={data.finishedAt} none="not yet" />],
                ["Next attempt", <Time key="due" at={data.dueAt} none="none" />],
              ]}
            />
          </Section>
          <Section
            title="Attempts"
            lead={data.attempts.length === 0 ? "The first attempt is in progress." : "Latest first."}
          >
            <Attempts delivery={data} />
          </Section>
          <Sent slug={slug} delivery={data} />
        </Page>
      )}
    </Loaded>
  );
}

function EventLink({ slug, id }: { readonly slug: string; readonly id: string }) {
  return (
    <To to="/o/$slug/events/$id" params={{ slug, id }}>
      <code className="plain">{id}</code>
    </To>
  );
}

function Attempts({ delivery }: { readonly delivery: Delivery }) {
  return (
    <ol className="line" reversed>
      {delivery.attempts.toReversed().map((attempt) => (
        <li key={attempt.number} className={isAccepted(attempt) ? undefined : "bad"}>
          <Stack gap={4}>
            <div>
              <strong>{attempt.status ?? "No response"}</strong> {attempt.error} ·{" "}
              {duration(attempt.durationMs)} · attempt {attempt.number}
            </div>
            <div className="line-when">
              <Time at={attempt.at} />
            </div>
            {attempt.response && (
              <Verbatim
                text={attempt.response}
                label={`Start of the response to attempt ${attempt.number}`}
              />
            )}
          </Stack>
        </li>
      ))}
    </ol>
  );
}

function Sent({ slug, delivery }: { readonly slug: string; readonly delivery: Delivery }) {
  const [{ tab = "body" }, setFilter] = useFilters<"tab">();
  const event = useQuery({
    queryKey: ["o", slug, "event", delivery.eventId],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/events/{id}", { params: { path: { slug, id: delivery.eventId } } }),
      ),
  });
  const endpoints = useQuery({
    queryKey: ["o", slug, "endpoint-url", delivery.endpointId],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/webhook-endpoints", { params: { path: { slug } } })),
  });
  const receiver = endpoints.data?.find(({ id }) => id === delivery.endpointId) ?? {
    url: "https://your-receiver.example",
    standardWebhooks: false,
  };
  const body = event.data ? JSON.stringify(event.data.payload) : null;
  return (
    <Section title="What was sent">
      <ProblemAlert problem={event.error} />
      {event.data && body !== null && (
        <Tabs value={tab} onChange={(value) => setFilter("tab", value)} keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="body">Body</Tabs.Tab>
            <Tabs.Tab value="headers">Headers</Tabs.Tab>
            <Tabs.Tab value="curl">curl</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="body">
            <Verbatim text={JSON.stringify(event.data.payload, null, 2)} label="Body" />
          </Tabs.Panel>
          <Tabs.Panel value="headers">
            <Verbatim text={headersOf(receiver, event.data, body)} label="Headers" />
            <Text size="sm" c="dimmed" mt="xs">
              Each attempt has its own time and signatures, made with the secret that only the endpoint and
              the service know.
            </Text>
          </Tabs.Panel>
          <Tabs.Panel value="curl">
            <Verbatim text={curlOf(receiver, event.data, body)} label="curl" />
            <Text size="sm" c="dimmed" mt="xs">
              Signs with the secret in <code>WEBHOOK_SECRET</code>, as the service does.
            </Text>
          </Tabs.Panel>
        </Tabs>
      )}
    </Section>
  );
}

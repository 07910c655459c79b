import { Select } from "@mantine/core";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ListTable } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import { EVENT_TYPES } from "../webhooks/endpoint-forms.tsx";

type EventType = Schema<"StoredEvent">["type"];

const TYPES = [...Object.keys(EVENT_TYPES), "ping"];

/** What has happened, whoever was told. */
export function EventsPage() {
  const slug = useSlug();
  const [{ type }, setFilter] = useFilters<"type">();
  const list = useList({
    key: ["o", slug, "events", type],
    read: (part) => {
      const query = { ...part, ...(type ? { type: type as EventType } : {}) };
      return pageOf(api.GET("/organisations/{slug}/events", { params: { path: { slug }, query } }));
    },
  });
  return (
    <Page title="Events" lead="Each event is sent to every endpoint that subscribes to its type.">
      <Section
        title="All events"
        acts={
          <Select
            aria-label="Type"
            placeholder="Any type"
            clearable
            data={TYPES}
            value={type ?? null}
            onChange={(value) => setFilter("type", value)}
            w="12rem"
          />
        }
      >
        <ListTable
          label="Events"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Event",
              cell: ({ id }) => (
                <To to="/o/$slug/events/$id" params={{ slug, id }}>
                  <code className="plain">{id}</code>
                </To>
              ),
            },
            { title: "Type", cell: ({ type }) => type },
            { title: "Happened", cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
          empty={
            <Empty title={type ? `No ${type} events` : "No events yet"}>
              Paid entries, payments, closed competitions and draws create events.
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

import { ListPage } from "../../lists/list-page.tsx";
import { EVENT_NAMES } from "../webhooks/endpoint-form.tsx";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

/** Events of an organisation, whether or not an endpoint received them. */
export function EventsPage() {
  const slug = useSlug();
  const list = useList({
    key: ["o", slug, "events"],
    filter: { name: "type", values: [...EVENT_NAMES, "ping"], label: "Type", placeholder: "Any type" },
    read: (query) => pageOf(api.GET("/organisations/{slug}/events", { params: { path: { slug }, query } })),
  });
  return (
    <ListPage
      title="Events"
      lead="Each event is sent to every endpoint that subscribes to its type."
      list={list}
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
      empty={["No events yet", "Paid entries, payments, closed competitions and draws create events."]}
    />
  );
}

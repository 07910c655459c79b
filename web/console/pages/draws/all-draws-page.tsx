import { ListPage } from "../../lists/list-page.tsx";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { Tag } from "../../parts/tag.tsx";
import { Ago, Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

const LOOK_EVERY_MS = 10_000;

/** Competitions of all organisations that have ended and are not drawn. */
export function AllDrawsPage() {
  const list = useList({
    key: ["all-draws"],
    read: (query) => pageOf(api.GET("/draws", { params: { query } })),
    everyMs: LOOK_EVERY_MS,
  });
  return (
    <ListPage
      title="Draws"
      lead="Competitions of all organisations that are waiting for their draw. Most are drawn automatically within minutes. Competitions halted by recovery need an operator."
      label="Waiting draws"
      section="Waiting draws"
      order="Longest first"
      list={list}
      columns={[
        {
          title: "Competition",
          cell: ({ id, organisation, title }) => (
            <To to="/o/$slug/competitions/$id" params={{ slug: organisation, id: String(id) }}>
              {title}
            </To>
          ),
        },
        {
          title: "Organisation",
          cell: ({ organisation }) => (
            <To to="/o/$slug" params={{ slug: organisation }}>
              {organisation}
            </To>
          ),
        },
        {
          title: "State",
          cell: ({ haltedAt, committedAt, closedAt }) =>
            haltedAt !== null ? (
              <Tag state="halted" tone="bad" />
            ) : committedAt !== null ? (
              <Tag state="waiting for its block" tone="note" />
            ) : closedAt !== null ? (
              <Tag state="waiting for its commitment" tone="note" />
            ) : (
              <Tag state="closing" tone="note" />
            ),
        },
        { title: "Tickets", isFigure: true, cell: ({ ticketsSold }) => ticketsSold },
        { title: "Ended", cell: ({ endDate }) => <Time at={endDate} /> },
        { title: "Waiting since", cell: ({ since }) => <Ago at={since} /> },
      ]}
      empty={["No waiting draws", "All ended competitions have been drawn."]}
    />
  );
}

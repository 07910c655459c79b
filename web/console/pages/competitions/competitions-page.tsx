import { Button, Group, Select } from "@mantine/core";
import { useState } from "react";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Shares } from "../../parts/chart.tsx";
import { Empty } from "../../parts/empty.tsx";
import { count, usd } from "../../parts/money.ts";
import { Page, Section } from "../../parts/page.tsx";
import { type Column, ListTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { useFilters } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import { CompetitionForm } from "./competition-form.tsx";

type Competition = Schema<"OperatorCompetition">;

const STATES: Competition["state"][] = [
  "draft",
  "scheduled",
  "open",
  "closing",
  "drawn",
  "retired",
  "cancelled",
];

/** Every competition in every state. */
export function CompetitionsPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [isNew, setNew] = useState(false);
  const [{ state }, setFilter] = useFilters<"state">();
  const wanted = STATES.find((each) => each === state);
  const list = useList({
    key: ["o", slug, "competitions", wanted],
    read: (part) => {
      const query = { ...part, ...(wanted ? { state: wanted } : {}) };
      return pageOf(api.GET("/organisations/{slug}/competitions", { params: { path: { slug }, query } }));
    },
  });
  const create = may("competitions:write") && <Button onClick={() => setNew(true)}>New competition</Button>;
  return (
    <Page
      title="Competitions"
      lead="Each competition has a prize, numbered tickets and a draw that anyone can verify."
      acts={
        <>
          <To to="/o/$slug/prizes" params={{ slug }} className="beside-button">
            Prizes
          </To>
          {create}
        </>
      }
    >
      <Section
        title="All competitions"
        acts={
          <Group gap="xs">
            <Select
              aria-label="State"
              placeholder="Any state"
              clearable
              data={STATES}
              value={wanted ?? null}
              onChange={(value) => setFilter("state", value)}
              w="10rem"
            />
          </Group>
        }
      >
        <ListTable
          label="Competitions"
          list={list}
          keyOf={({ id }) => id}
          columns={columnsOf(slug)}
          empty={
            <Empty title={wanted ? `No ${wanted} competitions` : "No competitions yet"} action={create}>
              A competition starts as a draft. Buyers cannot buy tickets until it is opened.
            </Empty>
          }
        />
      </Section>
      {isNew && <CompetitionForm onClose={() => setNew(false)} />}
    </Page>
  );
}

function columnsOf(slug: string): readonly Column<Competition>[] {
  return [
    {
      title: "Competition",
      cell: ({ id, title }) => (
        <To to="/o/$slug/competitions/$id" params={{ slug, id: String(id) }}>
          {title}
        </To>
      ),
    },
    { title: "State", cell: ({ state }) => <Tag state={state} /> },
    {
      title: "Sold",
      cell: ({ ticketsSold, ticketsHeld, available, maxTickets }) => (
        <>
          <Shares sold={ticketsSold} held={ticketsHeld} left={available} />
          <span className="figures">
            {count(ticketsSold)} of {count(maxTickets)}
          </span>
        </>
      ),
    },
    { title: "Ticket", isFigure: true, cell: ({ ticketPriceUSDCents }) => usd(ticketPriceUSDCents) },
    { title: "Opens", cell: ({ startDate }) => <Time at={startDate} /> },
    { title: "Closes", cell: ({ endDate }) => <Time at={endDate} /> },
  ];
}

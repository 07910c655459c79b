import { ListPage } from "../../lists/list-page.tsx";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { organisationOf, useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Shares } from "../../parts/chart.tsx";
import { count, usd } from "../../parts/money.ts";
import type { Column } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { useNew } from "../../shell/filters.ts";
import { To } from "../../shell/links.tsx";
import { ImportDialog } from "../imports/import-dialog.tsx";
import { competitionsIn } from "../imports/import-kinds.ts";
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

/** Competitions of an organisation, in all states. */
export function CompetitionsPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const [isNew, setNew] = useNew();
  const [isImporting, setImporting] = useState(false);
  const { data: organisation } = useQuery({ ...organisationOf(slug), enabled: isImporting });
  const list = useList({
    key: ["o", slug, "competitions"],
    filter: { name: "state", values: STATES },
    read: (query) =>
      pageOf(api.GET("/organisations/{slug}/competitions", { params: { path: { slug }, query } })),
  });
  return (
    <ListPage
      title="Competitions"
      lead="Each competition has a prize, numbered tickets and a draw that anyone can verify."
      acts={
        <>
          <To to="/o/$slug/prizes" params={{ slug }} className="beside-button">
            Prizes
          </To>
          {may("competitions:write") && (
            <Button variant="default" onClick={() => setImporting(true)}>
              Import from CSV
            </Button>
          )}
        </>
      }
      create={may("competitions:write") && <Button onClick={() => setNew(true)}>New competition</Button>}
      list={list}
      columns={columnsOf(slug)}
      empty={[
        "No competitions yet",
        "A competition starts as a draft. Buyers cannot buy tickets until it is opened.",
      ]}
    >
      {isNew && may("competitions:write") && <CompetitionForm onClose={() => setNew(false)} />}
      {isImporting && (
        <ImportDialog
          kind={competitionsIn(organisation?.timeZone ?? "the organisation's time zone")}
          onClose={() => setImporting(false)}
        />
      )}
    </ListPage>
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
          <Shares sold={ticketsSold} held={ticketsHeld} available={available} />
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

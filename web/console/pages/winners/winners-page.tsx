import { Button } from "@mantine/core";
import { useAct } from "../../api/act.ts";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { type Column, ListTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

/** Who has won, and who is told of it. */
export function WinnersPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const list = useList({
    key: ["o", slug, "winners"],
    read: (query) => pageOf(api.GET("/organisations/{slug}/winners", { params: { path: { slug }, query } })),
  });
  const publishing = useAct({
    send: ({ id, isPublished }: Publishing, headers) => {
      const options = { params: { path: { slug, id } }, headers };
      return answerOf(
        isPublished
          ? api.POST("/organisations/{slug}/winners/{id}/unpublish", options)
          : api.POST("/organisations/{slug}/winners/{id}/publish", options),
      );
    },
    changes: [["o", slug, "winners"]],
  });
  return (
    <Page title="Winners" lead="Partners' pages show published winners, without names.">
      <ProblemAlert problem={publishing.problem} />
      <Section title="All winners">
        <ListTable
          label="Winners"
          list={list}
          keyOf={({ id }) => id}
          columns={columnsOf(slug, may("winners:publish") ? publishing.act : null)}
          empty={
            <Empty title="No winners yet">
              A competition is drawn automatically some minutes after it closes.
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

interface Publishing {
  readonly id: number;
  readonly isPublished: boolean;
}

function columnsOf(
  slug: string,
  publish: ((wanted: Publishing) => void) | null,
): readonly Column<Schema<"OperatorWinner">>[] {
  return [
    {
      title: "Competition",
      cell: ({ competitionId, competitionTitle }) => (
        <To to="/o/$slug/competitions/$id" params={{ slug, id: String(competitionId) }}>
          {competitionTitle}
        </To>
      ),
    },
    {
      title: "Winner",
      cell: ({ accountId, buyer }) => (
        <To to="/o/$slug/buyers/$id" params={{ slug, id: String(accountId) }}>
          {buyer.email ?? buyer.walletAddress ?? accountId}
        </To>
      ),
    },
    { title: "Ticket", isFigure: true, cell: ({ ticketNumber }) => ticketNumber },
    { title: "Won", cell: ({ wonAt }) => <Time at={wonAt} /> },
    {
      title: "State",
      cell: ({ publishedAt }) =>
        publishedAt === null ? <Tag state="not published" /> : <Tag state="published" />,
    },
    {
      title: "Actions",
      isActs: true,
      cell: ({ id, publishedAt, ticketNumber }) =>
        publish && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${publishedAt === null ? "Publish" : "Unpublish"} ticket ${ticketNumber}`}
            onClick={() => publish({ id, isPublished: publishedAt !== null })}
          >
            {publishedAt === null ? "Publish" : "Unpublish"}
          </Button>
        ),
    },
  ];
}

import { Text } from "@mantine/core";
import type { BulkAct } from "../../lists/bulk.tsx";
import { ListPage } from "../../lists/list-page.tsx";
import { useAct } from "../../api/act.ts";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { counted } from "../../parts/money.ts";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { type Column, RowButton } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

type Winner = Schema<"OperatorWinner">;

/** Lists the winners, and publishes them. */
export function WinnersPage() {
  const slug = useSlug();
  const may = useMay(slug);
  const list = useList({
    key: ["o", slug, "winners"],
    filter: { name: "state", values: ["unpublished", "published"] },
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
    <ListPage
      title="Winners"
      lead="Partners' pages show published winners, without names."
      above={<ProblemAlert problem={publishing.problem} />}
      name="winners"
      list={list}
      bulk={may("winners:publish") ? publicationOf(slug) : null}
      columns={columnsOf(slug, may("winners:publish") ? publishing.act : null)}
      empty={["No winners yet", "A competition is drawn automatically some minutes after it closes."]}
    />
  );
}

function publicationOf(slug: string): BulkAct<Winner> {
  return {
    label: "Publish",
    noun: "winner",
    applies: ({ publishedAt }) => publishedAt === null,
    nameOf: ({ ticketNumber, competitionTitle }) => `ticket ${ticketNumber} of ${competitionTitle}`,
    preview: (rows) => (
      <Text size="sm">
        {`${counted(rows.length, "winner")} of ${counted(new Set(rows.map(({ competitionId }) => competitionId)).size, "competition")} will be shown on partners' pages, without names.`}
      </Text>
    ),
    send: (rows, _reason, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/batches/publications", {
          params: { path: { slug } },
          headers,
          body: { winnerIds: rows.map(({ id }) => id) },
        }),
      ),
    changes: [["o", slug, "winners"]],
  };
}

interface Publishing {
  readonly id: number;
  readonly isPublished: boolean;
}

function columnsOf(slug: string, publish: ((winner: Publishing) => void) | null): readonly Column<Winner>[] {
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
      isOneLine: true,
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
          <RowButton
            label={publishedAt === null ? "Publish" : "Unpublish"}
            of={`ticket ${ticketNumber}`}
            onClick={() => publish({ id, isPublished: publishedAt !== null })}
          />
        ),
    },
  ];
}

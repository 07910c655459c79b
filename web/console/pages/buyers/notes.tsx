import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { RowButton } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

type Subject = { readonly order: string } | { readonly buyer: number };

const MAX_TEXT = 2_000;

/** Shows colleagues' notes about an order or a buyer, and a form that adds one. */
export function Notes({ of }: { readonly of: Subject }) {
  const slug = useSlug();
  const mayWrite = useMay(slug)("notes:write");
  const changes = [
    ["o", slug, "notes"],
    ["o", slug, "audit"],
  ];
  const list = useList({
    key: ["o", slug, "notes", of],
    read: (query) =>
      pageOf(
        "order" in of
          ? api.GET("/organisations/{slug}/orders/{id}/notes", {
              params: { path: { slug, id: of.order }, query },
            })
          : api.GET("/organisations/{slug}/accounts/{id}/notes", {
              params: { path: { slug, id: of.buyer }, query },
            }),
      ),
  });
  const deleting = useAct({
    send: (id: number, headers) =>
      answerOf(api.DELETE("/organisations/{slug}/notes/{id}", { params: { path: { slug, id } }, headers })),
    changes,
  });
  return (
    <Section title="Notes" lead="For colleagues. Buyers do not see them.">
      <Stack gap="sm">
        {mayWrite && <NewNote of={of} changes={changes} />}
        <ProblemAlert problem={list.problem ?? deleting.problem} again={list.again} />
        {list.rows.length === 0 && !list.isLoading && !mayWrite && <Text c="dimmed">No notes.</Text>}
        {list.rows.map((note) => (
          <NoteText
            key={note.id}
            note={note}
            isOfBuyer={"buyer" in of}
            onDelete={mayWrite ? () => deleting.act(note.id) : null}
          />
        ))}
        {list.hasMore && (
          <Button variant="default" size="compact-md" onClick={list.more} loading={list.isLoadingMore}>
            Load more
          </Button>
        )}
      </Stack>
    </Section>
  );
}

interface NoteTextProps {
  readonly note: Schema<"Note">;
  readonly isOfBuyer: boolean;
  /** null: the person may not delete it. */
  readonly onDelete: (() => void) | null;
}

function NoteText({ note, isOfBuyer, onDelete }: NoteTextProps) {
  const slug = useSlug();
  const { id, orderId, text, author, authorName, createdAt } = note;
  return (
    <article className="note" aria-label={`Note of ${authorName ?? author}`}>
      <div className="note-text">{text}</div>
      <Group justify="space-between" gap="xs">
        <div className="line-when">
          {authorName ?? author}, <Time at={createdAt} />
          {isOfBuyer && orderId !== null && (
            <>
              {" "}
              about{" "}
              <To to="/o/$slug/orders/$id" params={{ slug, id: orderId }}>
                an order
              </To>
            </>
          )}
        </div>
        {onDelete && <RowButton label="Delete" of={`note ${id}`} onClick={onDelete} />}
      </Group>
    </article>
  );
}

function NewNote({
  of,
  changes,
}: {
  readonly of: Subject;
  readonly changes: readonly (readonly unknown[])[];
}) {
  const slug = useSlug();
  const [text, setText] = useState("");
  const adding = useAct({
    send: (body: { text: string }, headers) =>
      answerOf(
        "order" in of
          ? api.POST("/organisations/{slug}/orders/{id}/notes", {
              params: { path: { slug, id: of.order } },
              headers,
              body,
            })
          : api.POST("/organisations/{slug}/accounts/{id}/notes", {
              params: { path: { slug, id: of.buyer } },
              headers,
              body,
            }),
      ),
    changes,
    onDone: () => setText(""),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        adding.act({ text });
      }}
    >
      <Stack gap="xs">
        <Textarea
          label="New note"
          autosize
          minRows={2}
          maxLength={MAX_TEXT}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ProblemAlert problem={adding.problem} />
        <div>
          <Button type="submit" variant="default" loading={adding.isActing} disabled={text.trim() === ""}>
            Add note
          </Button>
        </div>
      </Stack>
    </form>
  );
}

import { Button, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { FormDialog } from "../../parts/dialog.tsx";
import { money } from "../../parts/money.ts";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { NextTry } from "./next-try.tsx";
import { To } from "../../shell/links.tsx";
import { PageMissing } from "../../shell/root.tsx";

const LOOK_EVERY_MS = 2_000;

/** One refund, until the provider says that it is done. */
export function RefundPage() {
  const slug = useSlug();
  const id = Number(useParams({ strict: false }).id);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["o", slug, "refund", id],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/refunds/{id}", { params: { path: { slug, id } } })),
    refetchInterval: ({ state }) => (state.data?.state === "requested" ? LOOK_EVERY_MS : false),
  });
  if (isLoading) return <Loading rows={6} />;
  if (error?.status === 404) return <PageMissing />;
  if (!data) return <ProblemAlert problem={error} again={() => void refetch()} />;
  const { orderId } = data;
  return (
    <Page
      title={`Refund of ${money(data.amount, data.currency)}`}
      beside={<Tag state={data.state} />}
      acts={<RefundActs refund={data} />}
    >
      <Section title="Refund">
        <Facts
          facts={[
            ["ID", <Id key="id" value={data.id} of="refund" />],
            [
              "Order",
              orderId && (
                <To key="order" to="/o/$slug/orders/$id" params={{ slug, id: orderId }}>
                  <code className="plain">{orderId}</code>
                </To>
              ),
            ],
            ["Reason", data.reason],
            [
              "Provider ID",
              data.providerRefundId && (
                <Id key="provider" value={data.providerRefundId} of="refund at the provider" />
              ),
            ],
            ["Attempts", data.tries],
            ["Next attempt", <NextTry key="next" refund={data} />],
            ["Last error", data.lastError],
            ["Note", data.note],
            ["Requested", <Time key="at" at={data.createdAt} />],
            ["Last change", <Time key="changed" at={data.updatedAt} />],
            ["Done", <Time key="done" at={data.succeededAt} none="not yet" />],
          ]}
        />
      </Section>
    </Page>
  );
}

function RefundActs({ refund }: { readonly refund: Schema<"Refund"> }) {
  const slug = useSlug();
  const may = useMay(slug);
  const [note, setNote] = useState("");
  const [isOpen, setOpen] = useState(false);
  const { id, state, amount, currency, orderId } = refund;
  const params = { path: { slug, id } };
  const changes = [
    ["o", slug, "refund", id],
    ["o", slug, "refunds"],
    ["o", slug, "order", orderId],
  ];
  const retrying = useAct({
    send: (_: null, headers) =>
      answerOf(api.POST("/organisations/{slug}/refunds/{id}/retry", { params, headers })),
    changes,
  });
  const resolving = useAct({
    send: (body: { note: string }, headers) =>
      answerOf(api.POST("/organisations/{slug}/refunds/{id}/resolve", { params, headers, body })),
    changes,
    onDone: () => setOpen(false),
  });
  if (!may("orders:refund") || state === "succeeded") return null;
  return (
    <>
      {state !== "requested" && (
        <Button variant="default" onClick={() => setOpen(true)}>
          Mark as refunded
        </Button>
      )}
      {state !== "manual" && (
        <Button onClick={() => retrying.act(null)} loading={retrying.isActing}>
          {state === "failed" ? "Try again" : "Try now"}
        </Button>
      )}
      <ProblemAlert problem={retrying.problem} />
      <FormDialog
        title="Mark as refunded by hand"
        opened={isOpen}
        onClose={() => setOpen(false)}
        onSubmit={() => resolving.act({ note })}
        submit="Mark as refunded"
        isActing={resolving.isActing}
        problem={resolving.problem}
        isReady={note.trim() !== ""}
      >
        <Text size="sm">
          Confirm this only after the buyer has received {money(amount, currency)}. The service sends no money
          and counts the refund as done.
        </Text>
        <Textarea
          label="Note"
          description="How it was refunded, with a reference."
          required
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
      </FormDialog>
    </>
  );
}

import { Alert, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { FormDialog, Reason } from "../../parts/dialog.tsx";
import { money } from "../../parts/money.ts";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Time } from "../../parts/time.tsx";
import { NextTry } from "./next-try.tsx";
import { RefundTag } from "../orders/order-state.tsx";
import { ToList } from "../../shell/to-list.tsx";
import { OrderLink } from "../../shell/links.tsx";
import { Loaded } from "../../shell/loaded.tsx";

const LOOK_EVERY_MS = 2_000;

/** Shows one refund, and polls until the provider reports that it is done. */
export function RefundPage() {
  const slug = useSlug();
  const id = Number(useParams({ strict: false }).id);
  const query = useQuery({
    queryKey: ["o", slug, "refund", id],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/refunds/{id}", { params: { path: { slug, id } } })),
    refetchInterval: ({ state }) => (state.data?.state === "requested" ? LOOK_EVERY_MS : false),
  });
  return (
    <Loaded query={query}>
      {(data) => (
        <Page
          title={`Refund of ${money(data.amount, data.currency)}`}
          beside={<RefundTag state={data.state} />}
          within={<ToList slug={slug} to="refunds" />}
          acts={<RefundActs refund={data} />}
        >
          <RefundAdvice refund={data} />
          <Section title="Refund">
            <Facts
              facts={[
                ["ID", <Id key="id" value={data.id} of="refund" />],
                ["Order", data.orderId && <OrderLink key="order" slug={slug} id={data.orderId} />],
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
      )}
    </Loaded>
  );
}

/** Says what happens to a refund that has not left, and what to do. */
export function RefundAdvice({ refund }: { readonly refund: Schema<"Refund"> }) {
  const { state, lastError, nextTryAt, amount, currency } = refund;
  if (state === "succeeded") return null;
  const sum = money(amount, currency);
  if (state === "requested")
    return (
      <Alert className="advice" color="yellow" title={`${sum} has not been sent back yet`}>
        The provider has not confirmed the refund{lastError && ` (${lastError})`}. Next attempt:{" "}
        <NextTry refund={refund} />.
        {nextTryAt !== null && " Nothing has to be done; “Try now” does not wait."}
      </Alert>
    );
  return (
    <Alert
      className="problem"
      color="red"
      title={state === "failed" ? `The refund of ${sum} failed` : `${sum} must be refunded by hand`}
    >
      {state === "failed"
        ? `The buyer has not received the money${lastError ? ` (${lastError})` : ""}. Try again, or send it in another way and mark the refund as done.`
        : `The rail cannot send the money back${lastError ? ` (${lastError})` : ""}. Send it in another way, then mark the refund as done.`}
    </Alert>
  );
}

/** Buttons of a refund that has not left, for people who may use them. */
export function RefundActs({ refund }: { readonly refund: Schema<"Refund"> }) {
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
    ["o", slug, "audit"],
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
    <Group gap="xs">
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
        acting={resolving}
        isReady={note.trim() !== ""}
      >
        <Text size="sm">
          Confirm this only after the buyer has received {money(amount, currency)}. The service sends no money
          and counts the refund as done.
        </Text>
        <Reason
          label="Note"
          description="How it was refunded, with a reference."
          value={note}
          onType={setNote}
        />
      </FormDialog>
    </Group>
  );
}

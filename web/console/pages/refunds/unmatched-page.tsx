import { Button, Text } from "@mantine/core";
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
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { ToList } from "../../shell/to-list.tsx";
import { Loaded } from "../../shell/loaded.tsx";

/** Shows a payment that a provider reported and that belongs to no order. An operator decides about it. */
export function UnmatchedPage() {
  const slug = useSlug();
  const id = Number(useParams({ strict: false }).id);
  const query = useQuery({
    queryKey: ["o", slug, "unmatched-payment", id],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/unmatched-payments/{id}", { params: { path: { slug, id } } })),
  });
  return (
    <Loaded query={query}>
      {(data) => (
        <Page
          within={<ToList slug={slug} to="refunds" />}
          title={`${money(data.amount, data.currency)} without an order`}
          beside={<Tag state={data.state} tone={data.state === "open" ? "warn" : "good"} />}
          acts={<UnmatchedActs payment={data} />}
        >
          <Section title="Payment">
            <Facts
              facts={[
                ["Provider ID", <Id key="id" value={data.providerPaymentId} of="payment" />],
                ["Provider", `${data.provider} (${data.kind})`],
                ["Sent back so far", money(data.sentBack, data.currency)],
                [
                  "Order named in the payment",
                  data.orderId && (
                    <To key="order" to="/o/$slug/orders/$id" params={{ slug, id: data.orderId }}>
                      {data.orderId}
                    </To>
                  ),
                ],
                ["Found", <Time key="found" at={data.foundAt} />],
                ["Decided", <Time key="decided" at={data.decidedAt} none="not yet" />],
                ["Note", data.note],
              ]}
            />
          </Section>
        </Page>
      )}
    </Loaded>
  );
}

function UnmatchedActs({ payment }: { readonly payment: Schema<"UnmatchedPayment"> }) {
  const slug = useSlug();
  const may = useMay(slug);
  const [open, setOpen] = useState<"refund" | "resolve" | null>(null);
  const [text, setText] = useState("");
  const { id, state, amount, currency } = payment;
  const params = { path: { slug, id } };
  const shared = {
    changes: [
      ["o", slug, "unmatched-payment", id],
      ["o", slug, "unmatched"],
      ["o", slug, "refunds"],
    ],
    onDone: () => setOpen(null),
  };
  const refunding = useAct({
    ...shared,
    send: (body: { reason: string }, headers) =>
      answerOf(api.POST("/organisations/{slug}/unmatched-payments/{id}/refund", { params, headers, body })),
  });
  const resolving = useAct({
    ...shared,
    send: (body: { note: string }, headers) =>
      answerOf(api.POST("/organisations/{slug}/unmatched-payments/{id}/resolve", { params, headers, body })),
  });
  if (!may("orders:refund") || state !== "open") return null;
  const isRefund = open === "refund";
  return (
    <>
      <Button variant="default" onClick={() => setOpen("resolve")}>
        Resolve
      </Button>
      <Button onClick={() => setOpen("refund")}>Refund</Button>
      <FormDialog
        title={isRefund ? "Refund the payment" : "Resolve the payment"}
        opened={open !== null}
        onClose={() => setOpen(null)}
        onSubmit={() => (isRefund ? refunding.act({ reason: text }) : resolving.act({ note: text }))}
        submit={isRefund ? `Refund ${money(amount, currency)}` : "Mark as resolved"}
        isDangerous={isRefund}
        acting={isRefund ? refunding : resolving}
        isReady={text.trim() !== ""}
      >
        <Text size="sm">
          {isRefund
            ? "The provider is requested to send the whole payment back to the payer."
            : "No money is sent. The payment stays where it is and is no longer shown as open."}
        </Text>
        <Reason label={isRefund ? "Reason" : "Note"} value={text} onType={setText} />
      </FormDialog>
    </>
  );
}

import { Button, NumberInput, Text, Textarea } from "@mantine/core";
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
import { Empty } from "../../parts/empty.tsx";
import { usd } from "../../parts/money.ts";
import { Facts, Page, Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { DataTable, Loading } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { PageMissing } from "../../shell/root.tsx";
import { orderColumns } from "../orders/orders-page.tsx";

/** One buyer, with credit and orders. */
export function BuyerPage() {
  const slug = useSlug();
  const id = Number(useParams({ strict: false }).id);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["o", slug, "buyer", id],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/accounts/{id}", { params: { path: { slug, id } } })),
  });
  if (isLoading) return <Loading rows={6} />;
  if (error?.status === 404) return <PageMissing />;
  if (!data) return <ProblemAlert problem={error} again={() => void refetch()} />;
  return (
    <Page title={data.email ?? data.walletAddress ?? `Buyer ${id}`} acts={<GrantCredit account={data} />}>
      <div className="stats">
        <Stat label="Credit" value={usd(data.balanceCents)} />
        <Stat label="Reserved" value={usd(data.reservedCents)} note="by unpaid orders" />
      </div>
      <Section title="Buyer">
        <Facts
          facts={[
            ["ID", <Id key="id" value={data.id} of="buyer" />],
            ...data.identities.map(
              ({ kind, value }) => [kind === "email" ? "E-mail" : "Wallet", value] as const,
            ),
            ["Since", <Time key="at" at={data.createdAt} />],
          ]}
        />
      </Section>
      <Section title="Orders">
        {data.orders.length === 0 ? (
          <Empty title="No orders">This buyer has not placed an order.</Empty>
        ) : (
          <DataTable label="Orders" rows={data.orders} keyOf={({ id }) => id} columns={orderColumns(slug)} />
        )}
      </Section>
    </Page>
  );
}

function GrantCredit({ account }: { readonly account: Schema<"AccountWithOrders"> }) {
  const slug = useSlug();
  const may = useMay(slug);
  const [isOpen, setOpen] = useState(false);
  const [dollars, setDollars] = useState<string | number>("");
  const [reason, setReason] = useState("");
  const { id } = account;
  const granting = useAct({
    send: (body: { amountCents: number; reason: string }, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/accounts/{id}/credit", {
          params: { path: { slug, id } },
          headers,
          body,
        }),
      ),
    changes: [
      ["o", slug, "buyer", id],
      ["o", slug, "buyers"],
    ],
    onDone: () => {
      setOpen(false);
      setDollars("");
      setReason("");
    },
  });
  if (!may("credit:grant")) return null;
  const amountCents = Math.round(Number(dollars) * 100);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Grant credit
      </Button>
      <FormDialog
        title="Grant credit"
        opened={isOpen}
        onClose={() => setOpen(false)}
        onSubmit={() => granting.act({ amountCents, reason })}
        submit={amountCents === 0 ? "Grant" : `Grant ${usd(amountCents)}`}
        isActing={granting.isActing}
        problem={granting.problem}
        isReady={amountCents > 0 && reason.trim() !== ""}
      >
        <Text size="sm">Credit pays for tickets of this organisation. It is in US dollars.</Text>
        <NumberInput
          label="Amount in USD"
          required
          decimalScale={2}
          min={0}
          step={5}
          value={dollars}
          onChange={setDollars}
          data-autofocus
        />
        <Textarea
          label="Reason"
          required
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  );
}

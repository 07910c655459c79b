import { Button, NumberInput, Text } from "@mantine/core";
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
import { Empty } from "../../parts/empty.tsx";
import { counted, sums, usd } from "../../parts/money.ts";
import { Facts, Page, Section, Stat } from "../../parts/page.tsx";
import { DataTable } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { ToList } from "../../shell/to-list.tsx";
import { Loaded } from "../../shell/loaded.tsx";
import { Activity } from "../audit/activity.tsx";
import { Notes } from "./notes.tsx";
import { orderColumns } from "../orders/orders-page.tsx";

/** Shows one buyer, with credit and orders. */
export function BuyerPage() {
  const slug = useSlug();
  const id = Number(useParams({ strict: false }).id);
  const query = useQuery({
    queryKey: ["o", slug, "buyer", id],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/accounts/{id}", { params: { path: { slug, id } } })),
  });
  return (
    <Loaded query={query}>
      {(data) => (
        <Page
          title={data.email ?? data.walletAddress ?? `Buyer ${id}`}
          within={<ToList slug={slug} to="buyers" />}
          acts={<GrantCredit account={data} />}
        >
          <div className="stats">
            <Stat
              label="Paid"
              value={sums(data.purchases.paid) || usd(0)}
              note={`${counted(data.purchases.orders, "order")}${data.purchases.isMore ? ", the newest" : ""}; refunded ones are not counted`}
            />
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
          <Section
            title="Orders"
            acts={
              <To to="/o/$slug/orders" params={{ slug }} search={{ accountId: String(id) } as never}>
                All orders
              </To>
            }
          >
            {data.orders.length === 0 ? (
              <Empty title="No orders">This buyer has not placed an order.</Empty>
            ) : (
              <DataTable
                label="Orders"
                rows={data.orders}
                keyOf={({ id }) => id}
                columns={orderColumns(slug)}
              />
            )}
          </Section>
          <Notes of={{ buyer: id }} />
          <Activity slug={slug} subjects={[`account:${id}`]} />
        </Page>
      )}
    </Loaded>
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
        acting={granting}
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
        <Reason value={reason} onType={setReason} />
      </FormDialog>
    </>
  );
}

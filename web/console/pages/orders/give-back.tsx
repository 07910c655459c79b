import { Alert, Button, Text } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useMay } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog, Reason } from "../../parts/dialog.tsx";
import { counted, money, usd } from "../../parts/money.ts";

/** Refunds an order once. The dialog shows first what happens to money, credit and tickets. */
export function GiveBack({ order }: { readonly order: Schema<"OrderWithEvents"> }) {
  const slug = useSlug();
  const may = useMay(slug);
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const refunding = useAct({
    send: (body: { reason: string }, headers) =>
      answerOf(
        api.POST("/organisations/{slug}/orders/{id}/refund", {
          params: { path: { slug, id: order.id } },
          headers,
          body,
        }),
      ),
    changes: [
      ["o", slug, "order", order.id],
      ["o", slug, "orders"],
      ["o", slug, "refunds"],
      ["o", slug, "audit"],
    ],
    onDone: () => setOpen(false),
  });
  if (!may("orders:refund") || order.status !== "paid" || order.givenBackAt !== null) return null;
  const { tickets, creditCents, amount, currency, rail, provider } = order;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Refund
      </Button>
      <FormDialog
        title="Refund the order"
        opened={isOpen}
        onClose={() => setOpen(false)}
        onSubmit={() => refunding.act({ reason })}
        submit={`Refund ${money(amount, currency)}`}
        isDangerous
        acting={refunding}
        isReady={reason.trim() !== ""}
      >
        <Text size="sm">
          {amount > 0
            ? `${money(amount, currency)} is sent back via ${[rail, provider].filter(Boolean).join(" at ") || order.source}.`
            : "Nothing was charged, so no money is sent back."}
          {creditCents > 0 && ` ${usd(creditCents)} of credit is returned to the buyer's account.`}
        </Text>
        {tickets && (
          <Alert
            color="yellow"
            title={`${counted(order.quantity, "ticket")} (${tickets.first} to ${tickets.last})`}
          >
            If the draw has not started, the tickets are removed from it. Their numbers are not issued again.
          </Alert>
        )}
        <Reason
          description="Shown to your colleagues and in the audit log."
          value={reason}
          onType={setReason}
        />
      </FormDialog>
    </>
  );
}

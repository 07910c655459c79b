import { Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../../api/act.ts";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { count, counted, money, usd } from "../../parts/money.ts";
import { Facts } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";

interface CancelProps {
  readonly competition: Schema<"OperatorCompetition">;
  readonly onClose: () => void;
}

/** Cancels a competition after the person has read the consequences and typed its title. */
export function CancelCompetition({ competition, onClose }: CancelProps) {
  const slug = useSlug();
  const { id, title } = competition;
  const params = { path: { slug, id } };
  const [typed, setTyped] = useState("");
  const preview = useQuery({
    queryKey: ["o", slug, "cancel-preview", id],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/competitions/{id}/cancel-preview", { params })),
    staleTime: 0,
  });
  const cancelling = useAct({
    send: (_: null, headers) =>
      answerOf(api.POST("/organisations/{slug}/competitions/{id}/cancel", { params, headers })),
    changes: [["o", slug]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Cancel the competition"
      onClose={onClose}
      onSubmit={() => cancelling.act(null)}
      submit="Cancel permanently"
      dismiss="Keep the competition"
      isDangerous
      acting={cancelling}
      isReady={preview.data !== undefined && typed.trim() === title.trim()}
    >
      {preview.isLoading && <Loading rows={4} />}
      <ProblemAlert problem={preview.error} again={() => void preview.refetch()} />
      {preview.data && <Consequences preview={preview.data} />}
      <TextInput
        label={`Type the title to confirm: ${title}`}
        required
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function Consequences({ preview }: { readonly preview: Schema<"CancelPreview"> }) {
  const { refunds } = preview;
  return (
    <>
      <Text size="sm">This cannot be undone. It will:</Text>
      <Facts
        facts={[
          [
            "Refund",
            `${counted(preview.paidOrders, "paid order")} with ${counted(preview.paidTickets, "ticket")}`,
          ],
          [
            "End",
            `${counted(preview.pendingOrders, "unpaid order")} with ${counted(preview.pendingTickets, "held ticket")}`,
          ],
          ["Return credit", usd(preview.creditCents + preview.reservedCreditCents)],
          ["Reverse commissions", `${count(preview.commissions)}, ${usd(preview.commissionCents)}`],
        ]}
      />
      {refunds.length === 0 ? (
        <Text size="sm">No payment has to be refunded at a provider.</Text>
      ) : (
        <ul className="plain-list">
          {refunds.map((refund) => (
            <li key={`${refund.kind}${refund.provider}${refund.currency}`}>
              <strong>{money(refund.amount, refund.currency)}</strong> via {refund.provider} ({refund.kind}),{" "}
              {counted(refund.refunds, "refund")}
              {refund.byHand && ", each by hand because the rail does not support refunds"}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

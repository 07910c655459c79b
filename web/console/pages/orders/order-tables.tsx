import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { money } from "../../parts/money.ts";
import { RefundActs } from "../refunds/refund-page.tsx";
import { RefundTag } from "./order-state.tsx";
import { NextTry } from "../refunds/next-try.tsx";
import { Section } from "../../parts/page.tsx";
import { DataTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";

type Order = Schema<"OrderWithEvents">;

export function Payments({ order: { payments } }: { readonly order: Order }) {
  if (payments.length === 0) return null;
  return (
    <Section title="Payments">
      <DataTable
        label="Payments"
        rows={payments}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Provider ID",
            cell: ({ providerPaymentId }) => <Id value={providerPaymentId} of="payment" />,
          },
          { title: "State", cell: ({ state }) => <Tag state={state} /> },
          { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
          { title: "Received", cell: ({ receivedAt }) => <Time at={receivedAt} /> },
        ]}
      />
    </Section>
  );
}

export function Refunds({ order: { refunds }, slug }: { readonly order: Order; readonly slug: string }) {
  if (refunds.length === 0) return null;
  return (
    <Section title="Refunds">
      <DataTable
        label="Refunds"
        rows={refunds}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Refund",
            cell: ({ id }) => (
              <To to="/o/$slug/refunds/$id" params={{ slug, id: String(id) }}>
                {id}
              </To>
            ),
          },
          { title: "State", cell: ({ state }) => <RefundTag state={state} /> },
          { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
          { title: "Reason", cell: ({ reason }) => reason },
          { title: "Next attempt", cell: (refund) => <NextTry refund={refund} /> },
          { title: "Last change", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
          { title: "Actions", isActs: true, cell: (refund) => <RefundActs refund={refund} /> },
        ]}
      />
    </Section>
  );
}

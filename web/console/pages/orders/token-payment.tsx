import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { Facts, Section } from "../../parts/page.tsx";
import { DataTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";

type Order = Schema<"OrderWithEvents">;

/** The dollar tokens that the till takes have six decimals. */
const DECIMALS = 6;
const DECISIONS = {
  held: "lies at the address until the draw",
  to_treasury: "goes to the treasury",
  to_buyer: "goes back to the buyer",
} as const;

/** What came to the order's address on chain, and where it went. */
export function TokenPayment({ order: { tokenPayment } }: { readonly order: Order }) {
  if (tokenPayment === null) return null;
  const { transfers, movements } = tokenPayment;
  return (
    <>
      <Section title="Payment in tokens">
        <Facts
          facts={[
            ["Asked for", tokens(tokenPayment.units)],
            ["Token", <Id key="token" value={tokenPayment.token} of="token" />],
            ["Paid to", <Id key="address" value={tokenPayment.paymentAddress} of="address" />],
            ["Refund address", <Id key="refund" value={tokenPayment.refundAddress} of="refund address" />],
            ["Treasury", <Id key="treasury" value={tokenPayment.treasury} of="treasury" />],
            ["In time until", tokenPayment.deadline && <Time key="until" at={tokenPayment.deadline} />],
            ["Chain read until", tokenPayment.readUntil && <Time key="read" at={tokenPayment.readUntil} />],
            ["The price", DECISIONS[tokenPayment.decision]],
          ]}
        />
      </Section>
      {transfers.length > 0 && (
        <Section title="Tokens that came">
          <DataTable
            label="Tokens that came"
            rows={transfers}
            keyOf={({ txHash, logIndex }) => `${txHash} ${logIndex}`}
            columns={[
              { title: "Transaction", cell: ({ txHash }) => <Id value={txHash} of="transaction" /> },
              { title: "Amount", isFigure: true, cell: ({ units }) => tokens(units) },
              {
                title: "Token",
                cell: ({ token }) =>
                  token === tokenPayment.token ? "as asked for" : <Id value={token} of="token" />,
              },
              {
                title: "In time",
                cell: ({ receivedAt }) => (isLate(receivedAt, tokenPayment) ? "no" : "yes"),
              },
              { title: "Received", cell: ({ receivedAt }) => <Time at={receivedAt} /> },
            ]}
          />
        </Section>
      )}
      {movements.length > 0 && (
        <Section title="Tokens that left">
          <DataTable
            label="Tokens that left"
            rows={movements}
            keyOf={({ createdAt, to }) => `${createdAt} ${to}`}
            columns={[
              { title: "To", cell: ({ to }) => (to === "treasury" ? "the treasury" : "the buyer") },
              { title: "State", cell: ({ state }) => <Tag state={state} /> },
              {
                title: "Transaction",
                cell: ({ txHash }) => (txHash === null ? null : <Id value={txHash} of="transaction" />),
              },
              { title: "Error", cell: ({ error }) => error },
              { title: "Asked for", cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
        </Section>
      )}
    </>
  );
}

function isLate(at: string, { deadline }: { readonly deadline: string | null }): boolean {
  return deadline !== null && at > deadline;
}

/** @param units of the token, in decimal digits */
function tokens(units: string): string {
  const digits = units.padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/u, "").padEnd(2, "0");
  return `${digits.slice(0, -DECIMALS)}.${fraction}`;
}

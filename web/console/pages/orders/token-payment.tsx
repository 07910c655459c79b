import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { Facts, Section } from "../../parts/page.tsx";
import { DataTable } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";

type Order = Schema<"OrderWithEvents">;
type Payment = NonNullable<Order["tokenPayment"]>;
type Movement = Payment["movements"][number];
interface Props {
  readonly payment: Payment;
}

/** Decimals of the dollar tokens that the till accepts. */
const DECIMALS = 6;
const DECISIONS = {
  held: "held at the address until the draw",
  to_treasury: "sent to the treasury",
  to_buyer: "refunded to the buyer",
} as const;

const PAID_OUT = { service: "paid out", treasury: "paid out by the treasury" } as const;

/** Shows the transfers to and from the order's address on chain. */
export function TokenPayment({ order: { tokenPayment } }: { readonly order: Order }) {
  if (tokenPayment === null) return null;
  return (
    <>
      <Terms payment={tokenPayment} />
      {tokenPayment.transfers.length > 0 && <Transfers payment={tokenPayment} />}
      {tokenPayment.movements.length > 0 && <Movements payment={tokenPayment} />}
    </>
  );
}

function Terms({ payment }: Props) {
  const { paidOutBy, stayed } = payment;
  return (
    <Section title="Payment in tokens">
      <Facts
        facts={[
          ["Requested", tokens(payment.units)],
          ["Token", <Id key="token" value={payment.token} of="token" />],
          ["Paid to", <Id key="address" value={payment.paymentAddress} of="address" />],
          ["Refund address", <Id key="refund" value={payment.refundAddress} of="refund address" />],
          ["Treasury", <Id key="treasury" value={payment.treasury} of="treasury" />],
          ["Payment deadline", payment.deadline && <Time key="until" at={payment.deadline} />],
          ["Chain read until", payment.readUntil && <Time key="read" at={payment.readUntil} />],
          ["Price", paidOutBy === null ? DECISIONS[payment.decision] : PAID_OUT[paidOutBy]],
        ]}
      />
      {stayed.length > 0 && (
        <p>
          The refund address could not receive {stayed.map(({ units }) => tokens(units)).join(" and ")}. It
          remains at the payment address and can only go to the refund address.
        </p>
      )}
    </Section>
  );
}

function Transfers({ payment }: Props) {
  return (
    <Section title="Tokens received">
      <DataTable
        label="Tokens received"
        rows={payment.transfers}
        keyOf={({ txHash, logIndex }) => `${txHash} ${logIndex}`}
        columns={[
          { title: "Transaction", cell: ({ txHash }) => <Id value={txHash} of="transaction" /> },
          { title: "Amount", isFigure: true, cell: ({ units }) => tokens(units) },
          {
            title: "Token",
            cell: ({ token }) => (token === payment.token ? "as requested" : <Id value={token} of="token" />),
          },
          { title: "In time", cell: ({ receivedAt }) => (isLate(receivedAt, payment) ? "no" : "yes") },
          { title: "Received", cell: ({ receivedAt }) => <Time at={receivedAt} /> },
        ]}
      />
    </Section>
  );
}

function Movements({ payment }: Props) {
  return (
    <Section title="Tokens sent">
      <DataTable
        label="Tokens sent"
        rows={payment.movements}
        keyOf={({ createdAt, to, txHash }) => `${createdAt} ${to} ${txHash ?? ""}`}
        columns={[
          { title: "To", cell: ({ to }) => (to === "treasury" ? "the treasury" : "the buyer") },
          { title: "By", cell: callerOf },
          { title: "Amount", isFigure: true, cell: ({ units }) => units && tokens(units) },
          { title: "State", cell: ({ state }) => <Tag state={state} /> },
          {
            title: "Transaction",
            cell: ({ txHash }) => txHash && <Id value={txHash} of="transaction" />,
          },
          { title: "Error", cell: ({ error }) => error },
          { title: "Requested", cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </Section>
  );
}

function callerOf({ to, by }: Movement): string {
  if (by === "service") return "the service";
  return to === "treasury" ? "the treasury" : "the treasury or the buyer";
}

function isLate(at: string, { deadline }: { readonly deadline: string | null }): boolean {
  return deadline !== null && at > deadline;
}

/** Formats an amount of tokens. @param units of the token, in decimal digits */
function tokens(units: string): string {
  const digits = units.padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/u, "").padEnd(2, "0");
  return `${digits.slice(0, -DECIMALS)}.${fraction}`;
}

import { Empty } from "../../parts/empty.tsx";
import { ShortId } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import {
  amountOf,
  buyerOf,
  type Finding,
  FindingState,
  keyOfFinding,
  KINDS,
  PAGES,
  ticketsOf,
} from "./finding.tsx";

const NAMES: Readonly<Record<Finding["namedBy"], string>> = {
  orderId: "order ID",
  email: "e-mail",
  walletAddress: "wallet",
  accountId: "buyer ID",
  competitionId: "competition ID",
  competitionTitle: "title",
  ticketNumber: "ticket",
  orderNumber: "order number",
  paymentId: "payment at the provider",
  refundId: "refund",
  disputeId: "dispute at the provider",
  eventId: "event",
  deliveryId: "delivery",
  requestId: "request",
  providerId: "provider's ID",
};

/** Lists the results of a search, with links to their pages. */
export function Findings({
  findings,
  isOfAll = false,
}: {
  readonly findings: readonly Finding[];
  /** true: results of several organisations. */
  readonly isOfAll?: boolean;
}) {
  if (findings.length === 0)
    return (
      <Empty title="No results">
        Try the buyer's e-mail, or the ID that the provider shows for the payment.
      </Empty>
    );
  const columns: Column<Finding>[] = [
    { title: "Type", cell: ({ kind }) => KINDS[kind] },
    { title: "ID", cell: (finding) => <FindingLink finding={finding} /> },
    { title: "State", cell: (finding) => <FindingState finding={finding} /> },
    { title: "Buyer", cell: buyerOf },
    { title: "Competition", cell: ({ details }) => details.competitionTitle },
    { title: "Tickets", cell: ticketsOf },
    { title: "Amount", isFigure: true, cell: amountOf },
    { title: "When", cell: ({ at }) => <Time at={at} /> },
    { title: "Matched by", cell: ({ namedBy }) => NAMES[namedBy] },
  ];
  if (isOfAll)
    columns.splice(1, 0, {
      title: "Organisation",
      cell: ({ organisation }) => (
        <To to="/o/$slug" params={{ slug: organisation }}>
          {organisation}
        </To>
      ),
    });
  return <DataTable label="Findings" rows={findings} keyOf={keyOfFinding} columns={columns} />;
}

function FindingLink({ finding: { kind, id, organisation } }: { readonly finding: Finding }) {
  return (
    <To to={PAGES[kind]} params={{ slug: organisation, id }}>
      <ShortId value={id} />
    </To>
  );
}

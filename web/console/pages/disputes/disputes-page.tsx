import { api, pageOf } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id, ShortId } from "../../parts/copy.tsx";
import { ListPage } from "../../lists/list-page.tsx";
import { money } from "../../parts/money.ts";
import type { Column } from "../../parts/table.tsx";
import { Ago, Deadline, Time } from "../../parts/time.tsx";
import { OrderLink, Outside, To } from "../../shell/links.tsx";
import { DISPUTE_STANDINGS, DisputeState } from "./dispute-state.tsx";

type Dispute = Schema<"DisputeOfOrder">;

const ANSWER = "Disputes are answered at the provider, in its time limit. An open dispute has no result yet.";

const ID: Column<Dispute> = {
  title: "Provider ID",
  cell: ({ providerDisputeId, providerUrl, provider }) => (
    <>
      <Id value={providerDisputeId} of="dispute">
        <ShortId value={providerDisputeId} />
      </Id>
      {providerUrl && (
        <div>
          <Outside href={providerUrl}>Open at {provider}</Outside>
        </div>
      )}
    </>
  ),
};
const STATE: readonly Column<Dispute>[] = [
  { title: "State", cell: (dispute) => <DisputeState dispute={dispute} /> },
  { title: "Amount", isFigure: true, cell: ({ amount, currency }) => money(amount, currency) },
];
const ANSWER_BY: Column<Dispute> = {
  title: "Answer by",
  cell: ({ answerBy, standing }) =>
    answerBy === null ? (
      <span className="none">{standing === "open" ? "no date" : "–"}</span>
    ) : (
      <Deadline at={answerBy} />
    ),
};
const BUYER: Column<Dispute> = {
  title: "Buyer",
  isOneLine: true,
  cell: ({ buyer }) => buyer.email ?? buyer.walletAddress ?? "",
};

/** Columns of an organisation's disputes. */
export function disputeColumns(slug: string): readonly Column<Dispute>[] {
  return [
    ID,
    ...STATE,
    ANSWER_BY,
    {
      title: "Order",
      cell: ({ orderId, competitionId, competitionTitle }) => (
        <>
          <OrderLink slug={slug} id={orderId} />
          {competitionId !== null && (
            <div>
              <To to="/o/$slug/competitions/$id" params={{ slug, id: String(competitionId) }}>
                {competitionTitle}
              </To>
            </div>
          )}
        </>
      ),
    },
    BUYER,
    { title: "Tickets", cell: ({ tickets }) => tickets },
    { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

/** Payments of an organisation that buyers dispute. */
export function DisputesPage() {
  const slug = useSlug();
  const list = useList({
    key: ["o", slug, "disputes"],
    filter: { name: "standing", values: DISPUTE_STANDINGS },
    read: (query) => pageOf(api.GET("/organisations/{slug}/disputes", { params: { path: { slug }, query } })),
  });
  return (
    <ListPage
      title="Disputes"
      lead={ANSWER}
      list={list}
      columns={disputeColumns(slug)}
      empty={["No disputes", "Buyers dispute a payment with their bank or with the provider."]}
    />
  );
}

/** Disputes of all organisations, by default the open ones. */
export function AllDisputesPage() {
  const list = useList({
    key: ["all-disputes"],
    filter: { name: "standing", values: DISPUTE_STANDINGS, initial: "open" },
    read: (query) => pageOf(api.GET("/disputes", { params: { query } })),
  });
  return (
    <ListPage
      title="Disputes"
      lead={`Disputes of all organisations. ${ANSWER}`}
      section="Disputes by state"
      order="Oldest first"
      list={list}
      columns={[
        ID,
        {
          title: "Organisation",
          cell: ({ organisation }) => (
            <To to="/o/$slug/disputes" params={{ slug: organisation }}>
              {organisation}
            </To>
          ),
        },
        ...STATE,
        ANSWER_BY,
        BUYER,
        {
          title: "Order",
          cell: ({ orderId, organisation }) => <OrderLink slug={organisation} id={orderId} />,
        },
        { title: "Since", cell: ({ createdAt }) => <Ago at={createdAt} /> },
      ]}
      empty={["No disputes", "Buyers dispute a payment with their bank or with the provider."]}
    />
  );
}

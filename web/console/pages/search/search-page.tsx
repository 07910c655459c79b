import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Empty } from "../../parts/empty.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { DataTable, Loading } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { SearchForm } from "./search-form.tsx";

type Finding = Schema<"Finding">;

/** Of a competition and one of its tickets, as people say it. */
const TICKET = /^(?:competition|lot)\s*#?\s*(\d+)\s*,?\s*(?:ticket|no\.?)\s*#?\s*(\d+)$/i;
const NAMES: Readonly<Record<Finding["namedBy"], string>> = {
  orderId: "order's id",
  email: "e-mail",
  walletAddress: "wallet",
  accountId: "buyer's id",
  competitionId: "competition's id",
  competitionTitle: "title",
  ticketNumber: "ticket",
  orderNumber: "order's number",
  paymentId: "payment at the provider",
  refundId: "refund",
  disputeId: "dispute at the provider",
  eventId: "event",
  deliveryId: "delivery",
  requestId: "request",
  providerId: "provider's id",
};

function wanted(text: string) {
  const [, competition, ticket] = TICKET.exec(text.trim()) ?? [];
  return competition === undefined ? { text } : { text: ticket!, competitionId: Number(competition) };
}

/** Whatever a text names. */
export function SearchPage() {
  const slug = useSlug();
  const { q = "" } = useSearch({ strict: false });
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["o", slug, "search", q],
    queryFn: () =>
      answerOf(api.POST("/organisations/{slug}/search", { params: { path: { slug } }, body: wanted(q) })),
    enabled: q !== "",
  });
  return (
    <Page title="Search">
      <SearchForm key={q} text={q} />
      {q !== "" && (
        <Section title={`What ${q} names`}>
          {isLoading && <Loading rows={3} />}
          <ProblemAlert problem={error} again={() => void refetch()} />
          {data?.length === 0 && (
            <Empty title="Nothing has this name">
              Try the buyer's e-mail, or the id that the provider shows for the payment.
            </Empty>
          )}
          {data && data.length > 0 && (
            <DataTable
              label="Findings"
              rows={data}
              keyOf={({ kind, id }) => `${kind} ${id}`}
              columns={[
                { title: "What", cell: ({ kind }) => kind.replaceAll("_", " ") },
                { title: "Id", cell: (finding) => <FindingLink slug={slug} finding={finding} /> },
                { title: "Named by", cell: ({ namedBy }) => NAMES[namedBy] },
                { title: "When", cell: ({ at }) => <Time at={at} /> },
              ]}
            />
          )}
        </Section>
      )}
    </Page>
  );
}

function FindingLink({ slug, finding: { kind, id } }: { readonly slug: string; readonly finding: Finding }) {
  const params = { slug, id };
  switch (kind) {
    case "order":
      return (
        <To to="/o/$slug/orders/$id" params={params}>
          {id}
        </To>
      );
    case "account":
      return (
        <To to="/o/$slug/buyers/$id" params={params}>
          {id}
        </To>
      );
    case "competition":
      return (
        <To to="/o/$slug/competitions/$id" params={params}>
          {id}
        </To>
      );
    case "refund":
      return (
        <To to="/o/$slug/refunds/$id" params={params}>
          {id}
        </To>
      );
    case "unmatched_payment":
      return (
        <To to="/o/$slug/refunds" params={{ slug }} search={{ tab: "unmatched" }}>
          {id}
        </To>
      );
    case "event":
      return (
        <To to="/o/$slug/events/$id" params={params}>
          {id}
        </To>
      );
    case "delivery":
      return (
        <To to="/o/$slug/deliveries/$id" params={params}>
          {id}
        </To>
      );
  }
}

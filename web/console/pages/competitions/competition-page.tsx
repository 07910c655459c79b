import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import { Shares } from "../../parts/chart.tsx";
import { Id } from "../../parts/copy.tsx";
import { count, usd } from "../../parts/money.ts";
import { Facts, Page, Section, Stat } from "../../parts/page.tsx";
import { ProblemAlert } from "../../parts/problem-alert.tsx";
import { Loading } from "../../parts/table.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { Outside } from "../../shell/links.tsx";
import { PageMissing } from "../../shell/root.tsx";

/** One competition: what is sold, held and left. */
export function CompetitionPage() {
  const slug = useSlug();
  const id = Number(useParams({ strict: false }).id);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["o", slug, "competition", id],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/competitions/{id}", { params: { path: { slug, id } } })),
  });
  if (isLoading) return <Loading rows={8} />;
  if (error?.status === 404) return <PageMissing />;
  if (!data) return <ProblemAlert problem={error} again={() => void refetch()} />;
  const held = Math.max(0, data.maxTickets - data.ticketsSold - data.available);
  return (
    <Page title={data.title} beside={<Tag state={data.state} />} lead={data.description}>
      <div className="stats">
        <Stat label="Sold" value={count(data.ticketsSold)} note={`of ${count(data.maxTickets)} tickets`} />
        <Stat label="Held" value={count(held)} note="by orders that are not paid yet" />
        <Stat label="Left" value={count(data.available)} />
        <Stat label="Price of a ticket" value={usd(data.ticketPriceUSDCents)} />
      </div>
      <Section title="Tickets">
        <Shares sold={data.ticketsSold} held={held} left={data.available} />
      </Section>
      <Section title="Competition">
        <Facts
          facts={[
            ["Id", <Id key="id" value={data.id} of="competition" />],
            ["Opens", <Time key="start" at={data.startDate} />],
            ["Closes", <Time key="end" at={data.endDate} />],
            [
              "Paid by",
              [data.payment.fiat && (data.payment.fiatCurrency ?? "fiat"), ...data.payment.acceptedTokens]
                .filter(Boolean)
                .join(", "),
            ],
            ["Picture", data.imageUrl && <Outside key="image" href={data.imageUrl} />],
          ]}
        />
      </Section>
    </Page>
  );
}

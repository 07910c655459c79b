import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { useMay, useMe } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Shares } from "../../parts/chart.tsx";
import { Id } from "../../parts/copy.tsx";
import { count, usd } from "../../parts/money.ts";
import { Facts, Page, Section, Stat } from "../../parts/page.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time } from "../../parts/time.tsx";
import { Outside, To } from "../../shell/links.tsx";
import { Loaded } from "../../shell/loaded.tsx";
import { ToList } from "../../shell/to-list.tsx";
import { Activity } from "../audit/activity.tsx";
import { CompetitionActs } from "./competition-acts.tsx";
import { nameOf } from "./competition-form.tsx";
import { CompetitionSales } from "./competition-sales.tsx";
import { ForBuyers } from "./for-buyers.tsx";

/** Shows one competition, with its tickets sold, held and left. */
export function CompetitionPage() {
  const slug = useSlug();
  const id = Number(useParams({ strict: false }).id);
  const query = useQuery({
    queryKey: ["o", slug, "competition", id],
    queryFn: () =>
      answerOf(api.GET("/organisations/{slug}/competitions/{id}", { params: { path: { slug, id } } })),
  });
  return (
    <Loaded query={query} rows={8}>
      {(data) => (
        <Page
          title={data.title}
          within={<ToList slug={slug} to="competitions" />}
          beside={<Tag state={data.state} />}
          lead={nameOf(data.prize)}
          acts={<CompetitionActs competition={data} />}
        >
          <div className="stats">
            <Stat
              label="Sold"
              value={count(data.ticketsSold)}
              note={`of ${count(data.maxTickets)} tickets`}
            />
            <Stat label="Held" value={count(data.ticketsHeld)} note="by unpaid orders" />
            <Stat label="Left" value={count(data.available)} />
            <Stat label="Ticket price" value={usd(data.ticketPriceUSDCents)} />
          </div>
          <Section title="Tickets">
            <Shares sold={data.ticketsSold} held={data.ticketsHeld} available={data.available} />
          </Section>
          <Draw competition={data} />
          <CompetitionSales id={id} />
          <Section title="Competition">
            <CompetitionFacts competition={data} />
          </Section>
          <ForBuyers competition={data} />
          <Activity slug={slug} subjects={[`competition:${id}`, `prize:${data.prizeId}`]} />
        </Page>
      )}
    </Loaded>
  );
}

function CompetitionFacts({ competition: data }: { readonly competition: Schema<"OperatorCompetition"> }) {
  const { payment } = data;
  return (
    <Facts
      facts={[
        ["ID", <Id key="id" value={data.id} of="competition" />],
        ["Opens", <Time key="start" at={data.startDate} />],
        ["Closes", <Time key="end" at={data.endDate} />],
        ["Closed", <Time key="closed" at={data.closedAt} none="not yet" />],
        ["Cancelled", data.cancelledAt && <Time key="cancelled" at={data.cancelledAt} />],
        ["Halted by recovery", data.haltedAt && <Time key="halted" at={data.haltedAt} />],
        [
          "Payment in",
          [payment.fiat && (payment.fiatCurrency ?? "fiat"), ...payment.acceptedTokens]
            .filter(Boolean)
            .join(", "),
        ],
        ["On chain", data.onChain ? "yes" : "no"],
        ["Voided tickets", count(data.ticketsVoided)],
        ["Picture", data.imageUrl && <Outside key="image" href={data.imageUrl} />],
        ["Description", data.description],
      ]}
    />
  );
}

function WinnerLink({
  slug,
  winner: { accountId, buyer, ticketNumber, publishedAt },
}: {
  readonly slug: string;
  readonly winner: Schema<"OperatorWinner">;
}) {
  return (
    <>
      <To to="/o/$slug/buyers/$id" params={{ slug, id: String(accountId) }}>
        {buyer.email ?? buyer.walletAddress ?? `Buyer ${accountId}`}
      </To>
      , ticket {ticketNumber}, {publishedAt === null ? "not published" : "published"}
    </>
  );
}

/** Shows the state of the draw and the page that verifies it. */
function Draw({
  competition: { id, state, drawnAt },
}: {
  readonly competition: Schema<"OperatorCompetition">;
}) {
  const slug = useSlug();
  const { publicUrl } = useMe();
  const may = useMay(slug);
  const winners = useQuery({
    queryKey: ["o", slug, "competition", id, "winner"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/winners", {
          params: { path: { slug }, query: { competitionId: id } },
        }),
      ),
    enabled: drawnAt !== null && may("winners:read"),
  });
  const winner = winners.data?.[0];
  if (state !== "closing" && state !== "drawn" && state !== "retired") return null;
  const results = `${publicUrl}/embed/${slug}/competition/${id}/results`;
  return (
    <Section title="Draw">
      <Facts
        facts={[
          ["State", drawnAt === null ? "waiting for its block" : "drawn"],
          ["Drawn", <Time key="drawn" at={drawnAt} none="not yet" />],
          ["Winner", winner && <WinnerLink key="winner" slug={slug} winner={winner} />],
          [
            "Verify",
            <Outside key="verify" href={results}>
              Result page, where the draw can be verified
            </Outside>,
          ],
        ]}
      />
    </Section>
  );
}

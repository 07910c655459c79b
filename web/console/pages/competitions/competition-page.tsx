import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { useMay, useMe } from "../../api/me.ts";
import { useSlug } from "../../api/organisation.ts";
import { tagFor } from "../../api/snippet.ts";
import type { Schema } from "../../api/schemas.ts";
import { Bars, Shares } from "../../parts/chart.tsx";
import { Id, Verbatim } from "../../parts/copy.tsx";
import { withoutGaps } from "../../calendar/days.ts";
import { count, counted, usd } from "../../parts/money.ts";
import { Facts, Page, Section, Stat } from "../../parts/page.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Time, ZONE } from "../../parts/time.tsx";
import { Outside, To } from "../../shell/links.tsx";
import { Loaded } from "../../shell/loaded.tsx";
import { CompetitionActs } from "./competition-acts.tsx";
import { nameOf } from "./competition-form.tsx";

/** Shows one competition, with its tickets sold, held and left. */
export function CompetitionPage() {
  const slug = useSlug();
  const { publicUrl } = useMe();
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
          <Sales id={id} />
          <Section title="Competition">
            <CompetitionFacts competition={data} />
          </Section>
          <Draw competition={data} />
          {SELLING.has(data.state) && (
            <Section
              title="Widget"
              lead={
                <>
                  Buyers see the competition on your page and buy tickets.{" "}
                  <To
                    to="/o/$slug/widget"
                    params={{ slug }}
                    search={{ competition: String(id) }}
                    underline="always"
                  >
                    Copy the lines for your page
                  </To>
                </>
              }
            >
              <Verbatim
                label="Widget"
                text={tagFor({ base: publicUrl, slug, name: data.title, competition: String(id) })}
              />
            </Section>
          )}
        </Page>
      )}
    </Loaded>
  );
}

/** States in which a competition sells, or is about to. */
const SELLING: ReadonlySet<string> = new Set(["draft", "scheduled", "open"]);

function CompetitionFacts({ competition: data }: { readonly competition: Schema<"OperatorCompetition"> }) {
  const { payment } = data;
  const slug = useSlug();
  const { publicUrl } = useMe();
  const isPublic = data.state !== "draft";
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
        [
          "Buyers' page",
          isPublic && (
            <Outside key="page" href={`${publicUrl}/embed/${slug}/competition/${data.id}`}>
              Open the page that buyers see
            </Outside>
          ),
        ],
        ["Picture", data.imageUrl && <Outside key="image" href={data.imageUrl} />],
        ["Description", data.description],
      ]}
    />
  );
}

/** Shows the sales of each day. */
function Sales({ id }: { readonly id: number }) {
  const slug = useSlug();
  const { data } = useQuery({
    queryKey: ["o", slug, "competition", id, "sales"],
    queryFn: () =>
      answerOf(
        api.GET("/organisations/{slug}/competitions/{id}/sales", {
          params: { path: { slug, id }, query: { timeZone: ZONE } },
        }),
      ),
  });
  if (!data || data.days.length === 0) return null;
  const orders = data.days.reduce((sum, day) => sum + day.orders, 0);
  const cents = data.days.reduce((sum, day) => sum + day.salesUSDCents, 0);
  const sold = data.days.map(({ day, ticketsSold }) => ({ day, value: ticketsSold }));
  const bars = withoutGaps(sold, (day) => ({ day, value: 0 })).map(({ day, value }) => ({
    label: day,
    value,
  }));
  return (
    <Section
      title="Sold by day"
      lead={`${counted(orders, "paid order")}, ${usd(cents)} of ticket sales before credit and refunds. Days in ${ZONE}.`}
    >
      <Bars label="Tickets sold by day" bars={bars} unit={(value) => counted(value, "ticket")} />
    </Section>
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

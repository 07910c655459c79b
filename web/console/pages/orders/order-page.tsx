import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { useSlug } from "../../api/organisation.ts";
import type { Schema } from "../../api/schemas.ts";
import { Id } from "../../parts/copy.tsx";
import { counted, money, usd } from "../../parts/money.ts";
import { Facts, Page, Section, Stat } from "../../parts/page.tsx";
import { Time } from "../../parts/time.tsx";
import { To } from "../../shell/links.tsx";
import { ToList } from "../../shell/to-list.tsx";
import { Loaded } from "../../shell/loaded.tsx";
import { Activity } from "../audit/activity.tsx";
import { Notes } from "../buyers/notes.tsx";
import { RefundAdvice } from "../refunds/refund-page.tsx";
import { OrderState } from "./order-state.tsx";
import { buyerOf } from "./orders-page.tsx";
import { GiveBack } from "./give-back.tsx";
import { happenings } from "./happenings.tsx";
import { Payments, Refunds } from "./order-tables.tsx";
import { TokenPayment } from "./token-payment.tsx";

type Order = Schema<"OrderWithEvents">;

const LOOK_EVERY_MS = 2_000;

/** Shows one order from checkout to its last refund. */
export function OrderPage() {
  const slug = useSlug();
  const { id = "" } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ["o", slug, "order", id],
    queryFn: () => answerOf(api.GET("/organisations/{slug}/orders/{id}", { params: { path: { slug, id } } })),
    // Polls until the provider has reported an outcome.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_EVERY_MS : false),
  });
  return (
    <Loaded query={query} rows={8}>
      {(data) => (
        <Page
          title={`Order of ${buyerOf(data)}`}
          within={<ToList slug={slug} to="orders" />}
          beside={<OrderState order={data} />}
          lead={<Id value={data.id} of="order" />}
          acts={<GiveBack order={data} />}
        >
          {data.refunds
            .filter(({ state }) => state !== "succeeded")
            .map((refund) => (
              <RefundAdvice key={refund.id} refund={refund} />
            ))}
          <div className="stats">
            <Stat
              label="Charged"
              value={money(data.amount, data.currency)}
              note={data.rate ? `at ${data.rate} per USD` : undefined}
            />
            <Stat label="Price" value={usd(data.priceUSDCents)} note={counted(data.quantity, "ticket")} />
            <Stat label="Paid with credit" value={usd(data.creditCents)} />
            <Stat label="Refunded" value={sumIn("succeeded", data)} note={refundNote(data)} />
          </div>
          <Section title="What happened">
            <ol className="line">
              {happenings(data, slug).map(({ key, at, isBad, text }) => (
                <li key={key} className={isBad ? "bad" : undefined}>
                  <div>{text}</div>
                  <div className="line-when">
                    <Time at={at} />
                  </div>
                </li>
              ))}
            </ol>
          </Section>
          <Section title="Order">
            <OrderFacts order={data} slug={slug} />
          </Section>
          <Payments order={data} />
          <TokenPayment order={data} />
          <Refunds order={data} slug={slug} />
          <Notes of={{ order: data.id }} />
          <Activity
            slug={slug}
            subjects={[`order:${data.id}`, ...data.refunds.map(({ id }) => `refund:${id}`)]}
          />
        </Page>
      )}
    </Loaded>
  );
}

function isUnderWay({ status, refunds, events }: Order): boolean {
  return (
    status === "pending" ||
    refunds.some(({ state }) => state === "requested") ||
    events.some(({ deliveries }) => deliveries.some(({ state }) => state === "pending"))
  );
}

const amountIn = (which: Schema<"Refund">["state"], { refunds }: Order) =>
  refunds.filter(({ state }) => state === which).reduce((total, { amount }) => total + amount, 0);

const sumIn = (which: Schema<"Refund">["state"], order: Order) =>
  money(amountIn(which, order), order.currency);

/** Describes refunds that have not succeeded yet. */
function refundNote(order: Order): string | undefined {
  const notes = (
    [
      ["failed", "failed"],
      ["manual", "by hand"],
      ["requested", "requested"],
    ] as const
  )
    .filter(([state]) => amountIn(state, order) > 0)
    .map(([state, word]) => `${sumIn(state, order)} ${word}`);
  return notes.length > 0 ? notes.join(", ") : undefined;
}

function OrderFacts({ order, slug }: { readonly order: Order; readonly slug: string }) {
  const { tickets, providerIds } = order;
  return (
    <Facts
      facts={[
        [
          "Competition",
          <To key="lot" to="/o/$slug/competitions/$id" params={{ slug, id: String(order.competitionId) }}>
            {order.competitionTitle}
          </To>,
        ],
        [
          "Buyer",
          <To key="buyer" to="/o/$slug/buyers/$id" params={{ slug, id: String(order.accountId) }}>
            {buyerOf(order)}
          </To>,
        ],
        [
          "Tickets",
          tickets
            ? `${tickets.first} to ${tickets.last}${tickets.voidedAt ? ", removed from the draw" : ""}`
            : "none yet",
        ],
        [
          "Bought via",
          order.channel === "api"
            ? "an API key"
            : order.channel === "hosted"
              ? "the hosted pages"
              : "the contract",
        ],
        ["Rail", [order.rail, order.provider].filter(Boolean).join(" at ") || order.source],
        ["Affiliate", order.affiliate && `${order.affiliate}, ${usd(order.commissionCents)}`],
        ["Held until", <Time key="hold" at={order.holdUntil} />],
        ["Request", order.requestId && <Id key="request" value={order.requestId} of="request" />],
        ["Error", order.error],
        ...Object.entries(providerIds).map(
          ([name, value]) =>
            [`Provider's ${name}`, <Id key={name} value={String(value)} of={name} />] as const,
        ),
      ]}
    />
  );
}

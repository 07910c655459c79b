import type { Stripe } from "stripe";
import type { ListedPayment, ListedPayments, RailOrder } from "../../ports/rail.ts";
import type { Exchange } from "../shared/exchange.ts";
import type { StripeConversation } from "./client.ts";
import { fromWire } from "./currencies.ts";
import { ORDER_KEY, outcomeOfSession, pageOf, type Session, session } from "./messages.ts";

const SLACK_SECONDS = 10 * 60;

/** Stripe has answered that there is none, or only another order's. */
export const NO_OBJECT = { end: "refused", status: 404, code: "resource_missing" } as const;

/**
 * The order's session, with its intent. Without the provider's id, as after a lost answer, all sessions since the
 * order was placed are searched: Stripe has no filter for references.
 */
export async function findSession(
  conversation: StripeConversation,
  order: RailOrder,
): Promise<Exchange<Session>> {
  const id = order.ids["session"];
  if (id === undefined) return searchSession(conversation, order);
  const result = await conversation.ask(session, (stripe, call) =>
    stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }, call),
  );
  return result.end !== "data" || isOf(result.data, order, conversation) ? result : { end: "unreadable" };
}

/** Returns whether the rail made it for this order: another system of the account may give any reference. */
function isOf(
  one: Session,
  { id }: { readonly id: string | null },
  { livemode }: Pick<StripeConversation, "livemode">,
): boolean {
  const isMarked = one.client_reference_id === id && one.metadata?.[ORDER_KEY] === id;
  return isMarked && one.livemode === livemode;
}

async function searchSession(conversation: StripeConversation, order: RailOrder): Promise<Exchange<Session>> {
  const expiresAt = Math.floor(order.expiresAt.getTime() / 1000);
  // A session is created, by Stripe's clock, before it should expire.
  const created = {
    gte: Math.floor(order.createdAt.getTime() / 1000) - SLACK_SECONDS,
    lte: expiresAt + SLACK_SECONDS,
  };
  let after: string | undefined;
  for (;;) {
    const params: Stripe.Checkout.SessionListParams = {
      created,
      limit: 100,
      expand: ["data.payment_intent"],
      ...(after && { starting_after: after }),
    };
    const page = await conversation.ask(pageOf(session), (stripe, call) =>
      stripe.checkout.sessions.list(params, call),
    );
    if (page.end !== "data") return page;
    const { data: sessions, has_more: hasMore } = page.data;
    const found = sessions.find((one) => isOf(one, order, conversation));
    if (found !== undefined) return { end: "data", data: found };
    after = sessions.at(-1)?.id;
    if (!hasMore || after === undefined) return NO_OBJECT;
  }
}

/** A session can be paid for a day. */
const LIFETIME_SECONDS = 24 * 3600;

/**
 * Lists a page of the sessions that were paid since this time, with their refunded amounts. null: Stripe did not
 * answer.
 */
export async function listPaidSessions(
  conversation: StripeConversation,
  since: Date,
  after: string | null,
): Promise<ListedPayments | null> {
  const params: Stripe.Checkout.SessionListParams = {
    created: { gte: Math.floor(since.getTime() / 1000) - LIFETIME_SECONDS - SLACK_SECONDS },
    status: "complete",
    limit: 100,
    expand: ["data.payment_intent.latest_charge"],
    ...(after !== null && { starting_after: after }),
  };
  const page = await conversation.ask(pageOf(session), (stripe, call) =>
    stripe.checkout.sessions.list(params, call),
  );
  if (page.end !== "data") return null;
  const { data: sessions, has_more: hasMore } = page.data;
  return {
    payments: sessions
      .filter((one) => isOf(one, { id: one.client_reference_id }, conversation))
      .flatMap((one) => listed(one, since)),
    next: hasMore ? (sessions.at(-1)?.id ?? null) : null,
  };
}

function listed(one: Session, now: Date): ListedPayment[] {
  const seen = outcomeOfSession(one, now);
  const orderId = one.client_reference_id;
  if (seen.outcome !== "paid" || orderId === null) return [];
  const { received, paymentId, ids = {} } = seen;
  const intent = typeof one.payment_intent === "object" ? one.payment_intent : null;
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  const back = charge && fromWire(charge.amount_refunded, received.currency.toLowerCase());
  return [{ paymentId, orderId, received, sentBack: back?.amount ?? 0, ids }];
}

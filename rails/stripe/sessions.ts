import type { Stripe } from "stripe";
import type { RailOrder } from "../../ports/rail.ts";
import type { Exchange } from "../shared/exchange.ts";
import type { StripeConversation } from "./client.ts";
import { pageOf, type Session, session } from "./messages.ts";

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
  const said = await conversation.ask(session, (stripe, call) =>
    stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }, call),
  );
  return said.end !== "data" || said.data.client_reference_id === order.id ? said : { end: "unreadable" };
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
    const found = sessions.find((one) => one.client_reference_id === order.id);
    if (found !== undefined) return { end: "data", data: found };
    after = sessions.at(-1)?.id;
    if (!hasMore || after === undefined) return NO_OBJECT;
  }
}

import type { Stripe } from "stripe";
import type { RailOrder } from "../../ports/rail.ts";
import { isTrouble, type StripeConversation, type Trouble } from "./client.ts";
import { pageOf, type Session, session } from "./messages.ts";

const SLACK_SECONDS = 10 * 60;

/** Stripe has answered that there is none. */
export const NO_SESSION: Trouble = { trouble: "refused", code: "not_found", status: 404 };

/**
 * The order's session, with its intent. Without the provider's id, as after a lost answer, all sessions since the
 * order was placed are gone through: Stripe has no filter for references.
 */
export async function findSession(
  conversation: StripeConversation,
  order: RailOrder,
): Promise<Session | Trouble> {
  const id = order.ids["session"];
  if (id === undefined) return searchSession(conversation, order);
  const said = await conversation.ask(session, (stripe, call) =>
    stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }, call),
  );
  if (isTrouble(said)) return said.code === "resource_missing" ? NO_SESSION : said;
  return said.client_reference_id === order.id
    ? said
    : { trouble: "unreadable", code: "other_reference", status: null };
}

async function searchSession(conversation: StripeConversation, order: RailOrder): Promise<Session | Trouble> {
  const expiresAt = Math.floor(order.expiresAt.getTime() / 1000);
  // Created no later than it should expire, by Stripe's clock.
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
    if (isTrouble(page)) return page;
    const found = page.data.find((one) => one.client_reference_id === order.id);
    if (found !== undefined) return found;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return NO_SESSION;
  }
}

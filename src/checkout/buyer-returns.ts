import { Clock } from "../../ports/clock.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import type { Rail } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import { Confirmation } from "./confirmation.ts";
import { Inquiry } from "../settlement/inquiry.ts";
import { type ChargedOrder, outcomeOf } from "./order.ts";
import type { OrderId } from "../shared/ids.ts";
import { RateBudgets } from "../organisations/rate-budgets.ts";

const LOOK_AFTER_RETURN_MS = 10_000;
const RETURN_TOKEN_LENGTH_MAX = 30_000;

interface Return {
  readonly orderId: OrderId;
  /** Query parameters of the return address, and fields of a form posted to it. All of it is untrusted. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The network that the request comes from. */
  readonly client: string;
}

/**
 * Handles a buyer who returns from the rail: looks the payment up, or charges it if the rail charges on return. Anyone
 * who knows the session's address may call it any number of times, so look-ups are limited per session, network and
 * organisation.
 */
export class BuyerReturns extends Process<typeof BuyerReturns.needs> {
  static readonly needs = {
    orders: Orders,
    inquiry: Inquiry,
    confirmation: Confirmation,
    rails: Rails,
    clock: Clock,
  };
  /** The same interval as for polls: a return in between only reads the order. */
  readonly #sessions = new RateBudgets({ perMinute: 12, atOnce: 1 });
  /** Budget of new return tokens, which are looked up immediately. */
  readonly #returnTokens = new RateBudgets({ perMinute: 6, atOnce: 3 });
  /** Budgets by organisation and network, since many buyers share a network. */
  readonly #clients = new RateBudgets({ perMinute: 60, atOnce: 60 });
  readonly #organisations = new RateBudgets({ perMinute: 1_200, atOnce: 200 });

  /** @returns the order afterwards; null: no such order */
  async returned({ orderId, parameters, client }: Return): Promise<ChargedOrder | null> {
    const { orders, rails, clock } = this.parts;
    const order = await orders.byIdOfAnyOrganisation(orderId);
    if (order === null || order.rail === null || outcomeOf(order).status !== "pending") return order;
    const rail = rails.of(order);
    if (rail === null) return order;
    const returnToken = returnTokenIn(rail, parameters);
    const news = returnToken !== undefined && isNews(rail, order, returnToken) ? returnToken : null;

    const now = clock.now();
    const allows = (budgets: RateBudgets, key: string) => budgets.spend(key, now.getTime()).allowed;
    if (!allows(news === null ? this.#sessions : this.#returnTokens, orderId)) return order;
    const { organisationId } = order;
    const mayAsk =
      allows(this.#clients, `${organisationId} ${client}`) &&
      allows(this.#organisations, `${organisationId}`);
    const answer = mayAsk ? await this.#ask(rail, order, returnToken, news) : "open";
    if (answer === "final") return orders.byIdOfAnyOrganisation(orderId);
    // The call that charges has also scheduled the next check, in case the rail does not answer.
    if (answer === "told") return order;
    // The buyer may have paid: if the rail's notification is lost as well, the next look-up would be at the hold's end.
    const tokenToStore = rail.capabilities.status === "by_return_token" ? news : null;
    if (tokenToStore !== null || rail.capabilities.status === "by_id") {
      const checkAt = new Date(now.getTime() + LOOK_AFTER_RETURN_MS);
      await orders.hasten(order.organisationId, orderId, checkAt, tokenToStore);
    }
    return order;
  }

  /** @returns `open`: not final, whether or not it was looked up. `told`: not final, and the rail was told to charge */
  async #ask(
    rail: Rail,
    order: ChargedOrder,
    returnToken: string | undefined,
    news: string | null,
  ): Promise<"final" | "told" | "open"> {
    const { inquiry, confirmation, orders, clock } = this.parts;
    if (news !== null && rail.capabilities.confirmOnReturn) {
      const final = await inquiry.patiently(confirmation.confirmReturned(order, news));
      if (final !== "begun_before") return final ? "final" : "told";
    } else if (news !== null) return (await inquiry.askAnew(order, news)) ? "final" : "open";
    const mayAsk = await orders.ask(order.organisationId, order.id, clock.now());
    return mayAsk && (await inquiry.ask(order, returnToken)) ? "final" : "open";
  }
}

/** PostgreSQL cannot store NUL; genuine tokens neither contain it nor are this long. */
function returnTokenIn(rail: Rail, parameters: Readonly<Record<string, string>>): string | undefined {
  const token = rail.returnTokenOf?.(parameters);
  return token !== undefined && token.length <= RETURN_TOKEN_LENGTH_MAX && !token.includes("\0")
    ? token
    : undefined;
}

/** Returns whether the return token brings the rail something new. */
function isNews({ capabilities }: Rail, order: ChargedOrder, returnToken: string): boolean {
  if (capabilities.confirmOnReturn) return order.confirmBegunAt === null;
  return capabilities.status === "by_return_token" && returnToken !== order.returnToken;
}

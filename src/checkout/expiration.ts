import { Clock } from "../../ports/clock.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { Rails } from "../../ports/rails.ts";
import { invariant } from "../shared/invariant.ts";
import { defineProblem, NotFound } from "../shared/problem.ts";
import { RailUnavailable } from "./checkout.ts";
import { SessionFinal } from "./confirmation.ts";
import { Inquiry } from "../settlement/inquiry.ts";
import { type ChargedOrder, type Order, outcomeOf } from "./order.ts";
import { RailCancelling } from "../refunds/rail-cancelling.ts";
import { Settlement } from "../settlement/settlement.ts";

export const SessionNotExpirable = defineProblem(
  "session_not_expirable",
  "conflict",
  "The payment provider does not rule out that the session is still paid. It ends at its expiresAt, or when the provider says so.",
  { liftedByTime: true },
);

/** Reconciliation looks then, where the provider was asked to cancel and promised nothing. */
const LOOK_AFTER_MS = 10_000;

/** Ends pending orders at the partner's wish. */
export class Expiration {
  static readonly needs = [Orders, Settlement, Inquiry, RailCancelling, Rails, Clock] as const;
  readonly #orders: Orders;
  readonly #settlement: Settlement;
  readonly #inquiry: Inquiry;
  readonly #cancelling: RailCancelling;
  readonly #rails: Rails;
  readonly #clock: Clock;

  constructor(
    orders: Orders,
    settlement: Settlement,
    inquiry: Inquiry,
    cancelling: RailCancelling,
    rails: Rails,
    clock: Clock,
  ) {
    this.#orders = orders;
    this.#settlement = settlement;
    this.#inquiry = inquiry;
    this.#cancelling = cancelling;
    this.#rails = rails;
    this.#clock = clock;
  }

  /**
   * The order without tickets: hold, credit and pass are given back once it is certain that nobody pays any more. One
   * that has failed already is answered as it is, so repeating is safe. Money that comes late all the same is refunded.
   */
  async expire(organisationId: number, id: string): Promise<Order> {
    const order = await this.#orders.byId(organisationId, id);
    if (order === null) throw NotFound.because();
    if (outcomeOf(order).status === "pending") await this.#end(order);
    const after = await this.#orders.byId(organisationId, id);
    invariant(after, "an order does not vanish");
    switch (outcomeOf(after).status) {
      case "paid":
        throw SessionFinal.because("The session is paid already.");
      case "pending":
        throw SessionNotExpirable.because();
      case "failed":
        return after;
    }
  }

  async #end(order: ChargedOrder): Promise<void> {
    if (order.rail === null) return this.#giveUp(order);
    if (order.instruction === null) {
      throw SessionNotExpirable.because(
        "The payment provider's answer to the creation of the session is awaited. Try again shortly.",
      );
    }
    const rail = this.#rails.find(order.rail.kind, order.rail.provider);
    // Its package was taken out: nobody can be asked.
    if (rail === null) throw SessionNotExpirable.because();
    const answer = await this.#cancelling.cancelPending(order);
    if (answer === "cancelled") return this.#giveUp(order);
    if (rail.capabilities.cancel === "none") throw SessionNotExpirable.because();

    const payment = await this.#inquiry.lookUp(order);
    if (payment.outcome === "cancelled" || payment.outcome === "expired") return this.#giveUp(order);
    if (await this.#settlement.apply(order, payment)) return;
    const checkAt = new Date(this.#clock.now().getTime() + LOOK_AFTER_MS);
    await this.#orders.hasten(order.organisationId, order.id, checkAt, null);
    if (answer === "unknown" && payment.outcome === "unknown") throw RailUnavailable.because();
  }

  #giveUp(order: ChargedOrder): Promise<void> {
    return this.#settlement.giveUp(order, "expired", { giveBackPass: true });
  }
}

import { Clock } from "../../ports/clock.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import type { OrderId, OrganisationId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { defineProblem, NotFound } from "../shared/problem.ts";
import { RailUnavailable } from "./rail-unavailable.ts";
import { SessionFinal } from "./confirmation.ts";
import { Inquiry } from "../settlement/inquiry.ts";
import { type ChargedOrder, type Order, outcomeOf } from "./order.ts";
import { RailCanceller } from "../refunds/rail-canceller.ts";
import { Settlement } from "../settlement/settlement.ts";

export const SessionNotExpirable = defineProblem(
  "session_not_expirable",
  "conflict",
  "The payment provider cannot rule out that the session will still be paid. The session ends at its expiresAt, or when the provider reports its end.",
  { liftedByTime: true },
);

/** Time of the next reconciliation if the provider did not guarantee the cancellation. */
const LOOK_AFTER_MS = 10_000;

export class Expiration extends Process<typeof Expiration.needs> {
  static readonly needs = {
    orders: Orders,
    settlement: Settlement,
    inquiry: Inquiry,
    railCanceller: RailCanceller,
    rails: Rails,
    clock: Clock,
  };

  /**
   * Ends the order without tickets: hold, credit and pass are released once it is certain that the order can no longer
   * be paid. An order that has already failed is returned unchanged, so repeating is safe. Money that still arrives
   * later is refunded.
   */
  async expire(organisationId: OrganisationId, id: OrderId): Promise<Order> {
    const { orders } = this.parts;
    const order = await orders.byId(organisationId, id);
    if (order === null) throw NotFound.because();
    if (outcomeOf(order).status === "pending") await this.#end(order);
    const after = await orders.byId(organisationId, id);
    invariant(after, "an order does not vanish");
    switch (outcomeOf(after).status) {
      case "paid":
        throw SessionFinal.because("The session has already been paid.");
      case "pending":
        throw SessionNotExpirable.because();
      case "failed":
        return after;
    }
  }

  async #end(order: ChargedOrder): Promise<void> {
    const { rails, railCanceller, inquiry, settlement, clock, orders } = this.parts;
    if (order.rail === null) return this.#giveUp(order);
    if (order.instruction === null) {
      throw SessionNotExpirable.because(
        "The payment provider has not yet confirmed the creation of the session. Try again shortly.",
      );
    }
    const rail = rails.of(order);
    // The rail's package was removed: the payment cannot be looked up.
    if (rail === null) throw SessionNotExpirable.because();
    const answer = await railCanceller.cancelPending(order);
    if (answer === "cancelled") return this.#giveUp(order);
    if (rail.capabilities.cancel === "none") throw SessionNotExpirable.because();

    const payment = await inquiry.lookUp(order);
    if (payment.outcome === "cancelled" || payment.outcome === "expired") return this.#giveUp(order);
    if (await settlement.apply(order, payment)) return;
    const checkAt = new Date(clock.now().getTime() + LOOK_AFTER_MS);
    await orders.hasten(order.organisationId, order.id, checkAt, null);
    if ((answer === "unknown" || answer === "not_sent") && payment.outcome === "unknown")
      throw RailUnavailable.because();
  }

  #giveUp(order: ChargedOrder): Promise<void> {
    return this.parts.settlement.giveUp(order, "expired", { giveBackPass: true });
  }
}

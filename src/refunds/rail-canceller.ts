import { Addresses } from "../../ports/settings.ts";
import { Clock } from "../../ports/clock.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import { invariant } from "../shared/invariant.ts";
import { type ChargedOrder, railOrder } from "../checkout/order.ts";

/** Time until reconciliation checks the order if the process that claimed the confirm step dies. */
const ENDED_BY_MS = 60_000;

/** `cancelled`: it is certain that the order can no longer be paid. Otherwise as `Rail.cancel` returns. */
type RailCancellation = "cancelled" | "requested" | "too_late" | "unknown" | "not_sent";

/** Cancels an order's payment at its rail. Repeating is safe. */
export class RailCanceller extends Process<typeof RailCanceller.needs> {
  static readonly needs = { orders: Orders, rails: Rails, addresses: Addresses, clock: Clock };

  /**
   * Cancels a pending order. If only confirming would charge it, claiming the confirm step cancels it: no other caller
   * can confirm any more.
   */
  async cancelPending(order: ChargedOrder): Promise<RailCancellation> {
    const { rails, clock, orders } = this.parts;
    const rail = rails.of(order);
    const { createdByConfirming = false, confirmOnReturn = false } = rail?.capabilities ?? {};
    const oursAlone = createdByConfirming || confirmOnReturn;
    if (!oursAlone || order.confirmBegunAt !== null) return this.cancel(order);
    const now = clock.now();
    const begun = await orders.beginConfirm(order, createdByConfirming ? "fields" : "returned", {
      now,
      checkAt: new Date(now.getTime() + ENDED_BY_MS),
    });
    return begun === "begun" ? "cancelled" : "unknown";
  }

  /** Cancels the payment at the rail. Also unknown if the order's rail is not part of this build. */
  async cancel(order: ChargedOrder): Promise<RailCancellation> {
    const { rails, addresses } = this.parts;
    invariant(order.rail, "only an order that a rail charges is cancelled there");
    const rail = rails.of(order);
    if (rail === null) return "unknown";
    return rail.cancel(order.rail, railOrder(order, addresses));
  }
}

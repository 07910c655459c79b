import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import { Inquiry } from "./inquiry.ts";
import type { ChargedOrder } from "../checkout/order.ts";
import { RailCanceller } from "../refunds/rail-canceller.ts";
import { Settlement } from "./settlement.ts";
import { backoffMs } from "../shared/backoff.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const BATCH = 20;
const LEASE_MS = MINUTE_MS;
/** Maximum extension of a hold while the payment is being processed. */
const LONGEST_EXTENSION_MS = 24 * 60 * MINUTE_MS;
const LOOK_AGAIN_MS = 5 * MINUTE_MS;
const RAIL_CANCEL_TRIES = 20;
/** Wait after a cancellation that was not sent. */
const CANCEL_AGAIN_MS = 2 * MINUTE_MS;

/** Completes abandoned work: pending orders past their hold or their lot's end, and payments still open at a rail. */
export class Reconciliation extends Process<typeof Reconciliation.needs> {
  static readonly needs = {
    orders: Orders,
    settlement: Settlement,
    inquiry: Inquiry,
    railCanceller: RailCanceller,
    rails: Rails,
    clock: Clock,
    log: Log,
  };

  /** Processes one batch of due pending orders. @returns number of orders processed */
  async reconcileOnce(): Promise<number> {
    const { clock, orders, log } = this.parts;
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const due = await orders.claimDue({ limit: BATCH, now, leaseUntil });
    await Promise.all(
      due.map((order) =>
        this.#reconcile(order, now).catch((error: unknown) =>
          log.error({ err: error, orderId: order.id }, "order reconciliation failed; will retry"),
        ),
      ),
    );
    return due.length;
  }

  /** Processes one batch of failed orders that may still be open at their rail. @returns number of orders processed */
  async cancelAtRailsOnce(): Promise<number> {
    const { clock, log } = this.parts;
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const orders = await this.parts.orders.claimRailCancels({
      limit: BATCH,
      now,
      leaseUntil,
      maxTries: RAIL_CANCEL_TRIES,
    });
    await Promise.all(
      orders.map((order) =>
        this.#cancelAtRail(order).catch((error: unknown) =>
          log.error({ err: error, orderId: order.id }, "cancelling an order at its rail failed; will retry"),
        ),
      ),
    );
    return orders.length;
  }

  async #cancelAtRail(order: ChargedOrder): Promise<void> {
    const { railCanceller, inquiry, orders, clock } = this.parts;
    const answer = await railCanceller.cancel(order);
    if (answer === "not_sent") {
      const dueAt = new Date(clock.now().getTime() + CANCEL_AGAIN_MS);
      return orders.railCancelNotSent(order.organisationId, order.id, dueAt);
    }
    if (answer === "unknown") return;
    // Paid before the cancellation: the money is recorded and refunded. While it is being processed, or cannot be
    // looked up, the query is repeated.
    if (answer === "too_late" && !(await inquiry.askRail(order))) return;
    await orders.railCancelDone(order.organisationId, order.id);
  }

  /** Reconciles an order. The rail is looked up first, so that money received is never ignored; the row decides. */
  async #reconcile(order: ChargedOrder, now: Date): Promise<void> {
    const { settlement, inquiry, railCanceller, rails } = this.parts;
    if (order.rail === null) return settlement.settleUncharged(order);
    const payment = await inquiry.lookUp(order);
    const answerLost = order.instruction === null;
    // Possibly cancelled by a process of this service that died: the order ends as it would have there.
    const closed = payment.outcome === "cancelled" || payment.outcome === "expired";
    const mayPay = now < order.holdUntil && order.lotStatus !== "ended";
    if (closed && (answerLost || !mayPay)) return this.#end(order, answerLost);
    if (await settlement.apply(order, payment)) return;
    // Its lot is halted: it waits for the operator, without a limit.
    if (payment.outcome === "paid") return this.#lookAgain(order, now);

    // The buyer has received the instruction and may still create the payment at the provider.
    const mayCome = !answerLost && now < order.holdUntil;
    if (payment.outcome === "unknown" && payment.reason === "not_found" && !mayCome) {
      return settlement.giveUp(order, "rail_unavailable", { giveBackPass: true });
    }
    if (payment.outcome === "pending" && payment.stage === "processing") return this.#extend(order, now);
    if (mayCome && mayPay) return this.#lookAgain(order, now);

    // Selling to this buyer is over: the hold has passed, or the lot has ended.
    const answer = await railCanceller.cancelPending(order);
    const rail = rails.of(order);
    const expiredThere = now.getTime() >= order.railExpiresAt.getTime();
    if (answer === "cancelled" || (answer === "requested" && expiredThere)) {
      return this.#end(order, answerLost);
    }
    // A rail without look-up and final cancel has its own expiry, which has passed. A rail that is not part of this
    // build may return: the order is held for the maximum time.
    if (rail && expiredThere && rail.capabilities.status !== "by_id" && answer !== "too_late") {
      return settlement.giveUp(order, "expired");
    }
    return this.#extend(order, now);
  }

  /** Ends an order. A payment that the buyer never saw counts as not created. */
  #end(order: ChargedOrder, answerLost: boolean): Promise<void> {
    const error = answerLost ? "rail_unavailable" : "expired";
    return this.parts.settlement.giveUp(order, error, { giveBackPass: answerLost });
  }

  /** Extends the hold, by at most a day, and at most one hold time past the lot's end. */
  async #extend(order: ChargedOrder, now: Date): Promise<void> {
    const { log, settlement } = this.parts;
    const holdMs = order.holdUntil.getTime() - order.createdAt.getTime();
    const last = Math.min(
      order.createdAt.getTime() + LONGEST_EXTENSION_MS,
      Math.max(order.lotEndAt.getTime(), order.createdAt.getTime()) + holdMs + 2 * MINUTE_MS,
    );
    if (now.getTime() >= last) {
      log.error({ orderId: order.id, alert: true }, "payment outcome still unknown; order failed");
      return settlement.giveUp(order, "expired");
    }
    return this.#lookAgain(order, now);
  }

  async #lookAgain(order: ChargedOrder, now: Date): Promise<void> {
    const soonMs = backoffMs(5 * SECOND_MS, LOOK_AGAIN_MS, order.checks);
    const { organisationId, id, holdUntil } = order;
    const checkAt =
      now < holdUntil ? Math.min(now.getTime() + soonMs, holdUntil.getTime()) : now.getTime() + soonMs;
    await this.parts.orders.postpone(
      organisationId,
      id,
      new Date(Math.max(checkAt, now.getTime() + SECOND_MS)),
    );
  }
}

import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Meter } from "../../ports/operations/meter.ts";
import { Inbox, type NewMessage } from "../../ports/checkout/inbox.ts";
import {
  Orders,
  type SettlementOutcome,
  type SettlementRequest,
  type SettlementResult,
} from "../../ports/checkout/orders.ts";
import { NewIds } from "../../ports/ids.ts";
import type { PaymentOutcome, ProviderIds } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { Process } from "../shared/process.ts";
import { isOrderId, type NotificationId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";
import type { Order } from "../checkout/order.ts";

/** Outcomes with money that bought no tickets: recorded, refunded, and reported to the operator. */
const ALARMING: ReadonlySet<SettlementOutcome> = new Set(["late", "mismatch", "surplus"]);

/** An order and the account that charges it. */
type OrderReference = Pick<Order, "id" | "organisationId" | "railAccountId" | "railKind" | "railProvider">;

/** Money that a rail reports as paid for an order. */
export interface Proceeds {
  readonly order: OrderReference;
  readonly received: (Money & { readonly paymentId: string }) | null;
  readonly ids?: ProviderIds;
  /** The stored notification that reports this payment only; completed in the same transaction. */
  readonly notificationId?: NotificationId;
}

/**
 * Applies a payment outcome to its order. The only path for notification, return, poll, confirm and reconciliation;
 * repeats and any order of calls give the same result.
 */
export class Settlement extends Process<typeof Settlement.needs> {
  static readonly needs = {
    orders: Orders,
    inbox: Inbox,
    rails: Rails,
    wakers: Wakers,
    clock: Clock,
    ids: NewIds,
    log: Log,
    meter: Meter,
  };

  /** @returns whether the order is final now */
  async apply(order: OrderReference, payment: PaymentOutcome): Promise<boolean> {
    switch (payment.outcome) {
      case "paid":
        return (await this.settle([proceedsOf(order, payment)]))[0] !== "halted";
      case "declined":
        await this.giveUp(order, payment.decline.code);
        return true;
      case "cancelled":
      case "expired":
        await this.giveUp(order, payment.outcome);
        return true;
      case "pending":
        if (payment.ids && Object.keys(payment.ids).length > 0) {
          await this.parts.orders.storeProviderIds(order.organisationId, order.id, payment.ids);
        }
        return false;
      case "unknown":
        return false;
    }
  }

  /** Settles an order that no rail charges: free, or covered by credit. */
  async settleUncharged(order: OrderReference): Promise<void> {
    await this.settle([{ order, received: null }]);
  }

  /** @returns the outcome of each */
  async settle(proceeds: readonly Proceeds[]): Promise<readonly SettlementOutcome[]> {
    const { clock, orders, wakers } = this.parts;
    const now = clock.now();
    const results = await orders.settle(proceeds.map((each) => this.#request(each, now)));
    results.forEach((result, i) => this.#report(proceeds[i]!, result));
    const outcomes = results.map(({ outcome }) => outcome);
    // Settling stores the ids itself. A refund also needs them if the order was already final, or becomes so.
    for (const [i, { order, ids = {} }] of proceeds.entries()) {
      const known = outcomes[i] === "settled" || outcomes[i] === "missing" || Object.keys(ids).length === 0;
      if (!known) await orders.storeProviderIds(order.organisationId, order.id, ids);
    }
    if (outcomes.includes("settled")) wakers.eventsWritten();
    return outcomes;
  }

  /** Stores a message and settles the only payment it reports, both or neither. false: nothing was written. */
  async settleWithMessage(proceeds: Proceeds, message: NewMessage, terms: number | null): Promise<boolean> {
    const { clock, inbox, wakers } = this.parts;
    const settled = await inbox.addSettled(message, this.#request(proceeds, clock.now()), terms);
    if (settled === null) return false;
    this.#report(proceeds, { outcome: "settled", ...settled });
    wakers.eventsWritten();
    return true;
  }

  #request({ order, received, ids = {}, notificationId }: Proceeds, now: Date): SettlementRequest {
    const { ids: newIds } = this.parts;
    return {
      orderId: order.id,
      organisationId: order.organisationId,
      railAccountId: order.railAccountId,
      received,
      ids,
      refundState: this.#refundable(order) ? "requested" : "manual",
      paidEventId: newIds.event(),
      entryEventId: newIds.event(),
      notificationId: notificationId ?? null,
      now,
    };
  }

  /** Ends a pending order without tickets; does nothing to a final one. */
  async giveUp(order: OrderReference, error: string, { giveBackPass = false } = {}): Promise<void> {
    const { orders, clock, log } = this.parts;
    const { id: orderId, organisationId, railAccountId } = order;
    const [outcome] = await orders.release([
      { orderId, organisationId, railAccountId, error, giveBackPass, now: clock.now() },
    ]);
    if (outcome === "failed") log.info({ orderId, error }, "order failed");
  }

  #refundable({ railKind, railProvider }: OrderReference): boolean {
    const rail = railKind && railProvider && this.parts.rails.find(railKind, railProvider);
    return rail ? rail.capabilities.refunds !== "none" : true;
  }

  /** Returns false for a payment that only test organisations have. */
  #isMoney({ railKind: kind, railProvider: provider }: OrderReference): boolean {
    const rail = kind && provider && this.parts.rails.find(kind, provider);
    return !rail || this.parts.rails.in("live").includes(rail);
  }

  #report({ order, received }: Proceeds, { outcome, requestId }: SettlementResult): void {
    const { log, meter } = this.parts;
    const facts = { orderId: order.id, requestId, outcome, received };
    if (outcome === "settled") {
      if (this.#isMoney(order))
        meter.orderSettled({ kind: order.railKind, provider: order.railProvider, received });
      log.info(facts, "order settled");
    } else if (outcome === "missing" && received !== null && isOrderId(order.id))
      log.error({ ...facts, alert: true }, "payment for an unknown order booked as unmatched");
    else if (outcome === "missing") log.warn(facts, "payment for an unknown order skipped");
    else if (outcome === "halted") log.info(facts, "payment of a halted lot waits");
    else if (ALARMING.has(outcome)) {
      log.error({ ...facts, alert: true }, "payment received that settles no order; refund created");
    }
  }
}

/** Returns the proceeds of an order that a rail reports as paid. */
export function proceedsOf(
  order: OrderReference,
  payment: PaymentOutcome & { readonly outcome: "paid" },
): Proceeds {
  const { received, paymentId, ids } = payment;
  return { order, received: { ...received, paymentId }, ids };
}

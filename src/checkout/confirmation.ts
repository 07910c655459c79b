import { Addresses } from "../../ports/settings.ts";
import { Clock } from "../../ports/clock.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import type { ConfirmStep, Instruction, PaymentOutcome, Rail, RailCapabilities } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import type { OrderId, OrganisationId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { defineProblem, NotFound } from "../shared/problem.ts";
import { RailUnavailable } from "./rail-unavailable.ts";
import { Inquiry } from "../settlement/inquiry.ts";
import { type ChargedOrder, type Order, outcomeOf, railOrder } from "./order.ts";
import { Settlement } from "../settlement/settlement.ts";

export const WrongRail = defineProblem(
  "wrong_rail",
  "invalid",
  "Only a session of the fields rail can be confirmed.",
);
export const SessionFinal = defineProblem(
  "session_final",
  "invalid",
  "The session has already been paid or has failed.",
);
export const InvalidSessionHref = defineProblem(
  "invalid_session_href",
  "invalid",
  "sessionHref or cvcHref is not one of this rail's hosted fields.",
);
export const PaymentDeclined = defineProblem("payment_declined", "invalid", "The payment was declined.");

/** After this time a rail has answered or never will: reconciliation looks the payment up. */
const ANSWERED_BY_MS = 30_000;
/**
 * The rail must be called within this time after the step started, or not at all: another caller may have taken over
 * the step.
 */
const TOLD_WITHIN_MS = 10_000;
/** After this time a started call has ended, also by another process's clock. */
const OVER_AFTER_MS = 60_000;

interface ConfirmationRequest {
  readonly organisationId: OrganisationId;
  readonly orderId: OrderId;
  readonly step: ConfirmStep;
  /** An earlier try of the same idempotent request ended without an answer. */
  readonly resumed: boolean;
}

/** `next`: the action that the buyer's browser must perform before the following step; null: none. */
export type Confirmed = Order & { readonly paymentId: string | null; readonly next: Instruction | null };

/**
 * Confirms an order at a rail that charges on this service's request: in one step, or in a dialogue with the buyer's
 * bank. Each step is sent to the rail at most once per order; after a lost answer the payment is looked up. When that
 * call has ended, for example because its process died, and the rail reports that nothing was charged, the dialogue may
 * start again.
 */
export class Confirmation extends Process<typeof Confirmation.needs> {
  static readonly needs = {
    orders: Orders,
    settlement: Settlement,
    inquiry: Inquiry,
    rails: Rails,
    addresses: Addresses,
    clock: Clock,
  };

  async confirm(request: ConfirmationRequest): Promise<Confirmed> {
    const order = await this.parts.orders.byId(request.organisationId, request.orderId);
    if (order === null) throw NotFound.because();
    return this.#confirm(order, request.step, request.resumed);
  }

  async hosted(orderId: OrderId): Promise<Order> {
    const { orders, rails } = this.parts;
    const order = await orders.byIdOfAnyOrganisation(orderId);
    const rail = order && rails.of(order);
    if (!order || !rail?.acceptsSession) throw NotFound.because();
    return order;
  }

  /** Confirms on the hosted page, by the buyer: the unguessable session id is the authority. */
  async confirmHosted(orderId: OrderId, step: ConfirmStep): Promise<Confirmed> {
    const order = await this.parts.orders.byIdOfAnyOrganisation(orderId);
    if (order === null) throw NotFound.because();
    return this.#confirm(order, step, false);
  }

  /**
   * Confirms for a buyer who has returned from a rail that charges on return. @returns whether the order is final now;
   * begun_before: the rail was already called, so the payment is only looked up
   */
  async confirmReturned(order: ChargedOrder, returnToken: string): Promise<boolean | "begun_before"> {
    const { rails, settlement } = this.parts;
    const rail = rails.of(order);
    invariant(rail?.confirm, "a rail that charges on return confirms");
    const confirm = rail.confirm.bind(rail);
    const payment = await this.#confirmAtRail(order, { confirm }, { step: "returned", returnToken }, null);
    return payment === null ? "begun_before" : settlement.apply(order, payment);
  }

  async #confirm(order: ChargedOrder, step: ConfirmStep, resumed: boolean): Promise<Confirmed> {
    const { rails, inquiry, orders, settlement } = this.parts;
    const { id, organisationId } = order;
    const rail = rails.of(order);
    if (!confirms(rail) || order.rail === null) throw WrongRail.because();
    if (outcomeOf(order).status !== "pending") {
      if (resumed && order.status === "paid") return confirmedOrder(order, await inquiry.lookUp(order));
      throw SessionFinal.because();
    }
    if (step.step === "fields" && !rail.acceptsSession(order.rail, step)) throw InvalidSessionHref.because();

    // The caller that took this step before may have charged: the payment is looked up, and the step is never sent
    // again.
    let payment = sent(await this.#confirmAtRail(order, rail, step, null));
    if (payment === null) {
      const seen = await inquiry.lookUp(order);
      const anew = step.step === "fields" && this.#chargedNothing(order, rail.capabilities, seen);
      payment =
        (anew ? sent(await this.#confirmAtRail(order, rail, step, order.confirmBegunAt)) : null) ?? seen;
    }
    if (payment.outcome === "pending" && payment.next) {
      await orders.awaitConfirmStep(order, payment.next, payment.ids ?? {});
    } else await settlement.apply(order, payment);
    if (payment.outcome === "declined") throw PaymentDeclined.because(payment.decline.message);

    const after = await orders.byId(organisationId, id);
    invariant(after, "an order does not vanish");
    return confirmedOrder(after, payment);
  }

  /**
   * Releases the right to the step if nothing was sent, or if a return had no effect.
   * @param insteadOf start time of an earlier call that ended without charging; null: none
   * @returns null: the rail was not called, because another caller took the step
   */
  async #confirmAtRail(
    order: ChargedOrder,
    rail: Pick<ConfirmingRail, "confirm">,
    step: ConfirmStep,
    insteadOf: Date | null,
  ): Promise<PaymentOutcome | null> {
    const { clock, orders, addresses } = this.parts;
    invariant(order.rail, "an order that is confirmed has a rail account");
    const now = clock.now();
    const checkAt = new Date(now.getTime() + ANSWERED_BY_MS);
    const begun = await orders.beginConfirm(order, step.step, { now, checkAt, insteadOf });
    if (begun === "begun_before" || clock.now().getTime() > now.getTime() + TOLD_WITHIN_MS) return null;
    const orderForRail = railOrder({ ...order, confirmBegunAt: now }, addresses);
    const payment = await rail.confirm(order.rail, orderForRail, step);
    const untouched = step.step === "returned" && payment.outcome === "pending" && payment.stage === "open";
    if (untouched || isUnsent(payment)) await orders.giveBackConfirm(order, step.step, now);
    return payment;
  }

  /** Returns whether the earlier call has ended, and the rail's answer rules out a charge, also a later one. */
  #chargedNothing(order: ChargedOrder, rail: RailCapabilities, seen: PaymentOutcome): boolean {
    const { confirmBegunAt, awaitedStep } = order;
    if (confirmBegunAt === null || awaitedStep !== null) return false;
    if (this.parts.clock.now().getTime() < confirmBegunAt.getTime() + OVER_AFTER_MS) return false;
    // A payment that existed before is charged once, however often it is confirmed; one that confirming creates must
    // not exist yet.
    return rail.createdByConfirming
      ? seen.outcome === "unknown" && seen.reason === "not_found"
      : seen.outcome === "pending" && seen.stage === "open";
  }
}

type ConfirmingRail = Rail & Required<Pick<Rail, "confirm" | "acceptsSession">>;

function confirms(rail: Rail | null): rail is ConfirmingRail {
  return rail?.confirm !== undefined && rail.acceptsSession !== undefined;
}

function isUnsent(payment: PaymentOutcome): boolean {
  return payment.outcome === "unknown" && payment.reason === "not_sent";
}

/** Returns the outcome of a call that was sent or not made. */
function sent(payment: PaymentOutcome | null): PaymentOutcome | null {
  if (payment !== null && isUnsent(payment)) throw RailUnavailable.because();
  return payment;
}

function confirmedOrder(order: Order, payment: PaymentOutcome): Confirmed {
  const waits = outcomeOf(order).status === "pending" && order.awaitedStep !== null;
  return {
    ...order,
    paymentId: payment.outcome === "paid" ? payment.paymentId : null,
    next: waits ? order.instruction : null,
  };
}

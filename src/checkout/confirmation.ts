import { Addresses } from "../../ports/addresses.ts";
import { Clock } from "../../ports/clock.ts";
import { Orders } from "../../ports/orders.ts";
import type { ConfirmStep, Instruction, PaymentOutcome } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { invariant } from "../shared/invariant.ts";
import { defineProblem, NotFound } from "../shared/problem.ts";
import { RailUnavailable } from "./checkout.ts";
import { Inquiry } from "./inquiry.ts";
import { type ChargedOrder, type Order, outcomeOf, railOrder } from "./order.ts";
import { Settlement } from "./settlement.ts";

export const WrongRail = defineProblem(
  "wrong_rail",
  "invalid",
  "Only sessions of the fields rail are confirmed.",
);
export const SessionFinal = defineProblem(
  "session_final",
  "invalid",
  "The session is paid or failed already.",
);
export const InvalidSessionHref = defineProblem(
  "invalid_session_href",
  "invalid",
  "sessionHref or cvcHref is not one of this rail's hosted fields.",
);
export const PaymentDeclined = defineProblem("payment_declined", "invalid", "The payment was declined.");

/** A rail has answered by then, or never will: reconciliation asks it. */
const ANSWERED_BY_MS = 30_000;

export interface ConfirmationRequest {
  readonly organisationId: number;
  readonly orderId: string;
  readonly step: ConfirmStep;
  /** An earlier try of the same idempotent request ended without an answer. */
  readonly resumed: boolean;
}

/** `next`: what the buyer's browser does before the step that comes after; null: nothing is asked of it. */
export type Confirmed = Order & { readonly paymentId: string | null; readonly next: Instruction | null };

/**
 * Confirms an order at a rail that charges from our side: one step, or a dialogue with the buyer's bank. The rail is
 * told each step at most once an order; what became of a lost answer is looked up.
 */
export class Confirmation {
  static readonly needs = [Orders, Settlement, Inquiry, Rails, Addresses, Clock] as const;
  readonly #orders: Orders;
  readonly #settlement: Settlement;
  readonly #inquiry: Inquiry;
  readonly #rails: Rails;
  readonly #addresses: Addresses;
  readonly #clock: Clock;

  constructor(
    orders: Orders,
    settlement: Settlement,
    inquiry: Inquiry,
    rails: Rails,
    addresses: Addresses,
    clock: Clock,
  ) {
    this.#orders = orders;
    this.#settlement = settlement;
    this.#inquiry = inquiry;
    this.#rails = rails;
    this.#addresses = addresses;
    this.#clock = clock;
  }

  async confirm(request: ConfirmationRequest): Promise<Confirmed> {
    const order = await this.#orders.byId(request.organisationId, request.orderId);
    if (order === null) throw NotFound.because();
    return this.#confirm(order, request.step, request.resumed);
  }

  /** What the hosted page shows. */
  async hosted(orderId: string): Promise<Order> {
    const order = await this.#orders.byIdOfAnyOrganisation(orderId);
    const rail = order?.rail && this.#rails.find(order.rail.kind, order.rail.provider);
    if (!order || !rail?.confirm) throw NotFound.because();
    return order;
  }

  /** On the hosted page, by the buyer: the unguessable session id is the authority. */
  async confirmHosted(orderId: string, step: ConfirmStep): Promise<Confirmed> {
    const order = await this.#orders.byIdOfAnyOrganisation(orderId);
    if (order === null) throw NotFound.because();
    return this.#confirm(order, step, false);
  }

  async #confirm(order: ChargedOrder, step: ConfirmStep, resumed: boolean): Promise<Confirmed> {
    const { id, organisationId } = order;
    const rail = order.rail && this.#rails.find(order.rail.kind, order.rail.provider);
    if (!rail?.confirm || !rail.acceptsSession || order.rail === null) throw WrongRail.because();
    if (outcomeOf(order).status !== "pending") {
      if (resumed && order.status === "paid") return answer(order, await this.#inquiry.lookUp(order));
      throw SessionFinal.because();
    }
    if (step.step === "fields" && !rail.acceptsSession(order.rail, step)) throw InvalidSessionHref.because();

    // Whoever took this step before may have charged: then the rail is asked, never told again.
    const now = this.#clock.now();
    const checkAt = new Date(now.getTime() + ANSWERED_BY_MS);
    const begun = await this.#orders.beginConfirm(order, step.step, { now, checkAt });
    const payment =
      begun === "begun"
        ? await rail.confirm(order.rail, railOrder({ ...order, confirmBegunAt: now }, this.#addresses), step)
        : await this.#inquiry.lookUp(order);
    if (begun === "begun" && payment.outcome === "unknown" && payment.reason === "not_sent") {
      await this.#orders.giveBackConfirm(order, step.step);
      throw RailUnavailable.because();
    }
    if (payment.outcome === "pending" && payment.next) {
      await this.#orders.awaitConfirmStep(order, payment.next, payment.ids ?? {});
    } else await this.#settlement.apply(order, payment);
    if (payment.outcome === "declined") throw PaymentDeclined.because(payment.decline.message);

    const after = await this.#orders.byId(organisationId, id);
    invariant(after, "an order does not vanish");
    return answer(after, payment);
  }
}

function answer(order: Order, payment: PaymentOutcome): Confirmed {
  const waits = outcomeOf(order).status === "pending" && order.awaitedStep !== null;
  return {
    ...order,
    paymentId: payment.outcome === "paid" ? payment.paymentId : null,
    next: waits ? order.instruction : null,
  };
}

import { Addresses } from "../../ports/addresses.ts";
import { Clock } from "../../ports/clock.ts";
import { Orders } from "../../ports/orders.ts";
import type { ConfirmStep, PaymentOutcome } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { invariant } from "../shared/invariant.ts";
import { defineProblem, NotFound } from "../shared/problem.ts";
import { RailUnavailable } from "./checkout.ts";
import { Inquiry } from "./inquiry.ts";
import { type Order, outcomeOf, railOrder } from "./order.ts";
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
  readonly sessionHref: string;
  readonly cvcHref: string | null;
  /** An earlier try of the same idempotent request ended without an answer. */
  readonly resumed: boolean;
}

/** Confirms an order at a rail that charges from our side. The rail is told to charge at most once an order. */
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

  async confirm(request: ConfirmationRequest): Promise<Order & { readonly paymentId: string | null }> {
    const { organisationId, orderId } = request;
    const order = await this.#orders.byId(organisationId, orderId);
    if (order === null) throw NotFound.because();
    const rail = order.rail && this.#rails.find(order.rail.kind, order.rail.provider);
    if (!rail?.confirm || !rail.acceptsSession || order.rail === null) throw WrongRail.because();
    if (outcomeOf(order).status !== "pending") {
      if (request.resumed && order.status === "paid")
        return this.#answer(order, await this.#inquiry.lookUp(order));
      throw SessionFinal.because();
    }
    const step: ConfirmStep = { step: "fields", sessionHref: request.sessionHref, cvcHref: request.cvcHref };
    if (!rail.acceptsSession(order.rail, step)) throw InvalidSessionHref.because();

    // Whoever confirmed before may have charged: then the rail is asked, never told again.
    const now = this.#clock.now();
    const checkAt = new Date(now.getTime() + ANSWERED_BY_MS);
    const begun = await this.#orders.beginConfirm(organisationId, orderId, { now, checkAt });
    const payment =
      begun === "begun"
        ? await rail.confirm(order.rail, railOrder(order, this.#addresses), step)
        : await this.#inquiry.lookUp(order);
    if (begun === "begun" && payment.outcome === "unknown" && payment.reason === "not_sent") {
      await this.#orders.giveBackConfirm(organisationId, orderId);
      throw RailUnavailable.because();
    }
    await this.#settlement.apply(order, payment);
    if (payment.outcome === "declined") throw PaymentDeclined.because(payment.decline.message);

    const after = await this.#orders.byId(organisationId, orderId);
    invariant(after, "an order does not vanish");
    return this.#answer(after, payment);
  }

  #answer(order: Order, payment: PaymentOutcome): Order & { readonly paymentId: string | null } {
    return { ...order, paymentId: payment.outcome === "paid" ? payment.paymentId : null };
  }
}

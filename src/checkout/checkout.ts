import { hash } from "node:crypto";
import { Addresses } from "../../ports/addresses.ts";
import { Clock } from "../../ports/clock.ts";
import { Currencies } from "../../ports/currencies.ts";
import { Log } from "../../ports/log.ts";
import { type CheckoutContext, Orders, type Placement } from "../../ports/orders.ts";
import type { Rail } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { Random } from "../../ports/random.ts";
import { EntryConditionNotMet } from "../lots/entry-question.ts";
import { EntriesClosed, sells } from "../lots/lot.ts";
import { paymentOptions } from "../lots/payment-options.ts";
import type { Buyer } from "../organisations/account.ts";
import { rateFor } from "../organisations/organisation.ts";
import { invariant } from "../shared/invariant.ts";
import { defineProblem, NotFound } from "../shared/problem.ts";
import { newOrderId } from "../shared/new-ids.ts";
import { type ChargedOrder, outcomeOf, railOrder } from "./order.ts";
import { coveredByCredit, price } from "./pricing.ts";
import { checkReturnUrl } from "./return-url.ts";
import { Settlement } from "./settlement.ts";

export const FiatDisabled = defineProblem(
  "fiat_disabled",
  "forbidden",
  "Card and bank checkout is off for this competition.",
);
export const FiatNotConfigured = defineProblem(
  "fiat_not_configured",
  "precondition",
  "The organisation has no payment rail, or no exchange rate, for the charge currency.",
);
export const CurrencyMismatch = defineProblem(
  "currency_mismatch",
  "invalid",
  "The currency is not the one this competition charges.",
);
export const SoldOut = defineProblem("sold_out", "invalid", "Fewer entries are left than asked for.");
export const RailUnavailable = defineProblem(
  "rail_unavailable",
  "upstream",
  "The payment provider did not answer. Nothing was charged; try again.",
);

const MINUTE_MS = 60_000;
/** What a hold outlives the rail's own expiry by, where the rail's cancel is not final. */
const GRACE_MS = 2 * MINUTE_MS;
/** Credit that changes between reading and placing is read again this often. */
const PLACE_TRIES = 5;

export interface CheckoutRequest {
  readonly organisationId: number;
  readonly apiKeyId: number;
  readonly idempotencyId: string | null;
  readonly lotId: number;
  readonly quantity: number;
  readonly buyer: Buyer;
  readonly skillPass: string | null;
  readonly currency: string | null;
  readonly applyCredit: boolean;
  readonly returnUrl: string | null;
}

/** Sells entries: decides, holds, and hands the order to its rail. */
export class Checkout {
  static readonly needs = [Orders, Settlement, Rails, Currencies, Addresses, Clock, Random, Log] as const;
  readonly #orders: Orders;
  readonly #settlement: Settlement;
  readonly #rails: Rails;
  readonly #currencies: Currencies;
  readonly #addresses: Addresses;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #log: Log;

  constructor(
    orders: Orders,
    settlement: Settlement,
    rails: Rails,
    currencies: Currencies,
    addresses: Addresses,
    clock: Clock,
    random: Random,
    log: Log,
  ) {
    this.#orders = orders;
    this.#settlement = settlement;
    this.#rails = rails;
    this.#currencies = currencies;
    this.#addresses = addresses;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
  }

  /** A session for this request: the same one when the idempotent request ran before. */
  async create(request: CheckoutRequest): Promise<ChargedOrder> {
    for (let attempt = 1; attempt <= PLACE_TRIES; attempt++) {
      const context = await this.#orders.checkoutContext(
        request.organisationId,
        request.lotId,
        request.buyer,
      );
      if (context === null) throw NotFound.because();
      const placement = this.#decide(request, context);
      const [placed] = await this.#orders.place([placement]);
      invariant(placed, "place answers for every order");
      switch (placed.outcome) {
        case "placed":
          return this.#handOver(pendingOrder(placement, placed.number, context));
        case "existing":
          return this.#resume(request.organisationId, placed.orderId);
        case "sold_out":
          throw SoldOut.because(undefined, { available: placed.available });
        case "missing":
          throw NotFound.because();
        case "entries_closed":
          throw EntriesClosed.because();
        case "pass_refused":
          throw EntryConditionNotMet.because();
        case "rail_account_gone":
          throw FiatNotConfigured.because();
        case "credit_changed":
          continue;
      }
    }
    throw new Error("the buyer's credit changed at every try");
  }

  /** Every refusal in its order, but for those that only the lock can tell. */
  #decide(
    request: CheckoutRequest,
    { organisation, lot, rail, availableCreditCents }: CheckoutContext,
  ): Placement {
    const now = this.#clock.now();
    if (!sells(lot, now)) throw EntriesClosed.because();

    const options = paymentOptions(organisation, lot.payment);
    const currency = lot.payment.fiatCurrency ?? organisation.fiatCurrency;
    const amounts = {
      priceCents: lot.priceCents,
      quantity: request.quantity,
      creditCents: request.applyCredit
        ? Math.min(availableCreditCents, lot.priceCents * request.quantity)
        : 0,
    };
    const rate = rateFor(organisation, currency);
    const exponent = this.#currencies.exponent(currency);
    const charges = !coveredByCredit(amounts);
    let served: Rail | null = null;
    if (charges) {
      if (!options.fiat) throw FiatDisabled.because();
      served = rail && this.#rails.find(rail.kind, rail.provider);
      if (
        served === null ||
        rate === null ||
        exponent === null ||
        !served.capabilities.currencies.has(currency)
      ) {
        throw FiatNotConfigured.because();
      }
    }
    if (request.currency !== null && request.currency !== currency) throw CurrencyMismatch.because();
    if (request.returnUrl !== null) checkReturnUrl(request.returnUrl, organisation.returnHosts);
    const minimumCharge = served?.capabilities.minimumCharge.get(currency) ?? 1;
    const { totalCents, creditCents, charge } = price({
      ...amounts,
      currency,
      rate,
      exponent: exponent ?? 2,
      minimumCharge,
    });
    if (organisation.entryQuestionRequired && request.skillPass === null)
      throw EntryConditionNotMet.because();

    return {
      id: newOrderId(this.#random),
      organisationId: request.organisationId,
      lotId: lot.id,
      buyer: request.buyer,
      apiKeyId: request.apiKeyId,
      idempotencyId: request.idempotencyId,
      quantity: request.quantity,
      priceCents: totalCents,
      creditCents,
      charge,
      rate: charges && currency !== "USD" ? rate : null,
      source: totalCents === 0 ? "free" : "fiat",
      rail: charges && rail ? rail : null,
      returnUrl: request.returnUrl,
      passHash:
        organisation.entryQuestionRequired && request.skillPass !== null
          ? hash("sha256", request.skillPass, "buffer")
          : null,
      ...holdTimes(now, organisation.holdMinutes, served),
      now,
    };
  }

  /** An order that an earlier try of the same request placed. */
  async #resume(organisationId: number, orderId: string): Promise<ChargedOrder> {
    const order = await this.#orders.byId(organisationId, orderId);
    invariant(order, "an order that was placed exists");
    const waiting = outcomeOf(order).status === "pending" && order.instruction === null;
    return waiting ? this.#handOver(order) : order;
  }

  /** Asks the rail for a payment; a free order is settled instead. Outside any transaction. */
  async #handOver(order: ChargedOrder): Promise<ChargedOrder> {
    const { rail: account, organisationId, id } = order;
    if (account === null) {
      await this.#settlement.settleUncharged(order);
      return { ...order, status: "paid" };
    }
    const rail = this.#rails.find(account.kind, account.provider);
    invariant(rail, "an order names a rail that exists");
    const creation = await rail.createPayment(account, railOrder(order, this.#addresses));
    switch (creation.outcome) {
      case "created": {
        const { instruction, ids } = creation;
        await this.#orders.storeInstruction(
          { id, organisationId },
          { instruction, ids, checkAt: order.holdUntil },
        );
        return { ...order, instruction, providerIds: ids };
      }
      case "unavailable":
      case "rejected":
        this.#log.warn(
          { orderId: id, rail: account.kind, reason: creation.reason },
          "the rail took no payment",
        );
        await this.#settlement.giveUp(order, "rail_unavailable", { giveBackPass: true });
        throw RailUnavailable.because();
      case "unknown":
        // It may exist at the provider: the order stays pending until reconciliation has asked.
        this.#log.warn(
          { orderId: id, rail: account.kind, reason: creation.reason },
          "the rail's answer was lost",
        );
        throw RailUnavailable.because(
          "The payment provider did not answer in time. Nothing was charged; try again with the same Idempotency-Key.",
        );
    }
  }
}

/** When the hold ends, and the payment at the rail. A rail that cancels for good is cancelled at the hold's end. */
function holdTimes(
  now: Date,
  holdMinutes: number,
  rail: Rail | null,
): { holdUntil: Date; railExpiresAt: Date } {
  const holdMs = holdMinutes * MINUTE_MS;
  if (rail === null)
    return { holdUntil: new Date(now.getTime() + holdMs), railExpiresAt: new Date(now.getTime() + holdMs) };
  const { expiryMinutes, cancel } = rail.capabilities;
  const minutes = Math.min(expiryMinutes.max, Math.max(expiryMinutes.min, holdMinutes));
  const railExpiresAt = now.getTime() + minutes * MINUTE_MS;
  const holdUntil = cancel === "final" ? now.getTime() + holdMs : railExpiresAt + GRACE_MS;
  return { holdUntil: new Date(holdUntil), railExpiresAt: new Date(railExpiresAt) };
}

/** The row that `place` has just written. */
function pendingOrder(
  placement: Placement,
  number: number,
  { organisation, lot, rail }: CheckoutContext,
): ChargedOrder {
  return {
    id: placement.id,
    number,
    organisationId: placement.organisationId,
    organisationSlug: organisation.slug,
    lotId: lot.id,
    lotTitle: lot.title,
    lotStatus: lot.status,
    lotEndAt: lot.endAt,
    quantity: placement.quantity,
    status: "pending",
    error: null,
    charge: placement.charge,
    railAccountId: placement.rail?.accountId ?? null,
    railKind: placement.rail?.kind ?? null,
    railProvider: placement.rail?.provider ?? null,
    instruction: null,
    providerIds: {},
    returnUrl: placement.returnUrl,
    buyerEmail: placement.buyer.email,
    holdUntil: placement.holdUntil,
    railExpiresAt: placement.railExpiresAt,
    createdAt: placement.now,
    checks: 0,
    rail: placement.rail === null ? null : rail,
  };
}

import { Addresses } from "../../ports/settings.ts";
import { Clock } from "../../ports/clock.ts";
import { Currencies } from "../../ports/currencies.ts";
import { Log } from "../../ports/log.ts";
import { type CheckoutContext, Orders, type Placement } from "../../ports/checkout/orders.ts";
import { NewIds } from "../../ports/ids.ts";
import type { Creation } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import { EntryConditionNotMet } from "../lots/entry-question.ts";
import { EntriesClosed } from "../lots/lot.ts";
import type { OrderId, OrganisationId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { NotFound, Problem, Unavailable } from "../shared/problem.ts";
import {
  type CheckoutRequest,
  decide,
  FiatNotConfigured,
  SoldOut,
  TooManyPendingSessions,
} from "./decision.ts";
import { RailUnavailable } from "./rail-unavailable.ts";
import { type ChargedOrder, type OrderRail, outcomeOf, railOrder } from "./order.ts";
import { Settlement } from "../settlement/settlement.ts";
import { TokenPayments } from "../till/token-payments.ts";

/** Number of tries when terms, price or credit change between reading and placing. */
const PLACE_TRIES = 5;
/**
 * Highest age of a copy for a purchase, even if its numbers are unchanged: the database may be restored from a backup
 * under a running process.
 */
const DECIDED_ON_MS = 10_000;
/** Time before reconciliation of a resumed order: longer than a rail's call may take. */
const RESUMED_MS = 30_000;

/** Sells entries: decides, holds, and hands the order to its rail. */
export class Checkout extends Process<typeof Checkout.needs> {
  static readonly needs = {
    orders: Orders,
    tokenPayments: TokenPayments,
    settlement: Settlement,
    rails: Rails,
    currencies: Currencies,
    addresses: Addresses,
    clock: Clock,
    ids: NewIds,
    log: Log,
  };

  /** Creates a session for this request; a repeated idempotent request returns the existing session. */
  async create(request: CheckoutRequest): Promise<ChargedOrder> {
    const { orders, tokenPayments } = this.parts;
    const { organisationId, idempotencyId } = request;
    if (request.resumed && idempotencyId !== null) {
      // An order that was placed is not refused now, even if the lot has closed since.
      const order = await orders.byIdempotencyId(organisationId, idempotencyId);
      if (order !== null) return this.resume(order);
    }
    for (let attempt = 1; attempt <= PLACE_TRIES; attempt++) {
      const { tokens = null } = request;
      // What an order in tokens is decided on is not in every copy.
      const how = { copyMs: attempt === 1 && tokens === null ? DECIDED_ON_MS : 0 };
      const context = await this.#context(request, how);
      const placement = this.#decide(request, context, how);
      if (placement === null) continue;
      const inTokens = tokens !== null && placement.rail !== null;
      if (inTokens) await tokenPayments.prepare(placement, context, tokens);
      const [placed] = await orders.place([placement]);
      invariant(placed, "place answers for every order");
      if (inTokens && placed.outcome !== "placed") await tokenPayments.forget(placement);
      switch (placed.outcome) {
        case "placed":
          return this.#handOver(pendingOrder(placement, placed.number, context), { again: false });
        case "existing":
          return this.resume(await this.#placedBefore(organisationId, placed.orderId));
        case "sold_out":
          throw SoldOut.because(undefined, { available: placed.available });
        case "too_many_pending":
          throw TooManyPendingSessions.because(undefined, { available: placed.available });
        case "missing":
          throw NotFound.because();
        case "entries_closed":
          throw EntriesClosed.because();
        case "pass_refused":
          throw EntryConditionNotMet.because();
        case "rail_account_gone":
          throw FiatNotConfigured.because();
        case "terms_changed":
        case "credit_changed":
          continue;
      }
    }
    throw Unavailable.because("The price or the buyer's credit keeps changing. Try again shortly.", {
      retryAfter: 1,
    });
  }

  /** Reads what a decision needs. An order in tokens uses the till's account. */
  async #context(
    { organisationId, lotId, buyer, affiliate, tokens = null }: CheckoutRequest,
    how: { readonly copyMs: number },
  ): Promise<CheckoutContext> {
    const { orders, tokenPayments } = this.parts;
    const context = await orders.checkoutContext(organisationId, lotId, buyer, affiliate, how);
    if (context === null) throw NotFound.because();
    if (tokens === null) return context;
    const rail = await tokenPayments.account(organisationId, context, tokens);
    return { ...context, rail };
  }

  /** Decides on the request; null: a copy refuses it. */
  #decide(
    request: CheckoutRequest,
    context: CheckoutContext,
    { copyMs }: { readonly copyMs: number },
  ): Placement | null {
    const { clock, ids, rails, currencies } = this.parts;
    try {
      return decide(request, context, {
        now: clock.now(),
        id: ids.order(),
        rail: rails.of(context),
        exponentOf: (currency) => currencies.exponent(currency),
      });
    } catch (error) {
      if (copyMs > 0 && error instanceof Problem) return null;
      throw error;
    }
  }

  async #placedBefore(organisationId: OrganisationId, orderId: OrderId): Promise<ChargedOrder> {
    const order = await this.parts.orders.byId(organisationId, orderId);
    invariant(order, "an order that was placed exists");
    return order;
  }

  /** Resumes an order that an earlier try of the same request placed: hands it over unless that try did. */
  async resume(order: ChargedOrder): Promise<ChargedOrder> {
    const { clock, orders } = this.parts;
    if (outcomeOf(order).status !== "pending" || order.instruction !== null) return order;
    // Reconciliation skips the order while the rail is called.
    const checkAt = new Date(clock.now().getTime() + RESUMED_MS);
    await orders.postpone(order.organisationId, order.id, checkAt);
    return this.#handOver(order, { again: true });
  }

  /** Creates the payment at the rail; a free order is settled instead. Must run outside any transaction. */
  async #handOver(order: ChargedOrder, { again }: { readonly again: boolean }): Promise<ChargedOrder> {
    const { settlement, rails, addresses, orders, log } = this.parts;
    const { rail: account, organisationId, id } = order;
    if (account === null) {
      await settlement.settleUncharged(order);
      return { ...order, status: "paid" };
    }
    const rail = rails.of(order);
    if (rail === null) {
      // The rail's package was removed after the order was placed. A payment may exist, so the order stays pending.
      const { kind, provider } = account;
      log.error(
        { orderId: id, rail: kind, provider, alert: true },
        "the order's rail is not part of this build: put its package back",
      );
      throw RailUnavailable.because();
    }
    const creation = await rail.createPayment(account, railOrder(order, addresses));
    switch (creation.outcome) {
      case "created": {
        const { instruction, ids } = creation;
        await orders.storeInstruction({ id, organisationId }, { instruction, ids });
        return { ...order, instruction, providerIds: ids };
      }
      case "unavailable":
      case "rejected":
        log.warn(failureFacts(id, account, creation), "payment creation failed");
        // An earlier call may have created a payment although this one did not: reconciliation then looks it up first.
        if (!again) await settlement.giveUp(order, "rail_unavailable", { giveBackPass: true });
        throw RailUnavailable.because();
      case "unknown":
        // A payment may exist at the provider: the order stays pending until reconciliation has looked it up.
        log.warn(failureFacts(id, account, creation), "payment creation outcome unknown");
        throw RailUnavailable.because(
          "The payment provider did not answer in time. Nothing was charged; try again with the same Idempotency-Key.",
        );
    }
  }
}

/** Returns the facts for the log line of a failed creation. */
function failureFacts(
  orderId: OrderId,
  { kind, provider }: OrderRail,
  creation: Exclude<Creation, { readonly outcome: "created" }>,
) {
  const detail = "detail" in creation ? creation.detail : undefined;
  return { orderId, rail: kind, provider, reason: creation.reason, detail };
}

/**
 * Returns the order that `place` has just written. `place` does not return it: some thirty columns, most of which are
 * known here, would pass through each item of a batch.
 */
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
    channel: placement.hosted ? "hosted" : "api",
    lotId: lot.id,
    lotTitle: lot.title,
    lotStatus: lot.status,
    lotEndAt: lot.endAt,
    quantity: placement.quantity,
    priceCents: placement.priceCents,
    creditCents: placement.creditCents,
    firstTicket: null,
    status: "pending",
    error: null,
    charge: placement.charge,
    railAccountId: placement.rail?.accountId ?? null,
    railKind: placement.rail?.kind ?? null,
    railProvider: placement.rail?.provider ?? null,
    instruction: null,
    providerIds: {},
    confirmBegunAt: null,
    returnToken: null,
    awaitedStep: null,
    returnUrl: placement.returnUrl,
    buyerEmail: placement.buyer.email,
    holdUntil: placement.holdUntil,
    railExpiresAt: placement.railExpiresAt,
    createdAt: placement.now,
    givenBackAt: null,
    metadata: placement.metadata ?? null,
    checks: 0,
    rail: placement.rail === null ? null : rail,
  };
}

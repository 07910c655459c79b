import { Addresses } from "../../ports/settings.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import type { PaymentOutcome } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import type { OrderId, OrganisationId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import { type ChargedOrder, railOrder, type PolledOrder } from "../checkout/order.ts";
import { Settlement } from "./settlement.ts";

/** Time that a poll or return waits for the rail. The look-up continues in the background. */
const PATIENCE_MS = 1_500;

/** The status of an order: the stored one, updated by a look-up at the rail if the last one is not recent. */
export class Inquiry extends Process<typeof Inquiry.needs> {
  static readonly needs = {
    orders: Orders,
    settlement: Settlement,
    rails: Rails,
    addresses: Addresses,
    clock: Clock,
    log: Log,
  };
  /** Look-ups in progress, by order. */
  readonly #asking = new Map<string, Promise<boolean>>();

  /** Handles a partner's poll. One round trip, except for the one call every few seconds that queries the rail. */
  async poll(organisationId: OrganisationId, id: OrderId): Promise<PolledOrder> {
    const { orders, clock } = this.parts;
    const polled = await orders.poll(organisationId, id, clock.now());
    if (polled === null) throw NotFound.because();
    if (!polled.ask) return polled.standing;
    const order = await orders.byId(organisationId, id);
    if (order === null || !this.#canBeAsked(order)) return polled.standing;
    const settled = await this.ask(order);
    return settled ? ((await orders.byId(organisationId, id)) ?? order) : order;
  }

  /** Returns an order by its unguessable id. null: no such order. */
  async chargedOrder(id: OrderId): Promise<ChargedOrder | null> {
    return this.parts.orders.byIdOfAnyOrganisation(id);
  }

  /**
   * Looks the payment up and waits a short time; the look-up continues in the background. One look-up per order at a
   * time: concurrent callers wait for the one in progress.
   * @returns whether the order is final now
   */
  ask(order: ChargedOrder, returnToken?: string): Promise<boolean> {
    return this.patiently(
      this.#asking.get(order.id) ?? this.#begin(order.id, () => this.askRail(order, returnToken)),
    );
  }

  /** Looks the payment up with a new return token, after the look-up in progress, which did not have it. */
  askAnew(order: ChargedOrder, returnToken: string): Promise<boolean> {
    const before = this.#asking.get(order.id);
    return this.patiently(
      this.#begin(order.id, async () => {
        await before?.catch(() => false);
        return this.askRail(order, returnToken);
      }),
    );
  }

  #begin(orderId: OrderId, asking: () => Promise<boolean>): Promise<boolean> {
    const begun = asking().finally(() => {
      if (this.#asking.get(orderId) === begun) this.#asking.delete(orderId);
    });
    this.#asking.set(orderId, begun);
    return begun;
  }

  /** Looks the payment up and applies the result. @returns whether the order is final now */
  async askRail(order: ChargedOrder, returnToken?: string): Promise<boolean> {
    return this.parts.settlement.apply(order, await this.lookUp(order, returnToken));
  }

  /** @param returnToken from the buyer's browser; default: the stored one */
  async lookUp(order: ChargedOrder, returnToken = order.returnToken ?? undefined): Promise<PaymentOutcome> {
    const { rails, addresses } = this.parts;
    const rail = rails.of(order);
    if (!rail || !order.rail) return { outcome: "unknown", reason: "unsupported" };
    return rail.lookUp(order.rail, railOrder(order, addresses), returnToken);
  }

  #canBeAsked(order: ChargedOrder): boolean {
    const rail = this.parts.rails.of(order);
    return rail?.capabilities.status === "by_id";
  }

  /** Returns the look-up's result, or false if it takes too long; it continues in the background. */
  async patiently<T>(asking: Promise<T>): Promise<T | false> {
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    asking.catch((error: unknown) => this.parts.log.warn({ err: error }, "payment look-up failed"));
    try {
      return await Promise.race([asking, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

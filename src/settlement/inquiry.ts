import { Addresses } from "../../ports/addresses.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import type { PaymentOutcome } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import type { Parts } from "../../ports/token.ts";
import type { OrderId, OrganisationId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import { type ChargedOrder, railOrder, type Standing } from "../checkout/order.ts";
import { Settlement } from "./settlement.ts";

/** How long somebody who polls or returns waits for the rail. The look-up goes on behind. */
const PATIENCE_MS = 1_500;

const NEEDS = {
  orders: Orders,
  settlement: Settlement,
  rails: Rails,
  addresses: Addresses,
  clock: Clock,
  log: Log,
};

/** How an order stands: what is known, and what the rail says where nobody has asked for a while. */
export class Inquiry {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;
  /** Look-ups under way, by order. */
  readonly #asking = new Map<string, Promise<boolean>>();

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** A partner polls. One round trip, but for the call in some seconds that asks the rail. */
  async poll(organisationId: OrganisationId, id: OrderId): Promise<Standing> {
    const { orders, clock } = this.#parts;
    const polled = await orders.poll(organisationId, id, clock.now());
    if (polled === null) throw NotFound.because();
    if (!polled.ask) return polled.standing;
    const order = await orders.byId(organisationId, id);
    if (order === null || !this.#canBeAsked(order)) return polled.standing;
    const settled = await this.ask(order);
    return settled ? ((await orders.byId(organisationId, id)) ?? order) : order;
  }

  /** An order for whoever knows its unguessable id. null: there is none. */
  async chargedOrder(id: OrderId): Promise<ChargedOrder | null> {
    return this.#parts.orders.byIdOfAnyOrganisation(id);
  }

  /**
   * Asks the rail and waits a little; the look-up goes on behind. One an order at a time: who comes meanwhile waits for
   * the one that is under way.
   * @returns whether the order is final now
   */
  ask(order: ChargedOrder, proof?: string): Promise<boolean> {
    return this.patiently(
      this.#asking.get(order.id) ?? this.#begin(order.id, () => this.askRail(order, proof)),
    );
  }

  /** The same with something new: after the look-up that is under way, which did not know of it. */
  askAnew(order: ChargedOrder, proof: string): Promise<boolean> {
    const before = this.#asking.get(order.id);
    return this.patiently(
      this.#begin(order.id, async () => {
        await before?.catch(() => false);
        return this.askRail(order, proof);
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

  /** Asks the rail and applies the answer. @returns whether the order is final now */
  async askRail(order: ChargedOrder, proof?: string): Promise<boolean> {
    return this.#parts.settlement.apply(order, await this.lookUp(order, proof));
  }

  /** @param proof what the buyer's browser brings; else what it brought before */
  async lookUp(order: ChargedOrder, proof = order.returnProof ?? undefined): Promise<PaymentOutcome> {
    const { rails, addresses } = this.#parts;
    const rail = rails.of(order);
    if (!rail || !order.rail) return { outcome: "unknown", reason: "unsupported" };
    return rail.lookUp(order.rail, railOrder(order, addresses), proof);
  }

  #canBeAsked(order: ChargedOrder): boolean {
    const rail = this.#parts.rails.of(order);
    return rail?.capabilities.status === "by_id";
  }

  /** What the asking comes to, or false while that takes long; it goes on behind. */
  async patiently<T>(asking: Promise<T>): Promise<T | false> {
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    asking.catch((error: unknown) => this.#parts.log.warn({ err: error }, "payment look-up failed"));
    try {
      return await Promise.race([asking, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

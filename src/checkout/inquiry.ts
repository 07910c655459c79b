import { Addresses } from "../../ports/addresses.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Orders } from "../../ports/orders.ts";
import type { PaymentOutcome } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { NotFound } from "../shared/problem.ts";
import { type ChargedOrder, type Order, railOrder } from "./order.ts";
import { Settlement } from "./settlement.ts";

/** How long somebody who polls or returns waits for the rail. The look-up goes on behind. */
const PATIENCE_MS = 1_500;
const LOOK_AFTER_RETURN_MS = 10_000;
const PROOF_LENGTH_MAX = 30_000;

/** NUL cannot be stored, and nothing genuine has it. */
function isKept(proof: string | undefined): proof is string {
  return proof !== undefined && proof.length <= PROOF_LENGTH_MAX && !proof.includes("\0");
}

/** How an order stands: what is known, and what the rail says where nobody has asked for a while. */
export class Inquiry {
  static readonly needs = [Orders, Settlement, Rails, Addresses, Clock, Log] as const;
  readonly #orders: Orders;
  readonly #settlement: Settlement;
  readonly #rails: Rails;
  readonly #addresses: Addresses;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(
    orders: Orders,
    settlement: Settlement,
    rails: Rails,
    addresses: Addresses,
    clock: Clock,
    log: Log,
  ) {
    this.#orders = orders;
    this.#settlement = settlement;
    this.#rails = rails;
    this.#addresses = addresses;
    this.#clock = clock;
    this.#log = log;
  }

  /** A partner polls. One round trip, but for the call in some seconds that asks the rail. */
  async poll(organisationId: number, id: string): Promise<Order> {
    const polled = await this.#orders.poll(organisationId, id, this.#clock.now());
    if (polled === null) throw NotFound.because();
    if (!polled.ask) return polled.order;
    const order = await this.#orders.byId(organisationId, id);
    if (order === null || !this.#canBeAsked(order)) return polled.order;
    const settled = await this.#patiently(this.askRail(order));
    return settled ? ((await this.#orders.byId(organisationId, id)) ?? order) : order;
  }

  /** An order for whoever knows its unguessable id. null: there is none. */
  async shown(id: string): Promise<ChargedOrder | null> {
    return this.#orders.byIdOfAnyOrganisation(id);
  }

  /** A buyer comes back from the rail, perhaps with its proof. null: no such order. */
  async returned(id: string, query: Readonly<Record<string, string>>): Promise<ChargedOrder | null> {
    const order = await this.#orders.byIdOfAnyOrganisation(id);
    if (order === null || order.status !== "pending" || order.rail === null) return order;
    const rail = this.#rails.find(order.rail.kind, order.rail.provider);
    const proof = rail?.proofOf ? rail.proofOf(query) : query.proof;
    const settled = await this.#patiently(this.askRail(order, proof));
    if (settled) return this.#orders.byIdOfAnyOrganisation(id);
    // They may have paid: should the rail's notification be lost too, nobody would ask until the hold's end.
    const kept = rail?.capabilities.status === "browser_proof" && isKept(proof) ? proof : null;
    if (kept !== null || this.#canBeAsked(order)) {
      const checkAt = new Date(this.#clock.now().getTime() + LOOK_AFTER_RETURN_MS);
      await this.#orders.hasten(order.organisationId, id, checkAt, kept);
    }
    return order;
  }

  /** Asks the rail and applies the answer. @returns whether the order is final now */
  async askRail(order: ChargedOrder, proof?: string): Promise<boolean> {
    return this.#settlement.apply(order, await this.lookUp(order, proof));
  }

  /** @param proof what the buyer's browser brings; else what it brought before */
  async lookUp(order: ChargedOrder, proof = order.returnProof ?? undefined): Promise<PaymentOutcome> {
    const rail = order.rail && this.#rails.find(order.rail.kind, order.rail.provider);
    if (!rail || !order.rail) return { outcome: "unknown", reason: "unsupported" };
    return rail.lookUp(order.rail, railOrder(order, this.#addresses), proof);
  }

  #canBeAsked(order: ChargedOrder): boolean {
    const rail = order.rail && this.#rails.find(order.rail.kind, order.rail.provider);
    return rail?.capabilities.status === "by_id";
  }

  async #patiently(asking: Promise<boolean>): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    asking.catch((error: unknown) => this.#log.warn({ err: error }, "asking the rail failed"));
    try {
      return await Promise.race([asking, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

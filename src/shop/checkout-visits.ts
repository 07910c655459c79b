import { hash } from "node:crypto";
import { Visits } from "../../ports/shop/visits.ts";
import type { Parts } from "../../ports/token.ts";
import { outcomeOf } from "../checkout/order.ts";
import { leastUsedCache } from "../shared/cache/least-used-cache.ts";

/** 128 random bits as base64url, made by a frame. */
const VISIT = /^[\w-]{22}$/;

/** Limit of remembered visits without an order. */
const OPENED = 10_000;

/** A frame's view of the checkout that it has opened: useless to others. */
interface Visited {
  readonly status: "none" | "opened" | "pending" | "paid" | "failed";
  readonly quantity: number | null;
  /** Reason of `failed`, as a session has it. */
  readonly reason: string | null;
}

const NEEDS = { visits: Visits };

/** Tells frames the outcome of their visits: messages of the window that they opened may be lost on the way. */
export class CheckoutVisits {
  static readonly needs = NEEDS;
  readonly #visits: Visits;
  /** Visits whose checkout this process has shown. Others learn of a visit by its order. */
  readonly #opened = leastUsedCache<string, true>(OPENED);

  constructor({ visits }: Parts<typeof NEEDS>) {
    this.#visits = visits;
  }

  open(visit: string): void {
    this.#opened.set(visit, true);
  }

  async standing(visit: string): Promise<Visited> {
    const order = isVisit(visit) ? await this.#visits.orderOf(hash("sha256", visit, "buffer")) : null;
    if (order === null)
      return { status: this.#opened.has(visit) ? "opened" : "none", quantity: null, reason: null };
    const { status, error } = outcomeOf(order);
    return { status, quantity: order.quantity, reason: error };
  }
}

export function isVisit(text: string): boolean {
  return VISIT.test(text);
}

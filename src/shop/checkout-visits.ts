import { hash } from "node:crypto";
import { Visits } from "../../ports/shop/visits.ts";
import type { Parts } from "../../ports/token.ts";
import { outcomeOf } from "../checkout/order.ts";

/** 128 random bits as base64url, made by a frame. */
const VISIT = /^[\w-]{22}$/;

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

  constructor({ visits }: Parts<typeof NEEDS>) {
    this.#visits = visits;
  }

  async standing(visit: string): Promise<Visited> {
    const found = isVisit(visit) ? await this.#visits.find(hash("sha256", visit, "buffer")) : null;
    if (found === null) return { status: "none", quantity: null, reason: null };
    const { order } = found;
    if (order === null) return { status: "opened", quantity: null, reason: null };
    const { status, error } = outcomeOf(order);
    return { status, quantity: order.quantity, reason: error };
  }
}

export function isVisit(text: string): boolean {
  return VISIT.test(text);
}

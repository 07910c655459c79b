import type { Request } from "express";
import type { WorldClock } from "../../../ports/clock.ts";
import { RateLimited } from "../../../src/organisations/access.ts";
import { RateBudgets } from "../../../src/organisations/rate-budgets.ts";
import { clientOf } from "../callers/client-address.ts";

const ADDRESSES_MAX = 50_000;

/**
 * The budgets of client addresses for what is not in memory. What is in memory costs little: many viewers share one
 * address and read it at once, and none is refused.
 */
export class VisitorBudgets {
  readonly #budgets: RateBudgets;
  readonly #clock: WorldClock;

  constructor({ perMinute, clock }: { readonly perMinute: number; readonly clock: WorldClock }) {
    this.#budgets = new RateBudgets({ perMinute, most: ADDRESSES_MAX });
    this.#clock = clock;
  }

  /**
   * Raises rate_limited.
   * @param slug of an organisation that exists: the client has a separate budget there. null: none is known
   */
  spend(request: Request, slug: string | null = null): void {
    const client = clientOf(request);
    const key = slug === null ? client : `${client} ${slug}`;
    const budget = this.#budgets.spend(key, this.#clock.now().getTime());
    if (budget.allowed) return;
    throw RateLimited.because("Too many requests came from your address. Wait, then try again.", {
      retryAfter: budget.retryAfterSec,
    });
  }
}

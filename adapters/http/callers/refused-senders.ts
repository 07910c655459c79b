import { RateBudgets } from "../../../src/organisations/rate-budgets.ts";
import { leastUsedCache } from "../../../src/shared/cache/least-used-cache.ts";

/** Senders that are remembered as right; beyond that the one that was silent longest is forgotten. */
const RIGHT_MAX = 10_000;

/**
 * The limit of refusals of a sender in a minute, in the memory of this process. A sender who was right once is never
 * limited again: only the holder of the secret can be right.
 */
export class RefusedSenders {
  readonly #refusals: RateBudgets;
  readonly #right = leastUsedCache<string, true>(RIGHT_MAX);

  /** @param limit refusals in a minute */
  constructor({ limit }: { readonly limit: number }) {
    this.#refusals = new RateBudgets({ perMinute: limit });
  }

  /** Whole seconds until the sender is heard; 0: it is. */
  waitSec(sender: string): number {
    return this.#right.get(sender) ? 0 : this.#refusals.waitSec(sender, performance.now());
  }

  refused(sender: string): void {
    if (!this.#right.get(sender)) this.#refusals.spend(sender, performance.now());
  }

  wasRight(sender: string): void {
    this.#right.set(sender, true);
  }
}

import { LRUCache } from "lru-cache";
import type { Clock } from "../../../ports/clock.ts";
import type { Budget } from "../../../ports/organisations/access-control.ts";

const WINDOW_MS = 60_000;

/**
 * How many requests each network address may make in a minute, in the memory of this process: who is refused costs no
 * round trip, so that a flood from one address never reaches what the others wait for. As for API keys, a burst may be
 * as large as the budget, which refills continuously.
 */
export class AddressBudgets {
  readonly #perMinute: number;
  readonly #clock: Clock;
  /** When the budget of an address is whole again. The one that was silent longest is forgotten, and so forgiven. */
  readonly #wholeAt: LRUCache<string, number>;

  /** @param most addresses that are remembered */
  constructor({
    perMinute,
    clock,
    most = 50_000,
  }: {
    readonly perMinute: number;
    readonly clock: Clock;
    readonly most?: number;
  }) {
    this.#perMinute = perMinute;
    this.#clock = clock;
    this.#wholeAt = new LRUCache({ max: most });
  }

  /** Takes one request from the address's budget, where one is left. */
  spend(address: string): Budget {
    const now = this.#clock.now().getTime();
    const intervalMs = WINDOW_MS / this.#perMinute;
    const before = Math.max(now, this.#wholeAt.get(address) ?? now);
    // What is whole but for a rounding error is whole.
    const allowed = before + intervalMs - now <= WINDOW_MS + 0.001;
    const wholeAt = allowed ? before + intervalMs : before;
    if (allowed) this.#wholeAt.set(address, wholeAt);
    return {
      allowed,
      limit: this.#perMinute,
      remaining: Math.max(0, Math.floor((WINDOW_MS - (wholeAt - now)) / intervalMs + 0.001)),
      resetAt: Math.ceil(wholeAt / 1_000),
      retryAfterSec: allowed ? 0 : Math.max(1, Math.ceil((wholeAt + intervalMs - WINDOW_MS - now) / 1_000)),
    };
  }
}

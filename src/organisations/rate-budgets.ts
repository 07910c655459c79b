import type { Budget } from "../../ports/organisations/access-control.ts";
import { type LeastUsedCache, leastUsedCache } from "../shared/cache/least-used-cache.ts";

const MINUTE_MS = 60_000;
/** Tolerance for rounding errors. */
const ROUNDING = 1e-6;

interface RateBudgetsOptions {
  readonly perMinute: number;
  /** Burst size after an idle period. Default: all of a minute. */
  readonly atOnce?: number;
  /** Maximum number of remembered keys; the one that was unused longest is dropped, with its spent budget. */
  readonly most?: number;
}

interface Spending {
  readonly count: number;
  readonly atMs: number;
}

/**
 * Rate budgets by key, in the memory of this process: a refusal costs no round trip. Spent budget returns continuously.
 * A clock that is set back gives nothing back and takes nothing away. Libraries were examined: `rate-limiter-flexible`
 * counts in fixed windows, so twice the budget passes around a boundary; `limiter` is one bucket by the machine's
 * clock, and needs a map with a maximum around it.
 */
export class RateBudgets {
  readonly #atOnce: number;
  readonly #intervalMs: number;
  readonly #spent: LeastUsedCache<string, Spending>;

  constructor({ perMinute, atOnce = perMinute, most = 10_000 }: RateBudgetsOptions) {
    this.#atOnce = atOnce;
    this.#intervalMs = MINUTE_MS / perMinute;
    this.#spent = leastUsedCache(most);
  }

  /** Spends one unit of the key's budget, if one is left. @param nowMs of any clock, always the same one */
  spend(key: string, nowMs: number): Budget {
    const spent = this.#spentAt(key, nowMs);
    const retryAfterSec = this.#retryAfterSec(spent);
    return retryAfterSec === 0 ? this.owe(key, nowMs) : this.#budget(spent, nowMs, retryAfterSec);
  }

  /** Spends one unit even if none is left: it must return before the key can spend the next. */
  owe(key: string, nowMs: number): Budget {
    const count = this.#spentAt(key, nowMs) + 1;
    this.#spent.set(key, { count, atMs: nowMs });
    return this.#budget(count, nowMs, 0);
  }

  /** Returns whole seconds, rounded up, until one unit is left; 0: one is. Spends nothing. */
  waitSec(key: string, nowMs: number): number {
    return this.#retryAfterSec(this.#spentAt(key, nowMs));
  }

  #budget(count: number, nowMs: number, retryAfterSec: number): Budget {
    return {
      allowed: retryAfterSec === 0,
      limit: this.#atOnce,
      remaining: Math.max(0, Math.floor(this.#atOnce - count + ROUNDING)),
      resetAt: inSec(nowMs + count * this.#intervalMs),
      retryAfterSec,
    };
  }

  #spentAt(key: string, nowMs: number): number {
    const last = this.#spent.get(key);
    if (!last) return 0;
    return Math.max(0, last.count - Math.max(0, nowMs - last.atMs) / this.#intervalMs);
  }

  #retryAfterSec(spent: number): number {
    return Math.max(0, inSec((spent + 1 - this.#atOnce) * this.#intervalMs));
  }
}

function inSec(ms: number): number {
  return Math.ceil(ms / 1_000 - ROUNDING);
}

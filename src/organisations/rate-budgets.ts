import type { LRUCache } from "lru-cache";
import type { Budget } from "../../ports/organisations/access-control.ts";
import { leastUsedCache } from "../shared/cache/least-used-cache.ts";

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
  readonly #spent: LRUCache<string, Spending>;

  constructor({ perMinute, atOnce = perMinute, most = 10_000 }: RateBudgetsOptions) {
    this.#atOnce = atOnce;
    this.#intervalMs = MINUTE_MS / perMinute;
    this.#spent = leastUsedCache(most);
  }

  /** Spends one unit of the key's budget, if one is left. @param nowMs of any clock, always the same one */
  spend(key: string, nowMs: number): Budget {
    const before = this.#spentAt(key, nowMs);
    const allowed = this.#retryAfterSec(before) === 0;
    const count = allowed ? before + 1 : before;
    if (allowed) this.#spent.set(key, { count, atMs: nowMs });
    return {
      allowed,
      limit: this.#atOnce,
      remaining: Math.max(0, Math.floor(this.#atOnce - count + ROUNDING)),
      resetAt: inSec(nowMs + count * this.#intervalMs),
      retryAfterSec: allowed ? 0 : this.#retryAfterSec(before),
    };
  }

  /** Returns whole seconds, rounded up, until one unit is left; 0: one is. Spends nothing. */
  waitSec(key: string, nowMs: number): number {
    return this.#retryAfterSec(this.#spentAt(key, nowMs));
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

import { LRUCache } from "lru-cache";

interface Allowance {
  readonly perMinute: number;
  /** Burst size after an idle period. */
  readonly atOnce: number;
}

/** Maximum number of tracked keys; the least recently used one is evicted. */
const KEYS_MAX = 10_000;
const MINUTE_MS = 60_000;

/** A rate budget per key, in this process. */
export class LookUpBudget {
  readonly #perMs: number;
  readonly #atOnce: number;
  readonly #left = new LRUCache<string, { readonly count: number; readonly atMs: number }>({ max: KEYS_MAX });

  constructor({ perMinute, atOnce }: Allowance) {
    this.#perMs = perMinute / MINUTE_MS;
    this.#atOnce = atOnce;
  }

  /** Spends one. @returns false: the key's budget is empty */
  take(key: string, now: Date): boolean {
    const atMs = now.getTime();
    const last = this.#left.get(key) ?? { count: this.#atOnce, atMs };
    // A clock that is set back neither adds nor removes budget.
    const count = Math.min(this.#atOnce, last.count + Math.max(0, atMs - last.atMs) * this.#perMs);
    if (count < 1) return false;
    this.#left.set(key, { count: count - 1, atMs });
    return true;
  }
}

import { LRUCache } from "lru-cache";

interface Allowance {
  readonly perMinute: number;
  /** So many at once, after a while without any. */
  readonly atOnce: number;
}

/** Keys that are remembered; the one that was used longest ago is forgotten for the next. */
const KEYS_MAX = 10_000;
const MINUTE_MS = 60_000;

/** How often each key may do something, in this process. */
export class LookUpBudget {
  readonly #perMs: number;
  readonly #atOnce: number;
  readonly #left = new LRUCache<string, { readonly count: number; readonly atMs: number }>({ max: KEYS_MAX });

  constructor({ perMinute, atOnce }: Allowance) {
    this.#perMs = perMinute / MINUTE_MS;
    this.#atOnce = atOnce;
  }

  /** @returns whether the key had one left; then it has one less */
  take(key: string, now: Date): boolean {
    const atMs = now.getTime();
    const last = this.#left.get(key) ?? { count: this.#atOnce, atMs };
    // A clock that is put back gives nothing, and takes nothing.
    const count = Math.min(this.#atOnce, last.count + Math.max(0, atMs - last.atMs) * this.#perMs);
    if (count < 1) return false;
    this.#left.set(key, { count: count - 1, atMs });
    return true;
  }
}

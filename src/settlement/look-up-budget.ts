interface Allowance {
  readonly perMinute: number;
  /** So many at once, after a while without any. */
  readonly atOnce: number;
}

/** Keys that are remembered; the one that was met first is forgotten for the next. */
const KEYS_MAX = 10_000;
const MINUTE_MS = 60_000;

/** How often each key may do something, in this process. */
export class LookUpBudget {
  readonly #perMs: number;
  readonly #atOnce: number;
  readonly #left = new Map<string, { readonly count: number; readonly atMs: number }>();

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
    const oldest = this.#left.size >= KEYS_MAX && !this.#left.has(key) ? this.#left.keys().next() : null;
    if (oldest && !oldest.done) this.#left.delete(oldest.value);
    this.#left.set(key, { count: count - 1, atMs });
    return true;
  }
}

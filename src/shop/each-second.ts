import { leastUsedCache } from "../shared/cache/least-used-cache.ts";

const SECOND_MS = 1_000;

interface Read<T> {
  readonly atMs: number;
  readonly value: Promise<T>;
}

/**
 * Values that are read at most once a second for each key, on demand, and shared by all readers. At the limit the key
 * that was unused longest is dropped. A failed reading is dropped immediately.
 */
export class EachSecond<T extends object | null> {
  readonly #reads;

  constructor({ most }: { readonly most: number }) {
    this.#reads = leastUsedCache<string, Read<T>>(most);
  }

  /** @param nowMs of any clock, always the same one */
  get(key: string, nowMs: number, read: () => Promise<T>): Promise<T> {
    const last = this.#reads.get(key);
    if (last && nowMs >= last.atMs && nowMs - last.atMs < SECOND_MS) return last.value;
    const value = read();
    const mine = { atMs: nowMs, value };
    this.#reads.set(key, mine);
    value.catch(() => {
      if (this.#reads.peek(key) === mine) this.#reads.delete(key);
    });
    return value;
  }

  has(key: string): boolean {
    return this.#reads.has(key);
  }
}

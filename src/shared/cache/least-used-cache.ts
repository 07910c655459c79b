import { LRUCache } from "lru-cache";

/**
 * Holds at most this many values, and forgets the least recently used one. It takes room as it fills: with `max` the
 * library takes all at once, and a process has dozens of caches that may never hold anything. The domain may import the
 * library: it is a synchronous data structure without clock, timers, input or output, so a port would hide nothing.
 */
export function leastUsedCache<K extends {}, V extends {}>(most: number): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1 });
}

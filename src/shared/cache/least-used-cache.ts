import { LRUCache } from "lru-cache";

/**
 * Creates a cache of at most this many values, which drops the least recently used one. It takes memory as it fills:
 * with `max` the library takes all immediately, and a process has dozens of caches that may stay empty. The domain may
 * import the library: it is a synchronous data structure without clock, timers, input or output, so a port would hide
 * nothing.
 */
export function leastUsedCache<K extends {}, V extends {}>(most: number): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1 });
}
